import type { Submitted } from '../../workflows/messages.ts';
import type { ApiDeps } from '../deps.ts';
import { returnUrl } from '../../gateways/return-url.ts';
import type { PayersView } from './payer.ts';
import { pressOf, type Pressed } from './submission-id.ts';

/** Begins the attempt, or finds the one under way. Gives the address where the payer goes next; throws a Refusal. */
export async function submit(
  deps: Pick<ApiDeps, 'engine' | 'store' | 'publicUrl'>,
  view: PayersView,
  pressed: Pressed,
): Promise<string> {
  const { publicUrl } = deps;
  const { sessionId } = view.transaction;
  const submitted = await press(deps, view, pressed);
  return submitted.to === 'gateway'
    ? submitted.pageUrl
    : returnUrl(
        publicUrl,
        { sessionId, referenceNumber: submitted.referenceNumber },
        pressed.language,
      );
}

/** The same, with what came of it. */
export async function press(
  deps: Pick<ApiDeps, 'engine' | 'store' | 'publicUrl'>,
  view: PayersView,
  pressed: Pressed,
): Promise<Submitted> {
  const { submission, updateId } = await pressOf(deps, view, pressed);
  return deps.engine.submit(view.transaction, submission, updateId);
}

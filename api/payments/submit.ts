import type { Submitted } from '../../workflows/messages.ts';
import type { ApiDeps } from '../deps.ts';
import { returnUrl } from '../../gateways/return-url.ts';
import type { PayersView } from '../payer.ts';
import { pageSubmissionOf, type SubmittedForm } from '../submission-id.ts';

/** Begins the attempt, or finds the one under way. Gives the address where the payer goes next; throws a Refusal. */
export async function submit(
  deps: Pick<ApiDeps, 'engine' | 'store' | 'publicUrl'>,
  view: PayersView,
  form: SubmittedForm,
): Promise<string> {
  const { publicUrl } = deps;
  const { sessionId } = view.transaction;
  const submitted = await submitWithOutcome(deps, view, form);
  return submitted.to === 'gateway'
    ? submitted.pageUrl
    : returnUrl(
        publicUrl,
        { sessionId, referenceNumber: submitted.referenceNumber },
        form.language,
      );
}

/** The same, with what came of it. */
export async function submitWithOutcome(
  deps: Pick<ApiDeps, 'engine' | 'store' | 'publicUrl'>,
  view: PayersView,
  form: SubmittedForm,
): Promise<Submitted> {
  const { submission, updateId } = await pageSubmissionOf(deps, view, form);
  return deps.engine.submit(view.transaction, submission, updateId);
}

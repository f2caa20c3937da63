import type { Context } from 'koa';
import type { PgCode } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../links.ts';
import { languageOf } from './frame.ts';
import { isPayable, mintReference, payersView, type PayersView } from './payer.ts';
import { showCheckout, showOver } from './show.ts';

export interface Choice {
  readonly view: PayersView;
  readonly code: PgCode;
  /** The same press of Pay has the same id, however often it arrives. */
  readonly requestId: string;
}

/** Where the payer goes next; undefined when a page was shown instead, because there is nowhere to go. */
export async function pay(
  ctx: Context,
  deps: ApiDeps,
  { view, code, requestId }: Choice,
): Promise<string | undefined> {
  const { engine, publicUrl } = deps;
  const { transaction, merchant } = view;
  if (!isPayable(transaction)) {
    showOver(ctx, deps, view);
    return undefined;
  }
  const language = languageOf(ctx, transaction);
  try {
    const referenceNumber = await mintReference(deps, merchant);
    const submission = { pgCode: code, referenceNumber, publicUrl, language };
    const submitted = await engine.submit(transaction, submission, requestId);
    return submitted.to === 'gateway'
      ? submitted.pageUrl
      : inLanguage(links(publicUrl).gatewayReturn(submitted.referenceNumber), language);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await showRefusal(ctx, deps, { refusal: error, view });
    return undefined;
  }
}

/** The page that fits what has become of the transaction meanwhile. */
async function showRefusal(
  ctx: Context,
  deps: ApiDeps,
  { refusal, view }: { readonly refusal: Refusal; readonly view: PayersView },
): Promise<void> {
  const now = await payersView(deps, view.transaction.sessionId);
  if (!isPayable(now.transaction)) showOver(ctx, deps, now);
  else
    await showCheckout(ctx, deps, now, {
      kind: refusal.code === 'gateway_error' ? 'error' : 'unavailable',
    });
}

import { attemptUnderWay } from '../../domain/transaction/alert.ts';
import { isPageOpen, processingAttempt } from '../../domain/transaction/processing.ts';
import { receiptOf } from '../../domain/transaction/receipt.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Outcome } from '../../render/pages/facts.ts';
import { renderSummary } from '../../render/pages/summary.tsx';
import { undescribedRoute } from '../route.ts';
import { openPage } from './open-page.ts';
import { inLanguage, links } from '../../domain/links.ts';
import { languageOf } from './frame.ts';
import { sendPage } from './headers.ts';
import { isPayable, payersView } from '../payer.ts';
import { showOver } from './show.ts';
import { summaryFacts } from './summary-facts.ts';
import type { Language } from '../../domain/language.ts';

/** The payment summary (contract/checkout#summary). */
export const resultRoute = undescribedRoute('pages.result', {
  method: 'GET',
  path: '/b/checkout/result/:session_id',
  ...openPage,
  handle: (deps) => async (ctx) => {
    const view = await payersView(deps, ctx.params.session_id);
    const outcome = outcomeOf(view.transaction, deps.publicUrl, languageOf(ctx, view.transaction));
    if (outcome === 'to-pay') {
      const url = links(deps.publicUrl).checkout(view.transaction.sessionId);
      ctx.redirect(inLanguage(url, languageOf(ctx, view.transaction)));
    } else if (outcome === 'over') showOver(ctx, deps, view);
    else sendPage(ctx, renderSummary(await summaryFacts(ctx, deps, { view, outcome })));
  },
});

/**
 * What the summary tells; `over` where a message page does, `to-pay` where there is nothing to sum up: before the first try, while
 * a page of a network is merely open, and after a try that failed, of which the checkout page tells beside the other ways to pay.
 */
function outcomeOf(
  transaction: Transaction,
  publicUrl: string,
  language: Language,
): Outcome | 'over' | 'to-pay' {
  const { state, sessionId } = transaction;
  const pending = {
    kind: 'pending',
    refreshUrl: inLanguage(links(publicUrl).result(sessionId), language),
  } as const;
  if (processingAttempt(transaction, Date.now())) return pending;
  if (!isUnpaid(state)) {
    if (state === 'paid' || state === 'authorized')
      return { kind: receiptOf(transaction)?.standing ?? state };
    if (state === 'cod' || state === 'failed') return { kind: state };
    return 'over';
  }
  if (!isPayable(transaction)) return 'over';
  const last = attemptUnderWay(transaction);
  return last && !isPageOpen(transaction, last) ? pending : 'to-pay';
}

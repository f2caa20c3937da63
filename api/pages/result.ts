import Router from '@koa/router';
import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import { add, isPositive, subtract, type Money } from '../../domain/money.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import { decisiveAttempt } from '../../domain/transaction/settled.ts';
import {
  methodOf,
  type Attempt,
  type Language,
  type Transaction,
} from '../../domain/transaction/transaction.ts';
import { isCovered, walletPaid } from '../../domain/wallet/part.ts';
import { labelled } from '../../domain/webhook/pg-params.ts';
import type { GatewayParameter, Outcome, SummaryFacts } from '../../render/pages/facts.ts';
import { words } from '../../render/locales/words.ts';
import { renderSummary } from '../../render/pages/summary.tsx';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../links.ts';
import { amountFacts } from './amount-facts.ts';
import { exchangeFacts, invoiceLink } from './checkout-facts.ts';
import { frameFor, languageOf, nameIn } from './frame.ts';
import { sendPage } from './headers.ts';
import { pageErrors } from './message.ts';
import { isPayable, payersView, type PayersView } from './payer.ts';
import { showOver } from './show.ts';
import { backToMerchant } from './way.ts';

/** The payment summary (events-and-pages.md 8.4). */
export function resultRoutes(deps: ApiDeps): Router {
  const router = new Router();
  router.get('/b/checkout/result/:session_id', pageErrors(deps), async (ctx) => {
    const view = await payersView(deps, ctx['params']['session_id']);
    const outcome = outcomeOf(view.transaction, deps.publicUrl, languageOf(ctx, view.transaction));
    if (outcome === 'not-begun') {
      const url = links(deps.publicUrl).checkout(view.transaction.sessionId);
      ctx.redirect(inLanguage(url, languageOf(ctx, view.transaction)));
    } else if (outcome === 'over') showOver(ctx, deps, view);
    else sendPage(ctx, renderSummary(summaryFacts(ctx, deps, { view, outcome })));
  });
  return router;
}

/** What the summary tells; `over` where a message page does, `not-begun` where there is nothing to sum up. */
function outcomeOf(
  transaction: Transaction,
  publicUrl: string,
  language: Language,
): Outcome | 'over' | 'not-begun' {
  const { state, attempts, sessionId } = transaction;
  const last = attempts.at(-1);
  if (!isUnpaid(state)) {
    if (state === 'paid' || state === 'authorized' || state === 'cod' || state === 'failed')
      return { kind: state };
    return 'over';
  }
  if (!isPayable(transaction)) return 'over';
  if (!last) return 'not-begun';
  if (last.state === 'pending')
    return {
      kind: 'pending',
      refreshUrl: inLanguage(links(publicUrl).result(sessionId), language),
    };
  return { kind: 'attempted', result: last.state === 'canceled' ? 'canceled' : 'failed' };
}

function summaryFacts(
  ctx: Context,
  deps: ApiDeps,
  { view, outcome }: { readonly view: PayersView; readonly outcome: Outcome },
): SummaryFacts {
  const { transaction } = view;
  const { orderNo, sessionId, notice } = transaction;
  const attempt = decisiveAttempt(transaction);
  // What was tried, which the merchant's later edits do not change.
  const total = attempt?.total ?? transaction.amount;
  const fee = attempt && isPositive(attempt.fee) ? attempt.fee : undefined;
  const language = languageOf(ctx, transaction);
  const back = backToMerchant(transaction);
  const gateway = attempt && !isCovered(attempt) && methodOf(transaction, attempt.pgCode);
  const paid = walletPaid(transaction)?.amount;
  const byWallet = (amount: Money) =>
    paid?.currency === amount.currency ? add(amount, paid) : amount;
  return {
    ...frameFor(ctx, deps, view),
    outcome,
    amount: amountFacts(byWallet(fee ? subtract(total, fee) : total)),
    ...(attempt?.exchange && { exchange: exchangeFacts(attempt.exchange) }),
    ...(fee && { fee: amountFacts(fee) }),
    total: amountFacts(byWallet(total)),
    ...(paid && { wallet: { paid: amountFacts(paid), charged: amountFacts(total) } }),
    ...(attempt?.concludedAt !== undefined && { paymentDate: isoUtc(attempt.concludedAt) }),
    ...(attempt && { referenceNumber: attempt.referenceNumber }),
    ...(orderNo !== undefined && { orderNo }),
    ...(gateway && { gatewayName: nameIn(gateway, language) }),
    ...(attempt && isCovered(attempt) && { gatewayName: words(language).fields.wallet }),
    ...(attempt && { parameters: parametersOf(attempt, language) }),
    ...(attempt?.message !== undefined && { message: attempt.message }),
    ...(outcome.kind === 'attempted' && {
      retryUrl: inLanguage(links(deps.publicUrl).checkout(sessionId), language),
    }),
    ...(back !== undefined && { backToMerchantUrl: back }),
    ...invoiceLink(transaction, deps.publicUrl, language),
    ...(notice?.status === 'failed' && { merchantNotified: false }),
  };
}

function parametersOf({ pgParams }: Attempt, language: Language): readonly GatewayParameter[] {
  return Object.values(labelled(pgParams ?? {})).map(
    ({ value, verbose_name_ar, verbose_name_en }) => ({
      label: language === 'ar' ? verbose_name_ar : verbose_name_en,
      value,
    }),
  );
}

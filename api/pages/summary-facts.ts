import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import { isPositive } from '../../domain/money.ts';
import type { OperationEntry } from '../../domain/operation/operation.ts';
import { askedOfGateway, isSameMoney } from '../../domain/transaction/amount.ts';
import { hasReceipt, receiptOf } from '../../domain/transaction/receipt.ts';
import { toldAttempt } from '../../domain/transaction/settled.ts';
import { isSuccess } from '../../domain/transaction/states.ts';
import { methodOf, type Attempt } from '../../domain/transaction/transaction.ts';
import { isCovered, paidInAll, walletPaid, withWalletPaid } from '../../domain/wallet/part.ts';
import { deliveryState } from '../../domain/webhook/delivery-state.ts';
import { PG_PARAM_KEYS, type PgParamKey } from '../../domain/webhook/pg-params.ts';
import type {
  GatewayParameter,
  Outcome,
  SummaryFacts,
  OperationFacts,
} from '../../render/pages/facts.ts';
import { words } from '../../render/locales/words.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../../domain/links.ts';
import { amountFacts } from './amount-facts.ts';
import { exchangeFacts, invoiceLink } from './checkout-facts.ts';
import { frameFor, languageOf } from './frame.ts';
import { gatewayWord } from './gateway-word.ts';
import type { PayersView } from '../payer.ts';
import { backToMerchant } from '../../domain/webhook/return-destination.ts';
import { type Language, nameIn } from '../../domain/language.ts';

/** What the summary tells. */
export async function summaryFacts(
  ctx: Context,
  deps: Pick<ApiDeps, 'publicUrl' | 'store'>,
  shown: Shown,
): Promise<SummaryFacts> {
  return {
    ...printedFacts(ctx, deps, shown),
    ...((await isStillTold(deps.store, shown.view)) && { merchantNotified: false }),
  };
}

interface Shown {
  readonly view: PayersView;
  readonly outcome: Outcome;
}

/** Whether the first call has failed, by which the payer's way goes, and somebody goes on calling. */
async function isStillTold(
  { webhookEvents }: Pick<ApiDeps['store'], 'webhookEvents'>,
  { transaction: { sessionId, notice } }: PayersView,
): Promise<boolean> {
  if (notice?.status !== 'failed') return false;
  const event = await webhookEvents.find(eventIdOf(sessionId, notice.sequence));
  const state = event && deliveryState(event);
  return state === 'queued' || state === 'sending';
}

/** How the payment stands, as the summary tells it and the receipt after it. */
export function printedFacts(
  ctx: Context,
  deps: Pick<ApiDeps, 'publicUrl'>,
  { view, outcome }: Shown,
): SummaryFacts {
  const { transaction } = view;
  const { orderNo, settledAmount } = transaction;
  const attempt = toldAttempt(transaction);
  // What was tried, which the merchant's later edits do not change.
  const total = attempt?.total ?? transaction.amount;
  const fee = attempt && isPositive(attempt.fee) ? attempt.fee : undefined;
  const language = languageOf(ctx, transaction);
  const back = backToMerchant(transaction);
  const gateway = attempt && !isCovered(attempt) && methodOf(transaction, attempt.pgCode);
  const paid = walletPaid(transaction)?.amount;
  return {
    ...frameFor(ctx, deps, view),
    outcome,
    ...(settledAmount &&
      !isSameMoney(settledAmount, transaction.amount) && {
        orderAmount: amountFacts(transaction.amount),
      }),
    amount: amountFacts(attempt ? withWalletPaid(transaction, askedOfGateway(attempt)) : total),
    ...(attempt?.exchange && { exchange: exchangeFacts(attempt.exchange) }),
    ...(fee && { fee: amountFacts(fee) }),
    total: amountFacts(attempt ? paidInAll(transaction, attempt) : total),
    ...(paid && { wallet: { paid: amountFacts(paid), charged: amountFacts(total) } }),
    // Who pays in cash has yet to.
    ...(attempt?.concludedAt !== undefined &&
      transaction.state !== 'cod' &&
      isSuccess(transaction.state) && { paymentDate: isoUtc(attempt.concludedAt) }),
    ...(attempt && { referenceNumber: attempt.referenceNumber }),
    ...(orderNo !== undefined && { orderNo }),
    ...(gateway && { gatewayName: nameIn(gateway, language) }),
    ...(attempt && isCovered(attempt) && { gatewayName: words(language).fields.wallet }),
    ...(attempt && { parameters: parametersOf(attempt, language) }),
    ...(attempt && gatewayWord(attempt)),
    ...(back !== undefined && { backToMerchantUrl: back }),
    ...invoiceLink(transaction, deps.publicUrl, language),
    ...receiptFacts(view, deps.publicUrl, language),
  };
}

/** The way to the receipt, and what was done to the money since. */
function receiptFacts(
  { transaction, merchant }: PayersView,
  publicUrl: string,
  language: Language,
): Pick<SummaryFacts, 'receiptUrl' | 'afterwards'> {
  const receipt = receiptOf(transaction);
  if (!receipt) return {};
  const { operations, net, ...sums } = receipt;
  const some = (key: 'refunded' | 'captured' | 'voided') =>
    isPositive(sums[key]) ? { [key]: amountFacts(sums[key]) } : {};
  return {
    ...(hasReceipt(transaction, merchant) && {
      receiptUrl: inLanguage(links(publicUrl).receiptPdf(transaction.sessionId), language),
    }),
    ...(operations.length > 0 && {
      afterwards: {
        operations: operations.map(operationFacts),
        ...some('captured'),
        ...some('voided'),
        ...some('refunded'),
        net: amountFacts(net),
      },
    }),
  };
}

function operationFacts(entry: OperationEntry): OperationFacts {
  const { kind, state, destination, createdAt, referenceNumber, amount } = entry;
  return {
    kind,
    isDone: state === 'done',
    ...(destination === 'wallet' && { toWallet: true }),
    at: isoUtc(createdAt),
    referenceNumber,
    amount: amountFacts(amount),
  };
}

/** What customers quote to their bank; the rest of the gateway's words is for merchants, in the webhook. */
function parametersOf({ pgParams = {} }: Attempt, language: Language): readonly GatewayParameter[] {
  const labels: Readonly<Partial<Record<PgParamKey, string>>> = words(language).summary.parameters;
  return PG_PARAM_KEYS.flatMap((key) => {
    const { [key]: value } = pgParams;
    const { [key]: label } = labels;
    return label === undefined || value === undefined || value === '' ? [] : [{ label, value }];
  });
}

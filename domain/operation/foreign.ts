import type { ReferenceNumber, SessionId } from '../ids.ts';
import { isPositive, shownMoney, type Money } from '../money.ts';
import { mismatchesOf } from '../transaction/alert.ts';
import { askedOfGateway, isSameMoney } from '../transaction/amount.ts';
import { isHold, type BookedAttempt, type MoneyFacts } from '../ledger/money-events.ts';
import {
  isOtherPayment,
  knownPayment,
  type GatewayNames,
} from '../transaction/gateway-reference.ts';
import { isConcluded } from '../transaction/settled.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { restOfHold } from './free-rest.ts';
import type { Operation } from './operation.ts';
import type { OperationReport } from './report.ts';

/* Operations that somebody did at the gateway itself, without us (contract/operations#done-at-the-gateway). */

/** What names it here: it has no reference of ours. */
export interface ForeignNames {
  readonly sessionId: SessionId;
  readonly referenceNumber: ReferenceNumber;
}

/** What has to be known of the payment. */
export interface ForeignPayment extends MoneyFacts, Pick<Transaction, 'orderNo' | 'amount'> {
  readonly attempts: readonly (BookedAttempt & GatewayNames)[];
}

/**
 * The operation that somebody did at the gateway itself (contract/operations#done-at-the-gateway), as the gateway told
 * of it; undefined when nothing of it has happened, or the payment is not of this transaction. A gateway may tell of the capture of
 * what it has charged at once: that money is known.
 */
export function foreignOperation(
  transaction: ForeignPayment,
  report: OperationReport,
  { now, ...names }: ForeignNames & { readonly now: number },
): Operation | undefined {
  const attempt = transaction.attempts.find(
    ({ referenceNumber }) => referenceNumber === report.paymentReference,
  );
  const { amount: moved } = report;
  if (!attempt || !moved || report.result === 'declined' || report.result === 'reversed')
    return undefined;
  const { kind, result, gatewayReference, message, pgParams, gatewayResponse } = report;
  if (kind === 'capture' && !isHold(transaction, attempt)) return undefined;
  const known = knownPayment(attempt);
  if (isOtherPayment(known, report.gatewayPayment)) return undefined;
  const gatewayPayment = report.gatewayPayment ?? known;
  const { merchantId, sessionId: parentId, orderNo } = transaction;
  const alert = strangeCurrency(transaction, attempt, moved);
  const amount = kind === 'void' ? letGo(transaction, attempt, moved) : moved;
  if (!isPositive(amount)) return undefined;
  return {
    ...names,
    merchantId,
    parentId,
    version: 1,
    kind,
    amount,
    destination: 'pg',
    state: result,
    source: 'pg',
    pgCode: attempt.pgCode,
    gateway: attempt.gateway,
    sandbox: attempt.sandbox,
    paymentReference: attempt.referenceNumber,
    idempotencyKey: `${parentId}:${names.sessionId}:${kind}`,
    channel: 'staff',
    createdAt: now,
    gatewayReference,
    ...(orderNo !== undefined && { parentOrderNo: orderNo }),
    ...(gatewayPayment !== undefined && { gatewayPayment }),
    ...(result === 'done' && { concludedAt: now }),
    ...(report.endsHold && { endsHold: true }),
    ...(alert !== undefined && { alert }),
    ...(message !== undefined && { message }),
    ...(pgParams && { pgParams }),
    ...(gatewayResponse && { gatewayResponse }),
  };
}

/**
 * Whether a word has to wait until its payment is heard of: to let go of what nobody has held moves nothing, and some gateways say of a
 * page that is closed what they say of a hold. What was captured or given back has come before, whoever tells of it first. Where other
 * money has come than was asked for, nothing more is heard of the payment, and only a void of what was asked for may be of its page.
 */
export function isTooEarly(
  payment: Pick<MoneyFacts, 'alerts'> & {
    readonly attempts: readonly Pick<BookedAttempt, 'referenceNumber' | 'state' | 'total'>[];
  },
  { kind, paymentReference, amount }: Pick<OperationReport, 'kind' | 'paymentReference' | 'amount'>,
): boolean {
  const attempt = payment.attempts.find(
    ({ referenceNumber }) => referenceNumber === paymentReference,
  );
  if (kind !== 'void' || !attempt || isConcluded(attempt)) return false;
  if (mismatchesOf(payment, attempt).length === 0) return true;
  return amount !== undefined && isSameMoney(amount, attempt.total);
}

/**
 * What a void at the gateway has let go. To merchants one of all is the amount without the fee, whoever did it
 * (contract/operations#done-at-the-gateway). A gateway may name the whole hold where only what is left of it can go.
 */
function letGo(payment: ForeignPayment, attempt: BookedAttempt, moved: Money): Money {
  if (!isSameMoney(moved, attempt.total)) return moved;
  const rest = isHold(payment, attempt) ? restOfHold(payment, attempt) : moved;
  return isSameMoney(rest, moved) ? askedOfGateway(attempt) : rest;
}

/**
 * Which of a network's words on an operation have something to say to it, when it was taken in by one of them: others came
 * at the same time, or before it, such as a no to what nobody here knew of. That money has moved is never unsaid; that it
 * came back is heard.
 */
export function stillToHear(
  { state }: Pick<Operation, 'state'>,
  words: readonly OperationReport[],
): readonly OperationReport[] {
  return words.filter(({ result }) =>
    state === 'done' ? result === 'reversed' : result !== state,
  );
}

/** Money in a currency that has nothing to do with the payment cannot be counted against it. */
function strangeCurrency(
  { amount: { currency } }: ForeignPayment,
  { total }: BookedAttempt,
  moved: Money,
): string | undefined {
  if (moved.currency === currency || moved.currency === total.currency) return undefined;
  return `The gateway reports ${shownMoney(moved)}, and the payment was made in ${total.currency}. Ask it what was done.`;
}

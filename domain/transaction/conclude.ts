import { isConcluded } from './settled.ts';
import { cardSaved } from '../card/saving.ts';
import { cutText } from '../cut-text.ts';
import { inOriginalCurrency } from '../exchange.ts';
import type { ReferenceNumber } from '../ids.ts';
import { compare, shownMoney, type Money } from '../money.ts';
import { withPaidAmount } from '../operation/amounts.ts';
import { unreachable } from '../unreachable.ts';
import { lacksWallet } from '../wallet/spending.ts';
import type { Change } from './change.ts';
import { announce, announceOther, announceSecondSuccess } from '../webhook/notice.ts';
import { alerted, mismatchesOf } from './alert.ts';
import { askedOf, isAmountOf } from './amount.ts';
import { changeAttempt } from './attempt.ts';
import { alertOtherPayment, namesOtherPayment } from './gateway-reference.ts';
import { move } from './move.ts';
import { alertReversal } from './reversal.ts';
import type { AttemptReport } from './network.ts';
import { isSuccess, isUnpaid, next, type Trigger } from './states.ts';
import {
  attemptOf,
  methodOf,
  pendingAttempt,
  type Alert,
  type Attempt,
  type Transaction,
} from './transaction.ts';
import type { Kind } from './type.ts';

/**
 * Applies a network's word. The same word twice, a late one or one out of order changes nothing; undefined says so.
 * Failed or late attempts never move a transaction that has a newer attempt pending or is final
 * (contract/attempts#late-results). A word that names another payment of the network than the attempt has there is an
 * alert and nothing else, and so is one that the money was undone.
 */
export function conclude(
  transaction: Transaction,
  said: AttemptReport,
  now: number,
): Change | undefined {
  if (namesOtherPayment(transaction, said)) return alertOtherPayment(transaction, said, now);
  const attempt = attemptOf(transaction, said.referenceNumber);
  const report = withLastRefusal(said, attempt?.lastRefusal);
  const { outcome } = report;
  if (attempt && outcome.result === 'reversed')
    return alertReversal(transaction, report, { undone: outcome.charged, now });
  if (!attempt || isConcluded(attempt) || outcome.result === 'reversed') return undefined;
  switch (outcome.result) {
    case 'pending':
      return outcome.refusedOnPage ? noteRefusal(transaction, attempt, report) : undefined;
    case 'success':
      return concludeSuccess({ transaction, attempt, report, now }, outcome);
    case 'cod':
      return settle({ transaction, attempt, report, now }, 'pay-cash');
    case 'failed':
    case 'canceled':
    case 'error':
      if (hasGivenWay(transaction, attempt, said))
        return { transaction: record({ transaction, attempt, report, now }, 'canceled') };
      if (attempt.state === 'pending')
        return concludeWithoutSuccess({ transaction, attempt, report, now }, outcome.result);
      // We have ended it and said so; the network's word only says that nothing more will come.
      return attempt.unanswered
        ? {
            transaction: changeAttempt(transaction, attempt.referenceNumber, answered),
          }
        : undefined;
    default:
      return unreachable(outcome);
  }
}

/** Whether it has ended by our closing of its page, while its payer goes on paying (contract/attempts#second-attempt). */
function hasGivenWay(
  { state }: Transaction,
  attempt: Attempt,
  { outcome }: AttemptReport,
): boolean {
  if (attempt.state !== 'pending' || !attempt.givesWay || !isUnpaid(state)) return false;
  return outcome.result === 'canceled' || (outcome.result === 'failed' && outcome.expired === true);
}

/** A page that has expired, and was not left, ends by the card that was refused there, where one was. */
function withLastRefusal(said: AttemptReport, refusal: Attempt['lastRefusal']): AttemptReport {
  const { outcome } = said;
  return refusal && outcome.result === 'canceled' && outcome.expired
    ? { ...said, ...refusal, outcome: { result: 'failed' } }
    : said;
}

/** Keeps why a card was refused on a page on which the payer may go on, once. */
function noteRefusal(
  transaction: Transaction,
  { referenceNumber, state, lastRefusal }: Attempt,
  { message, decline }: AttemptReport,
): Change | undefined {
  const told = message === undefined ? undefined : cutText(message, LONGEST_MESSAGE);
  if (state !== 'pending' || !decline || (lastRefusal && lastRefusal.message === told))
    return undefined;
  const refusal = { ...(told !== undefined && { message: told }), decline };
  return {
    transaction: changeAttempt(transaction, referenceNumber, (open) => ({
      ...open,
      lastRefusal: refusal,
    })),
  };
}

/** So much is kept of a network's message, in characters. */
const LONGEST_MESSAGE = 255;

/**
 * Whether the payment has heard a network's word, which then changes nothing, whatever else becomes of the payment: its attempt has
 * succeeded, for good, and no other payment of the network is meant.
 */
export function isHeard(transaction: Transaction, report: AttemptReport): boolean {
  const attempt = attemptOf(transaction, report.referenceNumber);
  if (!attempt || namesOtherPayment(transaction, report)) return false;
  const { outcome } = report;
  return outcome.result === 'reversed'
    ? alertReversal(transaction, report, { undone: outcome.charged, now: 0 }) === undefined
    : isConcluded(attempt);
}

export interface Unopened {
  readonly referenceNumber: ReferenceNumber;
  readonly message: string;
  readonly now: number;
  /**
   * Why none could be had. `unanswered`: the network gave no answer, so it may have an attempt that it never told us of;
   * otherwise nothing can have come of it.
   */
  readonly why: 'unsent' | 'refused' | 'unanswered';
}

/** No page could be had. Where another attempt may follow, the transaction stays as it is. */
export function concludeUnopened(
  transaction: Transaction,
  { referenceNumber, message, now, why }: Unopened,
): Change {
  const attempt = attemptOf(transaction, referenceNumber);
  if (!attempt || attempt.state !== 'pending') return { transaction };
  const changed = changeAttempt(transaction, referenceNumber, (unopened) => ({
    ...unopened,
    state: 'error',
    ...(why === 'unanswered' ? { unanswered: true as const } : { unopened: why }),
    message,
    concludedAt: now,
  }));
  const moved =
    mayFollow(transaction, attempt) || !isUnpaid(transaction.state)
      ? changed
      : move(changed, 'fail');
  const tell = isSuccess(transaction.state) ? announceOther : announce;
  return tell(moved, {
    referenceNumber,
    pgCode: attempt.pgCode,
    result: 'error',
    at: now,
  });
}

/** Its network has never heard of an attempt that we had ended: nothing will come of it. */
export function neverBegun(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
): Transaction {
  return changeAttempt(transaction, referenceNumber, (attempt) =>
    attempt.unanswered && attempt.pageUrl === undefined
      ? { ...answered(attempt), unopened: 'unsent' }
      : attempt,
  );
}

interface Case {
  readonly transaction: Transaction;
  readonly attempt: Attempt;
  readonly report: AttemptReport;
  readonly now: number;
}

function concludeSuccess(
  given: Case,
  { kind, charged }: { readonly kind: Kind; readonly charged: Money },
): Change | undefined {
  const { transaction, attempt, report, now } = given;
  const { total } = attempt;
  const isForCard = transaction.paymentType === 'save_card';
  if (isForCard && !report.card) return withoutCard(given);
  if (charged.currency !== total.currency || compare(charged, total) !== 0) {
    const known = mismatchesOf(transaction, attempt);
    if (known.some((alert) => !alert.charged || isAtMost(charged, alert.charged))) return undefined;
    return {
      transaction: alerted(transaction, {
        kind: 'amount-mismatch',
        referenceNumber: report.referenceNumber,
        at: now,
        detail: `Asked for ${shownMoney(total)}, the network reports ${shownMoney(charged)}.`,
        charged,
      }),
    };
  }
  // Of nothing nothing is held: with the card it is over.
  return settle(given, kind === 'purchase' || isForCard ? 'pay' : 'hold');
}

/** Of more than was known, or in another currency, a person has to hear: so much has to go back. */
function isAtMost(one: Money, other: Money): boolean {
  return one.currency === other.currency && compare(one, other) <= 0;
}

/** The network says success and names no card: what the merchant wanted has not happened, and nothing was charged. */
function withoutCard(given: Case): Change | undefined {
  if (given.attempt.state !== 'pending') return undefined;
  const report = {
    ...given.report,
    message: 'The gateway has not kept the card.',
  };
  return concludeWithoutSuccess({ ...given, report }, 'error');
}

function settle(given: Case, trigger: 'pay' | 'hold' | 'pay-cash'): Change {
  const { transaction, attempt, report, now } = given;
  const result = trigger === 'pay-cash' ? 'cod' : 'success';
  const recorded = record(given, result);
  // A card that comes for what is closed is not kept, and no money came with it.
  if (next(transaction.state, trigger) === undefined && transaction.paymentType === 'save_card')
    return { transaction: recorded };
  if (next(transaction.state, trigger) === undefined) {
    const alert = moneyAlert(transaction, attempt, now);
    const raised = alerted(recorded, alert);
    const { referenceNumber, pgCode } = attempt;
    return alert.kind === 'second-success'
      ? announceSecondSuccess(raised, {
          referenceNumber,
          pgCode,
          result,
          at: now,
        })
      : { transaction: raised };
  }
  if (!isForTheseTerms(transaction, attempt))
    return {
      transaction: alerted(recorded, termsAlert(transaction, attempt, now)),
    };
  if (lacksWallet(attempt)) return { transaction: alerted(recorded, walletAlert(attempt, now)) };
  const card = cardSaved(transaction, attempt, { card: report.card, now });
  const moved = move(card ? withCard(recorded, report) : recorded, trigger);
  const paid: Transaction = {
    ...moved,
    settledPgCode: attempt.pgCode,
    settledAmount: askedOf(attempt),
    ...(trigger === 'pay' && {
      paidAmount: inOriginalCurrency(attempt.total, attempt.fee, attempt.exchange),
    }),
  };
  // Of a hold that was captured at the gateway itself its capture may be known first.
  return announce(withPaidAmount(paid), {
    referenceNumber: attempt.referenceNumber,
    pgCode: attempt.pgCode,
    result,
    at: now,
  });
}

/** The attempt remembers the card that it has brought: the merchant is told of it. */
function withCard(transaction: Transaction, { referenceNumber, card }: AttemptReport): Transaction {
  return changeAttempt(transaction, referenceNumber, (attempt) => ({
    ...attempt,
    ...(card && { card }),
  }));
}

function concludeWithoutSuccess(given: Case, result: 'failed' | 'canceled' | 'error'): Change {
  const { transaction, attempt, now } = given;
  const recorded = record(given, result);
  const event = {
    referenceNumber: attempt.referenceNumber,
    pgCode: attempt.pgCode,
    result,
    at: now,
  };
  if (isSuccess(transaction.state)) return announceOther(recorded, event);
  const overtaken = pendingAttempt(recorded) !== undefined || !isUnpaid(transaction.state);
  if (overtaken) return announce(recorded, event);
  return announce(move(recorded, triggerOf(result, mayFollow(transaction, attempt))), event);
}

function triggerOf(result: 'failed' | 'canceled' | 'error', another: boolean): Trigger {
  if (another) return 'attempt-over';
  return result === 'canceled' ? 'abandon' : 'fail';
}

/**
 * Whether it expired before its time, because the payer has canceled the only attempt that there may be. A page that has expired with
 * the payment is called canceled by its network, too.
 */
export function isAbandoned(transaction: Transaction): boolean {
  const { state, attempts, expiresAt } = transaction;
  const last = attempts.at(-1);
  return (
    state === 'expired' &&
    last?.state === 'canceled' &&
    !last.givesWay &&
    !last.unanswered &&
    (last.concludedAt ?? expiresAt) < expiresAt &&
    !mayFollow(transaction, last)
  );
}

/** Multi-attempt: another attempt may follow this one (contract/attempts#one-attempt-or-several). */
function mayFollow(transaction: Transaction, { pgCode }: Attempt): boolean {
  if (transaction.legacy) return false;
  return methodOf(transaction, pgCode)?.multipleAttempts ?? true;
}

function record({ transaction, attempt, report, now }: Case, state: Attempt['state']): Transaction {
  const { gatewayReference, gatewayPayment } = report;
  const { message, pgParams, gatewayResponse, decline, threeDs } = report;
  return changeAttempt(transaction, attempt.referenceNumber, (open) => ({
    ...answered(open),
    state,
    concludedAt: now,
    ...(gatewayReference !== undefined && { gatewayReference }),
    ...(gatewayPayment !== undefined && { gatewayPayment }),
    ...(message !== undefined && { message: cutText(message, LONGEST_MESSAGE) }),
    ...(pgParams && { pgParams }),
    ...(gatewayResponse && { gatewayResponse }),
    ...(decline && { decline }),
    ...(threeDs && { threeDs }),
  }));
}

function answered({
  unanswered: _unanswered,
  processing: _processing,
  ...attempt
}: Attempt): Attempt {
  return attempt;
}

/** False when the merchant has changed the amount since this attempt ended: its late money is not the price any more. */
function isForTheseTerms(transaction: Transaction, attempt: Attempt): boolean {
  return isAmountOf(transaction, askedOf(attempt));
}

function termsAlert({ amount }: Transaction, attempt: Attempt, at: number): Alert {
  return {
    kind: 'amount-mismatch',
    referenceNumber: attempt.referenceNumber,
    at,
    detail: `${shownMoney(attempt.total)} came late, for earlier terms; the transaction now asks for ${shownMoney(amount)}. It must be refunded.`,
  };
}

/** Only a part of the price came: what the wallet was to pay had been given free, and is not there any more. */
function walletAlert({ referenceNumber, total, wallet }: Attempt, at: number): Alert {
  const part = wallet ? shownMoney(wallet.amount) : 'its part';
  return {
    kind: 'late-money',
    referenceNumber,
    at,
    detail: `${shownMoney(total)} came, but the customer's wallet cannot pay ${part} any more, so this is not paid; the money must be refunded.`,
  };
}

function moneyAlert(transaction: Transaction, attempt: Attempt, at: number): Alert {
  const { referenceNumber } = attempt;
  const isDeleted = transaction.deletedAt !== undefined;
  return isSuccess(transaction.state) && !isDeleted
    ? {
        kind: 'second-success',
        referenceNumber,
        at,
        detail: `A second attempt succeeded with ${shownMoney(attempt.total)}; one of them must be refunded.`,
      }
    : {
        kind: 'late-money',
        referenceNumber,
        at,
        detail: `${shownMoney(attempt.total)} came for a transaction that is ${isDeleted ? 'deleted' : transaction.state}; it must be refunded.`,
      };
}

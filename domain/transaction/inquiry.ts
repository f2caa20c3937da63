import type { PgCode, ReferenceNumber } from '../ids.ts';
import { isZero } from '../money.ts';
import { unreachable } from '../unreachable.ts';
import type { Change } from './change.ts';
import { announce } from '../webhook/notice.ts';
import { alerted } from './alert.ts';
import { changeAttempt } from './attempt.ts';
import { isChargedAtOnce } from './charging.ts';
import { conclude } from './conclude.ts';
import {
  alertOtherPayment,
  namedBy,
  namesOtherPayment,
  type NamedPayment,
} from './gateway-reference.ts';
import { isLastCall, isOpenToNews, isPlanOver, isToCloseNow, isUndecided } from './inquiry-plan.ts';
import type { Inquired, AttemptReport, NetworkReport } from './network.ts';
import { heardUndecided, withoutGivingWay, withProcessing } from './processing.ts';
import { isConcluded } from './settled.ts';
import { isUnpaid } from './states.ts';
import {
  attemptOf,
  type Alert,
  type Attempt,
  type Transaction,
  type InquirySettings,
  type Heard,
} from './transaction.ts';

/** What the merchant reads of an attempt that no gateway ever decided (contract/attempts#automatic-inquiry). */
export const NO_FINAL_ANSWER = 'no final answer from gateway';

/** One automatic call, with the gateway's answer or none. */
export interface Call {
  readonly referenceNumber: ReferenceNumber;
  readonly answer?: Inquired;
  /** Its page was to be closed. Where the network was `asked` to, what it says of the end is final. */
  readonly closing?: 'asked' | 'unclosable';
  readonly now: number;
}

/**
 * What an automatic inquiry makes of the transaction. Success counts at once. A failure counts from the last of the
 * first calls on, because until then the network may think better of it. After those the merchant is told, once, that
 * an attempt is undecided. The last call of all ends what the network itself still calls undecided. A person has to look where it gives no
 * answer then, and where it says only that the payer has paid. An answer about another payment is an alert, and counts as none.
 * Undefined when the attempt was decided while the gateway was asked.
 */
export function hearInquiry(transaction: Transaction, call: Call): Change | undefined {
  const attempt = attemptOf(transaction, call.referenceNumber);
  if (!attempt?.inquiry || !isUndecided(attempt)) return undefined;
  const { answer, ...silence } = call;
  const named = namedBy(call.referenceNumber, answer);
  if (namesOtherPayment(transaction, named))
    return hearInquiry(
      alertOtherPayment(transaction, named, call.now)?.transaction ?? transaction,
      silence,
    );
  // Also where the payment has ended while the network was merely asked: then the closing is still to come.
  const isBeside = call.closing !== undefined && isToCloseNow(transaction, attempt);
  const calls = (attempt.inquired?.calls ?? 0) + (isBeside ? 0 : 1);
  const when = { createdAt: attempt.createdAt, at: call.now };
  const goesOn = isBeside && !isLastCall(attempt.inquiry, when);
  const planned = goesOn ? 'first' : stageOf(attempt.inquiry, { ...when, calls });
  const stage = call.closing === 'asked' && planned === 'first' ? 'later' : planned;
  const word = wordOf(call, stage);
  const change = (word && conclude(transaction, word, call.now)) ?? { transaction };
  const heard = heardBy(change.transaction, call);
  const { now, closing } = call;
  const noted = note(change.transaction, { attempt, calls, heard, now, closing }, named);
  if (heard === 'decided' || stage === 'first') return { ...change, transaction: noted };
  const isPaid = answer?.step === 'report' && answer.isPaid === true;
  const known = { attempt, calls, heard, now, isPaid };
  // Nobody is on a page of the network that it could still hear of this from.
  const isOver = stage === 'last' || (heard === 'unheard-of' && isChargedAtOnce(attempt));
  return isOver ? giveUp(noted, known) : tellUndecided(noted, known);
}

type Stage = 'first' | 'later' | 'last';

interface Known {
  /** As it was before the call. */
  readonly attempt: Attempt;
  readonly calls: number;
  readonly heard: Heard;
  readonly now: number;
  /** The payer has paid at the network, which does not say by which payment. */
  readonly isPaid?: boolean;
  readonly closing?: Call['closing'];
}

/**
 * The attempts that an inquiry asks about: all whose gateway can be asked, also those that it has called failed, because
 * a later success would count (contract/attempts#inquiry). None once the transaction is settled, canceled or invalided.
 */
export function inquirable({ state, attempts }: Transaction): readonly Attempt[] {
  return isOpenToNews(state) ? attempts.filter(({ inquiry }) => inquiry !== undefined) : [];
}

function stageOf(
  inquiry: InquirySettings,
  { calls, ...when }: { readonly calls: number; readonly createdAt: number; readonly at: number },
): Stage {
  if (calls < inquiry.gapsSeconds.length) return 'first';
  return isLastCall(inquiry, when) ? 'last' : 'later';
}

/** The network's word, if the answer is one that counts now. */
function wordOf({ answer }: Call, stage: Stage): AttemptReport | undefined {
  if (answer?.step !== 'report') return undefined;
  const { result } = answer.report.outcome;
  switch (result) {
    case 'success':
    case 'cod':
    case 'reversed':
      return answer.report;
    case 'failed':
    case 'canceled':
    case 'error':
      return stage === 'first' ? undefined : answer.report;
    case 'pending':
      return undefined;
    default:
      return unreachable(result);
  }
}

function heardBy(after: Transaction, { referenceNumber, answer }: Call): Heard {
  const attempt = attemptOf(after, referenceNumber);
  if (attempt && !isUndecided(attempt)) return 'decided';
  if (!answer) return 'silence';
  if (answer.step === 'page') return 'open';
  if (answer.step === 'unheard-of') return 'unheard-of';
  const { result } = answer.report.outcome;
  if (result === 'pending') return 'pending';
  return result === 'success' || result === 'cod' ? 'mismatch' : 'without-success';
}

/** What an attempt is called at the network is fixed by the first answer that says so. */
function note(
  transaction: Transaction,
  { attempt, calls, heard, now, closing: tried }: Known,
  { gatewayReference }: NamedPayment,
): Transaction {
  const told = attempt.inquired?.told;
  const closing = tried !== undefined || attempt.inquired?.closing;
  return changeAttempt(transaction, attempt.referenceNumber, (asked) => ({
    ...(gatewayReference !== undefined && { gatewayReference }),
    ...withHeard(asked, heard),
    inquired: { calls, heard, at: now, ...(told && { told }), ...(closing && { closing }) },
  }));
}

/** An open page waits for the payer; what is undecided is processing. */
function withHeard(attempt: Attempt, heard: Heard): Attempt {
  if (attempt.state !== 'pending' || (heard !== 'pending' && heard !== 'open')) return attempt;
  return withProcessing(withoutGivingWay(attempt), heard === 'pending');
}

/**
 * Nobody asks of their own accord after this. A mismatch has its own alert, and who left the page open may still come back. Where nothing
 * was to be paid, a silence is about a card that was not saved, and calls nobody.
 */
function giveUp(transaction: Transaction, known: Known): Change {
  // Nobody may tell the payer that it came to nothing.
  if (known.isPaid) return tellUndecided(alertedOnce(transaction, namelessAlert(known)), known);
  switch (known.heard) {
    case 'pending':
    case 'unheard-of':
      return endUnfinished(transaction, known);
    case 'silence':
      return isZero(known.attempt.total)
        ? endUnfinished(transaction, known)
        : tellUndecided(alertedOnce(transaction, silenceAlert(known)), known);
    case 'open':
    case 'mismatch':
    case 'without-success':
    case 'decided':
      return tellUndecided(transaction, known);
    default:
      return unreachable(known.heard);
  }
}

/** The attempt is over for us; the network has not said so, which is why a later question is still allowed. */
function endUnfinished(transaction: Transaction, { attempt, now }: Known): Change {
  const { referenceNumber } = attempt;
  const change = conclude(
    transaction,
    { referenceNumber, outcome: { result: 'failed' }, message: NO_FINAL_ANSWER },
    now,
  );
  if (!change || attempt.state !== 'pending') return { transaction };
  return {
    ...change,
    transaction: changeAttempt(change.transaction, referenceNumber, (ended) => ({
      ...ended,
      unanswered: true,
    })),
  };
}

/** Once for each attempt, and only while the merchant still waits for this transaction. An open page is no news. */
function tellUndecided(transaction: Transaction, { attempt, heard, now }: Known): Change {
  const { referenceNumber, pgCode, state, inquired } = attempt;
  if (heard === 'open' || inquired?.told || state !== 'pending' || !isUnpaid(transaction.state))
    return { transaction };
  const told = changeAttempt(transaction, referenceNumber, (open) => ({
    ...open,
    ...(open.inquired && { inquired: { ...open.inquired, told: true } }),
  }));
  return announce(told, { referenceNumber, pgCode, result: 'pending', at: now });
}

/**
 * The payment with an alert that its network has said that something happened to an attempt which had ended without success, or which
 * no plan asks about any more, and not what: it may have taken the money. Undefined where its end is known by now, or the alert stands.
 *
 * @param asked the attempt as it stood when its network was asked
 */
export function alertUnexplained(
  transaction: Transaction,
  asked: Attempt,
  at: number,
): Transaction | undefined {
  const { referenceNumber, pgCode } = asked;
  const attempt = attemptOf(transaction, referenceNumber);
  if (!attempt || isConcluded(attempt)) return undefined;
  const wasUndecided = isUndecided(asked);
  if (wasUndecided && !isUndecided(attempt)) return undefined;
  const kind = 'manual-action-required';
  const detail = wasUndecided ? undecidedUnexplained(pgCode) : unexplained(pgCode);
  const told = alertedOnce(transaction, { kind, referenceNumber, at, detail });
  return told === transaction ? undefined : told;
}

/**
 * A network says that the payer has paid, and not by which payment, of an attempt that is asked about no more of our own accord: the
 * transaction with an alert, or undefined where that is known, decided, or asked about again.
 */
export function alertNameless(
  transaction: Transaction,
  answer: NetworkReport,
  now: number,
): Transaction | undefined {
  const { referenceNumber } = answer.report;
  // By the word itself the plan may go on.
  const heard = heardUndecided(transaction, referenceNumber, answer) ?? transaction;
  const attempt = attemptOf(heard, referenceNumber);
  if (!attempt || !isUndecided(attempt) || !isPlanOver(heard, attempt)) return undefined;
  const told = alertedOnce(transaction, namelessAlert({ attempt, now }));
  return told === transaction ? undefined : told;
}

/** The same transaction where the same was said of the attempt before. */
function alertedOnce(transaction: Transaction, alert: Alert): Transaction {
  const isKnown = transaction.alerts.some(
    ({ referenceNumber, detail }) =>
      referenceNumber === alert.referenceNumber && detail === alert.detail,
  );
  return isKnown ? transaction : alerted(transaction, alert);
}

/** What a person is told where a gateway rings about an attempt that had ended, and does not say why. */
export function unexplained(pgCode: PgCode): string {
  return `The gateway of ${pgCode} says that something happened to this attempt, which had ended without success, and gives no answer to what. Look there whether the payer was charged.`;
}

/** The same of one that it has not decided; a payer's browser may have come back from there, too. */
function undecidedUnexplained(pgCode: PgCode): string {
  return `The gateway of ${pgCode} says that something happened to this attempt, or its payer came back from there; it has not decided it, and gives no answer to what happened. Nobody asks again: look there whether the payer was charged.`;
}

function silenceAlert({ attempt, calls, now }: Known) {
  const { referenceNumber, pgCode } = attempt;
  return {
    kind: 'manual-action-required',
    referenceNumber,
    at: now,
    detail: `The gateway of ${pgCode} gave no answer to the last of ${calls} inquiries; nobody knows whether the payer was charged.`,
  } as const;
}

function namelessAlert({ attempt, now }: Pick<Known, 'attempt' | 'now'>) {
  const { referenceNumber, pgCode } = attempt;
  return {
    kind: 'manual-action-required',
    referenceNumber,
    at: now,
    detail: `The gateway of ${pgCode} says that the payer has paid, and its callback with the payment has not come. Find the payment there, and see why its callbacks do not reach us.`,
  } as const;
}

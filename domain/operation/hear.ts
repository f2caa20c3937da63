import { shownMoney } from '../money.ts';
import { isSameMoney } from '../transaction/amount.ts';
import { needsHand, wasDone } from './approval.ts';
import type { Operation } from './operation.ts';
import { aboutOtherPayment } from './other-payment.ts';
import type { OperationReport } from './report.ts';

/* What a gateway's answer or callback makes of an operation. */

/** After so long in the gateway's queue a person has to look (contract/operations#queued-refunds). */
export const QUEUE_PATIENCE_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * What a gateway's word makes of an operation; undefined when it says nothing new. Words may come twice, late and in any
 * order, and the same words give the same end: that money has moved is never unsaid, and a no is a rejection when the
 * gateway had queued it, whichever word came first. What was done and is undone stays done, and a person is called.
 */
export function hearOperation(
  operation: Operation,
  report: OperationReport,
  now: number,
): Operation | undefined {
  const { state } = operation;
  if (state === 'done' && report.result === 'reversed') return undone(operation, report, now);
  if (state === 'done' || state === 'awaiting' || state === 'dropped') return undefined;
  const other = aboutOtherPayment(operation, report);
  if (report.result === 'declined' && other === undefined) return hearNo(operation, report, now);
  const wrong = other ?? wrongMoney(operation, report);
  if (wrong !== undefined) {
    const isKnown = state === 'unclear' && operation.alert === wrong;
    return isKnown ? undefined : unclear(operation, wrong, now);
  }
  if (report.result === 'done' || report.result === 'reversed') {
    const done: Operation = {
      ...wasDone(informed(operation, report)),
      state: 'done',
      concludedAt: now,
    };
    if (report.result === 'done') return done;
    const heard = undone(done, report, now);
    return heard?.reversedAt === undefined ? heard : { ...heard, reversedBeforeTold: true };
  }
  const isSame = operation.gatewayReference === report.gatewayReference;
  if (state === 'failed' && isSame)
    return refusedAfterAll(wasDone(operation), operation.message, now);
  // What was refused is under way there all the same, under another name: its money is not to be had.
  const isAfterNo = state === 'failed' && !mayBeOld(operation, report);
  return state === 'promised' || state === 'unclear' || isAfterNo
    ? { ...wasDone(informed(operation, report)), state: 'queued' }
    : undefined;
}

/** The same of its answer to what it was just asked: that is no old word, even where it has an old name. */
export function answered(
  operation: Operation,
  report: OperationReport,
  now: number,
): Operation | undefined {
  const isNo = operation.state === 'promised' && report.result === 'declined';
  return isNo && aboutOtherPayment(operation, report) === undefined
    ? declined(operation, report, now)
    : hearOperation(operation, report, now);
}

/** The gateway would not even look at it, so that nothing has happened there. */
export function refused(operation: Operation, message: string, now: number): Operation {
  return failed({ ...operation, message }, message, now);
}

/** Nobody knows what the gateway did. The money stays set aside, and a person has to look. */
export function unclear(operation: Operation, why: string, now: number): Operation {
  return { ...needsHand(operation, why, now), state: 'unclear', alert: why };
}

/** The gateway has had it in its queue for too long. It stays there; a person asks the gateway. */
export function forgotten(operation: Operation): Operation {
  return {
    ...operation,
    alert: 'The gateway has had this in its queue for 14 days. Ask it what became of it.',
  };
}

function hearNo(operation: Operation, report: OperationReport, now: number): Operation | undefined {
  const { state, gatewayReference } = operation;
  if (state === 'queued')
    return mayBeOld(operation, report)
      ? undefined
      : refusedAfterAll(informed(operation, report), report.message, now);
  if (state !== 'promised' && state !== 'unclear') return undefined;
  // A person has it tried again: this is the no that was heard before.
  if (gatewayReference === report.gatewayReference) return undefined;
  return declined(operation, report, now);
}

/** It was told as good as done, so a person has to see that whoever the money is meant for gets it by another way. */
function refusedAfterAll(operation: Operation, said: string | undefined, now: number): Operation {
  const { kind, amount } = operation;
  const why = said === undefined ? '' : `: ${said}`;
  const alert = `The gateway has refused this ${kind} of ${shownMoney(amount)} after it had taken it${why}. Nothing has moved; see what is to be done in its place.`;
  return { ...operation, state: 'rejected', alert, concludedAt: now };
}

/** A person has had it tried again, and the word does not name what is known of that try: it may be of an earlier one. */
function mayBeOld({ approval, gatewayReference }: Operation, report: OperationReport): boolean {
  return (approval?.retries ?? 0) > 0 && gatewayReference !== report.gatewayReference;
}

function declined(operation: Operation, report: OperationReport, now: number): Operation {
  return failed(informed(operation, report), report.message ?? 'The gateway declined.', now);
}

function failed(operation: Operation, why: string, now: number): Operation {
  const done: Operation = { ...calm(operation), state: 'failed', concludedAt: now };
  return operation.approval ? needsHand(done, why, now) : done;
}

/**
 * What was done is undone, so that the books have it the other way round, too. A part of it cannot be booked by itself, and a
 * person has to say what becomes of the money.
 */
function undone(operation: Operation, report: OperationReport, now: number): Operation | undefined {
  if (aboutOtherPayment(operation, report) !== undefined) return undefined;
  const { kind, amount, reversedAt } = operation;
  // Only a capture is made anew by a gateway under the name that it had.
  if (reversedAt !== undefined && kind !== 'capture') return undefined;
  const told = report.amount ?? amount;
  // A void takes all that the gateway holds, the fee included, which merchants do not count.
  const isWhole = kind === 'void' || isSameMoney(told, amount);
  const why = report.message === undefined ? '' : `: ${report.message}`;
  const rest = isWhole
    ? 'The ledger has it the other way round, too; see that whoever the money is meant for gets it.'
    : 'The ledger has it as done; book what becomes of the money by hand.';
  const alert = `The gateway has undone this ${kind} of ${shownMoney(told)}${why}. ${rest}`;
  if (operation.alert === alert) return undefined;
  if (reversedAt !== undefined)
    return undoneAgain(operation, `${shownMoney(told)} once more${why}`);
  return { ...operation, alert, ...(isWhole && { reversedAt: now }) };
}

/** What the gateway has captured anew is another operation here, of which it says no name. */
function undoneAgain(operation: Operation, what: string): Operation | undefined {
  const alert = `The gateway has undone this capture of ${what}. Where it had captured it anew, the ledger has that as done; book what becomes of the money by hand.`;
  return operation.alert === alert ? undefined : { ...operation, alert };
}

/** A void takes all that the gateway holds, the fee included, which merchants do not count. */
function wrongMoney({ kind, amount }: Operation, report: OperationReport): string | undefined {
  const { amount: told, result } = report;
  const isSame = told ? isSameMoney(told, amount) : result === 'queued';
  if (kind === 'void' || isSame) return undefined;
  return `The gateway reports ${told ? shownMoney(told) : 'no amount'}, and ${shownMoney(amount)} was asked for.`;
}

function informed(operation: Operation, report: OperationReport): Operation {
  const { gatewayReference, message, pgParams, gatewayResponse } = report;
  return {
    ...calm(operation),
    gatewayReference,
    ...(message !== undefined && { message }),
    ...(pgParams && { pgParams }),
    ...(gatewayResponse && { gatewayResponse }),
  };
}

function calm({ alert: _alert, ...operation }: Operation): Operation {
  return operation;
}

import { add, compare, shownMoney, type Money } from '../money.ts';
import { isClaimed } from '../dispute/amounts.ts';
import { Refusal } from '../refusal.ts';
import { alerted } from '../transaction/alert.ts';
import { refuseArchived } from '../transaction/archive.ts';
import { settledAttempt } from '../transaction/settled.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { available, refunded, sumOf, taken, takes, withPaidAmount } from './amounts.ts';
import type { Change } from '../transaction/change.ts';
import { announceOperation } from '../webhook/notice.ts';
import { alertUnreturned } from './return-second.ts';
import {
  entryOf,
  type Operation,
  type OperationEntry,
  type OperationKind,
  type OperationState,
} from './operation.ts';

/* What an operation makes of its payment each time that it has changed: sums, notices and alerts. */

/** What the merchant is told of: what can be seen of an operation (contract/webhooks#operations). */
const TOLD: ReadonlySet<OperationState> = new Set(['done', 'queued', 'rejected']);

/**
 * An operation tells its payment how it stands now: the change, with what the merchant is told and what a person has to
 * look at; undefined when the payment knows it already, or something later. Throws a refusal of `promiseAgain`.
 */
export function takeIn(
  transaction: Transaction,
  operation: Operation,
  now: number,
): Change | undefined {
  const known = entryFor(transaction, operation);
  const isAgain = known?.state === 'failed' && operation.state === 'promised';
  const settled =
    isAgain && known.version < operation.version
      ? promiseAgain(transaction, operation)
      : settle(transaction, operation);
  if (!settled) return undefined;
  const unreturned = alertUnreturned(settled, operation, now);
  // Which says the same, and more.
  const looked = unreturned === settled ? withAlert(settled, operation, now) : unreturned;
  const isNews = known?.state !== operation.state || known.reversedAt !== operation.reversedAt;
  return TOLD.has(operation.state) && isNews
    ? { ...announceOperation(looked, now), operation }
    : { transaction: looked, operation };
}

/**
 * The payment with an alert of what one checker alone has approved (contract/operations#approval), once for each
 * operation.
 */
export function raiseEmergency(
  transaction: Transaction,
  { kind, amount, referenceNumber }: Operation,
  at: number,
): Transaction {
  const isKnown = transaction.alerts.some(
    (alert) => alert.kind === 'break-glass' && alert.referenceNumber === referenceNumber,
  );
  const detail = `A ${kind} of ${shownMoney(amount)} was approved by one checker alone, in an emergency. The audit log has who and why.`;
  return isKnown
    ? transaction
    : alerted(transaction, { kind: 'break-glass', referenceNumber, at, detail });
}

function entryFor({ operations = [] }: Transaction, { sessionId }: Operation) {
  return operations.find((entry) => entry.sessionId === sessionId);
}

/** Once for each reason: an operation tells of it with every change for as long as it stands. */
function withAlert(transaction: Transaction, operation: Operation, at: number): Transaction {
  const { alert: detail, referenceNumber } = operation;
  const isKnown = transaction.alerts.some(
    (alert) => alert.referenceNumber === referenceNumber && alert.detail === detail,
  );
  if (detail === undefined || isKnown) return transaction;
  return alerted(transaction, { kind: 'manual-action-required', referenceNumber, at, detail });
}

/**
 * The transaction after an operation of it has changed: undefined when it knows that already, or something later. What was done at the gateway itself is new here, and is taken in as it is: it has happened.
 */
export function settle(transaction: Transaction, operation: Operation): Transaction | undefined {
  const { operations = [] } = transaction;
  const known = operations.find(({ sessionId }) => sessionId === operation.sessionId);
  if (known && known.version >= operation.version) return undefined;
  const entry = entryOf(operation);
  const changed = known
    ? operations.map((one) => (one === known ? entry : one))
    : [...operations, entry];
  return withPaidAmount({ ...transaction, operations: changed });
}

/**
 * Sets the money of an operation aside once more, after it was given back: a request that failed and is tried again.
 * Throws `amount_exceeds_balance` when it is not there any more, and `invalid_state` when its caller has made it anew meanwhile, or
 * when with what was asked for meanwhile it comes to a sum that takes more than was given for it (contract/operations#approval).
 */
function promiseAgain(transaction: Transaction, operation: Operation): Transaction {
  const { operations = [] } = transaction;
  const entry = entryOf(operation);
  // After the failure the name was free again; both would be one too many.
  const isMadeAnew = ({ sessionId, trackingKey, ...one }: OperationEntry) =>
    sessionId !== entry.sessionId && trackingKey === entry.trackingKey && takes(one);
  if (entry.trackingKey !== undefined && operations.some(isMadeAnew)) throw madeAnew(entry);
  if (lacks(transaction, entry)) throw spent();
  const { kind, amount, approval } = operation;
  const least = approval?.retryBelow;
  if (least && compare(add(taken(transaction, kind), amount), least) >= 0) throw tooMuchAgain(kind);
  return {
    ...transaction,
    operations: operations.map((one) => (one.sessionId === entry.sessionId ? entry : one)),
  };
}

/**
 * Throws where a request is approved, or tried again, and cannot be begun: `invalid_state` while its payment is archived, and where
 * a checker has acted in place of it; `amount_exceeds_balance` where its money has gone while it waited, also of what may have been
 * done: what is done at the gateway itself is taken in although it was set aside for somebody else, and so is what the payer's bank
 * claims.
 */
export function refuseBeginning(transaction: Transaction, operation: Operation): void {
  const known = entryFor(transaction, operation)?.state;
  if (operation.state !== 'promised' || !known || !BEGINS_FROM.has(known)) return;
  refuseArchived(transaction);
  if (known === 'awaiting' && isReplaced(transaction, operation)) throw replaced(operation);
  // The money of what failed was given back: `takeIn` sets it aside anew.
  if (known !== 'failed' && lacks(transaction, operation)) throw spent();
}

/** While it waits nobody but a checker asks for more; who has withdrawn it then may have died before. */
function isReplaced(
  { operations = [] }: Transaction,
  { sessionId, paymentReference }: Operation,
): boolean {
  const place = operations.findIndex((one) => one.sessionId === sessionId);
  return operations
    .slice(place + 1)
    .some(
      (one) => one.source === 'input' && one.paymentReference === paymentReference && takes(one),
    );
}

function replaced({ kind }: Operation): Refusal {
  return new Refusal(
    'invalid_state',
    `A checker has acted in place of this ${kind}, so it cannot be approved any more. Reject it.`,
  );
}

const BEGINS_FROM: ReadonlySet<OperationState> = new Set(['awaiting', 'failed', 'unclear']);

/** The answer to who would have that money moved all the same. */
function spent(): Refusal {
  return new Refusal(
    'amount_exceeds_balance',
    'The amount of this operation is not available any more.',
  );
}

function tooMuchAgain(kind: OperationKind): Refusal {
  return new Refusal(
    'invalid_state',
    `With what was asked for meanwhile, this ${kind} now needs more approvals than it had, or a step-up, so it is not tried again. Ask for it anew.`,
  );
}

function madeAnew({ kind }: OperationEntry): Refusal {
  return new Refusal(
    'invalid_state',
    `This ${kind} was asked for once more under its Tracking-Key after it had failed, so it is not tried again.`,
  );
}

/**
 * What the others leave is less than it takes. Of money that has settled nothing, such as a second charge, all goes back at once: it is
 * there until another one has taken of it.
 */
function lacks(transaction: Transaction, entry: OperationEntry): boolean {
  const { sessionId, kind, amount, paymentReference } = entry;
  const others = transaction.operations?.filter((one) => one.sessionId !== sessionId) ?? [];
  const settled = settledAttempt(transaction);
  if (settled && settled.referenceNumber !== paymentReference)
    return (
      others.some((one) => one.paymentReference === paymentReference && takes(one)) ||
      isClaimed(transaction, paymentReference)
    );
  return available({ ...transaction, operations: others }, kind).minor < amount.minor;
}

/** What was given back and what was let go, for readers (contract/operations#amounts). */
export function operatedAmounts(transaction: Transaction): {
  readonly refunded: Money;
  readonly voided: Money;
} {
  return {
    refunded: refunded(transaction),
    voided: sumOf(transaction, 'void', 'done'),
  };
}

import type { Dispute, DisputeReport } from '../dispute/dispute.ts';
import { disputeOf, mergeDispute, mergedDisputes, type MergedDispute } from '../dispute/merge.ts';
import type { PgCode } from '../ids.ts';
import type { Money } from '../money.ts';
import { isFinal, type OperationEntry } from '../operation/operation.ts';
import { Refusal } from '../refusal.ts';
import type { Initiator } from '../user.ts';
import { isDeleted } from './deletion.ts';
import { namesOtherPayment } from './gateway-reference.ts';
import { nextInquiry } from './inquiry-plan.ts';
import type { AttemptReport } from './network.ts';
import { isSuccess, type TransactionState } from './states.ts';
import type { Alert, Attempt, Transaction, TransactionRef } from './transaction.ts';
import type { TransactionType } from './type.ts';

/** What is kept of an attempt of a removed transaction: by what its money can be found, nothing of the payer. */
export type RemovedAttempt = Pick<
  Attempt,
  | 'referenceNumber'
  | 'pgCode'
  | 'gateway'
  | 'state'
  | 'total'
  | 'createdAt'
  | 'gatewayReference'
  | 'gatewayPayment'
  | 'kind'
  | 'sandbox'
  | 'fee'
  | 'exchange'
>;

/** Money that came for a transaction after it had been removed; a person must give it back at the gateway. */
export interface LateMoney {
  readonly referenceNumber: Attempt['referenceNumber'];
  readonly charged: Money;
  readonly at: number;
}

/**
 * What remains of a transaction that was removed for good (contract/transactions#deleting), for the ledger, the audit
 * and late money.
 */
export interface Tombstone extends TransactionRef {
  readonly orderNo?: string;
  readonly invoiceNumber?: string;
  readonly type: TransactionType;
  /** How it stood. */
  readonly state: TransactionState;
  /** Its last version. */
  readonly version: number;
  readonly amount: Money;
  readonly attempts: readonly RemovedAttempt[];
  /** What was done with money that came for it, also at the gateway itself and after it was removed. */
  readonly operations?: readonly OperationEntry[];
  /** As the transaction had them; cash that was acknowledged and canceled, for one. */
  readonly settledPgCode?: PgCode;
  readonly settledAmount?: Money;
  readonly alerts?: readonly Pick<Alert, 'kind' | 'referenceNumber'>[];
  readonly createdAt: number;
  readonly deletedAt: number;
  /** The user who did it; left out for a key. */
  readonly deletedBy?: Pick<Initiator, 'id' | 'username'>;
  readonly lateMoney: readonly LateMoney[];
  /** What the networks have said of disputes, before and after, word by word. */
  readonly disputes?: readonly Dispute[];
}

/**
 * What `delete` does in a state (contract/operations#states): money that moved is archived, the rest is removed for
 * good.
 */
export function isRemovable({ state }: Pick<Transaction, 'state'>): boolean {
  return !isSuccess(state);
}

/**
 * What remains when a transaction is removed for good. Throws `invalid_state` for one whose money moved, and while the
 * gateway has not said how an attempt or an operation ended; `not_found` for what is archived already.
 */
export function tombstoneOf(
  transaction: Transaction,
  { now, by }: { readonly now: number; readonly by?: Initiator | undefined },
): Tombstone {
  refuseUnlessRemovable(transaction);
  const { merchantId, sessionId, orderNo, invoiceNumber } = transaction;
  const { type, state, version, amount, createdAt } = transaction;
  return {
    merchantId,
    sessionId,
    type,
    state,
    version,
    amount,
    attempts: transaction.attempts.map(removedAttempt),
    createdAt,
    deletedAt: now,
    lateMoney: [],
    ...booksOf(transaction),
    ...(orderNo !== undefined && { orderNo }),
    ...(invoiceNumber !== undefined && { invoiceNumber }),
    ...(by && { deletedBy: { id: by.id, username: by.username } }),
  };
}

/** What of a network's word is late money: a success of an attempt that is not known as one. */
export function lateMoneyOf(
  { attempts }: Pick<Tombstone, 'attempts'>,
  report: AttemptReport,
  at: number,
): LateMoney | undefined {
  const { referenceNumber, outcome } = report;
  const attempt = attempts.find((one) => one.referenceNumber === referenceNumber);
  if (namesOtherPayment({ attempts }, report)) return undefined;
  return attempt && attempt.state !== 'success' && outcome.result === 'success'
    ? { referenceNumber, charged: outcome.charged, at }
    : undefined;
}

/** The tombstone with money that came late, once for an attempt. */
export function withLateMoney(tombstone: Tombstone, late: LateMoney): Tombstone {
  const { lateMoney } = tombstone;
  const isKnown = lateMoney.some((one) => one.referenceNumber === late.referenceNumber);
  return isKnown ? tombstone : { ...tombstone, lateMoney: [...lateMoney, late] };
}

/**
 * The tombstone with a network's word on a dispute, and what the word makes of that; undefined where it says nothing new, or names
 * another payment of the network.
 */
export function withDispute(
  tombstone: Tombstone,
  report: DisputeReport,
): { readonly tombstone: Tombstone; readonly merged: MergedDispute } | undefined {
  const { paymentReference: referenceNumber, gatewayPayment } = report;
  const named = { referenceNumber, ...(gatewayPayment !== undefined && { gatewayPayment }) };
  if (namesOtherPayment(tombstone, named)) return undefined;
  const { disputes = [] } = tombstone;
  const word = disputeOf(report);
  const merged = mergeDispute(mergedDisputes(disputes), word);
  return merged && { tombstone: { ...tombstone, disputes: [...disputes, word] }, merged };
}

function refuseUnlessRemovable(transaction: Transaction): void {
  const { state, attempts, operations = [] } = transaction;
  if (isDeleted(transaction)) throw new Refusal('not_found', 'The transaction is deleted already.');
  if (!isRemovable(transaction))
    throw new Refusal(
      'invalid_state',
      `The transaction is ${state}; its money moved, so it is kept.`,
    );
  const isOpen = attempts.some(
    (attempt) => attempt.state === 'pending' || nextInquiry(transaction, attempt) !== undefined,
  );
  if (operations.some((one) => !isFinal(one)))
    throw new Refusal(
      'invalid_state',
      'The gateway has not decided yet what it gives back of the transaction. Try again later.',
    );
  if (isOpen)
    throw new Refusal(
      'invalid_state',
      'A payment attempt of the transaction is not decided yet; what is paid would be lost. Cancel it, or try again later.',
    );
}

function booksOf({ operations, disputes, settledPgCode, settledAmount, alerts }: Transaction) {
  return {
    ...(disputes && { disputes }),
    ...(operations && { operations }),
    ...(settledPgCode !== undefined && { settledPgCode }),
    ...(settledAmount && { settledAmount }),
    ...(alerts.length > 0 && {
      alerts: alerts.map(({ kind, referenceNumber }) => ({
        kind,
        referenceNumber,
      })),
    }),
  };
}

function removedAttempt(attempt: Attempt): RemovedAttempt {
  const { referenceNumber, pgCode, gateway, state, total, createdAt, gatewayReference } = attempt;
  const { kind, sandbox, fee, exchange, gatewayPayment } = attempt;
  return {
    referenceNumber,
    pgCode,
    gateway,
    state,
    total,
    createdAt,
    kind,
    sandbox,
    fee,
    ...(exchange && { exchange }),
    ...(gatewayReference !== undefined && { gatewayReference }),
    ...(gatewayPayment !== undefined && { gatewayPayment }),
  };
}

import type { Dispute, DisputeReport } from '../dispute/dispute.ts';
import { disputeOf, mergeDispute, mergedDisputes, type MergedDispute } from '../dispute/merge.ts';
import type { PgCode } from '../ids.ts';
import type { Money } from '../money.ts';
import { isFinal, type OperationEntry } from '../operation/operation.ts';
import { Refusal } from '../refusal.ts';
import type { Initiator } from '../initiator.ts';
import { isDeleted } from './archive.ts';
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
  // By which an agreement knows what became of its try (domain/agreement/outcome.ts).
  | 'decline'
  | 'unanswered'
>;

/** Money that came for a transaction after it had been removed; a person must give it back at the gateway. */
export interface LateMoney {
  readonly referenceNumber: Attempt['referenceNumber'];
  /** What the gateway calls the payment, where that has another name than its page. */
  readonly gatewayPayment?: string;
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
  /** What was done with money that came for it, also at the gateway itself and after it was removed; the last of a name counts. */
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
  { attempts, lateMoney }: Pick<Tombstone, 'attempts' | 'lateMoney'>,
  report: AttemptReport,
  at: number,
): LateMoney | undefined {
  const { referenceNumber, gatewayPayment, outcome } = report;
  const isKnown = [...lateMoney, ...attempts.filter(({ state }) => state === 'success')].some(
    (one) => one.referenceNumber === referenceNumber,
  );
  if (isKnown || outcome.result !== 'success' || namesOtherPayment({ attempts }, report))
    return undefined;
  return attempts.some((one) => one.referenceNumber === referenceNumber)
    ? {
        referenceNumber,
        ...(gatewayPayment !== undefined && { gatewayPayment }),
        charged: outcome.charged,
        at,
      }
    : undefined;
}

/** The tombstone with money that came late. */
export function withLateMoney(tombstone: Tombstone, late: LateMoney): Tombstone {
  return { ...tombstone, lateMoney: [...tombstone.lateMoney, late] };
}

/** The tombstone with what was done with such money, or has become of that. */
export function withOperation(tombstone: Tombstone, entry: OperationEntry): Tombstone {
  return { ...tombstone, operations: [...(tombstone.operations ?? []), entry] };
}

/** The tombstone with a network's word on a dispute, and what the word makes of that; undefined where it says nothing new. */
export function withDispute(
  tombstone: Tombstone,
  report: DisputeReport,
): { readonly tombstone: Tombstone; readonly merged: MergedDispute } | undefined {
  const { disputes = [] } = tombstone;
  const word = disputeOf(report);
  const merged = mergeDispute(mergedDisputes(disputes), word);
  return merged && { tombstone: { ...tombstone, disputes: [...disputes, word] }, merged };
}

/** The attempts whose page, payment or late money a gateway calls so. */
export function attemptsNamed(
  { attempts, lateMoney }: Pick<Tombstone, 'attempts' | 'lateMoney'>,
  name: string,
): readonly Pick<Attempt, 'referenceNumber' | 'pgCode'>[] {
  const late = lateMoney.filter((one) => one.gatewayPayment === name);
  return attempts
    .filter(
      (one) =>
        one.gatewayPayment === name ||
        one.gatewayReference === name ||
        late.some(({ referenceNumber }) => referenceNumber === one.referenceNumber),
    )
    .map(({ referenceNumber, pgCode }) => ({ referenceNumber, pgCode }));
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
  const { kind, sandbox, fee, exchange, gatewayPayment, decline, unanswered } = attempt;
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
    ...(decline && { decline }),
    ...(unanswered && { unanswered }),
  };
}

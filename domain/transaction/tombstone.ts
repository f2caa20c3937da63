import type { Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Initiator } from '../user.ts';
import { isDeleted } from './deletion.ts';
import { nextInquiry } from './inquiry-plan.ts';
import type { Report } from './network.ts';
import { isSuccess, type TransactionState } from './states.ts';
import type { Attempt, Transaction, TransactionRef, TransactionType } from './transaction.ts';

/** What is kept of an attempt of a removed transaction: by what its money can be found, nothing of the payer. */
export type BuriedAttempt = Pick<
  Attempt,
  'referenceNumber' | 'pgCode' | 'gateway' | 'state' | 'total' | 'createdAt' | 'gatewayReference'
>;

/** Money that came for a transaction after it had been removed; a person must give it back at the gateway. */
export interface LateMoney {
  readonly referenceNumber: Attempt['referenceNumber'];
  readonly charged: Money;
  readonly at: number;
}

/** What remains of a transaction that was removed for good (decisions.md 12), for the ledger, the audit and late money. */
export interface Tombstone extends TransactionRef {
  readonly orderNo?: string;
  readonly invoiceNumber?: string;
  readonly type: TransactionType;
  /** How it stood. */
  readonly state: TransactionState;
  /** Its last version. */
  readonly version: number;
  readonly amount: Money;
  readonly attempts: readonly BuriedAttempt[];
  readonly createdAt: number;
  readonly deletedAt: number;
  /** The user who did it; left out for a program. */
  readonly deletedBy?: Pick<Initiator, 'id' | 'username'>;
  readonly lateMoney: readonly LateMoney[];
}

/** What `delete` does in a state (contract/api.md 3.3): money that moved is put aside, the rest is removed for good. */
export function isRemovable({ state }: Pick<Transaction, 'state'>): boolean {
  return !isSuccess(state);
}

/**
 * What remains when a transaction is removed for good. Throws `invalid_state` for one whose money moved, and while the
 * gateway has not said how an attempt ended; `not_found` for what is put aside already.
 */
export function bury(
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
    attempts: transaction.attempts.map(buried),
    createdAt,
    deletedAt: now,
    lateMoney: [],
    ...(orderNo !== undefined && { orderNo }),
    ...(invoiceNumber !== undefined && { invoiceNumber }),
    ...(by && { deletedBy: { id: by.id, username: by.username } }),
  };
}

/** What of a network's word is late money: a success of an attempt that is not known as one. */
export function lateMoneyOf(
  { attempts }: Pick<Tombstone, 'attempts'>,
  { referenceNumber, outcome }: Report,
  at: number,
): LateMoney | undefined {
  const attempt = attempts.find((one) => one.referenceNumber === referenceNumber);
  return attempt && outcome.result === 'success'
    ? { referenceNumber, charged: outcome.charged, at }
    : undefined;
}

function refuseUnlessRemovable(transaction: Transaction): void {
  const { state, attempts } = transaction;
  if (isDeleted(transaction)) throw new Refusal('not_found', 'The transaction is deleted already.');
  if (!isRemovable(transaction))
    throw new Refusal(
      'invalid_state',
      `The transaction is ${state}; its money moved, so it is kept.`,
    );
  const isOpen = attempts.some(
    (attempt) => attempt.state === 'pending' || nextInquiry(transaction, attempt) !== undefined,
  );
  if (isOpen)
    throw new Refusal(
      'invalid_state',
      'A payment attempt of the transaction is not decided yet; what is paid would be lost. Cancel it, or try again later.',
    );
}

function buried(attempt: Attempt): BuriedAttempt {
  const { referenceNumber, pgCode, gateway, state, total, createdAt, gatewayReference } = attempt;
  return {
    referenceNumber,
    pgCode,
    gateway,
    state,
    total,
    createdAt,
    ...(gatewayReference !== undefined && { gatewayReference }),
  };
}

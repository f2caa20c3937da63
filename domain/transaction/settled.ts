import { askedOf, isSameMoney } from './amount.ts';
import { isSuccess } from './states.ts';
import type { Alert, Attempt, AttemptState, Transaction } from './transaction.ts';

/** The fields by which the attempt that settles is found. */
export type Tried = Pick<
  Attempt,
  'referenceNumber' | 'pgCode' | 'state' | 'total' | 'fee' | 'exchange'
>;

/** The fields of a transaction, settled or not, by which that attempt is found. */
export interface Settled<One extends Tried> extends Pick<
  Transaction,
  'settledPgCode' | 'settledAmount'
> {
  readonly attempts: readonly One[];
  readonly alerts: readonly Pick<Alert, 'kind' | 'referenceNumber'>[];
}

/** The network has taken or holds the money, or cash was acknowledged. */
export function isConcluded({ state }: Pick<Attempt, 'state'>): boolean {
  return state === 'success' || state === 'cod';
}

/**
 * The attempt that settled the transaction; undefined while none has. It is not simply the first that succeeded: one that
 * was made for earlier terms may have brought its money before.
 */
export function settledAttempt<One extends Tried>(transaction: Settled<One>): One | undefined {
  const { attempts, settledPgCode, settledAmount } = transaction;
  if (!settledAmount) return undefined;
  const fit = attempts.filter(
    (attempt) =>
      isConcluded(attempt) &&
      attempt.pgCode === settledPgCode &&
      !hasAlert(transaction, attempt, 'late-money', 'second-success'),
  );
  // Other money may have been reported first and the right money later: then the alert says nothing against it.
  return (
    fit.find((attempt) => !hasAlert(transaction, attempt, 'amount-mismatch')) ??
    fit.find((attempt) => isSameMoney(askedOf(attempt), settledAmount)) ??
    fit[0]
  );
}

/**
 * When its money came, or was held; undefined where nothing is settled, and where it is cash, which is still to be paid or was
 * canceled. Epoch milliseconds.
 */
export function settledAt(transaction: Transaction): number | undefined {
  const { state } = transaction;
  const isThere = isSuccess(state) && state !== 'cod';
  return isThere ? settledAttempt(transaction)?.concludedAt : undefined;
}

/** The attempt that settled the transaction, else one that brought money all the same, else the last one. */
export function decisiveAttempt<One extends Tried>(transaction: Settled<One>): One | undefined {
  const { attempts } = transaction;
  return settledAttempt(transaction) ?? attempts.find(isConcluded) ?? attempts.at(-1);
}

/**
 * The attempt by which payers and merchants hear how the transaction stands: the one that settled it, else the last one. Money that
 * settles nothing makes nothing paid (contract/attempts#late-results), so it does not speak for what was tried after it.
 */
export function toldAttempt(transaction: Transaction): Attempt | undefined {
  return isSuccess(transaction.state) ? decisiveAttempt(transaction) : transaction.attempts.at(-1);
}

/** How that attempt is told to merchants: who brought money for what is not paid has not succeeded, and a person has to clear it up. */
export function toldResult({ state }: Transaction, attempt: Attempt): AttemptState {
  return isConcluded(attempt) && !isSuccess(state) ? 'error' : attempt.state;
}

function hasAlert(
  { alerts }: Pick<Settled<Tried>, 'alerts'>,
  { referenceNumber }: Tried,
  ...kinds: readonly Alert['kind'][]
): boolean {
  return alerts.some(
    (alert) => alert.referenceNumber === referenceNumber && kinds.includes(alert.kind),
  );
}

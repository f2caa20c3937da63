import type { PgCode, ReferenceNumber } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import type { Change } from './change.ts';
import { refuseWhileUnclear } from './alert.ts';
import { attemptWith, withoutPending } from './attempt.ts';
import { conclude } from './conclude.ts';
import { next } from './states.ts';
import type { Attempt, PaymentMethod, Transaction } from './transaction.ts';

/** The merchant says that the customer pays in cash. */
export interface CashCommand {
  /** Which cash method, where the transaction offers several. */
  readonly pgCode?: PgCode;
  /** Becomes the attempt's id. */
  readonly referenceNumber: ReferenceNumber;
  /** The same request has the same id, however often it comes. */
  readonly requestId: string;
  readonly now: number;
}

/**
 * Cash acknowledged: an attempt that is decided by being made, also after the transaction failed or expired. What
 * was pending at a gateway gives way. Undefined when this very request has done it already. Throws `invalid_state`,
 * `validation_error` on `pg_code`, or `locked`.
 */
export function acknowledgeCash(
  transaction: Transaction,
  command: CashCommand,
): Change | undefined {
  if (isDoneBy(transaction, command)) return undefined;
  const method = cashMethod(transaction, command);
  const { referenceNumber, now } = command;
  const open = withoutPending(transaction, now);
  const attempt: Attempt = {
    ...attemptWith(open, method, { referenceNumber, now }),
    idempotencyKey: keyOf(transaction, command),
  };
  const tried = { ...open, attempts: [...open.attempts, attempt] };
  return conclude(tried, { referenceNumber, outcome: { result: 'cod' } }, now);
}

/** The methods by which cash can be acknowledged now; none where it cannot. */
export function cashMethods(transaction: Transaction): readonly PaymentMethod[] {
  return transaction.methods.filter(({ offline, pgCode }) => {
    try {
      return offline && cashMethod(transaction, { pgCode }).offline;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  });
}

/** The method that cash is taken by. Throws as `acknowledgeCash` does. */
export function cashMethod(
  transaction: Transaction,
  { pgCode }: Pick<CashCommand, 'pgCode'>,
): PaymentMethod {
  const { state, methods } = transaction;
  if (next(state, 'pay-cash') === undefined)
    throw new Refusal(
      'invalid_state',
      `The transaction is ${state}; cash can be acknowledged only for one that is not paid or canceled.`,
    );
  const offered = methods.filter(({ offline }) => offline);
  const [first, ...others] = offered;
  if (pgCode === undefined && first && others.length > 0)
    throw pgCodeFault(`Say which: ${offered.map((method) => method.pgCode).join(', ')}.`);
  const method = pgCode === undefined ? first : offered.find((one) => one.pgCode === pgCode);
  if (!method) throw pgCodeFault('The transaction does not offer this method for cash.');
  refuseWhileUnclear(transaction);
  return method;
}

function isDoneBy(transaction: Transaction, command: CashCommand): boolean {
  const key = keyOf(transaction, command);
  return transaction.attempts.some(({ idempotencyKey }) => idempotencyKey === key);
}

function keyOf({ sessionId }: Transaction, { requestId }: CashCommand): string {
  return `${sessionId}:${requestId}:cash`;
}

function pgCodeFault(sentence: string): Refusal {
  return new Refusal('validation_error', 'The request is not valid.', { pg_code: [sentence] });
}

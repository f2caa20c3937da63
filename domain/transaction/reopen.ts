import type { ReferenceNumber } from '../ids.ts';
import { hasUnclearMoney } from './alert.ts';
import { askedOf, isAmountOf } from './amount.ts';
import { changeAttempt } from './attempt.ts';
import { move } from './move.ts';
import { isUnpaid } from './states.ts';
import { methodOf, type Attempt, type Transaction } from './transaction.ts';

/**
 * Whether the payer ended where no page of the network could be had, and neither they nor the network has gone on since:
 * only then may the same press of Pay ask for the page again. What a wallet had set aside for it may be spent elsewhere.
 */
export function mayReopen(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  now: number,
): boolean {
  const { attempts, state, expiresAt } = transaction;
  const last = attempts.at(-1);
  return (
    last?.referenceNumber === referenceNumber &&
    isUnopened(last) &&
    !last.wallet &&
    isUnpaid(state) &&
    now < expiresAt &&
    !hasUnclearMoney(transaction)
  );
}

/** Whether the transaction still asks for what the attempt asks for, by a method that it still has: else its money would pay nothing. */
export function isStillWanted(transaction: Transaction, attempt: Attempt): boolean {
  const isOffered = methodOf(transaction, attempt.pgCode) !== undefined;
  return isOffered && isAmountOf(transaction, askedOf(attempt));
}

/** The network has given no page for the attempt, and has not said how it ended either. */
export function isUnopened({ state, pageUrl, gatewayResponse }: Attempt): boolean {
  return state === 'error' && pageUrl === undefined && gatewayResponse === undefined;
}

/** The attempt is under way once more, with the idempotency key that it has had: at the network it is the same payment. */
export function reopen(transaction: Transaction, referenceNumber: ReferenceNumber): Transaction {
  const opened = changeAttempt(
    transaction,
    referenceNumber,
    ({
      unanswered: _unanswered,
      unopened: _unopened,
      message: _message,
      concludedAt: _at,
      ...attempt
    }) => ({
      ...attempt,
      state: 'pending',
    }),
  );
  return move(opened, 'begin');
}

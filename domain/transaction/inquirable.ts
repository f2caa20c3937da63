import type { TransactionState } from './states.ts';
import type { Attempt, Transaction } from './transaction.ts';

const OPEN_TO_NEWS: ReadonlySet<TransactionState> = new Set([
  'pending',
  'attempted',
  'failed',
  'expired',
]);

/**
 * The attempts that an inquiry asks about: all whose gateway can be asked, also those that it has called failed, because
 * a later success would count (contract/attempts#inquiry). None once the transaction is settled, canceled or invalided.
 */
export function inquirable({ state, attempts }: Transaction): readonly Attempt[] {
  return OPEN_TO_NEWS.has(state) ? attempts.filter(({ inquiry }) => inquiry !== undefined) : [];
}

import { isRemovable } from '../../domain/transaction/tombstone.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import type { PaymentAction } from './payment-facts.ts';

/** What an action does to a payment in this state, as people are told it. */
export type Deed = PaymentAction | 'remove';

/** To delete archives what was paid, and removes for good what was not (contract/transactions#deleting). */
export function deedOf(action: PaymentAction, state: TransactionState): Deed {
  return action === 'delete' && isRemovable({ state }) ? 'remove' : action;
}

import { refuseUnlessPayable } from './payable.ts';
import type { DropOff, Transaction } from './transaction.ts';

/** What the page still has to ask of the payer before it asks for money (contract/checkout#payment-page). */
export function missingDropOff(
  transaction: Pick<Transaction, 'captureDeliveryAddress' | 'captureDeliveryLocation' | 'dropOff'>,
): {
  readonly address: boolean;
  readonly place: boolean;
} {
  const { captureDeliveryAddress, captureDeliveryLocation, dropOff } = transaction;
  return {
    address: captureDeliveryAddress === true && !dropOff?.address,
    place: captureDeliveryLocation === true && !dropOff?.place,
  };
}

/** The transaction with what the payer has said; what they do not say stays. Throws `expired` or `invalid_state`. */
export function dropOffAt(transaction: Transaction, said: DropOff, now: number): Transaction {
  refuseUnlessPayable(transaction, now);
  return { ...transaction, dropOff: { ...transaction.dropOff, ...said } };
}

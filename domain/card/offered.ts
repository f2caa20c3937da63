import { methodOf, type PaymentMethod, type Transaction } from '../transaction/transaction.ts';
import { isPayableAt } from '../transaction/payable.ts';
import { inOrder, type CardOwner, type SavedCard } from './card.ts';
import { isExpired } from './validity.ts';

/** A saved card with the method of the transaction by which it is charged. */
export interface OfferedCard {
  readonly card: SavedCard;
  readonly method: PaymentMethod;
  readonly isPreferred: boolean;
}

/**
 * Whose saved cards a transaction can be paid with now; undefined where it cannot, where a card is to be saved, or where nobody
 * is known to be the customer (contract/sdk#what-a-payer-may-see).
 */
export function cardOwnerFor(transaction: Transaction, now: number): CardOwner | undefined {
  const { methods, merchantId, customer, paymentType } = transaction;
  const keeping = methods.find(({ savesCards }) => savesCards);
  if (!keeping || customer.id === undefined || paymentType === 'save_card') return undefined;
  if (!isPayableAt(transaction, now)) return undefined;
  return { merchantId, customerId: customer.id, sandbox: keeping.sandbox };
}

/** Of these cards of that customer those of the transaction's accounts, the preferred one first, expired ones included. */
export function offeredCards(
  transaction: Transaction,
  cards: readonly SavedCard[],
): readonly OfferedCard[] {
  return inOrder(cards).flatMap((card, index) => {
    const method = methodOf(transaction, card.pgCode);
    return method?.savesCards ? [{ card, method, isPreferred: index === 0 }] : [];
  });
}

/** Those that a payer can choose on our page: the others have expired. */
export function choosable(offered: readonly OfferedCard[], now: number): readonly OfferedCard[] {
  return offered.filter(({ card }) => !isExpired(card.expiry, now));
}

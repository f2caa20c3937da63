import type { PgCode } from '../ids.ts';
import { methodOf, type PaymentMethod, type Transaction } from '../transaction/transaction.ts';
import { isPayableAt } from '../transaction/payable.ts';
import { inOrder, preferredOf, type CardOwner, type SavedCard } from './card.ts';
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

/**
 * Of these cards of that customer those of the transaction's accounts, the preferred one first, expired ones included. Of several
 * with one token only the one that is meant by it: to its holder it is one card.
 */
export function offeredCards(
  transaction: Transaction,
  cards: readonly SavedCard[],
): readonly OfferedCard[] {
  const preferred = preferredOf(cards);
  const payable = cards.filter(({ pgCode }) => methodOfCards(transaction, pgCode)?.savesCards);
  const tokens = new Set(inOrder(cards).map(({ token }) => token));
  return [...tokens].flatMap((token) => {
    const card = cardMeant(transaction, payable, token);
    const method = card && methodOf(transaction, card.pgCode);
    return method ? [{ card, method, isPreferred: token === preferred?.token }] : [];
  });
}

/**
 * The card that somebody means who names a token: of those at the transaction's accounts the one that its agreement is charged to,
 * else the one with which its holder paid last. Undefined where there is none.
 */
export function cardMeant(
  transaction: Pick<Transaction, 'methods' | 'agreement'>,
  cards: readonly SavedCard[],
  token: string,
): SavedCard | undefined {
  const id = transaction.agreement?.id;
  const named = cards.filter(
    (card) => card.token === token && methodOfCards(transaction, card.pgCode) !== undefined,
  );
  return (
    named.find(({ agreements }) => id !== undefined && agreements.includes(id)) ??
    preferredOf(named)
  );
}

/** A saved card is charged at the account that keeps it, whatever the rules of a route are, and nobody is asked for a part there. */
function methodOfCards(
  transaction: Pick<Transaction, 'methods'>,
  pgCode: PgCode,
): PaymentMethod | undefined {
  const method = methodOf(transaction, pgCode);
  return method?.partsOnly ? undefined : method;
}

/** Those that a payer can choose on our page: the others have expired. */
export function choosable(offered: readonly OfferedCard[], now: number): readonly OfferedCard[] {
  return offered.filter(({ card }) => !isExpired(card.expiry, now));
}

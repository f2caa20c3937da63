import { inOrder, type CardName, type SavedCard } from '../../domain/card/card.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  methodOf,
  type PaymentMethod,
  type Transaction,
} from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';
import { isPayable } from '../payer.ts';

type Stores = Pick<ApiDeps, 'store'>;

/** A saved card with the method of the transaction by which it is charged. */
export interface OfferedCard {
  readonly card: SavedCard;
  readonly method: PaymentMethod;
  readonly isPreferred: boolean;
}

/**
 * The cards of its customer with which a transaction can be paid now, expired ones included: those of its accounts, the
 * preferred one first (contract/sdk#what-a-payer-may-see). None where a card is to be saved, or nobody is known to be
 * the customer.
 */
export async function cardsFor(
  { store }: Stores,
  transaction: Transaction,
): Promise<readonly OfferedCard[]> {
  const { methods, merchantId, customer, paymentType } = transaction;
  const keeping = methods.find(({ savesCards }) => savesCards);
  if (!keeping || customer.id === undefined || paymentType === 'save_card') return [];
  if (!isPayable(transaction)) return [];
  const { sandbox } = keeping;
  const cards = inOrder(await store.cards.list({ merchantId, customerId: customer.id, sandbox }));
  return cards.flatMap((card, index) => {
    const method = methodOf(transaction, card.pgCode);
    return method?.savesCards ? [{ card, method, isPreferred: index === 0 }] : [];
  });
}

/** The card of that token, where the transaction can be paid with it. */
export async function cardOf(
  deps: Stores,
  transaction: Transaction,
  token: string,
): Promise<OfferedCard | undefined> {
  return (await cardsFor(deps, transaction)).find(({ card }) => card.token === token);
}

/** Deletes a card in the name of the payer. Throws `not_found`, or `card_locked` where an agreement needs it. */
export async function deleteForPayer(
  deps: Stores,
  transaction: Transaction,
  token: string,
): Promise<void> {
  const offered = await cardOf(deps, transaction, token);
  if (!offered) throw new Refusal('not_found', 'This payment has no such card.');
  const { merchantId, customerId, sandbox }: CardName = offered.card;
  const [owner, now] = [{ merchantId, customerId, sandbox }, Date.now()];
  await deps.store.agreements.endOverdue(owner, now);
  await deps.store.cards.remove({ ...owner, token }, now);
}

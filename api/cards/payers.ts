import { cardOwnerFor, offeredCards, type OfferedCard } from '../../domain/card/offered.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';

type Stores = Pick<ApiDeps, 'store'>;

/** The cards of its customer with which a transaction can be paid now (`offeredCards`); none where it can be paid with none. */
export async function cardsFor(
  { store }: Stores,
  transaction: Transaction,
): Promise<readonly OfferedCard[]> {
  const owner = cardOwnerFor(transaction, Date.now());
  return owner ? offeredCards(transaction, await store.cards.list(owner)) : [];
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
  const { merchantId, customerId, sandbox } = offered.card;
  const [owner, now] = [{ merchantId, customerId, sandbox }, Date.now()];
  // To the payer it is one card, whichever account of the payment keeps it.
  const pgCodes = transaction.methods.flatMap(({ pgCode, accounts = [] }) => [
    pgCode,
    ...accounts.map((account) => account.pgCode),
  ]);
  await deps.store.agreements.endOverdue(owner, now);
  await deps.store.cards.remove({ ...owner, token, pgCodes }, now);
}

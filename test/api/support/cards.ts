import { randomUUID } from 'node:crypto';
import type { SavedCard } from '../../../domain/card/card.ts';
import { aPaidAgreement } from '../../domain/agreement/agreements.ts';
import type { System } from '../../support/system.ts';

/** Keeps a card that unfinished agreements of these names need. */
export async function keepLocked(
  { store }: System,
  card: SavedCard,
  ...names: readonly string[]
): Promise<SavedCard> {
  const { merchantId, customerId, sandbox, pgCode, token } = card;
  const locked = { ...card, agreements: names };
  await store.cards.keep(locked);
  for (const id of names)
    await store.agreements.insert(
      aPaidAgreement({
        uuid: randomUUID(),
        merchantId,
        customerId,
        sandbox,
        pgCode,
        token,
        terms: { id, type: 'other' },
      }),
    );
  return locked;
}

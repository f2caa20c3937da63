import assert from 'node:assert/strict';
import { cardActivities } from '../../activities/cards.ts';
import type { GatewayAccount } from '../../domain/account.ts';
import type { SavedCard } from '../../domain/card/card.ts';
import { aCard, anAccount, CREATED_AT, codeOf } from '../support/builders.ts';
import { reconciling } from './reconcile/support.ts';
import { memoryAccounts } from './support/memory-store.ts';
import { scriptedNetwork } from './support/scripted-network.ts';

const card = aCard();

/** A store with one card, which notes what becomes of it. */
function aStore(given: { readonly card?: SavedCard; readonly isHeld?: boolean } = {}) {
  const noted: (number | 'forgotten')[] = [];
  return {
    noted,
    find: async () => given.card,
    toForget: async () => (given.card ? [given.card] : []),
    isHeld: async () => given.isHeld ?? false,
    forgot: async (_name: unknown, again?: number) => void noted.push(again ?? 'forgotten'),
  };
}

const lookUp = (given: Partial<GatewayAccount>, found?: SavedCard) =>
  cardActivities({
    cards: aStore(found && { card: found }),
    gatewayAccounts: memoryAccounts([anAccount(given), {}]),
  }).lookUpCard(card);

describe('lookUpCard', () => {
  it('finds the card, and whether its account still keeps cards', async () => {
    assert.deepEqual(await lookUp({ tokenizable: true }, card), { card, isKept: true });
    for (const off of [
      { tokenizable: false },
      { tokenizable: true, active: false },
      { tokenizable: true, code: codeOf('other') },
    ])
      assert.deepEqual(await lookUp(off, card), { card, isKept: false });
    assert.deepEqual(await lookUp({ tokenizable: true }), { isKept: false });
  });
});

describe('deletedCards', () => {
  const network = scriptedNetwork();
  const deleted = aCard({ deletedAt: CREATED_AT });
  const sweep = (cards: ReturnType<typeof aStore>) =>
    reconciling({
      cards,
      gatewayAccounts: memoryAccounts([anAccount(), network.settings()]),
    })('deletedCards');
  const heard = () => network.heard().map(({ method, url }) => `${method} ${url}`);

  for (const status of [204, 404])
    it(`has the network forget a deleted card, once it says ${status}`, async () => {
      network.answer({ DELETE: { status, body: {} } });
      const cards = aStore({ card: deleted });
      assert.deepEqual(await sweep(cards), { mended: 1, failed: [] });
      assert.deepEqual(heard(), ['DELETE /v1/tokens/tok_1']);
      assert.deepEqual(cards.noted, ['forgotten']);
    });

  for (const status of [503, 401])
    it(`tells it again later after ${status}, and fails nothing`, async () => {
      network.answer({ DELETE: { status, body: {} } });
      const cards = aStore({ card: deleted });
      assert.deepEqual(await sweep(cards), { mended: 0, failed: [] });
      const [again, ...more] = cards.noted;
      assert.ok(typeof again === 'number' && again > Date.now());
      assert.deepEqual(more, []);
    });

  it('leaves the network the card of a token that somebody else has saved, too', async () => {
    const cards = aStore({ card: deleted, isHeld: true });
    assert.deepEqual(await sweep(cards), { mended: 1, failed: [] });
    assert.deepEqual([heard(), cards.noted], [[], ['forgotten']]);
  });
});

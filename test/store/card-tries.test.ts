import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CREATED_AT, CARD, aMerchantId, SHOP } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const OTHER = aMerchantId('another-shop');

/** A card that nobody has tried yet. */
const fresh = () => ({ merchantId: SHOP, pgCode: CARD, token: `tok_${randomUUID()}` });
const atMost = (most: number, forgets = 0) => ({
  allows: (times: readonly number[]) => times.length < most,
  forgets,
});

describe('the store of tries of cards', () => {
  const database = useDatabase();
  const cardTries = () => database().store.cardTries;
  const tried = async (card: ReturnType<typeof fresh>) =>
    (await cardTries().standing(card)).declined;

  it('knows nothing against a card that was never tried', async () => {
    assert.deepEqual(await cardTries().standing(fresh()), { declined: [], never: false });
  });

  it('counts a try once, says no to one too many, and does not mix merchants', async () => {
    const card = fresh();
    const take = (tryId: string, at: number) => cardTries().take(card, { tryId, at }, atMost(2));
    assert.equal(await take('t-1', CREATED_AT), true);
    assert.equal(await take('t-1', CREATED_AT + 9), true);
    assert.equal(await take('t-2', CREATED_AT + 1), true);
    assert.equal(await take('t-3', CREATED_AT + 2), false);
    assert.equal(await take('t-2', CREATED_AT + 3), true);
    assert.deepEqual(await tried(card), [CREATED_AT, CREATED_AT + 1]);
    assert.deepEqual(await tried({ ...card, merchantId: OTHER }), []);
  });

  it('gives the last try to one of many that want it at once', async () => {
    const card = fresh();
    for (const most of [1, 2]) {
      const taken = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          cardTries().take(card, { tryId: `${most}/${index}`, at: CREATED_AT }, atMost(most)),
        ),
      );
      assert.equal(taken.filter(Boolean).length, 1);
    }
    assert.equal((await tried(card)).length, 2);
  });

  it('forgets what was paid, and what is too long ago', async () => {
    const card = fresh();
    await cardTries().take(card, { tryId: 't-1', at: CREATED_AT }, atMost(9));
    await cardTries().take(card, { tryId: 't-2', at: CREATED_AT + 1 }, atMost(9));
    await cardTries().forget(card, 't-2');
    await cardTries().forget(card, 't-2');
    assert.deepEqual(await tried(card), [CREATED_AT]);
    assert.equal(
      await cardTries().take(card, { tryId: 't-3', at: CREATED_AT + 2 }, atMost(1, CREATED_AT)),
      true,
    );
    assert.deepEqual(await tried(card), [CREATED_AT + 2]);
  });

  it('never lets a forbidden card be tried again, whether it was tried before or not', async () => {
    const [fresher, card] = [fresh(), fresh()];
    await cardTries().take(card, { tryId: 't-1', at: CREATED_AT }, atMost(9));
    for (const one of [fresher, card]) {
      await cardTries().forbid(one);
      await cardTries().forbid(one);
      assert.equal(await cardTries().take(one, { tryId: 't-2', at: CREATED_AT }, atMost(9)), false);
      assert.equal((await cardTries().standing(one)).never, true);
    }
    // What was counted before may go on.
    assert.equal(await cardTries().take(card, { tryId: 't-1', at: CREATED_AT }, atMost(9)), true);
  });
});

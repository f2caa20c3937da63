import assert from 'node:assert/strict';
import type { SavedCard } from '../../domain/card/card.ts';
import { Refusal } from '../../domain/refusal.ts';
import { aCard, CREATED_AT, codeOf, aMerchantId } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const OTHER = aMerchantId('another-shop');

describe('the store of cards', () => {
  const database = useDatabase();
  const cards = () => database().store.cards;
  let count = 0;
  /** A card of a customer who has none yet. */
  function fresh(given: Partial<SavedCard> = {}): SavedCard {
    count += 1;
    return aCard({ customerId: `c-${count}`, token: `tok_${count}`, ...given });
  }

  it('keeps a card once, however often it is told, and gives it as it was', async () => {
    const card = fresh();
    await Promise.all([cards().keep(card), cards().keep(card), cards().keep(card)]);
    await cards().keep(card);
    assert.deepEqual(await cards().list(card), [card]);
    assert.deepEqual(await cards().find(card), card);
  });

  it('keeps one without brand and holder', async () => {
    const { brand: _brand, holder: _holder, ...card } = fresh();
    await cards().keep(card);
    assert.deepEqual(await cards().list(card), [card]);
  });

  it('learns what has changed, and remembers the last use, also when an earlier one is told late', async () => {
    const card = fresh();
    const expiry = { year: 2031, month: 12 };
    await cards().keep(card);
    await cards().keep({ ...card, expiry, usedAt: CREATED_AT + 50, createdAt: CREATED_AT + 50 });
    await cards().keep({ ...card, expiry, usedAt: CREATED_AT + 20, createdAt: CREATED_AT + 20 });
    assert.deepEqual(await cards().list(card), [{ ...card, expiry, usedAt: CREATED_AT + 50 }]);
  });

  it('knows the same token in the sandbox and in production as two cards', async () => {
    const card = fresh();
    await cards().keep(card);
    await cards().keep({ ...card, sandbox: true });
    await cards().remove({ ...card, sandbox: true }, CREATED_AT + 1);
    assert.deepEqual(await cards().list(card), [card]);
  });

  it('knows the same token of two customers as two cards', async () => {
    const [card, other] = [fresh(), fresh()];
    await cards().keep(card);
    await cards().keep({ ...other, token: card.token });
    await cards().remove(card, CREATED_AT + 1);
    assert.equal((await cards().list(other)).length, 1);
  });

  it('knows the same token of two accounts as two cards, and deletes both, or that of one', async () => {
    const card = fresh({ agreements: ['A-1'] });
    const other = { ...card, pgCode: codeOf('other'), agreements: [], cvvRequired: true };
    await cards().keep(card);
    await cards().keep(other);
    assert.deepEqual(await cards().find(card), card);
    assert.deepEqual(await cards().find(other), other);
    await cards().use({ ...other, at: CREATED_AT + 5 });
    assert.equal((await cards().find(card))?.usedAt, card.usedAt);
    await assert.rejects(cards().remove(card, CREATED_AT + 6), refused('card_locked'));
    assert.equal((await cards().list(card)).length, 2);
    await cards().remove({ ...card, pgCodes: [other.pgCode] }, CREATED_AT + 6);
    assert.deepEqual(await cards().list(card), [card]);
    assert.equal(await cards().isHeld(other), true, 'their network keeps it for the first account');
    await cards().lockFor(card, 'A-1', undefined);
    await cards().keep({ ...other, usedAt: CREATED_AT + 7 });
    await cards().remove(card, CREATED_AT + 8);
    assert.deepEqual(await cards().list(card), []);
    assert.equal(await cards().isHeld(other), false);
  });

  it('locks for an agreement the card of its account, and not the same token of another one', async () => {
    const card = fresh();
    const other = { ...card, pgCode: codeOf('other') };
    for (const one of [card, other]) await cards().keep(one);
    for (const one of [card, other]) {
      await cards().lockFor(card, 'A-1', one);
      const locked = (await cards().list(card)).filter(({ agreements }) => agreements.length > 0);
      assert.deepEqual(
        locked.map(({ pgCode }) => pgCode),
        [one.pgCode],
      );
    }
  });

  for (const [whose, given] of [
    ['another merchant', { merchantId: OTHER }],
    ['another customer', { customerId: 'nobody' }],
    ['the sandbox', { sandbox: true }],
  ] as const)
    it(`shows ${whose} nothing, and lets it delete nothing`, async () => {
      const card = fresh();
      await cards().keep(card);
      const stranger = { ...card, ...given };
      assert.deepEqual(await cards().list(stranger), []);
      assert.equal(await cards().find(stranger), undefined);
      await assert.rejects(cards().remove(stranger, CREATED_AT + 1), refused('not_found'));
      assert.deepEqual(await cards().list(card), [card]);
    });

  it('remembers the last time that a card has paid, and revives no deleted one', async () => {
    const card = fresh();
    await cards().keep(card);
    const at = CREATED_AT + 5000;
    for (const time of [at, at - 1000]) await cards().use({ ...card, at: time });
    assert.deepEqual(await cards().list(card), [{ ...card, usedAt: at }]);
    await cards().use({ ...card, token: 'tok_none', at });
    await cards().remove(card, at);
    await cards().use({ ...card, at: at + 1 });
    assert.deepEqual(await cards().list(card), []);
  });

  it('remembers what a network has to be told of a deleted card, until it has been', async () => {
    const card = fresh();
    const mine = async (now: number) =>
      (await cards().toForget(now, 100)).filter(({ token }) => token === card.token);
    await cards().keep(card);
    assert.equal(await cards().isHeld(card), true);
    await cards().remove(card, CREATED_AT + 1);
    assert.equal(await cards().isHeld(card), false);
    assert.deepEqual(await mine(CREATED_AT), []);
    const { holder, ...rest } = card;
    assert.ok(holder);
    // Their name is erased at once.
    assert.deepEqual(await mine(CREATED_AT + 1), [{ ...rest, deletedAt: CREATED_AT + 1 }]);
    await cards().forgot(card, CREATED_AT + 100);
    assert.deepEqual([await mine(CREATED_AT + 99), (await mine(CREATED_AT + 100)).length], [[], 1]);
    await cards().forgot(card);
    assert.deepEqual(await mine(CREATED_AT + 1000), []);
    await cards().keep({ ...card, usedAt: CREATED_AT + 2 });
    await cards().forgot(card, CREATED_AT);
    assert.deepEqual(await mine(CREATED_AT + 1000), [], 'it was saved again');
  });

  it('deletes a card once', async () => {
    const card = fresh();
    await cards().keep(card);
    await cards().keep({ ...card, token: 'tok_other', pgCode: codeOf('other') });
    await cards().remove(card, CREATED_AT + 1);
    const left = await cards().list(card);
    assert.deepEqual(
      left.map(({ token }) => token),
      ['tok_other'],
    );
    await assert.rejects(cards().remove(card, CREATED_AT + 2), refused('not_found'));
  });

  it('deletes none that an agreement is charged to', async () => {
    const card = fresh({ agreements: ['A-1'] });
    await cards().keep(card);
    await assert.rejects(cards().remove(card, CREATED_AT + 1), refused('card_locked'));
    assert.equal((await cards().list(card)).length, 1);
  });

  it('revives a deleted card when it is saved again, and not when its first save comes late', async () => {
    const card = fresh();
    await cards().keep(card);
    await cards().remove(card, CREATED_AT + 10);
    await cards().keep(card);
    assert.deepEqual(await cards().list(card), []);
    await cards().keep({ ...card, createdAt: CREATED_AT + 20, usedAt: CREATED_AT + 20 });
    assert.deepEqual(await cards().list(card), [{ ...card, usedAt: CREATED_AT + 20 }]);
  });

  it('keeps nothing that is longer than four digits of a number', async () => {
    await assert.rejects(cards().keep(fresh({ lastFour: '4012888888881881' })));
    assert.deepEqual(await cards().list(fresh()), []);
  });

  it('finds the cards of a customer by an index', async () => {
    const { connection } = database();
    const plan = await connection
      .collection('cards')
      .find({ merchantId: 'pearl-shop', customerId: 'c-1', sandbox: false })
      .explain('queryPlanner');
    assert.match(JSON.stringify(plan), /IXSCAN/u);
  });
});

function refused(code: Refusal['code']) {
  return (error: unknown) => error instanceof Refusal && error.code === code;
}

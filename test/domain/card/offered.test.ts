import assert from 'node:assert/strict';
import { cardMeant, cardOwnerFor, choosable, offeredCards } from '../../../domain/card/offered.ts';
import { aCard, aMethod, aTransaction, codeOf, CREATED_AT } from '../../support/builders.ts';

const KEEPING = { cvvRequired: false, autoDebit: false };
const PAYABLE = aTransaction({
  customer: { id: 'c_1' },
  methods: [aMethod({ savesCards: KEEPING })],
});
const NOW = PAYABLE.expiresAt - 1;

describe('the saved cards with which a payment can be paid', () => {
  it('are those of its customer', () => {
    const { merchantId } = PAYABLE;
    const sandbox = PAYABLE.methods[0]?.sandbox;
    assert.deepEqual(cardOwnerFor(PAYABLE, NOW), { merchantId, customerId: 'c_1', sandbox });
  });

  const CASES = [
    ['nobody is known to be the customer', { customer: {} }],
    ['a card is to be saved by it', { paymentType: 'save_card' }],
    ['no method keeps cards', { methods: [aMethod()] }],
    ['it is paid', { state: 'paid' }],
    ['it has expired', { expiresAt: NOW }],
  ] as const;
  for (const [why, differing] of CASES)
    it(`are none where ${why}`, () => {
      assert.equal(cardOwnerFor({ ...PAYABLE, ...differing }, NOW), undefined);
    });

  it('are those of its own accounts, and our page offers none that has expired', () => {
    const [method] = PAYABLE.methods;
    assert.ok(method);
    const { pgCode } = method;
    const good = aCard({ token: 'good', pgCode });
    const expired = aCard({ token: 'expired', pgCode, expiry: { year: 2001, month: 1 } });
    const others = aCard({ token: 'others', pgCode: codeOf('other') });
    const offered = offeredCards(PAYABLE, [expired, others, good]);
    const tokens = (cards: typeof offered) => cards.map(({ card }) => card.token).toSorted();
    assert.deepEqual(tokens(offered), ['expired', 'good']);
    assert.equal(offered.filter(({ isPreferred }) => isPreferred).length, 1);
    assert.deepEqual(tokens(choosable(offered, NOW)), ['good']);
  });

  it('are none of an account that takes parts of it alone, and of two that keep one the other is charged', () => {
    const [whole, parts] = [codeOf('whole'), codeOf('parts')];
    const accounts = [
      aMethod({ pgCode: whole, savesCards: KEEPING }),
      aMethod({ pgCode: parts, savesCards: KEEPING, partsOnly: true }),
    ];
    const byRoute = { ...PAYABLE, methods: [aMethod({ savesCards: KEEPING, accounts })] };
    const cards = [
      aCard({ pgCode: whole, usedAt: 1 }),
      aCard({ pgCode: parts, usedAt: 2 }),
      aCard({ pgCode: parts, token: 'only there', usedAt: 3 }),
    ];
    assert.deepEqual(
      offeredCards(byRoute, cards).map(({ card }) => card),
      [cards[0]],
    );
    assert.equal(cardMeant(byRoute, cards, 'only there'), undefined);
  });

  describe('of which two accounts keep one by the same token', () => {
    const [one, two, strange] = [codeOf('one'), codeOf('two'), codeOf('strange')];
    const both = {
      ...PAYABLE,
      methods: [one, two].map((pgCode) => aMethod({ pgCode, savesCards: KEEPING })),
    };
    const cards = [
      aCard({ pgCode: one, usedAt: 1, agreements: ['A-1'] }),
      aCard({ pgCode: two, usedAt: 2 }),
      aCard({ pgCode: strange, usedAt: 3 }),
      aCard({ pgCode: one, token: 'newest', createdAt: CREATED_AT + 1, usedAt: 0 }),
    ];
    const agreement = { id: 'A-1', type: 'other' } as const;
    for (const [by, transaction, keeper] of [
      ['that one with which its holder paid last', both, two],
      ['the one to which its agreement is charged', { ...both, agreement }, one],
      ['the one of its own account', { ...both, methods: both.methods.slice(0, 1) }, one],
    ] as const)
      it(`have it once: ${by}`, () => {
        const offered = offeredCards(transaction, cards);
        assert.deepEqual(
          offered.map(({ card, method, isPreferred }) => [card.pgCode, method.pgCode, isPreferred]),
          [
            [keeper, keeper, true],
            [one, one, false],
          ],
        );
        assert.equal(cardMeant(transaction, cards, 'tok_1')?.pgCode, keeper);
      });

    it('have none that only another account keeps', () => {
      assert.equal(cardMeant(both, cards.slice(2, 3), 'tok_1'), undefined);
      assert.equal(cardMeant(both, cards, 'tok_2'), undefined);
    });
  });
});

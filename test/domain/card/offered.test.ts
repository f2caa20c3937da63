import assert from 'node:assert/strict';
import { choosable, cardOwnerFor, offeredCards } from '../../../domain/card/offered.ts';
import { aCard, aMethod, aTransaction, codeOf } from '../../support/builders.ts';

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
});

import assert from 'node:assert/strict';
import type { CardFacts } from '../../../domain/card/card.ts';
import { cardLabel } from '../../../domain/card/label.ts';

const SAVED: CardFacts = {
  token: 'tok_1',
  lastFour: '0008',
  expiry: { year: 2039, month: 1 },
  brand: 'MASTERCARD',
};

describe('the card of a payment as people see it', () => {
  it('is what the network says of an ordinary payment', () => {
    const pgParams = { card_type: 'Visa', card_number: '400000******1019' };
    assert.equal(cardLabel({ pgParams }), 'VISA **** 1019');
  });

  it('is the card that was kept, or that was charged', () => {
    assert.equal(cardLabel({ card: SAVED }), 'MASTERCARD **** 0008');
    const charges = { ...SAVED, cvvRequired: false, autoDebit: false, agreements: [] };
    assert.equal(cardLabel({ charges: { ...charges, by: 'customer' } }), 'MASTERCARD **** 0008');
  });

  it('is as much as is known', () => {
    assert.equal(cardLabel({ pgParams: { card_type: 'KNET' } }), 'KNET');
    assert.equal(cardLabel({ pgParams: { card_number: 'XXXXXXXXXXXX1019' } }), '**** 1019');
    assert.equal(cardLabel({ pgParams: { card_type: '', card_number: '' } }), undefined);
    assert.equal(cardLabel({}), undefined);
  });

  it('is never a number, whatever a network sends', () => {
    const number = '4000000000001019';
    assert.equal(cardLabel({ pgParams: { card_number: number } }), '**** 1019');
    assert.equal(cardLabel({ pgParams: { card_type: number } }), undefined);
    assert.equal(cardLabel({ pgParams: { card_type: '4000 0000 0000 1019' } }), undefined);
  });
});

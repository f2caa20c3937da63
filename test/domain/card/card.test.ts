import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { inOrder, cardStatusOf } from '../../../domain/card/card.ts';
import { refuseUnlessDeletable } from '../../../domain/card/deletion.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { aCard, codeOf, CREATED_AT } from '../../support/builders.ts';

describe('the cards of a customer', () => {
  it('come with the one with which their holder paid last in front, then the newest first', () => {
    const cards = [
      aCard({ token: 'oldest', createdAt: CREATED_AT + 1, usedAt: CREATED_AT + 90 }),
      aCard({ token: 'newest', createdAt: CREATED_AT + 3, usedAt: CREATED_AT + 3 }),
      aCard({ token: 'middle', createdAt: CREATED_AT + 2, usedAt: CREATED_AT + 80 }),
      aCard({
        token: 'gone',
        createdAt: CREATED_AT + 4,
        usedAt: CREATED_AT + 99,
        deletedAt: CREATED_AT + 100,
      }),
    ];
    assert.deepEqual(
      inOrder(cards).map(({ token }) => token),
      ['oldest', 'newest', 'middle'],
    );
  });

  it('are all there once in the same order, however they come', () => {
    const moment = fc.integer({ min: 0, max: 3 });
    const card = fc.record({ createdAt: moment, usedAt: moment });
    fc.assert(
      fc.property(fc.array(card, { maxLength: 6 }), (given) => {
        // Each token twice, at another account.
        const cards = given.map((times, i) =>
          aCard({ ...times, token: `tok_${i % 3}`, pgCode: codeOf(`account-${i}`) }),
        );
        const codes = inOrder(cards).map(({ pgCode }) => pgCode);
        assert.deepEqual(new Set(codes), new Set(cards.map(({ pgCode }) => pgCode)));
        const turned = inOrder(cards.toReversed()).map(({ pgCode }) => pgCode);
        assert.deepEqual(turned, codes);
      }),
    );
  });
});

describe('deleting a card', () => {
  for (const [name, card, status, code] of [
    ['that nothing needs is possible', aCard(), 'active', undefined],
    ['that an agreement needs is not', aCard({ agreements: ['A-1'] }), 'locked', 'card_locked'],
    ['twice finds none', aCard({ deletedAt: CREATED_AT }), 'deleted', 'not_found'],
    [
      'that was deleted with its agreement finds none',
      aCard({ agreements: ['A-1'], deletedAt: CREATED_AT }),
      'deleted',
      'not_found',
    ],
  ] as const)
    it(name, () => {
      assert.equal(cardStatusOf(card), status);
      assert.equal(refusedBy([card]), code);
    });

  it('of nobody finds none', () => {
    assert.equal(refusedBy([]), 'not_found');
  });

  it('at several accounts is not possible while an agreement needs that at one of them', () => {
    assert.equal(refusedBy([aCard(), aCard({ agreements: ['A-1'] })]), 'card_locked');
    assert.equal(refusedBy([aCard(), aCard({ deletedAt: CREATED_AT })]), undefined);
  });
});

function refusedBy(cards: Parameters<typeof refuseUnlessDeletable>[0]): string | undefined {
  try {
    refuseUnlessDeletable(cards);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.code;
  }
}

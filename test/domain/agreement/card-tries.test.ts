import assert from 'node:assert/strict';
import { cardTryEndedBetween, cardTryOf } from '../../../domain/agreement/card-tries.ts';
import type { Attempt } from '../../../domain/transaction/transaction.ts';
import { aCard, anAttempt, aTransaction, CARD, referenceOf, SHOP } from '../../support/builders.ts';

const { token, lastFour, expiry, cvvRequired, autoDebit, agreements } = aCard();
const card = { token, lastFour, expiry, cvvRequired, autoDebit, agreements };
const mine = { charges: { ...card, by: 'merchant' } } as const;
const byCustomer = { charges: { ...card, by: 'customer' } } as const;
const never = {
  state: 'failed',
  decline: { code: 'stolen_card', advice: 'do-not-retry' },
} as const;
const silent = { state: 'error', unanswered: true } as const;
const names = ['demoAAAAAA', 'demoBBBBBB', 'demoCCCCCC'] as const;

/** A transaction with these attempts, one after the other. */
function having(...attempts: readonly Partial<Attempt>[]) {
  return aTransaction({
    attempts: attempts.map((given, index) =>
      anAttempt({ referenceNumber: referenceOf(names[index] ?? ''), ...given }),
    ),
  });
}

describe('the tries of a card', () => {
  it('have a name each, the first one that of its session, and none where the customer pays', () => {
    const transaction = having(byCustomer, mine, mine);
    const tries = transaction.attempts.map((attempt) => cardTryOf(transaction, attempt));
    const { sessionId } = transaction;
    const common = { merchantId: SHOP, pgCode: CARD, token };
    assert.deepEqual(tries, [
      undefined,
      { ...common, tryId: sessionId },
      { ...common, tryId: `${sessionId}/1` },
    ]);
  });

  for (const [what, before, after, how] of [
    ['begins', having(), having(mine), undefined],
    ['is paid', having(mine), having({ ...mine, state: 'success' }), 'paid'],
    ['is declined', having(mine), having({ ...mine, state: 'failed' }), undefined],
    ['is declined for ever', having(mine), having({ ...mine, ...never }), 'never-again'],
    [
      'is refused by a network that has not looked at the card',
      having(mine),
      having({ ...mine, state: 'error', unopened: 'refused' }),
      'unjudged',
    ],
    [
      'no network has ever heard of',
      having(mine),
      having({ ...mine, ...silent, inquired: { calls: 1, at: 0, heard: 'unheard-of' } }),
      'unjudged',
    ],
    ['nobody knows the end of', having(mine), having({ ...mine, ...silent }), undefined],
    [
      'pays although no network had looked at it',
      having({ ...mine, state: 'error', unopened: 'refused' }),
      having({ ...mine, state: 'success' }),
      'paid',
    ],
    [
      'was declined before',
      having({ ...mine, ...never }),
      having({ ...mine, ...never }),
      undefined,
    ],
    [
      'pays after all',
      having({ ...mine, ...never }),
      having({ ...mine, state: 'success' }),
      'paid',
    ],
    [
      'is by the customer',
      having(byCustomer),
      having({ ...byCustomer, state: 'success' }),
      undefined,
    ],
    ['is a page', having({}), having({ state: 'success' }), undefined],
  ] as const)
    it(`change their count by one that ${what}: ${how ?? 'no'}`, () => {
      assert.equal(cardTryEndedBetween(before, after)?.how, how);
    });

  it('are told apart when the second one of a payment is paid', () => {
    const declined = { ...mine, ...never };
    const ended = cardTryEndedBetween(
      having(declined, mine),
      having(declined, { ...mine, state: 'success' }),
    );
    assert.equal(ended?.tryId, `${aTransaction().sessionId}/1`);
  });
});

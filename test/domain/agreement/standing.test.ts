import assert from 'node:assert/strict';
import { chargeEndedBetween } from '../../../domain/agreement/standing.ts';
import type {
  Attempt,
  AttemptState,
  Transaction,
} from '../../../domain/transaction/transaction.ts';
import { aCard, anAttempt, aTransaction, CREATED_AT, SHOP } from '../../support/builders.ts';

const { token, lastFour, expiry, cvvRequired, autoDebit, agreements } = aCard();
const card = { token, lastFour, expiry, cvvRequired, autoDebit, agreements };
const charges = { ...card, by: 'merchant', agreementUuid: 'u-1' } as const;

/** A transaction in this state whose only attempt is so. */
const having = (
  state: Transaction['state'],
  attempt: AttemptState,
  given: Partial<Attempt> = { charges },
) => aTransaction({ state, attempts: [anAttempt({ state: attempt, ...given })] });

const fresh = aTransaction();
const held = having('pending', 'pending');

describe('what a change means to the agreement that is charged', () => {
  for (const [what, before, after, expected] of [
    ['it begins', fresh, held, undefined],
    ['it is paid', held, having('paid', 'success'), 'settle'],
    ['it is held by the bank', held, having('authorized', 'success'), 'settle'],
    ['it is declined', held, having('attempted', 'failed'), 'release'],
    ['it is canceled', held, having('canceled', 'canceled'), 'release'],
    ['it is paid after all', having('attempted', 'failed'), having('paid', 'success'), 'settle'],
    [
      'its money comes for what is closed, and must go back',
      having('canceled', 'canceled'),
      having('canceled', 'success'),
      undefined,
    ],
    [
      'it is paid, and something else changes',
      having('paid', 'success'),
      having('paid', 'success'),
      undefined,
    ],
    [
      'the customer pays',
      fresh,
      having('paid', 'success', { charges: { ...card, by: 'customer' } }),
      undefined,
    ],
    ['a page pays', fresh, having('paid', 'success', {}), undefined],
  ] as const)
    it(`${what}: ${expected ?? 'nothing'}`, () => {
      const ended = expected && { merchantId: SHOP, uuid: 'u-1', how: expected, at: CREATED_AT };
      assert.deepEqual(chargeEndedBetween(before, after, CREATED_AT), ended);
    });
});

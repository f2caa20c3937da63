import assert from 'node:assert/strict';
import { outcomeOf, type ChargeOutcome } from '../../../domain/agreement/outcome.ts';
import type { Attempt, Transaction } from '../../../domain/transaction/transaction.ts';
import { aTransaction, anAttempt } from '../../support/builders.ts';

const inquired = { calls: 9, at: 1 };
const soft = { code: 'insufficient_funds', advice: 'soft' } as const;

/** [what, the attempts of the payment, what has become of the try] */
const TRIES: readonly (readonly [string, readonly Partial<Attempt>[], ChargeOutcome])[] = [
  ['has no attempt', [], 'untried'],
  ['is under way', [{ state: 'pending' }], 'pending'],
  ['was paid', [{ state: 'success' }], 'paid'],
  [
    'was paid late, after another attempt',
    [{ state: 'success' }, { state: 'failed', decline: soft }],
    'paid',
  ],
  ['was declined', [{ state: 'failed', decline: soft }], 'soft'],
  [
    'was declined for ever',
    [{ state: 'failed', decline: { code: 'stolen_card', advice: 'do-not-retry' } }],
    'do-not-retry',
  ],
  ['was refused without a word', [{ state: 'failed' }], 'soft'],
  [
    'was given up while the network had it in its queue',
    [{ state: 'failed', unanswered: true, inquired: { ...inquired, heard: 'pending' } }],
    'pending',
  ],
  [
    'was given up, and nobody knows',
    [{ state: 'canceled', unanswered: true, inquired: { ...inquired, heard: 'silence' } }],
    'pending',
  ],
  [
    'never reached the network',
    [{ state: 'failed', unanswered: true, inquired: { ...inquired, heard: 'unheard-of' } }],
    'soft',
  ],
  [
    'wanted the customer, who was not there',
    [
      {
        state: 'failed',
        unanswered: true,
        decline: { code: 'challenge_required', advice: 'hard' },
      },
    ],
    'hard',
  ],
];

describe('the try of a period', () => {
  for (const [what, attempts, outcome] of TRIES)
    it(`that ${what} is ${outcome}`, () => {
      assert.equal(outcomeOf(paymentOf(attempts)), outcome);
    });

  it('that was never made is untried', () => {
    assert.equal(outcomeOf(undefined), 'untried');
  });

  it('whose payment was over before anybody paid is soft', () => {
    assert.equal(outcomeOf(aTransaction({ state: 'expired', attempts: [] })), 'soft');
  });
});

function paymentOf(attempts: readonly Partial<Attempt>[]): Transaction {
  return aTransaction({ attempts: attempts.map((attempt) => ({ ...anAttempt(), ...attempt })) });
}

import assert from 'node:assert/strict';
import {
  chargeOutcomeOf,
  removedOutcomeOf,
  restOf,
  type ChargeOutcome,
} from '../../../domain/agreement/outcome.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import { tombstoneOf, withLateMoney } from '../../../domain/transaction/tombstone.ts';
import type { Attempt, Transaction } from '../../../domain/transaction/transaction.ts';
import { aCard, anAttempt, aTransaction, DAY_MS, kwd } from '../../support/builders.ts';

const SOON = anAttempt().createdAt + 1;
const inquired = { calls: 9, at: 1 };
const AT_BANK = { pageUrl: 'https://bank.example' } as const;
const open = { calls: 9, at: 1, heard: 'open' } as const;
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
    'error',
  ],
  ['was refused by the network, whatever the card', [{ state: 'error' }], 'error'],
  [
    'was made of a card from which the agreement had been moved away',
    [{ state: 'failed', decline: { code: 'no_cit', advice: 'hard' } }],
    'error',
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
      assert.equal(chargeOutcomeOf(paymentOf(attempts), SOON), outcome);
    });

  it('waits a day for a customer who has opened the page of the network, and for ever for a charge', () => {
    const page = { state: 'pending' } as const;
    const left = { ...page, state: 'canceled', unanswered: true } as const;
    const decline = { state: 'failed', decline: soft } as const;
    const charge = { ...page, charges: { ...aCard(), by: 'merchant' } } as const;
    const charges = { ...aCard(), by: 'customer' } as const;
    for (const [attempts, later] of [
      [[decline, page], 'soft'],
      [[left, decline], 'soft'],
      [[charge], 'pending'],
      // They have paid there, or given their card or what their wallet said: the network alone knows what came of it.
      [[decline, { ...page, processing: true }], 'pending'],
      [[decline, { ...page, cardGiven: true }], 'pending'],
      [[decline, { ...left, inquired: { ...inquired, heard: 'pending' } }], 'pending'],
      [
        [
          decline,
          { ...page, ...AT_BANK, cardGiven: true, inquired: { ...inquired, heard: 'mismatch' } },
        ],
        'pending',
      ],
      // Their bank has asked for them on its page, from which they have gone.
      [[decline, { ...page, ...AT_BANK, inquired: open, charges }], 'soft'],
      [[decline, { ...page, ...AT_BANK, charges }], 'pending'],
      [[decline, { ...page, ...AT_BANK, inquired: open, deviceWallet: 'google_pay' }], 'soft'],
      [[decline, { ...left, deviceWallet: 'apple_pay' }], 'pending'],
    ] as const) {
      assert.equal(chargeOutcomeOf(paymentOf(attempts), SOON), 'pending');
      assert.equal(chargeOutcomeOf(paymentOf(attempts), SOON + DAY_MS), later);
    }
  });

  it('waits as long as the link to a page may be paid, whatever has ended the payment before', () => {
    const left = [{ state: 'canceled', unanswered: true }] as const;
    const payment = { ...paymentOf(left), state: 'expired', expiresAt: SOON + 7 * DAY_MS } as const;
    assert.equal(chargeOutcomeOf(payment, SOON + 6 * DAY_MS), 'pending');
    assert.equal(chargeOutcomeOf(payment, SOON + 8 * DAY_MS), 'soft');
  });

  for (const state of TRANSACTION_STATES)
    it(`of a payment that is ${state} is paid by money that came only where that counts`, () => {
      const payment = { ...paymentOf([{ state: 'success' }]), state };
      const isPaid = ['paid', 'authorized', 'cod'].includes(state);
      assert.equal(chargeOutcomeOf(payment, SOON), isPaid ? 'paid' : 'pending');
    });

  it('says until when its card must rest, by the last decline', () => {
    const rested = { ...soft, notBefore: SOON };
    const attempts = [{ decline: soft }, { decline: rested }].map(({ decline }) => ({
      state: 'failed' as const,
      decline,
    }));
    assert.equal(restOf(paymentOf(attempts)), SOON);
    assert.equal(restOf(paymentOf(attempts.toReversed())), undefined);
    assert.equal(restOf(undefined), undefined);
  });

  it('that was never made is untried', () => {
    assert.equal(chargeOutcomeOf(undefined, SOON), 'untried');
  });

  it('whose payment was over before anybody paid is error', () => {
    assert.equal(chargeOutcomeOf(aTransaction({ state: 'expired', attempts: [] }), SOON), 'error');
  });
});

describe('the try of a period whose payment was removed for good', () => {
  for (const [what, attempts, outcome] of TRIES)
    if (
      outcome !== 'paid' &&
      attempts.every(
        ({ state, inquired: asked }) => state !== 'pending' && asked?.heard !== 'unheard-of',
      )
    )
      it(`that ${what} is ${outcome === 'untried' ? 'error' : outcome}`, () => {
        assert.equal(
          removedOutcomeOf(removed(attempts)),
          outcome === 'untried' ? 'error' : outcome,
        );
      });

  it('waits for a person where money came, before or after', () => {
    assert.equal(removedOutcomeOf(removed([{ state: 'success' }])), 'pending');
    const declined = removed([{ state: 'failed', decline: soft }]);
    const late = { referenceNumber: anAttempt().referenceNumber, charged: kwd('12.500'), at: SOON };
    assert.equal(removedOutcomeOf(withLateMoney(declined, late)), 'pending');
  });

  it('says until when its card must rest', () => {
    const rested = removed([{ state: 'failed', decline: { ...soft, notBefore: SOON } }]);
    assert.equal(restOf(rested), SOON);
  });
});

function paymentOf(attempts: readonly Partial<Attempt>[]): Transaction {
  return aTransaction({
    state: attempts.some(({ state }) => state === 'success') ? 'paid' : 'created',
    attempts: attempts.map((attempt) => ({ ...anAttempt(), ...attempt })),
  });
}

const removed = (attempts: readonly Partial<Attempt>[]) =>
  tombstoneOf({ ...paymentOf(attempts), state: 'canceled' }, { now: SOON });

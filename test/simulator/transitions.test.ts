import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Payment, PaymentState } from '../../simulator/payment.ts';
import { plan } from '../../simulator/outcomes.ts';
import type { Action } from '../../simulator/transitions.ts';
import { next } from '../../simulator/transitions.ts';
import type { MaskedCard } from '../../simulator/cards.ts';

const CARD: MaskedCard = {
  brand: 'visa',
  masked: '424242******4242',
  last4: '4242',
  expiryMonth: '12',
  expiryYear: '2031',
  issuer: 'Sandbox Bank',
  holder: 'Sara',
};

function aPayment(over: Partial<Payment> = {}): Payment {
  return {
    id: 'pay_1',
    account: 'shop',
    merchantReference: 'r1',
    amount: '12.340',
    currency: 'KWD',
    capture: true,
    returnUrl: 'https://shop.example/return',
    notifyUrl: 'https://shop.example/notify',
    language: 'en',
    createdAt: '2026-08-15T10:00:00.000Z',
    updatedAt: '2026-08-15T10:00:00.000Z',
    state: { status: 'OPEN' },
    ...over,
  };
}

const card = (number: string): Action => ({
  type: 'card',
  card: CARD,
  plan: plan(number, '12.340'),
});
const SUCCESS = card('4242424242424242');
const CHALLENGE = card('4000000000003220');
const RIGHT: Action = { type: 'code', code: '123456' };
const WRONG: Action = { type: 'code', code: '654321' };
const ABANDON: Action = { type: 'abandon-challenge' };
const CANCEL: Action = { type: 'cancel' };
const CLOSE: Action = { type: 'close' };

/** The states that follow one another; an action that does not fit leaves the state as it is. */
function walk(actions: readonly Action[], payment = aPayment()): readonly PaymentState[] {
  let state = payment.state;
  return actions.map((action) => (state = next({ ...payment, state }, action) ?? state));
}

function endOf(actions: readonly Action[]): string {
  const state = walk(actions).at(-1);
  return state === undefined
    ? ''
    : 'code' in state
      ? `${state.status} ${state.code}`
      : state.status;
}

describe('a payment', () => {
  const stories: readonly (readonly [string, readonly Action[], string])[] = [
    ['is captured by a good card', [SUCCESS], 'CAPTURED'],
    [
      'is captured by a card that is authenticated silently',
      [card('4000000000003055')],
      'CAPTURED',
    ],
    ['is declined by a bad card', [card('4000000000000002')], 'DECLINED issuer_decline'],
    ['is declined by an unknown card', [card('4917610000000000')], 'DECLINED unknown_card'],
    ['ends in an error by the card for it', [card('4000000000000119')], 'ERROR processing_error'],
    ['is canceled by the customer', [CANCEL], 'CANCELED customer_canceled'],
    ['waits for the code', [CHALLENGE], 'OPEN'],
    ['is captured by the right code', [CHALLENGE, RIGHT], 'CAPTURED'],
    ['forgives two wrong codes', [CHALLENGE, WRONG, WRONG, RIGHT], 'CAPTURED'],
    ['is declined at the third', [CHALLENGE, WRONG, WRONG, WRONG, RIGHT], 'DECLINED 3ds_failed'],
    ['is declined when the challenge is abandoned', [CHALLENGE, ABANDON], 'DECLINED 3ds_failed'],
    ['can be canceled during the challenge', [CHALLENGE, CANCEL], 'CANCELED customer_canceled'],
    ['is closed by the merchant', [CLOSE], 'CANCELED merchant_closed'],
    ['is not closed while the bank asks', [CHALLENGE, CLOSE, RIGHT], 'CAPTURED'],
    ['is not closed once it has ended', [SUCCESS, CLOSE], 'CAPTURED'],
    ['reads no second card during the challenge', [CHALLENGE, SUCCESS], 'OPEN'],
    ['takes no code without a challenge', [RIGHT], 'OPEN'],
    ['has no challenge to abandon at first', [ABANDON], 'OPEN'],
    [
      'can be declined after the right code',
      [card('4000008400001629'), RIGHT],
      'DECLINED issuer_decline',
    ],
  ];
  for (const [name, actions, end] of stories)
    it(name, () => {
      assert.equal(endOf(actions), end);
    });

  it('is only authorized when capture is false', () => {
    const [state] = walk([SUCCESS], aPayment({ capture: false }));
    assert.equal(state?.status, 'AUTHORIZED');
  });

  it('has an approval with its success', () => {
    const [good] = walk([SUCCESS]);
    assert.ok(good?.status === 'CAPTURED');
    assert.match(good.authCode, /^[A-Z0-9]{6}$/u);
    assert.match(good.rrn, /^[0-9]{12}$/u);
  });

  for (const [number, advice] of [
    ['4000000000000002', 'retry_later'],
    ['4000000000009995', 'retry_later'],
    ['4000000000000069', 'new_card'],
    ['4000000000009979', 'never_retry'],
    ['4917610000000000', 'never_retry'],
  ] as const)
    it(`advises ${advice} with the decline of ${number}`, () => {
      const [state] = walk([card(number)]);
      assert.ok(state?.status === 'DECLINED');
      assert.equal(state.advice, advice);
    });

  it('reads no other card while a saved one waits for its security code', () => {
    const saved = { card: CARD, plan: plan('4242424242424242', '12.340') };
    const waiting = aPayment({ state: { status: 'OPEN', saved } });
    assert.equal(next(waiting, SUCCESS), undefined);
    assert.equal(next(waiting, { type: 'token', ...saved })?.status, 'CAPTURED');
    assert.equal(next(waiting, CANCEL)?.status, 'CANCELED');
  });

  it('never leaves a final state, whatever is done', () => {
    const action = fc.constantFrom(SUCCESS, CHALLENGE, RIGHT, WRONG, ABANDON, CANCEL);
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 12 }), (actions) => {
        const states = walk(actions);
        const first = states.findIndex(({ status }) => status !== 'OPEN');
        for (const state of first < 0 ? [] : states.slice(first))
          assert.deepEqual(state, states[first]);
      }),
    );
  });
});

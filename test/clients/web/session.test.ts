import assert from 'node:assert/strict';
import { fixture } from '../support/fixtures.ts';
import { isOpen, outcomeIn, pageIn, readSession } from '../../../clients/web/src/session.ts';

const SETTINGS = {
  sessionId: '0123456789abcdef0123456789abcdef01234567',
  base: 'https://pay.example.com',
};
const PRELOADS = fixture('preloads').map(({ name, payload }) => ({
  name,
  payload: Object(payload),
}));
/** One with cards and methods. */
const SESSION = PRELOADS.find(({ payload }) => payload.cards.length > 0)?.payload;
const [card] = SESSION.cards;
const [method] = SESSION.payment_methods;

describe('a payment as the web SDK reads it', () => {
  for (const { name, payload } of PRELOADS)
    it(`is one of the session, by the merchant’s own Sarraf: ${name}`, () => {
      const read = readSession(payload, SETTINGS);
      assert.ok(read);
      assert.equal(isOpen(read), name !== 'over');
    });

  const tampered: readonly (readonly [string, object])[] = [
    ['another session', { session_id: '1'.repeat(40) }],
    ['a way to cancel at another origin', { cancel_url: 'https://evil.example/cancel' }],
    ['an origin that only begins alike', { cancel_url: 'https://pay.example.com.evil.example/' }],
    [
      'a card that is charged elsewhere',
      { cards: [{ ...card, submit_url: 'https://e.example/' }] },
    ],
    ['a card that is deleted elsewhere', { cards: [{ ...card, delete_url: '//e.example/' }] }],
    ['a frame that is a script', { cards: [{ ...card, cvv_url: 'javascript:alert(1)' }] }],
    [
      'a page that is a script',
      { payment_methods: [{ ...method, redirect_url: 'javascript:alert(1)' }] },
    ],
    ['methods that are none', { payment_methods: [null] }],
    ['an amount that is a number', { amount: 1 }],
    ['an amount that is a text', { amount: '1e3' }],
    ['a list that is none', { cards: {} }],
  ];
  for (const [what, change] of tampered)
    it(`is not believed with ${what}`, () => {
      assert.equal(readSession({ ...SESSION, ...change }, SETTINGS), undefined);
    });

  it('is nothing else', () => {
    for (const given of [undefined, null, 'text', [], {}, [SESSION]])
      assert.equal(readSession(given, SETTINGS), undefined);
  });

  for (const { name, data } of fixture('callbacks'))
    it(`has an outcome as the server says it: ${name}`, () => {
      assert.equal(outcomeIn(data), data, 'the very object that came');
    });

  it('has an outcome only where the server says one', () => {
    const ended = {
      status: 'canceled',
      message: 'Declined',
      form_of_payment: 'token_pay',
      more: 1,
    };
    for (const status of ['3DS', 'pending', undefined])
      assert.equal(outcomeIn({ ...ended, status }), undefined);
    assert.equal(outcomeIn({}), undefined);
  });

  it('leads only to pages of the web', () => {
    assert.equal(pageIn('https://bank.example/pay'), 'https://bank.example/pay');
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/pay', '', null, 5])
      assert.equal(pageIn(url), undefined);
  });
});

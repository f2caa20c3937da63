import assert from 'node:assert/strict';
import { isOpen, outcomeIn, pageIn, readSession } from '../../../clients/web/src/session.ts';

const SETTINGS = { sessionId: '0'.repeat(40), base: 'https://pay.example.com' };
const figure = { display: 'KWD 1.000', value: '1.000', currency_code: 'KWD', label: 'Total' };
const billing = { amount: figure, sub_total: figure, fee: figure };
const method = {
  code: 'sandbox',
  name: 'Card',
  fee_description: '',
  icon: '',
  flow: 'redirect',
  redirect_url: null,
  can_save_card: false,
  submit_url: 'https://pay.example.com/submit',
  billing,
};
const card = {
  token: 't',
  brand: null,
  number: '**** 1019',
  expiry_month: '01',
  expiry_year: '31',
  is_preferred: true,
  is_expired: false,
  cvv_required: true,
  cvv_url: 'https://gateway.example/cvv',
  agreements: [],
  pg_code: 'sandbox',
  submit_url: 'https://pay.example.com/token',
  delete_url: 'https://pay.example.com/card',
};
const SESSION = {
  session_id: SETTINGS.sessionId,
  state: 'pending',
  amount: '1.000',
  payment_type: 'one_off',
  expiration_time: '2030-01-01T00:00:00Z',
  is_amount_editable: false,
  billing,
  cards: [card],
  payment_methods: [method],
  wallets: [],
  response: {},
  cancel_url: 'https://pay.example.com/cancel',
};

describe('a payment as the web SDK reads it', () => {
  it('is one of the session, by the merchant’s own Sarraf', () => {
    const read = readSession(SESSION, SETTINGS);
    assert.ok(read && isOpen(read));
    assert.equal(isOpen({ ...read, state: 'expired' }), false);
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

  it('has an outcome only where the server says one', () => {
    const ended = {
      status: 'canceled',
      message: 'Declined',
      form_of_payment: 'token_pay',
      more: 1,
    };
    assert.equal(outcomeIn(ended), ended, 'the very object that came');
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

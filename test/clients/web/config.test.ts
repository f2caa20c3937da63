import assert from 'node:assert/strict';
import { readConfig } from '../../../clients/web/src/config.ts';
import { fixture } from '../support/fixtures.ts';

const RIGHT = {
  selector: '#checkout',
  merchant_id: 'pay.example.com',
  apiKey: 'a'.repeat(40),
  session_id: '0'.repeat(40),
};

describe('the configuration of the web SDK', () => {
  it('needs four values, and offers everything in English in a column', () => {
    const { forms, preload, theme, sheets, ...rest } = settingsOf(RIGHT);
    assert.deepEqual(rest, {
      selector: 'checkout',
      base: 'https://pay.example.com',
      apiKey: RIGHT.apiKey,
      sessionId: RIGHT.session_id,
      language: 'en',
      isGrid: false,
    });
    assert.deepEqual([forms.size, preload, theme], [11, undefined, {}]);
    assert.deepEqual(sheets, { apple_pay: {}, google_pay: {} });
  });

  it('takes what the page wants of the sheets of wallets', () => {
    const given = { applePayInit: { version: 3 }, googlePayInit: { totalPriceLabel: 'Dukkan' } };
    const { sheets } = settingsOf({ ...RIGHT, ...given });
    assert.deepEqual(Object.values(sheets), Object.values(given));
  });

  it('takes formsOfPayments for formsOfPayment, as one sample writes it', () => {
    const { forms } = settingsOf({ ...RIGHT, formsOfPayments: ['tokenPay', 'jazz'] });
    assert.deepEqual([...forms], ['tokenPay', 'jazz']);
  });

  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'pay.sarraf.localhost'])
    it(`asks ${host} without TLS, because it is this machine`, () => {
      assert.equal(settingsOf({ ...RIGHT, merchant_id: host }).base, `http://${host}`);
    });

  for (const { name, given, fault } of [
    ...fixture('configurations'),
    ...fixture('display-settings').filter(({ on }) => on === 'web'),
  ])
    it(`${fault === null ? 'takes' : 'refuses'} ${name}`, () => {
      const read = readConfig({ ...RIGHT, ...Object(given) });
      const faults = 'faults' in read ? read.faults : [];
      // A sentence for each, which begins with the name of the parameter.
      assert.deepEqual(
        faults.map((sentence) => sentence.split(/[ :]/)[0]),
        fault === null ? [] : [fault],
      );
    });

  const faults: readonly (readonly [string, object, RegExp])[] = [
    ['a missing selector', { selector: undefined }, /^selector is required/],
    ['a session id that is a number', { session_id: 5 }, /^session_id is required/],
    ['a private key', { apiKey: '0123abcd.0123456789abcdef' }, /private key.*revoke it now/],
    ['another language', { lang: 'fr' }, /^lang is en or ar, not "fr"/],
    [
      'an unknown form',
      { formsOfPayment: ['redirect', 'barter'] },
      /is a list of applePay.*, not "barter"/,
    ],
    [
      'a form as text',
      { formsOfPayment: 'redirect' },
      /^formsOfPayment is a list of .*, not "redirect"/,
    ],
    ['a theme as text', { theme: 'dark' }, /^theme is an object/],
    [
      'a color that Google has not',
      { theme: { googlePay: { buttonColor: 'white-outline' } } },
      /^theme\.googlePay\.buttonColor is black or white, not "white-outline"/,
    ],
    [
      'a type that Apple has not',
      { theme: { applePay: { buttonType: 'checkout' } } },
      /^theme\.applePay\.buttonType is plain or .* or check-out, not "checkout"/,
    ],
    [
      'a size mode that is no text',
      { theme: { googlePay: { buttonSizeMode: 1 } } },
      /^theme\.googlePay\.buttonSizeMode is fill or static, not number/,
    ],
  ];
  for (const [what, given, sentence] of faults)
    it(`says what is wrong with ${what}`, () => {
      const read = readConfig({ ...RIGHT, ...given });
      assert.ok('faults' in read);
      assert.equal(read.faults.length, 1);
      assert.match(String(read.faults[0]), sentence);
    });

  it('takes what Apple and Google have of their buttons', () => {
    const applePay = { buttonType: 'check-out', buttonColor: 'white-outline', margin: '0' };
    const googlePay = { buttonType: 'checkout', buttonColor: 'white', buttonSizeMode: 'static' };
    const theme = { applePay, googlePay };
    assert.deepEqual(settingsOf({ ...RIGHT, theme }).theme, theme);
  });

  it('never repeats a key in what it says', () => {
    const read = readConfig({ ...RIGHT, apiKey: '0123abcd.secret' });
    assert.doesNotMatch(JSON.stringify(read), /secret/);
  });

  it('names all faults at once', () => {
    const read = readConfig({});
    assert.equal('faults' in read && read.faults.length, 4);
  });

  it('says which forms a page has named that no gateway has, and nothing where it named none', () => {
    assert.deepEqual(idleOf({}), []);
    assert.deepEqual(idleOf({ formsOfPayment: ['tokenPay', 'redirect'] }), []);
    assert.deepEqual(idleOf({ formsOfPayment: ['stcPay', 'redirect', 'flex'] }), [
      'stcPay',
      'flex',
    ]);
    assert.deepEqual(idleOf({ formsOfPayments: ['urPay'] }), ['urPay']);
  });
});

function idleOf(given: object) {
  const read = readConfig({ ...RIGHT, ...given });
  return 'idle' in read ? read.idle : [];
}

function settingsOf(given: Readonly<Record<string, unknown>>) {
  const read = readConfig(given);
  assert.ok('settings' in read, JSON.stringify(read));
  return read.settings;
}

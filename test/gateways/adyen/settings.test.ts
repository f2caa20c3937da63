import assert from 'node:assert/strict';
import { adyen } from '../../../gateways/adyen/index.ts';
import { adyenSettings, apiOf } from '../../../gateways/adyen/settings.ts';
import { NO_URLS } from '../../support/hostile-urls.ts';
import { ACCOUNT } from './network.ts';

describe('the settings of Adyen', () => {
  it('lead to the test environment, to the live one of the prefix, or to an address', () => {
    assert.equal(reachedBy({}), 'https://checkout-test.adyen.com');
    assert.equal(
      reachedBy({ live_prefix: '1797a841fbb37ca7-PearlShop' }),
      'https://1797a841fbb37ca7-PearlShop-checkout-live.adyenpayments.com/checkout',
    );
    assert.equal(reachedBy({ url: 'http://127.0.0.1:8080/' }), 'http://127.0.0.1:8080');
  });

  it('let the checkout page lead to the pages of Adyen, or to the address', () => {
    assert.deepEqual(adyen.pageOrigins(ACCOUNT), ['https://*.adyen.link', 'https://*.adyen.com']);
    const url = 'http://127.0.0.1:8080/base';
    assert.deepEqual(adyen.pageOrigins({ ...ACCOUNT, url }), ['http://127.0.0.1:8080']);
  });

  it('are of one environment', () => {
    const both = { ...ACCOUNT, live_prefix: 'a1-Pearl', url: 'http://127.0.0.1:1' };
    assert.throws(() => adyenSettings(both), /"live_prefix" and "url" exclude each other/);
  });

  for (const url of NO_URLS)
    it(`have no address such as ${url}`, () => {
      assert.throws(() => adyenSettings({ ...ACCOUNT, url }), /"url"/);
    });

  for (const [what, wrong] of [
    ['no key', []],
    ['one that is too short', ['7F']],
    ['one that is no hexadecimal number', ['G'.repeat(64)]],
    ['one with a blank', [`${'7'.repeat(64)} `]],
    ['three', ['1', '2', '3'].map((digit) => digit.repeat(64))],
  ] as const)
    it(`have one or two keys of 64 hexadecimal digits, and not ${what}`, () => {
      assert.throws(() => adyenSettings({ ...ACCOUNT, hmac_keys: wrong }), /hmac_keys/);
    });

  for (const prefix of ['https://a1-Pearl', 'pearl', 'a1-Pearl.evil.example.test', 'a1-Pearl/x'])
    it(`have no live prefix such as ${prefix}`, () => {
      assert.throws(() => adyenSettings({ ...ACCOUNT, live_prefix: prefix }), /"live_prefix" must/);
    });

  it('refuse a time that outlasts whoever waits for the call', () => {
    assert.throws(() => adyenSettings({ ...ACCOUNT, timeout_ms: 9001 }), /"timeout_ms"/);
  });
});

function reachedBy(given: object): string {
  return apiOf(adyenSettings({ ...ACCOUNT, ...given }));
}

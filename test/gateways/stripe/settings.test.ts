import assert from 'node:assert/strict';
import { stripe } from '../../../gateways/stripe/index.ts';
import { NO_URLS } from '../../support/hostile-urls.ts';
import { stripeNetwork } from './network.ts';

const right = () => stripeNetwork().settings('http://127.0.0.1:9');

describe('the gateway stripe: its settings', () => {
  for (const url of NO_URLS)
    it(`have no address such as ${url}`, () => {
      assert.throws(() => stripe.checkSettings({ ...right(), url }), /"url"/);
    });

  it('are at the live address where none is given', () => {
    const { url: _url, ...rest } = right();
    assert.deepEqual(stripe.pageOrigins(rest), [
      'https://checkout.stripe.com',
      'https://hooks.stripe.com',
    ]);
  });

  for (const [secret, publishable] of [
    ['sk_test_1', 'pk_live_1'],
    ['sk_live_1', 'pk_test_1'],
    ['rk_live_1', 'pk_test_1'],
  ])
    it(`are not of two modes, as ${secret} and ${publishable}`, () => {
      const settings = { ...right(), secret_key: secret, publishable_key: publishable };
      assert.throws(() => stripe.checkSettings(settings), /two modes/);
    });

  for (const [key, value] of [
    ['secret_key', 'pk_test_1'],
    ['secret_key', 'whsec_1'],
    ['publishable_key', 'sk_test_1'],
    ['webhook_secrets', []],
    ['webhook_secrets', ['sk_test_1']],
    ['timeout_ms', 9001],
  ] as const)
    it(`have no ${key} such as ${JSON.stringify(value)}`, () => {
      assert.throws(() => stripe.checkSettings({ ...right(), [key]: value }), new RegExp(key));
    });

  it('take a restricted key, and keys of one mode', () => {
    const live = { secret_key: 'rk_live_1', publishable_key: 'pk_live_1' };
    stripe.checkSettings({ ...right(), ...live });
  });
});

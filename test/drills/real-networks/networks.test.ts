import assert from 'node:assert/strict';
import { AdyenStandIn } from '../../../drills/networks/adyen/server.ts';
import { createStripe } from '../../../drills/networks/stripe/server.ts';
import { accountsIn } from '../../../drills/real-networks/environment.ts';
import { askStripeMock } from '../../../drills/real-networks/stripe-requests.ts';
import { askNetworks } from '../../../drills/real-networks/run.ts';

const KEY = 'sk_test_networks';

async function asked(env: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const code = await askNetworks(env, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

describe('npm run networks', () => {
  it('says what to set when nothing is set', async () => {
    const { code, text } = await asked({});
    assert.equal(code, 2);
    for (const name of ['STRIPE_SECRET_KEY', 'ADYEN_API_KEY', 'ADYEN_MERCHANT_ACCOUNT'])
      assert.match(text, new RegExp(`^ +${name} `, 'm'));
  });

  for (const [what, env, why] of [
    ['a live key', { STRIPE_SECRET_KEY: 'sk_live_pearl7f3a' }, /live mode/],
    ['a restricted live key', { STRIPE_SECRET_KEY: 'rk_live_pearl7f3a' }, /live mode/],
    ['a publishable key', { STRIPE_SECRET_KEY: 'pk_test_pearl7f3a' }, /no key of test mode/],
    ['half an account', { ADYEN_API_KEY: 'AQEpearl7f3a' }, /ADYEN_MERCHANT_ACCOUNT is missing/],
    ['half an account', { ADYEN_MERCHANT_ACCOUNT: 'PearlECOM' }, /ADYEN_API_KEY is missing/],
    [
      'the address of another machine',
      { STRIPE_SECRET_KEY: KEY, STRIPE_URL: 'http://stripe.example/pearl7f3a' },
      /STRIPE_URL must be an address of this machine/,
    ],
    ['no currency', { STRIPE_SECRET_KEY: KEY, NETWORKS_CURRENCY: 'ZZZ' }, /NETWORKS_CURRENCY/],
  ] as const)
    it(`takes no ${what.replace(/^(?:a|the|no) /, '')}, asks nobody, and tells no secret`, async () => {
      const { code, text } = await asked(env);
      assert.equal(code, 2);
      assert.match(text, why);
      assert.doesNotMatch(text, /pearl7f3a/);
    });

  it('goes to the networks themselves where no stand-in is named', () => {
    const found = accountsIn({
      STRIPE_SECRET_KEY: KEY,
      ADYEN_API_KEY: 'AQE',
      ADYEN_MERCHANT_ACCOUNT: 'PearlECOM',
    });
    assert.ok('accounts' in found);
    for (const { settings, isStandIn } of found.accounts) {
      assert.equal(settings['url'], undefined);
      assert.equal(isStandIn, false);
    }
  });

  it('says why Stripe’s own mock server could not be asked', async () => {
    const lines: string[] = [];
    const code = await askStripeMock({ lacks: 'Go is not installed' }, (line) => lines.push(line));
    assert.deepEqual(
      [code, lines],
      [2, ["Stripe's own mock server was not asked: Go is not installed."]],
    );
  });

  it('asks Stripe, and says what it proved and what it did not', async () => {
    const stripe = createStripe(KEY);
    const env = { STRIPE_SECRET_KEY: KEY, STRIPE_URL: await stripe.listen() };
    const { code, text } = await asked(env);
    const wrong = await asked({ ...env, STRIPE_SECRET_KEY: 'sk_test_of_nobody' });
    await stripe.close();
    assert.equal(code, 0, text);
    assert.equal(text.match(/^ {2}✔/gm)?.length, 10, text);
    assert.match(text, /not proved: events and their signatures/);
    const gone = await asked(env);
    for (const shut of [wrong, gone]) {
      assert.equal(shut.code, 2, shut.text);
      assert.match(shut.text, /Nothing could be asked: .* Look at STRIPE_SECRET_KEY/);
      assert.doesNotMatch(shut.text, /✔|✘|as the connectors believe|sk_test_of/);
    }
  });

  it('asks Adyen, and says what it proved and what it did not', async () => {
    const adyen = new AdyenStandIn({
      apiKey: 'AQE',
      merchantAccount: 'PearlECOM',
      hmacKey: '0'.repeat(64),
      user: '-',
      password: '-',
    });
    await adyen.start();
    const env = {
      ADYEN_API_KEY: 'AQE',
      ADYEN_MERCHANT_ACCOUNT: 'PearlECOM',
      ADYEN_URL: adyen.url,
    };
    const { code, text } = await asked(env);
    assert.equal(code, 0, text);
    assert.equal(text.match(/^ {2}✔/gm)?.length, 5, text);
    const wrong = await asked({ ...env, ADYEN_API_KEY: 'AQE-of-somebody-else' });
    const other = await asked({ ...env, ADYEN_MERCHANT_ACCOUNT: 'OtherECOM' });
    await adyen.stop();
    for (const shut of [wrong, other]) {
      assert.equal(shut.code, 2, shut.text);
      assert.match(shut.text, /Nothing could be asked: .* Look at ADYEN_API_KEY/);
      assert.doesNotMatch(shut.text, /✔|✘|AQE-of/);
    }
  });
});

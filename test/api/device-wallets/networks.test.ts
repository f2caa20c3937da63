import assert from 'node:assert/strict';
import type { GatewayAccount } from '../../../domain/account.ts';
import { ACCOUNT } from '../../gateways/adyen/network.ts';
import { AdyenStandIn } from '../../../drills/networks/adyen/server.ts';
import { createStripe } from '../../../drills/networks/stripe/server.ts';
import { codeOf, referenceOf } from '../../support/builders.ts';
import { rows, send, textIn, type Json } from '../../support/http.ts';
import { theSystem, type System } from '../../support/system.ts';
import { transactionOf, untilState } from '../support/records.ts';
import { aShop, type Shop } from '../support/shop.ts';
import { applePayload, googlePayload } from './support.ts';

const PATHS = { google: '/b/pbl/v2/payment/google-pay/', apple: '/b/pbl/v2/payment/apple-pay/' };
const STRIPE_KEY = 'sk_test_pearl7f3a';
const GOOD = '4242424242424242';
const ASKS = '4000002760003184';
/** As a merchant's server says it of their payer. */
const PAYER = {
  payer_device: {
    ip: '203.0.113.7',
    browser: {
      user_agent: 'Mozilla/5.0 (Linux; Android 16)',
      accept: '*/*',
      language: 'ar-KW',
      screen_width: 412,
      screen_height: 915,
      color_depth: 24,
      time_zone_offset: -180,
    },
  },
};

/** The whole system, with the stand-ins of Adyen and Stripe in place of the sandbox. */
describe('paying with a wallet of the device at a real network’s stand-in', function () {
  this.timeout(120_000);
  const [hmacKey] = ACCOUNT.hmac_keys;
  const adyen = new AdyenStandIn({
    apiKey: ACCOUNT.api_key,
    merchantAccount: ACCOUNT.merchant_account,
    hmacKey,
    user: ACCOUNT.webhook_user,
    password: ACCOUNT.webhook_password,
  });
  const stripe = createStripe(STRIPE_KEY);
  let system: System;
  let shop: Shop;

  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
    await Promise.all([adyen.start(), stripe.listen()]);
    await putAccount('adyen', ['apple_pay', 'google_pay'], {
      ...ACCOUNT,
      url: adyen.url,
      apple_merchant_id: 'merchant.pearl',
    });
    await putAccount('stripe', ['google_pay'], {
      url: stripe.url(),
      secret_key: STRIPE_KEY,
      publishable_key: 'pk_test_pearl',
      webhook_secrets: ['whsec_pearl91cc'],
    });
    const callbackOf = (code: string) =>
      `${system.run.api}/b/gw/callback/${code}/?merchant=${shop.id}`;
    adyen.webhooks.url = callbackOf('adyen');
    stripe.postTo({ url: callbackOf('stripe'), secrets: ['whsec_pearl91cc'] });
  });
  after(async () => {
    await Promise.all([adyen.stop(), stripe.close()]);
    assert.equal(adyen.keyConflicts, 0);
  });

  async function putAccount(
    gateway: 'adyen' | 'stripe',
    paymentServices: GatewayAccount['paymentServices'],
    settings: Json,
    code: string = gateway,
  ) {
    const opened = await system.store.gatewayAccounts.open(shop.id, codeOf('sandbox'));
    assert.ok(opened);
    await system.store.gatewayAccounts.put(
      { ...opened.account, code: codeOf(code), gateway, paymentServices },
      settings,
    );
  }
  const sale = (code: string) => shop.client.sale({ pg_codes: [code] });
  const pay = (
    session_id: string,
    payload: Json,
    wallet: keyof typeof PATHS = 'google',
    more: Json = {},
  ) => shop.client.call('POST', PATHS[wallet], { session_id, payload, ...more });
  const movedAtAdyen = async (id: string) => {
    const [attempt] = (await transactionOf(system, id)).attempts;
    return adyen.network.book.entries
      .filter(({ reference }) => attempt && reference.startsWith(attempt.referenceNumber))
      .map(({ entry }) => entry);
  };
  const movedAtStripe = async (id: string) => {
    const [attempt] = (await transactionOf(system, id)).attempts;
    return stripe.book.moved
      .filter(({ reference }) => reference === attempt?.referenceNumber)
      .map(({ entry, amount }) => `${entry} ${amount}`);
  };

  const both = () => shop.client.sale({ pg_codes: ['adyen-bare', 'adyen'] });
  const payers = (method: 'GET' | 'POST', path: string, body?: Json) =>
    shop.client.call(method, `/b/checkout/api/sdk/v1${path}`, body);
  const paidAt = async (id: string) =>
    (await untilState(system, id, 'paid')).attempts.map(({ pgCode }) => pgCode);

  describe('of which the first account lacks what Apple Pay needs', () => {
    const payload = JSON.stringify(applePayload());
    before(() =>
      putAccount(
        'adyen',
        ['apple_pay', 'google_pay'],
        { ...ACCOUNT, url: adyen.url },
        'adyen-bare',
      ),
    );

    it('is offered by the one that has it, which gives the merchant session and is charged', async () => {
      const session_id = await both();
      const shown = await payers('GET', `/pymt-txn/submit/${session_id}/`);
      assert.deepEqual(
        rows(shown.body, 'payment_services').map(({ code, pg_code }) => [code, pg_code]),
        [
          ['apple_pay', 'adyen'],
          ['google_pay', 'adyen-bare'],
        ],
      );
      const asked = await payers('POST', '/apay/validate-session/', {
        session_id,
        validation_url: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
      });
      assert.equal(asked.status, 200, asked.text);
      const apple_pay_payload = { token: applePayload() };
      const paid = await payers('POST', '/apay/pay/', { session_id, apple_pay_payload });
      assert.equal(paid.body['approved'], true, paid.text);
      assert.deepEqual(await paidAt(session_id), ['adyen']);
    });

    it('is charged there by a press on our page', async () => {
      const id = await both();
      const shown = { form_id: id, asked: 'KWD 12.340', sheet_total: 'KWD 12.340' };
      const paid = await send(`${system.run.api}/checkout/${id}/pay-by/apple_pay/`, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams({ ...shown, payload }),
      });
      assert.equal(paid.body['approved'], true, paid.text);
      assert.deepEqual(await paidAt(id), ['adyen']);
    });
  });

  for (const wallet of ['google', 'apple'] as const)
    it(`is charged by ${wallet} at Adyen`, async () => {
      const id = await sale('adyen');
      const payload = wallet === 'google' ? googlePayload() : applePayload();
      const answer = await pay(id, payload, wallet);
      assert.deepEqual([answer.status, answer.body['state']], [200, 'paid'], answer.text);
      assert.deepEqual(await movedAtAdyen(id), ['authorisation', 'capture']);
    });

  it('is charged once at Adyen where the answer is lost: the same bytes come again under the key', async () => {
    const id = await sale('adyen');
    const before = adyen.network.handedOver.length;
    adyen.fault = 'lose';
    const answer = await pay(id, googlePayload());
    assert.deepEqual([answer.status, answer.body['state']], [200, 'paid'], answer.text);
    assert.deepEqual(await movedAtAdyen(id), ['authorisation', 'capture']);
    assert.equal(adyen.network.handedOver.length, before + 1);
  });

  it('is paid at Adyen when the payer has come back from their bank', async () => {
    const id = await sale('adyen');
    adyen.network.nextCharge = 'redirect';
    const { status, body, text } = await pay(id, googlePayload(), 'google', PAYER);
    assert.deepEqual([status, body['status'], body['method']], [200, '3DS', 'redirect'], text);
    const page = adyen.network.pageNamed(referenceOf(textIn(body, 'reference_number')));
    assert.ok(page && textIn(body, 'redirect_url').includes(page.id));
    await send(await adyen.network.leave(page));
    await untilState(system, id, 'paid');
    assert.deepEqual(await movedAtAdyen(id), ['authorisation', 'capture']);
  });

  it('is declined at Adyen', async () => {
    const id = await sale('adyen');
    adyen.network.nextCharge = { code: '12', reason: 'Not enough balance' };
    const answer = await pay(id, googlePayload());
    assert.deepEqual([answer.status, answer.body['code']], [400, 'gateway_declined'], answer.text);
    assert.deepEqual(await movedAtAdyen(id), []);
  });

  it('is charged by Google at Stripe, also where both answers are lost', async () => {
    for (const lost of [[], ['post /v1/payment_methods', 'post /v1/payment_intents']]) {
      for (const on of lost) stripe.fail({ on, fault: 'lost' });
      const id = await sale('stripe');
      const answer = await pay(id, googlePayload(stripe.book.tokenFor(GOOD)));
      assert.deepEqual([answer.status, answer.body['state']], [200, 'paid'], answer.text);
      assert.deepEqual(await movedAtStripe(id), ['capture 12340']);
    }
  });

  it('is paid at Stripe when the payer’s bank has agreed', async () => {
    const id = await sale('stripe');
    const { status, body, text } = await pay(id, googlePayload(stripe.book.tokenFor(ASKS)));
    assert.deepEqual([status, body['status']], [200, '3DS'], text);
    const [intent] = stripe.book.all('payment_intent');
    stripe.book.authenticate(String(intent?.['id']), true);
    await untilState(system, id, 'paid');
    assert.deepEqual(await movedAtStripe(id), ['capture 12340']);
  });

  it('is not taken where the account’s network has no such call', async () => {
    const id = await sale('stripe');
    const answer = await pay(id, applePayload(), 'apple');
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['pg_code']], answer.text);
  });
});

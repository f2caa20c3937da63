import assert from 'node:assert/strict';
import { handedOverPress } from '../../../api/payments/handed-over.ts';
import { theSystem, type System } from '../../support/system.ts';
import { codeOf, kwd } from '../../support/builders.ts';
import { part, rows, send, textIn, type Json } from '../../support/http.ts';
import { anApiKey } from '../support/another-merchant.ts';
import { sandboxNetworkOf } from '../support/network.ts';
import { transactionOf, untilState } from '../support/records.ts';
import { aShop, type Shop } from '../support/shop.ts';
import { applePayload, googlePayload, sandboxToken } from './support.ts';

const SDK = '/b/checkout/api/sdk/v1';
const APPLE_HOST = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';

describe('paying with a wallet of the device in the payer’s own program', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  let headers: Readonly<Record<string, string>>;
  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
    const key = await anApiKey(system, { merchantId: shop.id, kind: 'public' });
    headers = { Authorization: `Api-Key ${key}`, 'Content-Type': 'application/json' };
  });
  const post = (path: string, body: Json, more: Readonly<Record<string, string>> = {}) =>
    send(`${system.run.api}${SDK}${path}`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
  const servicesOf = async (id: string) => {
    const answer = await send(`${system.run.api}${SDK}/pymt-txn/submit/${id}/`, { headers });
    assert.equal(answer.status, 200, answer.text);
    return rows(answer.body, 'payment_services');
  };
  const google = (session_id: string, more: Json = {}) =>
    post('/gpay/pay/', {
      session_id,
      code: 'google_pay',
      google_pay_payload: googlePayload(),
      ...more,
    });

  it('is told what to ask the wallets with, and where to send what they hand over', async () => {
    const id = await shop.client.sale({ pg_codes: ['sandbox', 'cash'] });
    const [apple, other, ...more] = await servicesOf(id);
    assert.deepEqual(more, []);
    assert.ok(apple && other);
    const { billing: _apple, ...ofApple } = apple;
    assert.deepEqual(ofApple, {
      code: 'apple_pay',
      pg_code: 'sandbox',
      name: 'Apple Pay',
      flow: 'apple_pay',
      currency_code: 'KWD',
      fee: '0.000',
      fee_description: '',
      // That of the currency, because the merchant has said none.
      country_code: 'KW',
      session_id: id,
      amount: '12.340',
      domain: new URL(system.run.api).hostname,
      merchant_id: 'merchant.sandbox.sandbox',
      shop_name: ofApple['shop_name'],
      validation_url: `${system.run.api}${SDK}/apay/validate-session/`,
      payment_url: `${system.run.api}${SDK}/apay/pay/`,
      // In place of Apple's own method, which no browser can pay the sandbox by.
      payment_request: {
        supportedMethods: `${system.run.simulator}/wallets/apple-pay`,
        data: {
          version: 6,
          merchantIdentifier: 'merchant.sandbox.sandbox',
          countryCode: 'KW',
          supportedNetworks: ['amex', 'masterCard', 'maestro', 'visa', 'mada'],
          merchantCapabilities: ['supports3DS'],
        },
      },
    });
    assert.deepEqual(
      ['environment', 'gateway', 'gateway_merchant_id', 'total_price'].map((key) => other[key]),
      ['TEST', 'sandbox', 'sandbox', '12.340'],
    );
    assert.deepEqual(other['tokenization_parameters'], {
      gateway: 'sandbox',
      gatewayMerchantId: 'sandbox',
    });
  });

  it('is offered none where no account takes one, or a card is to be kept', async () => {
    assert.deepEqual(await servicesOf(await shop.client.sale({ pg_codes: ['cash'] })), []);
    assert.deepEqual(await servicesOf(await shop.client.sale({ pg_codes: ['sandbox-fee'] })), []);
  });

  it('pays with Google Pay, and the wallet can be told', async () => {
    const id = await shop.client.sale();
    const { status, body, text } = await google(id, { amount: '12.340' });
    assert.equal(status, 200, text);
    assert.equal(body['approved'], true);
    const callback = part(body, 'callback_payload');
    assert.deepEqual(
      [callback['status'], callback['form_of_payment'], callback['session_id']],
      ['success', 'google_pay', id],
    );
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
  });

  it('pays with Apple Pay', async () => {
    const id = await shop.client.sale();
    const apple_pay_payload = { token: applePayload() };
    const answer = await post('/apay/pay/', {
      session_id: id,
      code: 'apple_pay',
      apple_pay_payload,
    });
    assert.deepEqual([answer.status, answer.body['approved']], [200, true], answer.text);
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
  });

  it('is approved by the same Idempotency-Key, also where the payment is paid by then', async () => {
    const opened = await system.store.gatewayAccounts.open(shop.id, codeOf('sandbox'));
    const control = (method: string, path: string, body: Json) =>
      send(`${system.run.simulator}/control${path}`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const account = String(opened?.settings['account']);
    const id = await shop.client.sale();
    const body = { session_id: id, amount: '12.340', apple_pay_payload: { token: applePayload() } };
    const key = { 'Idempotency-Key': `key-${id.replaceAll(/\d/gu, '')}` };
    const queued = { fault: 'queued', on: ['charge', 'pay'] };
    await control('PUT', `/accounts/${account}/faults`, { faults: [queued] });
    const first = await post('/apay/pay/', body, key);
    assert.deepEqual([first.status, first.body['status']], [202, 'pending'], first.text);
    const network = sandboxNetworkOf(system);
    const [payment] = await network.paymentsOf(textIn(first.body, 'reference_number'));
    await control('POST', `/payments/${textIn(payment ?? {}, 'id')}/decide`, {});
    await untilState(system, id, 'paid');
    const again = await post('/apay/pay/', body, key);
    assert.deepEqual([again.status, again.body['approved']], [200, true], again.text);
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    // Another press is told that it is paid.
    const other = await post('/apay/pay/', body);
    assert.deepEqual([other.status, other.body['code']], [400, 'invalid_state'], other.text);
  });

  it('is not approved where the card was declined, and the payer may take another one', async () => {
    const id = await shop.client.sale();
    const google_pay_payload = googlePayload(sandboxToken('decline'));
    const { status, body, text } = await google(id, { google_pay_payload });
    assert.deepEqual([status, body['approved']], [200, false], text);
    assert.equal(part(body, 'callback_payload')['status'], 'canceled');
    assert.equal((await google(id)).body['approved'], true);
  });

  it('gets the page of the bank where that asks the payer', async () => {
    const id = await shop.client.sale();
    const google_pay_payload = googlePayload(sandboxToken('challenge'));
    const { status, body, text } = await google(id, { google_pay_payload });
    assert.deepEqual([status, body['status']], [200, '3DS'], text);
    const [payment] = await sandboxNetworkOf(system).paymentsOf(textIn(body, 'reference_number'));
    assert.ok(payment);
    await sandboxNetworkOf(system).passChallenge(textIn(payment, 'id'));
    await untilState(system, id, 'paid');
  });

  it('pays nothing where another amount stood on the sheet', async () => {
    const id = await shop.client.sale();
    const answer = await google(id, { amount: '12.330' });
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['amount']], answer.text);
    assert.deepEqual((await transactionOf(system, id)).attempts, []);
  });

  it('gets a merchant session for its own site, when the browser names a host of Apple’s', async () => {
    const session_id = await shop.client.sale();
    const body = { session_id, validation_url: APPLE_HOST };
    const answer = await post('/apay/validate-session/', body, {
      Origin: 'https://pearl.example.test',
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body['domainName'], 'pearl.example.test');
  });

  it('gets one for the site that a server of the merchant names, and no browser may name one', async () => {
    const session_id = await shop.client.sale();
    const body = { session_id, validation_url: APPLE_HOST, domain: 'Pearl.example.test' };
    const path = '/apay/validate-session/';
    const answer = await shop.client.call('POST', `${SDK}${path}`, body);
    assert.deepEqual(
      [answer.status, answer.body['domainName']],
      [200, 'pearl.example.test'],
      answer.text,
    );
    for (const domain of [
      'https://pearl.example.test',
      'pearl.example.test:8443',
      '127.0.0.1',
      '',
    ]) {
      const refused = await shop.client.call('POST', `${SDK}${path}`, { ...body, domain });
      assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['domain']]);
    }
    const byPage = await post(path, body, { Origin: 'https://evil.example' });
    assert.deepEqual([byPage.status, Object.keys(byPage.body)], [400, ['domain']], byPage.text);
  });

  for (const validation_url of [
    'http://apple-pay-gateway.apple.com/',
    'https://apple-pay-gateway.apple.com.evil.example/',
    'https://evil.example/apple-pay-gateway.apple.com',
    'https://apple-pay-gateway.apple.com@evil.example/',
    'https://apple-pay-gateway.apple.com:8443/',
    'https://www.apple.com/',
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
  ])
    it(`gets none for ${validation_url}`, async () => {
      const session_id = await shop.client.sale();
      const answer = await post('/apay/validate-session/', { session_id, validation_url });
      assert.deepEqual(
        [answer.status, Object.keys(answer.body)],
        [400, ['validation_url']],
        answer.text,
      );
    });

  /** What our own page's script sends, or a browser its form. */
  const press = (id: string, path: string, fields: Record<string, string>, accept = 'text/html') =>
    send(`${system.run.api}/checkout/${id}/pay-by/${path}/`, {
      method: 'POST',
      headers: { Accept: accept },
      body: new URLSearchParams({
        form_id: id,
        asked: 'KWD 12.340',
        sheet_total: 'KWD 12.340',
        ...fields,
      }),
      redirect: 'manual',
    });

  it('is paid once by a press on our page, and the same form without its payload leads to what became of it', async () => {
    const id = await shop.client.sale();
    const payload = JSON.stringify(googlePayload());
    const before = await press(id, 'google_pay', {});
    assert.deepEqual([before.status, /name="pg_code"/.test(before.text)], [200, true]);
    const paid = await press(id, 'google_pay', { payload }, 'application/json');
    assert.deepEqual([paid.status, paid.body['approved']], [200, true], paid.text);
    const again = await press(id, 'google_pay', { payload }, 'application/json');
    assert.deepEqual(again.body, paid.body);
    const after = await press(id, 'google_pay', {});
    assert.deepEqual([after.status, after.headers.get('location')], [303, paid.body['url']]);
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
  });

  it('comes back to the app where our page stands above one', async () => {
    const id = await shop.client.sale();
    const page = await send(`${system.run.api}/checkout/${id}?channel=mobile_sdk`);
    const [, address] = /"([^"]*\/pay-by\/google_pay\/[^"]*)"/u.exec(page.text) ?? [];
    const fields = { form_id: id, asked: 'KWD 12.340', sheet_total: 'KWD 12.340' };
    const paid = await send((address ?? '').replaceAll('&amp;', '&'), {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ ...fields, payload: JSON.stringify(googlePayload()) }),
    });
    assert.equal(paid.body['approved'], true, paid.text);
    const { attempts } = await transactionOf(system, id);
    assert.deepEqual(
      attempts.map(({ channel }) => channel),
      ['mobile_sdk'],
    );
  });

  it('is under way where its payload is kept and no attempt is known: the payer waits, and the checkout says then how it stands', async () => {
    const id = await shop.client.sale();
    const transaction = await transactionOf(system, id);
    const { submission } = await handedOverPress(
      { store: system.store, publicUrl: system.run.api },
      transaction,
      {
        wallet: 'google_pay',
        channel: 'hosted',
        total: kwd('12.340'),
        requestId: `device:${id}`,
      },
    );
    const { merchantId, sessionId } = transaction;
    const name = { merchantId, sessionId, referenceNumber: submission.referenceNumber };
    assert.ok(
      await system.store.devicePayloads.put(name, JSON.parse(JSON.stringify(googlePayload()))),
    );
    const waiting = await press(id, 'google_pay', {});
    assert.equal(waiting.status, 200);
    assert.doesNotMatch(waiting.text, /name="pg_code"/);
    assert.match(waiting.text, new RegExp(`http-equiv="refresh"[^>]*/checkout/${id}`));
    assert.deepEqual((await transactionOf(system, id)).attempts, []);
  });

  it('has in the other language the page that says why nothing can be paid any more', async () => {
    const id = await shop.client.sale();
    const canceled = await send(`${system.run.api}/checkout/${id}/cancel/`, { method: 'POST' });
    assert.equal(canceled.status, 303);
    const over = await press(id, 'apple_pay', {});
    assert.match(over.text, /This payment was canceled/);
    const arabic = /href="([^"]*lang=ar)"/.exec(over.text)?.[1] ?? '';
    assert.equal(arabic, `${system.run.api}/checkout/${id}/?lang=ar`);
    assert.match((await send(arabic)).text, /<html lang="ar"/);
  });

  it('is not charged the whole while a part is typed on our page', async () => {
    const other = await aShop(system, { payment_request: { enabled: true, amountEditable: true } });
    const id = await other.client.sale();
    const typed = { amount: '5', payload: JSON.stringify(googlePayload()) };
    const asked = await press(id, 'google_pay', typed, 'application/json');
    assert.deepEqual(asked.body, { refused: 'asked-changed' });
    const whole = await press(id, 'google_pay', { ...typed, amount: '12.34' }, 'application/json');
    assert.equal(whole.body['approved'], true, whole.text);
  });

  const nothing: readonly (readonly [string, string, Record<string, string>, number])[] = [
    ['a wallet that there is not', 'samsung_pay', {}, 404],
    ['another sum on the sheet', 'google_pay', { sheet_total: 'KWD 12.339' }, 409],
    ['another amount on the page', 'google_pay', { asked: 'KWD 1.000' }, 409],
    ['the payload of another wallet', 'apple_pay', {}, 200],
    ['what is no payload', 'google_pay', { payload: '{"apiVersion":' }, 200],
    [
      'a payload with a card number',
      'google_pay',
      { payload: JSON.stringify({ ...googlePayload(), email: '4539511619543489' }) },
      200,
    ],
    [
      'a site of another than Apple’s',
      'apple_pay/session',
      { validation_url: 'https://evil.example/' },
      400,
    ],
  ];
  for (const [name, path, fields, status] of nothing)
    it(`is paid by no press on our page with ${name}`, async () => {
      const id = await shop.client.sale();
      const payload = JSON.stringify(googlePayload());
      const asked = await press(id, path, { payload, ...fields }, 'application/json');
      const shown = await press(id, path, fields);
      assert.equal(shown.status, status, shown.text.slice(0, 200));
      assert.notEqual(asked.body['approved'], true);
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
    });
});

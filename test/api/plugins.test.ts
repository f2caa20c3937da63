import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import { SALE, send, textIn, TRANSACTIONS, type Json } from '../support/http.ts';
import { applePayload, googlePayload } from './device-wallets/support.ts';
import { anApiKey } from './support/another-merchant.ts';
import { goToNetwork, formOf } from './support/payer.ts';
import { transactionOf } from './support/records.ts';
import { aShop } from './support/shop.ts';

describe('the settings of a plugin', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });

  it('close it to programs: then it does not exist for them', async () => {
    const shop = await aShop(system, { payment_request: { enabled: true, apiAccess: false } });
    const answer = await shop.client.create(SALE);
    assert.equal(answer.status, 404, answer.text);
    assert.equal(answer.body['code'], 'not_found');
    assert.equal((await shop.client.create({ ...SALE, type: 'e_commerce' })).status, 201);
  });

  it('open it to some addresses only', async () => {
    const elsewhere = await aShop(system, {
      payment_request: { enabled: true, allowedNetworks: ['192.0.2.0/24'] },
    });
    const refused = await elsewhere.client.create(SALE);
    assert.equal(refused.status, 403, refused.text);
    assert.equal(refused.body['code'], 'permission_denied');
    const here = await aShop(system, {
      payment_request: { enabled: true, allowedNetworks: ['192.0.2.0/24', '127.0.0.1'] },
    });
    assert.equal((await here.client.create(SALE)).status, 201);
  });

  it('give the currency that a request leaves out, and only then', async () => {
    const { currency_code: _currency, ...sale } = SALE;
    const shop = await aShop(system, { payment_request: { enabled: true, currency: 'SAR' } });
    const answer = await shop.client.create({ ...sale, amount: '12.34' });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.body['currency_code'], 'SAR');
    assert.equal((await shop.client.create(SALE)).body['currency_code'], 'KWD');
    const none = await aShop(system);
    assert.deepEqual((await none.client.create(sale)).body, {
      currency_code: ['This field is required.'],
    });
  });

  it('let the payer pay only after consent to the terms, by the link of a method too', async () => {
    const shop = await aShop(system, {
      payment_request: {
        enabled: true,
        disclaimer: { en: 'All sales are final.', ar: 'لا تُردّ المبيعات.' },
        terms: { text: { en: 'Our rules', ar: 'شروطنا' }, url: 'https://shop.example.test/terms' },
      },
    });
    const id = await shop.client.sale();
    const page = `${system.run.api}/checkout/${id}`;
    const shown = await send(`${page}?lang=ar`);
    assert.match(shown.text, /لا تُردّ المبيعات\./);
    assert.match(shown.text, /شروطنا/);
    const linked = await send(`${page}/pay/sandbox/`);
    assert.equal(linked.status, 200);
    assert.match(linked.text, /name="terms"/);
    const formId = await formOf(system, id);
    const press = (more: Record<string, string>) =>
      send(`${page}/pay/`, {
        method: 'POST',
        body: new URLSearchParams({ form_id: formId, pg_code: 'sandbox', ...more }),
      });
    const refused = await press({});
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Please accept the terms first/);
    assert.equal((await transactionOf(system, id)).attempts.length, 0);
    const paying = await press({ terms: 'yes' });
    assert.equal(paying.status, 303, paying.text);
  });

  it('let the payer’s own program pay only after consent, by each of its doors', async () => {
    const text = { en: 'Our rules', ar: 'شروطنا' };
    const shop = await aShop(system, {
      payment_request: {
        enabled: true,
        disclaimer: { en: 'All sales are final.' },
        terms: { text, url: 'https://shop.example.test/terms' },
      },
    });
    const key = await anApiKey(system, { merchantId: shop.id, kind: 'public' });
    const ask = (path: string, body?: Json) =>
      send(`${system.run.api}/b/checkout/api/sdk/v1${path}`, {
        headers: { Authorization: `Api-Key ${key}`, 'Content-Type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
    const session_id = await shop.client.sale({ language: 'ar' });
    const { body: shown } = await ask(`/pymt-txn/submit/${session_id}/`);
    assert.equal(shown['disclaimer'], 'All sales are final.');
    assert.deepEqual(shown['terms'], {
      text: text.ar,
      label: 'أوافق على ما يلي: شروطنا',
      url: 'https://shop.example.test/terms',
      url_label: 'اقرأ الشروط (تُفتح في علامة تبويب جديدة)',
    });
    const doors: readonly (readonly [string, Json])[] = [
      [`/submit/${session_id}/`, { pg_code: 'sandbox' }],
      [`/submit/${session_id}/`, { pg_code: 'sandbox', card_reference: 'tok_1' }],
      ['/submit-token/', { session_id, token: 'tok_1' }],
      ['/apay/pay/', { session_id, apple_pay_payload: { token: applePayload() } }],
      ['/gpay/pay/', { session_id, google_pay_payload: googlePayload() }],
    ];
    for (const [path, body] of doors)
      for (const more of [{}, { terms_accepted: false }]) {
        const refused = await ask(path, { ...body, ...more });
        assert.deepEqual(
          [refused.status, Object.keys(refused.body)],
          [400, ['terms_accepted']],
          refused.text,
        );
      }
    assert.deepEqual((await transactionOf(system, session_id)).attempts, []);
    for (const [path, body] of doors.slice(3)) {
      const id = await shop.client.sale();
      const paid = await ask(path, { ...body, session_id: id, terms_accepted: true });
      assert.deepEqual([paid.status, paid.body['approved']], [200, true], paid.text);
    }
  });

  it('give way to what the unit of a payment says on its page', async () => {
    const shop = await aShop(system, {
      payment_request: { enabled: true, disclaimer: { en: 'All sales are final.' } },
    });
    await system.store.units.put({
      merchantId: shop.id,
      code: 'salmiya',
      name: 'Salmiya',
      overrides: {
        disclaimer: { en: 'Return it within a week.' },
        terms: { text: { en: 'Rules of Salmiya' } },
      },
    });
    const page = async (more: object) =>
      (await send(`${system.run.api}/checkout/${await shop.client.sale({ ...more })}`)).text;
    const ofUnit = await page({ unit_code: 'salmiya' });
    assert.match(ofUnit, /Return it within a week\./);
    assert.match(ofUnit, /Rules of Salmiya/);
    assert.doesNotMatch(ofUnit, /All sales are final/);
    const plain = await page({});
    assert.match(plain, /All sales are final\./);
    assert.doesNotMatch(plain, /Rules of Salmiya/);
  });

  it('of a merchant that was stored before there were all of them change nothing', async () => {
    const shop = await aShop(system);
    const kept = await system.store.merchants.find(shop.id);
    assert.ok(kept);
    const { e_commerce, payment_request } = kept.plugins;
    await shop.set({ plugins: { e_commerce, payment_request } });
    await goToNetwork(system, await shop.client.sale());
    const old = await shop.client.call('POST', '/pos/crt/', { amount: '1' });
    assert.equal(old.status, 404);
  });
});

describe('a merchant that is paused', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });

  it('creates nothing: 423, before the body is looked at and after the key', async () => {
    const shop = await aShop(system, {}, { paused: true });
    for (const path of [TRANSACTIONS, '/pos/crt/', '/pos/d/crt/']) {
      const answer = await shop.client.call('POST', path, {});
      assert.equal(answer.status, 423, `${path}: ${answer.text}`);
      assert.equal(answer.body['code'], 'locked');
    }
    assert.equal((await shop.client.raw('{"broken')).status, 423);
    const stranger = await send(`${system.run.api}${TRANSACTIONS}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    assert.equal(stranger.status, 401);
  });

  it('can read and change what there is, and payers are told and cannot pay', async () => {
    const shop = await aShop(system);
    const id = await shop.client.sale();
    const delivered = await shop.client.sale({
      capture_delivery_address: true,
      capture_delivery_location: true,
    });
    const formId = await formOf(system, id);
    await shop.set({ paused: true });
    assert.equal((await shop.client.read(id)).status, 200);
    assert.equal((await shop.client.patch(id, { order_no: 'P-1' })).status, 200);
    const at = `${system.run.api}/checkout/${id}`;
    const pages = [
      await send(at),
      await send(`${at}/pay/`, {
        method: 'POST',
        body: new URLSearchParams({ form_id: formId, pg_code: 'sandbox' }),
      }),
      await send(`${at}/pay/sandbox/`),
      await send(`${system.run.api}/checkout/${delivered}/delivery/`),
    ];
    for (const { status, text: html } of pages) {
      assert.equal(status, 503);
      assert.match(html, /Payments are paused/);
    }
    assert.equal((await transactionOf(system, id)).attempts.length, 0);
    await shop.set({});
    await goToNetwork(system, id);
  });

  it('takes no cash, by whatever address its server says so', async () => {
    const shop = await aShop(system);
    const id = await shop.client.sale({ pg_codes: ['cash'] });
    await shop.set({ paused: true });
    for (const path of ['/b/pbl/v2/payment/cash/', '/b/pbl/v2/cash-payment/']) {
      const answer = await shop.client.call('POST', path, { session_id: id });
      assert.deepEqual([answer.status, answer.body['code']], [423, 'locked'], answer.text);
    }
    assert.equal((await transactionOf(system, id)).attempts.length, 0);
    await shop.set({});
    const answer = await shop.client.call('POST', '/b/pbl/v2/payment/cash/', { session_id: id });
    assert.equal(answer.body['result'], 'cod', answer.text);
  });

  it('shows the payer what was paid before', async () => {
    const shop = await aShop(system);
    const answer = await shop.client.create({ ...SALE, pg_codes: ['cash'] });
    const id = textIn(answer.body, 'session_id');
    const formId = await formOf(system, id);
    await send(`${system.run.api}/checkout/${id}/pay/`, {
      method: 'POST',
      body: new URLSearchParams({ form_id: formId, pg_code: 'cash' }),
    });
    await shop.set({ paused: true });
    const page = await send(`${system.run.api}/b/checkout/result/${id}/`);
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /in cash/);
  });
});

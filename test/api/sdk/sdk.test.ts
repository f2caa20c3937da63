import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { theSystem, type System } from '../../support/system.ts';
import {
  merchantAt,
  part,
  rows,
  SALE,
  send,
  textIn,
  until,
  type Answer,
  type Json,
  type MerchantClient,
} from '../../support/http.ts';
import { codeOf } from '../../support/builders.ts';
import { close, listen } from '../../transports/support/listen.ts';
import { gate } from '../../workflows/support/lines.ts';
import { anApiKey, anotherMerchant } from '../support/another-merchant.ts';
import { sandboxNetworkOf, paymentIdIn } from '../support/network.ts';
import { formOf, pressPayButton, returnAddress } from '../support/payer.ts';
import { eventsOf, messagesTo, transactionOf, untilState } from '../support/records.ts';
import { aShop } from '../support/shop.ts';

const SDK = '/b/checkout/api/sdk/v1';

/** Every call about a transaction. */
const pathsOf = (id: string): readonly (readonly [string, string, Json?])[] => [
  ['GET', `/pymt-txn/submit/${id}/`],
  ['GET', `/concur-payer-view/${id}/`],
  ['POST', `/submit/${id}/`, { pg_code: 'sandbox' }],
  ['POST', `/cancel/${id}/`, { operation: 'cancel' }],
  ['POST', `/pre-payment-option-check/${id}/`, { pg_code: 'sandbox' }],
];

/** What a billing says of a figure. */
const figureOf = (billing: unknown, name: string, what: string) =>
  textIn(part(part({ billing }, 'billing'), name), what);

/** A word that no field but this one has. */
const secret = (name: string) => `secret-${name}-${randomBytes(4).toString('hex')}`;

describe("what a payer's program may ask", () => {
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
  });

  interface Asking {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  const ask = (path: string, init: Asking = {}, key = system.run.keys.public) =>
    send(`${system.run.api}${SDK}${path}`, {
      ...init,
      headers: { Authorization: `Api-Key ${key}`, ...init.headers },
    });
  const read = (id: string) => ask(`/pymt-txn/submit/${id}/`);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const submit = (id: string, body: unknown, headers = {}) => post(`/submit/${id}/`, body, headers);
  const cancel = (id: string) => post(`/cancel/${id}/`, { operation: 'cancel' });

  /** Where the read sends the payer, once the merchant has answered. */
  const sentBackTo = (id: string): Promise<string> =>
    until('the merchant has answered', async () => {
      const url = part((await read(id)).body, 'response')['redirect_url'];
      return typeof url === 'string' && url;
    });

  const call = ([method, path, body]: readonly [string, string, Json?], key: string) =>
    ask(
      path,
      {
        method,
        headers: { 'Content-Type': 'application/json', Origin: 'https://shop.example.com' },
        ...(body && { body: JSON.stringify(body) }),
      },
      key,
    );

  /** Submits by card and pays at the network. */
  const pay = async (id: string, more: Json = {}): Promise<void> => {
    const answer = await submit(id, { pg_code: 'sandbox', ...more });
    assert.equal(answer.status, 200, answer.text);
    await network.pay(paymentIdIn(textIn(answer.body, 'redirect_url')));
    await untilState(system, id, 'paid');
  };

  describe('the transaction', () => {
    it('says what a part of the amount costs, where the payer may choose it', async () => {
      const open = await aShop(system, {
        payment_request: { enabled: true, amountEditable: true },
      });
      const key = await anApiKey(system, { merchantId: open.id, kind: 'public' });
      const id = await open.client.sale({ pg_codes: ['sandbox-fee'] });
      const costs = (amount: string) =>
        ask(`/pymt-txn/submit/${id}/?${new URLSearchParams({ amount })}`, {}, key);
      const { body } = await costs('4');
      assert.equal(body['amount'], '12.340', 'the whole stays what it is');
      for (const billing of [body['billing'], rows(body, 'payment_methods')[0]?.['billing']])
        assert.deepEqual(
          ['sub_total', 'fee', 'amount'].map((name) => figureOf(billing, name, 'display')),
          ['KWD 4.000', 'KWD 0.100', 'KWD 4.100'],
        );
      // A wallet of the device pays all of it, so its sheet shows all of it.
      const walletId = await open.client.sale({ pg_codes: ['sandbox'] });
      for (const query of ['', '?amount=4']) {
        const sheet = await ask(`/pymt-txn/submit/${walletId}/${query}`, {}, key);
        assert.deepEqual(
          rows(sheet.body, 'payment_services').map((one) => one['amount'] ?? one['total_price']),
          ['12.340', '12.340'],
        );
      }
      for (const wrong of ['0', '12.341', 'x', '4.0001'])
        assert.equal((await costs(wrong)).status, 400, wrong);
      const fixed = await merchant.sale();
      const untouched = await ask(`/pymt-txn/submit/${fixed}/?amount=4`, {});
      assert.equal(figureOf(untouched.body['billing'], 'amount', 'value'), '12.340');
    });

    it('is given in its own shape, and a first look makes it pending', async () => {
      const id = await merchant.sale({ customer_id: 'c-1', customer_phone: '+96550000001' });
      const { status, body } = await read(id);
      assert.equal(status, 200);
      const { expiresAt } = await transactionOf(system, id);
      const { expiration_time, billing, payment_methods, response, cancel_url, ...others } = body;
      const { payment_services, ...rest } = others;
      assert.deepEqual(rest, {
        session_id: id,
        type: 'payment_request',
        state: 'pending',
        operation: 'purchase',
        amount: '12.340',
        amount_display: 'KWD 12.340',
        currency_code: 'KWD',
        payment_type: 'one_off',
        language: 'en',
        customer_id: 'c-1',
        customer_phone: '+96550000001',
        is_amount_editable: false,
        cards: [],
        flex_methods: [],
        wallets: [],
        sdk_studio: {},
      });
      assert.equal(Date.parse(String(expiration_time)), Math.floor(expiresAt / 1000) * 1000);
      assert.deepEqual(response, {});
      assert.equal(cancel_url, `${system.run.api}${SDK}/cancel/${id}/`);
      assert.ok(billing && payment_methods && payment_services);
      await untilState(system, id, 'pending');
    });

    it('has its methods with where to submit them, in the language of the transaction', async () => {
      const id = await merchant.sale({ language: 'ar', pg_codes: ['sandbox-fee', 'sandbox'] });
      const { body } = await read(id);
      const [first, second] = rows(body, 'payment_methods');
      assert.ok(first && second);
      assert.equal(first['name'], 'بطاقة مع رسوم خدمة');
      assert.equal(first['submit_url'], `${system.run.api}${SDK}/submit/${id}/`);
      assert.deepEqual([first['can_save_card'], first['flow']], [false, 'redirect']);
      assert.deepEqual(part(part(first, 'billing'), 'amount'), {
        display: '12.649 د.ك',
        value: '12.649',
        currency_code: 'KWD',
        label: 'الإجمالي',
      });
      assert.equal(part(part(second, 'billing'), 'fee')['value'], '0.000');
    });

    it('is what include_sdk_setup_preload gives, in every answer to the merchant', async () => {
      const preload = { include_sdk_setup_preload: true };
      const created = await merchant.create({ ...SALE, ...preload });
      const id = textIn(created.body, 'session_id');
      const given = part(created.body, 'sdk_setup_preload_payload');
      assert.equal(given['state'], 'created');
      const answers = [
        await merchant.call('GET', `/b/checkout/v1/pymt-txn/${id}/?include_sdk_setup_preload=true`),
        await merchant.patch(id, preload),
        await merchant.put(id, { ...SALE, ...preload }),
      ];
      for (const { body } of answers)
        assert.deepEqual(part(body, 'sdk_setup_preload_payload'), given);
      assert.equal((await transactionOf(system, id)).state, 'created');
      const { body } = await read(id);
      assert.deepEqual({ ...body, state: 'created' }, given);
      const without = await merchant.read(id);
      assert.equal('sdk_setup_preload_payload' in without.body, false);
    });

    it('becomes pending when a program says that the payer sees it', async () => {
      const id = await merchant.sale();
      const answer = await ask(`/concur-payer-view/${id}/`);
      assert.deepEqual([answer.status, answer.text], [204, '']);
      await untilState(system, id, 'pending');
      const heard = await messagesTo(system, id);
      assert.equal((await ask(`/concur-payer-view/${id}/`)).status, 204);
      assert.equal(await messagesTo(system, id), heard, 'A run hears only so much.');
    });

    it('tells after payment how it ended, and where the payer goes', async () => {
      const id = await merchant.sale({
        order_no: 'sdk-1',
        redirect_url: 'https://shop.example.com/thanks',
      });
      await pay(id);
      const response = part((await read(id)).body, 'response');
      assert.equal(response['status'], 'success');
      assert.equal(response['message'], 'Payment successful: KWD 12.340');
      assert.equal(response['form_of_payment'], 'redirect');
      assert.equal(response['order_no'], 'sdk-1');
      assert.match(textIn(response, 'redirect_url'), /^https:\/\/shop\.example\.com\/thanks\?/);
      const gateway = part(response, 'payment_gateway_info');
      assert.deepEqual([gateway['pg_code'], gateway['pg_name']], ['sandbox', 'sandbox']);
      assert.equal(part(gateway, 'pg_response')['status'], 'CAPTURED');
    });

    it('tells of a payment that was declined as of one that was canceled', async () => {
      const id = await merchant.sale({ redirect_url: 'https://shop.example.com/thanks' });
      const answer = await submit(id, { pg_code: 'sandbox' });
      await network.cancel(paymentIdIn(textIn(answer.body, 'redirect_url')));
      await untilState(system, id, 'attempted');
      const response = part((await read(id)).body, 'response');
      assert.equal(response['status'], 'canceled');
      assert.equal('redirect_url' in response, false);
    });

    it('is refused once its time is over', async () => {
      const id = await merchant.sale({ expiration_time: '00:00:01' });
      await untilState(system, id, 'expired');
      for (const answer of [
        await read(id),
        await submit(id, { pg_code: 'sandbox' }),
        await cancel(id),
      ]) {
        assert.equal(answer.status, 400);
        assert.equal(answer.body['code'], 'invalid_state');
        assert.match(String(answer.body['detail']), /has expired; ask the merchant for a new one/u);
      }
    });

    it('is not told to have expired where it ended otherwise before its time was over', async () => {
      const id = await merchant.sale({ expiration_time: '00:00:02' });
      const { expiresAt } = await transactionOf(system, id);
      assert.equal((await cancel(id)).status, 200);
      await until('its time is over', async () => Date.now() >= expiresAt);
      for (const answer of [await submit(id, { pg_code: 'sandbox' }), await cancel(id)]) {
        assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_state']);
        const detail = 'The transaction is canceled and can no longer be paid.';
        assert.equal(answer.body['detail'], detail);
      }
    });
  });

  describe('who asks', () => {
    it('may have the private key, too', async () => {
      const id = await merchant.sale();
      const answer = await ask(`/pymt-txn/submit/${id}/`, {}, system.run.keys.private);
      assert.equal(answer.status, 200);
    });

    it('is told to revoke a private key that a page has sent, and gets nothing', async () => {
      const id = await merchant.sale();
      for (const path of pathsOf(id)) {
        const answer = await call(path, system.run.keys.private);
        assert.deepEqual(
          [answer.status, answer.body['code']],
          [403, 'private_key_in_browser'],
          path[1],
        );
        assert.match(textIn(answer.body, 'detail'), /Revoke it now/);
        assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      }
      assert.equal((await transactionOf(system, id)).state, 'created');
    });

    it('gets nothing without a key, by a wrong one, or of another merchant', async () => {
      const { client } = await anotherMerchant(system);
      const theirs = await client.sale();
      const own = await merchant.sale();
      for (const path of pathsOf(own))
        assert.equal((await call(path, 'wrong')).status, 401, path[1]);
      for (const path of [...pathsOf(theirs), ...pathsOf('0'.repeat(40)), ...pathsOf('x')])
        assert.equal((await call(path, system.run.keys.public)).status, 404, path[1]);
      assert.equal((await transactionOf(system, theirs)).state, 'created');
    });

    it('may read from any page, with any answer, and sends no cookies', async () => {
      const id = await merchant.sale();
      const answers = [
        ...(await Promise.all(pathsOf(id).map((path) => call(path, 'wrong')))),
        ...(await Promise.all(pathsOf('x').map((path) => call(path, system.run.keys.public)))),
        await call(['POST', `/submit/${id}/`, {}], system.run.keys.public),
        await read(id),
      ];
      for (const { headers } of answers) {
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('access-control-allow-credentials'), null);
      }
    });

    for (const path of ['/submit/x/', '/cancel/x', '/pymt-txn/submit/x/'])
      it(`is told before asking what ${path} takes`, async () => {
        const {
          status,
          headers,
          text: body,
        } = await send(`${system.run.api}${SDK}${path}`, {
          method: 'OPTIONS',
          headers: {
            Origin: 'https://shop.example.com',
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'authorization, content-type',
          },
        });
        assert.deepEqual([status, body], [204, '']);
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('access-control-allow-methods'), 'GET, POST, DELETE');
        assert.match(
          headers.get('access-control-allow-headers') ?? '',
          /Authorization.*Content-Type/,
        );
      });

    it('may read nothing else from another page', async () => {
      const id = await merchant.sale();
      for (const path of [`/b/checkout/v1/pymt-txn/${id}/`, `/checkout/${id}`]) {
        const { headers } = await send(`${system.run.api}${path}`, {
          headers: { Origin: 'https://shop.example.com' },
        });
        assert.equal(headers.get('access-control-allow-origin'), null);
      }
    });
  });

  describe('a submission', () => {
    it('gives the page of the network, and the same one to a second press', async () => {
      const id = await merchant.sale();
      const [first, second] = await Promise.all([
        submit(id, { pg_code: 'sandbox' }),
        submit(id, { pg_code: 'sandbox', channel: 'web_sdk' }),
      ]);
      assert.equal(first.status, 200, first.text);
      assert.deepEqual(Object.keys(first.body), ['status', 'message', 'redirect_url']);
      assert.equal(first.body['status'], 'success');
      assert.ok(textIn(first.body, 'redirect_url').startsWith(system.run.simulator));
      assert.equal(second.body['redirect_url'], first.body['redirect_url']);
      assert.equal((await transactionOf(system, id)).attempts.length, 1);
    });

    it('is answered once for one Idempotency-Key', async () => {
      const id = await merchant.sale();
      const headers = { 'Idempotency-Key': randomBytes(8).toString('hex') };
      const first = await submit(id, { pg_code: 'sandbox' }, headers);
      const again = await submit(id, { pg_code: 'sandbox' }, headers);
      assert.deepEqual(again.body, first.body);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
    });

    it('keeps the further number of the payer', async () => {
      const id = await merchant.sale();
      await submit(id, { pg_code: 'sandbox', customer_additional_phone: '+96550000002' });
      const { customer, attempts } = await transactionOf(system, id);
      assert.equal(customer.phone2, '+96550000002');
      assert.equal(attempts[0]?.channel, 'web_sdk');
    });

    it('of an app ends where its web view closes itself', async () => {
      const id = await merchant.sale({ redirect_url: 'https://shop.example.com/thanks' });
      await pay(id, { channel: 'mobile_sdk' });
      const address = await returnAddress(system, id);
      const back = await until('the notice is answered', async () => {
        const answer = await send(address);
        return answer.status === 303 && answer;
      });
      const marker = `${system.run.api}/b/gw/mobile-sdk-redirect?session_id=${id}`;
      assert.equal(back.headers.get('location'), marker);
      const page = await send(marker);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(`/b/checkout/result/${id}/`));
    });

    it('leads to our page where there is no network', async () => {
      const id = await merchant.sale({ pg_codes: ['cash'] });
      const answer = await submit(id, { pg_code: 'cash' });
      assert.match(textIn(answer.body, 'redirect_url'), /\/b\/gw\/return\//);
      await untilState(system, id, 'cod');
      const response = part((await read(id)).body, 'response');
      assert.deepEqual(
        [response['status'], response['message']],
        ['success', 'Pay KWD 12.340 in cash'],
      );
      const order = { operation: 'cancel', session_id: id };
      assert.equal((await merchant.call('POST', '/b/pbl/v2/operation/', order)).status, 200);
      const canceled = part((await read(id)).body, 'response');
      assert.deepEqual(
        [canceled['status'], canceled['message'], canceled['redirect_url']],
        ['canceled', 'This payment was canceled', undefined],
      );
    });

    const refused: readonly (readonly [string, Json, string])[] = [
      ['without a method', {}, 'pg_code'],
      ['with a method of others', { pg_code: 'sandbox-fee' }, 'pg_code'],
      ['with a method that is none', { pg_code: 'a b' }, 'pg_code'],
      ['with an amount of its own', { pg_code: 'sandbox', amount: '1.000' }, 'amount'],
      ['with a card to keep', { pg_code: 'sandbox', save_card: true }, 'save_card'],
      ['from nowhere', { pg_code: 'sandbox', channel: 'telepathy' }, 'channel'],
      [
        'with a long number',
        { pg_code: 'sandbox', customer_additional_phone: '1'.repeat(17) },
        'customer_additional_phone',
      ],
      [
        'with a number without digits',
        { pg_code: 'sandbox', customer_additional_phone: 'call me' },
        'customer_additional_phone',
      ],
      [
        'with a card number',
        { pg_code: 'sandbox', card_number: '4111111111111111' },
        'card_number',
      ],
    ];
    for (const [what, body, field] of refused)
      it(`is refused ${what}`, async () => {
        const id = await merchant.sale();
        const answer = await submit(id, body);
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(Object.keys(answer.body), [field]);
        assert.deepEqual((await transactionOf(system, id)).attempts, []);
      });

    it('takes a card that was typed in the frame of its network, and no reference where there is none', async () => {
      const id = await merchant.sale({ pg_codes: ['sandbox-inline', 'sandbox'] });
      const [inline, plain] = rows((await read(id)).body, 'payment_methods');
      const frame = `${system.run.simulator}/card?account=sandbox-inline`;
      assert.deepEqual([inline?.['card_url'], plain?.['card_url']], [frame, undefined]);
      for (const [pg_code, card_reference] of [
        ['sandbox', 'crd_1'],
        ['sandbox-inline', '4242 4242 4242 4242'],
        ['sandbox-inline', '4242424242424242'],
        ['sandbox-inline', 'crd 1'],
      ]) {
        const answer = await submit(id, { pg_code, card_reference });
        assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['card_reference']]);
      }
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
      // One that the network does not know is a decline: the payer may type the card again.
      const declined = await submit(id, { pg_code: 'sandbox-inline', card_reference: 'crd_1' });
      assert.deepEqual(
        [declined.status, declined.body['status'], declined.body['form_of_payment']],
        [200, 'canceled', 'card_onsite'],
        declined.text,
      );
    });

    it('charges no other total than the payer was shown, fee and part included', async () => {
      const open = await aShop(system, {
        payment_request: { enabled: true, amountEditable: true },
      });
      const fixed = await merchant.sale({ pg_codes: ['sandbox-inline', 'sandbox'] });
      await merchant.patch(fixed, { amount: '15.000' });
      const frame = { pg_code: 'sandbox-inline', card_reference: 'crd_1' };
      for (const body of [frame, { pg_code: 'sandbox' }])
        for (const total of ['12.340', '15.001', 'all']) {
          const answer = await submit(fixed, { ...body, total });
          assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['total']]);
          assert.match(answer.text, /KWD 15\.000 is to be paid now/);
        }
      assert.deepEqual((await transactionOf(system, fixed)).attempts, []);
      const shown = await submit(fixed, { pg_code: 'sandbox', total: '15.000' });
      assert.equal(shown.status, 200, shown.text);
      const part = await open.client.sale({ pg_codes: ['sandbox-fee'] });
      const pressed = (total: string) =>
        open.client.call('POST', `${SDK}/submit/${part}/`, {
          pg_code: 'sandbox-fee',
          amount: '4',
          total,
        });
      assert.equal((await pressed('4.000')).status, 400);
      assert.equal((await pressed('4.100')).status, 200);
    });

    it('is refused to what is paid, and the read tells that it is', async () => {
      const id = await merchant.sale();
      await pay(id);
      const { status, body } = await submit(id, { pg_code: 'sandbox' });
      assert.deepEqual([status, body['code']], [400, 'invalid_state']);
      assert.equal((await read(id)).body['state'], 'paid');
    });
  });

  describe('a cancellation', () => {
    it('gives the callback, tells the merchant, and ends the transaction', async () => {
      const id = await merchant.sale({
        webhook_url: `${system.run.demo}/webhooks`,
        order_no: 'c-1',
        redirect_url: 'https://shop.example.com/thanks',
      });
      const { status, body } = await cancel(id);
      assert.equal(status, 200);
      assert.deepEqual(
        [body['status'], body['session_id'], body['order_no']],
        ['canceled', id, 'c-1'],
      );
      assert.equal((await transactionOf(system, id)).state, 'canceled');
      assert.match(await sentBackTo(id), /^https:\/\/shop\.example\.com\/thanks\?/);
      assert.equal((await eventsOf(system, id)).length, 1);
      assert.equal(part((await read(id)).body, 'response')['status'], 'canceled');
      assert.equal((await cancel(id)).status, 400);
    });

    it('sends the payer nowhere while the merchant has not answered', async () => {
      const answered = gate();
      const shop = createServer((_, response) => {
        void answered.passed.then(() => response.end());
      });
      const id = await merchant.sale({
        webhook_url: `http://127.0.0.1:${await listen(shop)}/`,
        redirect_url: 'https://shop.example.com/thanks',
      });
      const { status, body } = await cancel(id);
      assert.deepEqual(
        [status, body['status'], body['redirect_url']],
        [200, 'canceled', undefined],
      );
      answered.open();
      assert.match(await sentBackTo(id), /^https:\/\/shop\.example\.com\/thanks\?/);
      await close(shop);
    });

    it('has to say what it is', async () => {
      const id = await merchant.sale();
      for (const body of [{}, { operation: 'refund' }]) {
        const answer = await post(`/cancel/${id}/`, body);
        assert.deepEqual(Object.keys(answer.body), ['operation']);
      }
      assert.equal((await transactionOf(system, id)).state, 'created');
    });
  });

  it('is told whether a method may be offered', async () => {
    const id = await merchant.sale();
    const option = (code: string): Promise<Answer> =>
      post(`/pre-payment-option-check/${id}/`, { pg_code: code });
    assert.deepEqual((await option('sandbox')).body, { is_available: true });
    assert.deepEqual(Object.keys((await option('elsewhere')).body), ['pg_code']);
    await cancel(id);
    assert.deepEqual((await option('sandbox')).body, { is_available: false });
  });

  it('is told of a single method that its account is switched off, and of none while payments are paused', async () => {
    const shop = await aShop(system);
    const key = await anApiKey(system, { merchantId: shop.id, kind: 'public' });
    const id = await shop.client.sale({ pg_codes: ['sandbox', 'cash'] });
    const option = async (code: string): Promise<unknown> => {
      const path = `/pre-payment-option-check/${id}/`;
      const { body } = await call(['POST', path, { pg_code: code }], key);
      return body['is_available'];
    };
    const opened = await system.store.gatewayAccounts.open(shop.id, codeOf('sandbox'));
    assert.ok(opened);
    const { account, settings } = opened;
    await system.store.gatewayAccounts.put({ ...account, active: false }, { ...settings });
    assert.deepEqual([await option('sandbox'), await option('cash')], [false, true]);
    await system.store.gatewayAccounts.put(account, { ...settings });
    assert.equal(await option('sandbox'), true);
    await shop.set({ paused: true });
    assert.deepEqual([await option('sandbox'), await option('cash')], [false, false]);
  });

  it('is offered no method whose account is switched off, and a press of it begins nothing, but for what is under way', async () => {
    const shop = await aShop(system, {
      payment_request: { enabled: true, amountEditable: true },
    });
    const key = await anApiKey(system, { merchantId: shop.id, kind: 'public' });
    const saleOf = () =>
      shop.client.sale({
        pg_codes: ['sandbox', 'cash'],
        can_have_multiple_attempts: false,
        customer_id: 'c-1',
      });
    const [id, begun] = [await saleOf(), await saleOf()];
    const offered = async (session: string) => {
      const { body } = await call(['GET', `/pymt-txn/submit/${session}/`], key);
      const services = rows(body, 'payment_services');
      return [
        ...rows(body, 'payment_methods').map(({ code }) => code),
        ...services.map(({ code }) => code),
      ];
    };
    const press = (session: string, more: Json = {}) =>
      call(['POST', `/submit/${session}/`, { pg_code: 'sandbox', ...more }], key);
    const page = await press(begun);
    assert.equal(page.body['status'], 'success', page.text);
    assert.deepEqual(await offered(id), ['sandbox', 'cash', 'apple_pay', 'google_pay']);
    const formId = await formOf(system, id);
    const opened = await system.store.gatewayAccounts.open(shop.id, codeOf('sandbox'));
    assert.ok(opened);
    const { account, settings } = opened;
    await system.store.gatewayAccounts.put({ ...account, active: false }, { ...settings });

    assert.deepEqual(await offered(id), ['cash']);
    for (const refused of [await press(id), await press(begun, { amount: '1.000' })])
      assert.deepEqual(
        [refused.status, refused.body],
        [400, { pg_code: ['"sandbox" is not active.'] }],
      );
    const onOurPage = await pressPayButton(system, id, { formId, code: 'sandbox' });
    assert.equal(onOurPage.status, 400, onOurPage.text.slice(0, 300));
    const { state, attempts } = await transactionOf(system, id);
    assert.deepEqual([state, attempts], ['pending', []]);
    const again = await press(begun);
    assert.deepEqual([again.status, again.body], [page.status, page.body]);
  });

  describe('what stays between the merchant and us', () => {
    it('is in no answer, before and after payment', async () => {
      const hidden = {
        webhook_url: `https://shop.example.com/${secret('webhook')}`,
        redirect_url: `https://shop.example.com/${secret('redirect')}`,
        extra: { [secret('key')]: secret('extra') },
        email_recipients: [`${secret('recipient')}@example.com`],
        customer_email: `${secret('email')}@example.com`,
        customer_first_name: secret('first'),
        customer_last_name: secret('last'),
        customer_phone_2: '+96550001234',
        customer_birthdate: '1971-02-03',
        billing_address: { line1: secret('line'), city: secret('city'), country: 'KW' },
        shipping_address: {
          line1: secret('ship'),
          city: secret('town'),
          country: 'BH',
          first_name: secret('name'),
          last_name: secret('family'),
          email: `${secret('shipping')}@example.com`,
          phone: '+97350009876',
        },
        product_type: secret('product'),
        vendor_name: secret('vendor'),
        loyalty: { enabled: true, reference: secret('loyalty') },
        notifications: { email: ['paid'] },
        due_datetime: '2031-04-05T06:07:08Z',
      };
      const id = await merchant.sale({ ...hidden, attachment_upload_url: undefined });
      // Texts that no identifier, time or amount of ours can contain by chance.
      const secrets = [...textsIn(hidden)].filter((one) => !SHARED.has(one));
      assert.ok(secrets.length > 20);
      const leaks = (answer: Answer, allowed: readonly string[] = []) =>
        secrets.filter((one) => !allowed.includes(one) && answer.text.includes(one));
      assert.deepEqual(leaks(await read(id)), []);
      assert.deepEqual(leaks(await submit(id, {})), []);
      assert.deepEqual(leaks(await submit(id, { pg_code: 'sandbox' })), []);
      await network.pay(paymentIdIn((await transactionOf(system, id)).attempts[0]?.pageUrl ?? ''));
      await untilState(system, id, 'paid');
      assert.deepEqual(leaks(await read(id), [hidden.redirect_url]), []);
    });

    it('is in no field that nobody has decided to show', async () => {
      const id = await merchant.sale({
        customer_id: 'c',
        customer_phone: '1',
        order_no: 'o',
        card_acceptance_criteria: { min_expiry_time: 123 },
      });
      await pay(id);
      const { body } = await read(id);
      assert.deepEqual([...keysIn(body)].toSorted(), SHOWN);
    });
  });
});

/** Words that a payer knows from elsewhere, or that are no secret. */
const SHARED: ReadonlySet<string> = new Set(['KW', 'BH', 'paid']);

/** Every key of the public body after a payment, with what the sandbox network says of it. */
const BILLING = ['amount', 'fee', 'sub_total'].flatMap((figure) =>
  ['currency_code', 'display', 'label', 'value'].map((key) => `billing.${figure}.${key}`),
);
const SHOWN = [
  'session_id type state operation amount amount_display currency_code payment_type language customer_id customer_phone',
  'expiration_time is_amount_editable cards payment_services flex_methods wallets sdk_studio cancel_url',
  'response.status response.message response.form_of_payment response.challenge_occurred response.session_id',
  'response.order_no response.reference_number',
  'response.payment_gateway_info.pg_code response.payment_gateway_info.pg_name',
  ...[
    'amount',
    'auth_code',
    'currency',
    'id',
    'merchant_reference',
    'rrn',
    'status',
    'three_ds',
  ].map((key) => `response.payment_gateway_info.pg_response.${key}`),
  ...[
    'amount',
    'can_save_card',
    'code',
    'currency_code',
    'fee',
    'fee_description',
    'flow',
    'icon',
    'icons.svg',
  ].map((key) => `payment_methods.${key}`),
  ...['name', 'pg', 'redirect_url', 'submit_url', 'type'].map((key) => `payment_methods.${key}`),
  ...BILLING,
  ...BILLING.map((key) => `payment_methods.${key}`),
]
  .flatMap((line) => line.split(' '))
  .toSorted();

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      if (key.startsWith('secret-')) yield key;
      yield* textsIn(inner);
    }
}

/** The path of every key, without the places in lists. */
function keysIn(value: unknown, path = ''): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set(path === '' ? [] : [path]);
  const keys = Array.isArray(value)
    ? value.flatMap((inner) => [...keysIn(inner, path)])
    : Object.entries(value).flatMap(([key, inner]) => [
        ...keysIn(inner, path === '' ? key : `${path}.${key}`),
      ]);
  return new Set(keys.length > 0 ? keys : [path]);
}

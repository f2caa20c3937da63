import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { codeOf } from '../support/builders.ts';
import { EXPIRY } from '../../drills/networks/card-expiry.ts';
import { merchantAt, part, send, textIn, until, type Answer, type Json } from '../support/http.ts';
import type { MerchantClient } from '../support/http.ts';
import { theSystem, type System } from '../support/system.ts';
import { anApiKey } from '../api/support/another-merchant.ts';
import { applePayload, sandboxToken } from '../api/device-wallets/support.ts';
import { anUncodedAccount, CODED, keepLocked, saveCard } from '../api/support/cards.ts';
import { paymentIdIn, sandboxNetworkOf } from '../api/support/network.ts';
import { DEMO, transactionOf, untilState } from '../api/support/records.ts';
import { aReceiver, aShop } from '../api/support/shop.ts';
import { aCustomer, walletsOf } from '../api/wallet/support.ts';
import { anonymous, compare, type AnswerFixtures } from './support/fixtures.ts';

/** An account like the coded one, which asks for no security code. */
const FREE = 'fixture-vault';
const SHOP = 'https://shop.example.com/thanks';

const CARDS = {
  good: '4242424242424242',
  challenge: '4000000000003220',
  challengeDeclined: '4000008400001629',
  frictionless: '4000000000003055',
  poor: '4000000000009995',
  trouble: '4000000000000119',
  poorOnceSaved: '4000000000000341',
};

/** What a callback is told: of one outcome, by one kind of payment. */
interface Told {
  readonly name: string;
  readonly callback: 'success' | 'cancel' | 'error';
  readonly data: Json;
}

/** The files that the clients' own tests read (clients/fixtures) are what the API really answers. */
describe('the fixtures of the client libraries', function () {
  this.timeout(240_000);
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  let free: Awaited<ReturnType<typeof anUncodedAccount>>;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
    free = await anUncodedAccount(system, FREE);
  });
  after(() => free.close());

  const ask = (
    method: string,
    path: string,
    body?: Json,
    key = system.run.keys.public,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> =>
    send(`${system.run.api}/b/checkout/api/sdk/v1${path}`, {
      method,
      headers: {
        Authorization: `Api-Key ${key}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const read = async (id: string, key?: string): Promise<Json> => {
    const answer = await ask('GET', `/pymt-txn/submit/${id}/`, undefined, key);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const responseOf = async (id: string): Promise<Json> => part(await read(id), 'response');
  const ended = (id: string) =>
    until('how it ended', async () => {
      const response = await responseOf(id);
      return 'status' in response && response;
    });
  const submit = (id: string, body: Json) => ask('POST', `/submit/${id}/`, body);
  const charge = (session_id: string, token: string) =>
    ask('POST', '/submit-token/', { session_id, token });
  const payByApple = (session_id: string, token: Json = applePayload(), shown: Json = {}) =>
    ask('POST', '/apay/pay/', {
      session_id,
      code: 'sandbox',
      amount: '12.340',
      currency_code: 'KWD',
      ...shown,
      channel: 'mobile_sdk',
      apple_pay_payload: { token },
    });
  const preload = async (more: Json, client = merchant): Promise<Json> => {
    const { status, body, text } = await client.create({
      type: 'e_commerce',
      amount: '12.340',
      currency_code: 'KWD',
      pg_codes: ['sandbox', 'cash'],
      include_sdk_setup_preload: true,
      ...more,
    });
    assert.equal(status, 201, text);
    return part(body, 'sdk_setup_preload_payload');
  };
  const same = (file: AnswerFixtures, found: readonly object[]) =>
    compare(file, anonymous(found, system.run));

  it('have the payments as a merchant hands them on', async () => {
    const customer_id = `c-${randomUUID()}`;
    const card = {
      merchantId: DEMO,
      customerId: customer_id,
      pgCode: codeOf(CODED),
      gateway: 'Sandbox',
      sandbox: true,
      cvvRequired: true,
      autoDebit: true,
      agreements: [],
      brand: 'VISA',
      holder: 'Sara',
      lastFour: '1881',
      expiry: { year: 2098, month: 12 },
      createdAt: 1,
    };
    await system.store.cards.keep({ ...card, token: 'tok_coded', usedAt: 3 });
    await system.store.cards.keep({
      ...card,
      token: 'tok_late',
      lastFour: '0001',
      expiry: { year: 2025, month: 1 },
      usedAt: 2,
    });
    const locked = { ...card, pgCode: codeOf(FREE), cvvRequired: false, lastFour: '5100' };
    const kept = { ...locked, token: 'tok_locked', brand: 'MASTERCARD', usedAt: 1 };
    await keepLocked(system, kept, 'A-1');
    const rich = await walletsOf(system, { id: DEMO }).give(aCustomer(), '10.000');
    const richer = await walletsOf(system, { id: DEMO }).give(aCustomer(), '20.000');
    const editable = await aShop(system, { e_commerce: { enabled: true, amountEditable: true } });
    const declined = await merchant.sale();
    const { body } = await submit(declined, { pg_code: 'sandbox' });
    await network.pay(paymentIdIn(textIn(body, 'redirect_url')), { card_number: CARDS.poor });
    await untilState(system, declined, 'attempted');
    const paid = await merchant.sale({ pg_codes: ['cash'], redirect_url: SHOP });
    await submit(paid, { pg_code: 'cash' });
    await untilState(system, paid, 'cod');
    same('preloads', [
      { name: 'two methods', payload: await preload({ order_no: 'order-1' }) },
      { name: 'one method', payload: await preload({ pg_codes: ['sandbox'] }) },
      { name: 'a card to type', payload: await preload({ pg_codes: ['sandbox-inline'] }) },
      {
        name: 'a fee, in Arabic',
        payload: await preload({ pg_codes: ['sandbox-fee', 'sandbox'], language: 'ar' }),
      },
      {
        name: 'another currency, with its fee',
        payload: await preload({
          pg_codes: ['sandbox-abroad', 'sandbox'],
          amount: '1234.50',
          currency_code: 'SAR',
        }),
      },
      {
        name: 'saved cards: one with a security code, one of an agreement, one expired',
        payload: await preload({ customer_id, pg_codes: [CODED, FREE, 'sandbox'] }),
      },
      {
        name: 'a card to save',
        payload: await preload({
          customer_id: `c-${randomUUID()}`,
          payment_type: 'save_card',
          amount: '0',
          webhook_url: `${system.run.demo}/webhooks`,
          pg_codes: [CODED],
        }),
      },
      { name: 'a wallet for a part', payload: await preload({ customer_id: rich }) },
      { name: 'a wallet for all', payload: await preload({ customer_id: richer }) },
      { name: 'an amount to choose', payload: await preload({}, editable.client) },
      { name: 'declined before', payload: await read(declined) },
      { name: 'over', payload: await read(paid) },
    ]);
  });

  it('have what the callbacks are told of each outcome', async () => {
    const told: Told[] = [];
    const receiver = await aReceiver();
    const keep = (name: string, callback: Told['callback'], data: Json): void => {
      told.push({ name, callback, data });
    };
    const byPage = async (
      card_number: string,
      more: Json = {},
      pg_code = 'sandbox',
    ): Promise<Json> => {
      const id = await merchant.sale({
        order_no: 'order-1',
        redirect_url: SHOP,
        ...more,
        pg_codes: [pg_code],
      });
      const { body } = await submit(id, { pg_code });
      await network.pay(paymentIdIn(textIn(body, 'redirect_url')), { card_number });
      return ended(id);
    };
    keep('paid at the gateway', 'success', await byPage(CARDS.good));
    keep(
      'held at the gateway',
      'success',
      await byPage(CARDS.good, { language: 'ar' }, 'sandbox-hold'),
    );
    keep('paid at the gateway after a challenge', 'success', await byPage(CARDS.challenge));
    keep('paid at the gateway without a challenge', 'success', await byPage(CARDS.frictionless));
    keep('declined at the gateway', 'cancel', await byPage(CARDS.poor));
    keep(
      'declined at the gateway, in Arabic',
      'cancel',
      await byPage(CARDS.poor, { language: 'ar' }),
    );
    keep(
      'declined at the gateway after a challenge',
      'cancel',
      await byPage(CARDS.challengeDeclined),
    );
    keep('trouble at the gateway', 'error', await byPage(CARDS.trouble));
    keep(
      'trouble at the gateway, in Arabic',
      'error',
      await byPage(CARDS.trouble, { language: 'ar' }),
    );

    const left = await merchant.sale({ order_no: 'order-1' });
    const opened = await submit(left, { pg_code: 'sandbox' });
    await network.cancel(paymentIdIn(textIn(opened.body, 'redirect_url')));
    keep('canceled at the gateway', 'cancel', await ended(left));

    const stopped = await merchant.sale({ order_no: 'order-1' });
    const begun = await submit(stopped, { pg_code: 'sandbox' });
    const page = textIn(begun.body, 'redirect_url');
    const typed = { name: 'Sara', number: CARDS.challenge, expiry: EXPIRY, cvv: '123' };
    await send(page, { method: 'POST', body: new URLSearchParams(typed) });
    await network.cancel(paymentIdIn(page));
    keep('canceled at the gateway in a challenge', 'cancel', await ended(stopped));

    const cash = await merchant.sale({ pg_codes: ['cash'], redirect_url: SHOP });
    await submit(cash, { pg_code: 'cash' });
    keep('cash on delivery', 'success', await ended(cash));

    const cancel = async (more: Json): Promise<Json> => {
      const id = await merchant.sale({ order_no: 'order-1', redirect_url: SHOP, ...more });
      const { body } = await ask('POST', `/cancel/${id}/`, { operation: 'cancel' });
      if (!('webhook_url' in more)) return body;
      await until(
        'the answer of the webhook',
        async () => (await transactionOf(system, id)).notice?.status === 'delivered',
      );
      return responseOf(id);
    };
    keep('canceled by the payer', 'cancel', await cancel({}));
    keep(
      'canceled by the payer, and the webhook answered 200',
      'cancel',
      await cancel({ webhook_url: `${receiver.url}/canceled` }),
    );

    const customerId = `c-${randomUUID()}`;
    const free = (number?: string) =>
      saveCard(system, { customerId, code: FREE, ...(number !== undefined && { number }) });
    const [good, poor, asked] = [
      await free(),
      await free(CARDS.poorOnceSaved),
      await free(CARDS.challenge),
    ];
    const sell = (more: Json = {}) =>
      merchant.sale({
        customer_id: customerId,
        pg_codes: [FREE],
        order_no: 'order-1',
        redirect_url: SHOP,
        ...more,
      });
    keep('paid by a saved card', 'success', (await charge(await sell(), good.token)).body);
    keep('declined saved card', 'cancel', (await charge(await sell(), poor.token)).body);
    keep(
      'declined saved card, in Arabic',
      'cancel',
      (await charge(await sell({ language: 'ar' }), poor.token)).body,
    );
    const confirmed = await sell();
    const challenge = await charge(confirmed, asked.token);
    await send(`${textIn(challenge.body, 'redirect_url')}/challenge`, {
      method: 'POST',
      body: new URLSearchParams({ code: '123456' }),
    });
    keep('paid by a saved card after a challenge', 'success', await ended(confirmed));
    await receiver.close();
    same('callbacks', told);
  });

  it('have the answers to the calls', async () => {
    const customerId = `c-${randomUUID()}`;
    const asked = await saveCard(system, { customerId, code: FREE, number: CARDS.challenge });
    const good = await saveCard(system, { customerId, code: FREE });
    const sell = () => merchant.sale({ customer_id: customerId, pg_codes: [FREE] });
    const locked = await keepLocked(system, { ...good, token: `tok_${customerId}` }, 'A-1');
    const stranger = await aShop(system);
    const other = await anApiKey(system, { merchantId: stranger.id, kind: 'public' });
    const own = await merchant.sale();
    const over = await merchant.sale({ pg_codes: ['cash'] });
    await submit(over, { pg_code: 'cash' });
    const late = await merchant.sale({ expiration_time: '00:00:01' });
    await untilState(system, late, 'expired');
    const queued = await sell();
    await order({ fault: 'queued', on: ['charge'] });
    const pending = await charge(queued, good.token);
    await order();
    const [payment] = await network.paymentsOf(textIn(pending.body, 'reference_number'));
    const answers: readonly (readonly [name: string, answer: Answer])[] = [
      ['submitted', await submit(own, { pg_code: 'sandbox' })],
      ['a challenge of the bank', await charge(await sell(), asked.token)],
      ['undecided', pending],
      ['nothing else while undecided', await ask('POST', `/submit/${queued}/`, { pg_code: FREE })],
      ['a method that is not offered', await submit(own, { pg_code: 'sandbox-fee' })],
      ['an amount that cannot be chosen', await submit(own, { pg_code: 'sandbox', amount: '1' })],
      ['another total than was shown', await submit(own, { pg_code: 'sandbox', total: '12.330' })],
      [
        'the same total of another currency than was shown',
        await submit(own, { pg_code: 'sandbox', total: '12.340', currency_code: 'BHD' }),
      ],
      ['over', await submit(over, { pg_code: 'cash' })],
      ['expired', await ask('GET', `/pymt-txn/submit/${late}/`)],
      ['a wrong key', await ask('GET', `/pymt-txn/submit/${own}/`, undefined, 'wrong')],
      [
        'a private key in a browser',
        await ask('GET', `/pymt-txn/submit/${own}/`, undefined, system.run.keys.private, {
          Origin: 'https://shop.example.com',
        }),
      ],
      [
        'a session of somebody else',
        await ask('GET', `/pymt-txn/submit/${own}/`, undefined, other),
      ],
      [
        'a card of an agreement',
        await ask('DELETE', `/card/${locked.token}/?session_id=${await sell()}`),
      ],
      [
        'a method that can be used now',
        await ask('POST', `/pre-payment-option-check/${await sell()}/`, { pg_code: FREE }),
      ],
      [
        'a method that cannot be used now',
        await ask('POST', `/pre-payment-option-check/${over}/`, { pg_code: 'cash' }),
      ],
    ];
    await send(`${system.run.simulator}/control/payments/${textIn(payment ?? {}, 'id')}/decide`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    same(
      'answers',
      answers.map(([name, { status, body }]) => ({ name, status, body })),
    );
  });

  it('have the answers to what Apple Pay has handed over, and what they mean', async () => {
    const sell = () => merchant.sale({ order_no: 'order-1', redirect_url: SHOP });
    const good = applePayload();
    const left = await sell();
    const opened = await submit(left, { pg_code: 'sandbox' });
    await network.beginChallenge(paymentIdIn(textIn(opened.body, 'redirect_url')));
    const over = await merchant.sale({ pg_codes: ['cash', 'sandbox'] });
    await submit(over, { pg_code: 'cash' });
    await untilState(system, over, 'cod');
    const answers: readonly (readonly [name: string, means: string, answer: Answer])[] = [
      ['paid', 'success', await payByApple(await sell(), good)],
      [
        'declined',
        'canceled',
        await payByApple(await sell(), applePayload(sandboxToken('decline'))),
      ],
      ['one that has paid', 'unsure', await payByApple(await sell(), good)],
      [
        'another amount',
        'changed',
        await payByApple(await sell(), applePayload(), { amount: '12.330' }),
      ],
      [
        'the same of another currency',
        'changed',
        await payByApple(await sell(), applePayload(), { currency_code: 'BHD' }),
      ],
      ['a page that is still open', 'page open', await payByApple(left)],
      ['of a simulator', 'changed', await payByApple(await sell(), { paymentData: {} })],
      ['over', 'changed', await payByApple(over)],
    ];
    same(
      'apple-pay',
      answers.map(([name, means, { status, body }]) => ({ name, means, status, body })),
    );
  });

  /** Orders faults of the network for the account of the saved cards, in place of all before. */
  async function order(...faults: readonly Json[]): Promise<void> {
    const { settings } = (await system.store.gatewayAccounts.open(DEMO, codeOf(FREE))) ?? {};
    const url = `${system.run.simulator}/control/accounts/${String(settings?.['account'])}/faults`;
    const { status } = await send(url, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ faults }),
    });
    assert.equal(status, 200);
  }
});

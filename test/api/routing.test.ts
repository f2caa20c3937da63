import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { PaymentRoute, RouteRule } from '../../domain/routing/route.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { codeOf, kwd } from '../support/builders.ts';
import { rows, SALE, send, textIn, TRANSACTIONS, type Answer, type Json } from '../support/http.ts';
import { theSystem, type System } from '../support/system.ts';
import { paymentIdIn, sandboxNetworkOf } from './support/network.ts';
import { formOf, goToNetwork, pressPayButton } from './support/payer.ts';
import { DEMO, transactionOf, untilState } from './support/records.ts';
import { aShop, type Shop } from './support/shop.ts';
import { googlePayload } from './device-wallets/support.ts';
import { aCustomer, walletsOf } from './wallet/support.ts';

/** Above the ports that systems give away by themselves. */
const NOBODY_AT = 'http://127.0.0.1:65535';
const DRY_RUN = '/b/pbl/v2/routing/dry-run';

describe('a route', function () {
  this.timeout(180_000);
  let system: System;
  let shop: Shop;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system, { payment_request: { enabled: true } });
    network = sandboxNetworkOf(system);
    await account('unreachable', { url: NOBODY_AT });
    await account('refusing', { secret_key: 'not the key' });
    await account('silent', await ownAccount('silent'));
  });

  /** An account like the seeded one, with other settings. */
  async function account(name: string, settings: Json): Promise<void> {
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    await system.store.gatewayAccounts.put(
      { ...opened.account, merchantId: shop.id, code: codeOf(name), name },
      { ...opened.settings, ...settings },
    );
  }

  /** An account of its own at the network, whose faults are nobody else's. */
  async function ownAccount(name: string): Promise<Json> {
    const code = `${name}-${randomBytes(3).toString('hex')}`;
    const secrets = { secret_key: `sk-${code}`, callback_secret: `cs-${code}` };
    await control(`/accounts/${code}`, secrets);
    silent = code;
    return { account: code, ...secrets };
  }
  let silent = '';

  async function control(path: string, body: Json): Promise<void> {
    const answer = await send(`${system.run.simulator}/control${path}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(answer.status < 300, answer.text);
  }

  /** A route to these accounts, in this order. */
  async function leadTo(...names: readonly string[]): Promise<string> {
    const code = `r-${randomBytes(4).toString('hex')}`;
    await keep(code, [
      { name: 'all', when: {}, accounts: names.map((name) => ({ pgCode: codeOf(name) })) },
    ]);
    return code;
  }

  const keep = (code: string, rules: PaymentRoute['rules']) =>
    system.store.routes.put({
      code: codeOf(code),
      merchantId: shop.id,
      name: 'Card',
      nameAr: 'بطاقة',
      active: true,
      rules,
    });

  const post = (path: string, body: Json) => shop.client.call('POST', path, body);
  const sale = (code: string) => shop.client.sale({ pg_codes: [code] });
  const attemptsOf = async (id: string) =>
    (await transactionOf(system, id)).attempts.map(({ pgCode, state, routing }) => [
      pgCode,
      state,
      routing?.after?.ending,
    ]);

  it('goes on to the next account in the same press when the first is not reached or refuses us, and is paid there once', async () => {
    const code = await leadTo('unreachable', 'refusing', 'sandbox');
    const id = await sale(code);
    const page = await goToNetwork(system, id, code);
    assert.deepEqual(await attemptsOf(id), [
      ['unreachable', 'error', undefined],
      ['refusing', 'error', 'unsent'],
      ['sandbox', 'pending', 'refused'],
    ]);
    await network.pay(paymentIdIn(page));
    const { settledPgCode } = await untilState(system, id, 'paid');
    assert.equal(settledPgCode, 'sandbox');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    const { body } = await shop.client.call('GET', `${TRANSACTIONS}${id}/`);
    assert.deepEqual(
      rows(body, 'routed_attempts').map((attempt) => [
        textIn(attempt, 'pg_code'),
        textIn(attempt, 'route'),
        textIn(attempt, 'rule'),
        textIn(attempt, 'result'),
      ]),
      [
        ['unreachable', code, 'all', 'error'],
        ['refusing', code, 'all', 'error'],
        ['sandbox', code, 'all', 'success'],
      ],
    );
  });

  it('gives the same press the page of the account that it has come to', async () => {
    const code = await leadTo('refusing', 'sandbox');
    const id = await sale(code);
    const formId = await formOf(system, id);
    const press = () => pressPayButton(system, id, { formId, code });
    const [one, other] = await Promise.all([press(), press()]);
    const again = await press();
    const locations = [one, other, again].map(({ headers }) => headers.get('location'));
    assert.equal(new Set(locations).size, 1, locations.join(' '));
    assert.ok(locations[0]?.startsWith(system.run.simulator));
    assert.equal((await attemptsOf(id)).length, 2);
  });

  it('asks nobody else while nobody knows what has become of an attempt, and does as soon as its network says that it is over', async () => {
    await control(`/accounts/${silent}/faults`, {
      faults: [
        { fault: 'answer-lost', on: ['create'] },
        { fault: 'error', on: ['create', 'inquire', 'close'], probability: 1 },
      ],
    });
    const code = await leadTo('silent', 'sandbox');
    const id = await sale(code);
    const press = async () =>
      pressPayButton(system, id, { formId: await formOf(system, id), code });
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await press();
      assert.ok(!answer.headers.get('location')?.startsWith(system.run.simulator), answer.text);
      const attempts = await attemptsOf(id);
      assert.ok(
        attempts.every(([account]) => account === 'silent'),
        JSON.stringify(attempts),
      );
    }
    await control(`/accounts/${silent}/faults`, { faults: [] });
    const page = (await press()).headers.get('location') ?? '';
    const states = (await attemptsOf(id)).map(([, state]) => state);
    assert.equal(states.at(-1), 'pending');
    await network.pay(paymentIdIn(page));
    await untilState(system, id, 'paid');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('is one method to the payer, and is refused at creation where no account of it can take the payment', async () => {
    const usd = currencyCode('USD');
    assert.ok(usd);
    const code = `r-${randomBytes(4).toString('hex')}`;
    const rule: RouteRule = {
      name: 'dollars',
      when: { currencies: [usd] },
      accounts: [{ pgCode: codeOf('sandbox') }],
    };
    await keep(code, [rule]);
    const refused = await post(TRANSACTIONS, { ...SALE, pg_codes: [code] });
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /no account that can take this/);
    assert.match(refused.text, /Rule \\"dollars\\": It is for USD, not for KWD/);
    const both = await leadTo('refusing', 'sandbox');
    const { body } = await post(TRANSACTIONS, { ...SALE, pg_codes: [both, 'cash'] });
    assert.deepEqual(
      rows(body, 'payment_methods').map((method) => [
        textIn(method, 'code'),
        textIn(method, 'name'),
      ]),
      [
        [both, 'Card'],
        ['cash', 'Cash on delivery'],
      ],
    );
    const page = await send(`${system.run.api}/checkout/${textIn(body, 'session_id')}`);
    assert.ok(!page.text.includes('value="refusing"'), 'an account behind a route is no method');
  });

  it('is refused to a wallet of the device, which needs an account of its own', async () => {
    const code = await leadTo('sandbox');
    const id = await sale(code);
    for (const more of [{}, { pg_code: code }]) {
      const ask = { session_id: id, payload: googlePayload(), ...more };
      const { status, text } = await post('/b/pbl/v2/payment/google-pay/', ask);
      assert.equal(status, 400, text);
      assert.match(text, /"pg_code":\["r-.* is a route.*name an account/);
    }
    assert.deepEqual(await attemptsOf(id), []);
    const atOnce = await post(TRANSACTIONS, {
      ...SALE,
      pg_codes: [code],
      payment_instrument: { instrument_type: 'google_pay', payload: googlePayload() },
    });
    assert.equal(atOnce.status, 400, atOnce.text);
    assert.match(atOnce.text, /"pg_codes":\["r-.* is a route/);
  });

  it('leads by the rule for small sums who pays a part, with the wallet or by choice, and others as ever', async () => {
    await account('small-bank', {});
    const code = `r-${randomBytes(4).toString('hex')}`;
    await keep(code, [
      {
        name: 'small',
        when: { amountBelow: kwd('5') },
        accounts: [{ pgCode: codeOf('small-bank') }],
      },
      { name: 'all', when: {}, accounts: [{ pgCode: codeOf('refusing') }] },
    ]);
    const { give, serve } = walletsOf(system, shop);
    await serve('sandbox', ['wallet']);
    const customer_id = await give(aCustomer(), '10.000');
    const press = async (id: string, typed: Readonly<Record<string, string>>) => {
      const page = await send(`${system.run.api}/checkout/${id}`);
      const hidden = ['form_id', 'wallet_shown', 'shown'];
      const shown = hidden.map((name) => [name, valueIn(page, name)]);
      const form = { ...Object.fromEntries(shown), pg_code: code, ...typed };
      const body = new URLSearchParams(form);
      return send(`${system.run.api}/checkout/${id}/pay/`, { method: 'POST', body });
    };
    // The wallet of a customer is offered by an account with the service, which no route stands for.
    const alone = await shop.client.sale({ customer_id, pg_codes: [code] });
    const withoutIt = await send(`${system.run.api}/checkout/${alone}`);
    assert.doesNotMatch(withoutIt.text, /name="wallet"/);

    const beside = await shop.client.sale({ customer_id, pg_codes: [code, 'sandbox'] });
    const byWallet = await press(beside, { wallet: 'yes' });
    assert.equal(byWallet.status, 303, byWallet.text.slice(0, 300));
    assert.deepEqual(await attemptsOf(beside), [['small-bank', 'pending', undefined]]);

    const { plugins } = (await system.store.merchants.find(shop.id)) ?? assert.fail();
    await shop.set({
      plugins: { ...plugins, payment_request: { enabled: true, amountEditable: true } },
    });
    try {
      const open = await shop.client.sale({ pg_codes: [code] });
      const byChoice = await press(open, { amount: '2.340' });
      assert.equal(byChoice.status, 303, byChoice.text.slice(0, 300));
      assert.deepEqual(await attemptsOf(open), [['small-bank', 'pending', undefined]]);
      const whole = await shop.client.sale({ pg_codes: [code] });
      await press(whole, { amount: '12.340' });
      assert.deepEqual(await attemptsOf(whole), [['refusing', 'error', undefined]]);
    } finally {
      await shop.set({});
    }
  });

  it('says beforehand where it would lead, and makes nothing', async () => {
    const code = await leadTo('refusing', 'sandbox');
    const ask = { route: code, amount: '5.000', currency_code: 'KWD' };
    const { status, body, text } = await post(DRY_RUN, ask);
    assert.equal(status, 200, text);
    assert.equal(textIn(body, 'chosen'), 'refusing');
    assert.deepEqual(
      rows(body, 'accounts').map((one) => [textIn(one, 'pg_code'), textIn(one, 'verdict')]),
      [
        ['refusing', 'chosen'],
        ['sandbox', 'next'],
      ],
    );
    const wrong = await post(DRY_RUN, {
      ...ask,
      amount: '0.0001',
      currency_code: 'XX',
    });
    assert.equal(wrong.status, 400);
    const none = await post(DRY_RUN, { ...ask, route: 'nowhere' });
    assert.equal(none.status, 404, none.text);
  });

  it('takes an account off new attempts that has given no answer five times, and still pays', async () => {
    await account('down', { url: NOBODY_AT });
    const code = await leadTo('down', 'sandbox');
    for (let turn = 0; turn < 5; turn += 1) await goToNetwork(system, await sale(code), code);
    const id = await sale(code);
    await goToNetwork(system, id, code);
    assert.deepEqual(await attemptsOf(id), [['sandbox', 'pending', undefined]]);
    const { routing } = (await transactionOf(system, id)).attempts[0] ?? {};
    assert.match(routing?.accounts[1]?.why ?? '', /rests/);
  });
});

/** What a form of the page sends for a hidden field; nothing where it has none. */
function valueIn({ text }: Answer, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
}

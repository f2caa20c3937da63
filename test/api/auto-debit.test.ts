import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { GatewayAccount } from '../../domain/account.ts';
import { subscriptionMessage } from '../../domain/webhook/canonical.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { InquirySettings } from '../../domain/transaction/transaction.ts';
import { codeOf } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import { part, SALE, send, textIn, until, type Json } from '../support/http.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { DECLINED_CARD } from '../../drills/networks/network.ts';
import { formOf, goToNetwork } from './support/payer.ts';
import { aPerson } from './support/people.ts';
import { DEMO, transactionOf, untilState } from './support/records.ts';
import { aReceiver, aShop, WEBHOOK_KEY, type Shop } from './support/shop.ts';

const CARDS = '/b/pbl/v2/card/';
const VISA = '4012888888881881';
/** An account of its own at the network, on which nobody else's tests rely. */
const NETWORK = 'auto-debits';
const SECRETS = { secret_key: 'sk-auto-debits', callback_secret: 'cs-auto-debits' };
/** Seconds where a real gateway has minutes. */
const inquiry: InquirySettings = {
  firstAfterSeconds: 3,
  gapsSeconds: [0, 1, 2],
  repeatEverySeconds: 2,
  giveUpAfterSeconds: 60,
};
const POOR_LATER = '4000000000000341';
const CHARGE = '/b/pbl/v2/payment/auto-debit/';
const MONTHLY = {
  id: 'GYM-7',
  type: 'recurring',
  frequency: 'monthly',
  amount_variability: 'fixed',
  expiry_date: '2099-12-31',
  cycle_interval_days: 30,
  total_cycles: 12,
} as const;

/** The month of the day so many months from now, which may have begun before. */
const inMonths = (months: number) => {
  const day = new Date(Date.now() + months * 31 * 24 * 60 * 60_000);
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1 };
};

const without = (...keys: readonly (keyof typeof MONTHLY)[]): Json =>
  Object.fromEntries(Object.entries(MONTHLY).filter(([key]) => !keys.some((one) => one === key)));

const tokenIn = (body: Json) => textIn(part(body, 'token'), 'token');

/** A customer who has agreed on nothing yet. */
const customer = () => `c-${randomUUID().slice(0, 8)}`;

describe('automatic debits', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async () => {
    system = await theSystem();
    const demo = await system.store.merchants.find(DEMO);
    assert.ok(demo);
    shop = await aShop(system, {}, { webhooks: { ...demo.webhooks, scheme: 'subscription' } });
    receiver = await aReceiver();
    const put = await control('PUT', `/accounts/${NETWORK}`, SECRETS);
    assert.equal(put.status, 201, put.text);
    await putAccount('debit', { tokenizable: true, autoDebit: true });
    await putAccount('debit-2', { tokenizable: true, autoDebit: true, cvvRequired: false });
    await putAccount('vault', { tokenizable: true });
  });
  after(() => receiver.close());

  /** An account of the shop that differs from the seeded card account in this. */
  async function putAccount(
    code: string,
    given: Partial<GatewayAccount>,
    url = system.run.simulator,
  ) {
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    const account = {
      ...opened.account,
      inquiry,
      ...given,
      merchantId: shop.id,
      code: codeOf(code),
    };
    // The network has answered by then, on a busy machine, too.
    const settings = { url, account: NETWORK, ...SECRETS, timeout_ms: 9000 };
    await system.store.gatewayAccounts.put(account, settings);
  }
  /** The calls of the shop's accounts that its network answers badly from now on. */
  async function order(...faults: readonly Json[]) {
    const answer = await control('PUT', `/accounts/${NETWORK}/faults`, { faults });
    assert.equal(answer.status, 200, answer.text);
  }
  const control = (method: string, path: string, body: Json) =>
    send(`${system.run.simulator}/control${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const debit = (more: Json = {}): Json => ({
    ...SALE,
    payment_type: 'auto_debit',
    pg_codes: ['debit'],
    webhook_url: `${receiver.url}/debits`,
    agreement: MONTHLY,
    ...more,
  });
  const told = (id: string, state = 'paid', withinMs?: number) =>
    until(
      'the webhook',
      async () =>
        receiver.at('/debits').find((body) => body['session_id'] === id && body['state'] === state),
      withinMs,
    );
  /** The customer pays on the network's page; gives what the merchant was told. */
  async function paidBy(customer_id: string, more: Json = {}, card_number = VISA): Promise<Json> {
    const body = debit({ customer_id, ...more });
    const id = await shop.client.sale(body);
    const [code = ''] = body['pg_codes'] as readonly string[];
    const page = await goToNetwork(system, id, code);
    await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number });
    await untilState(system, id, 'paid');
    return told(id);
  }
  const cardsOf = async (customer_id: string, more: Json = {}): Promise<readonly Json[]> => {
    const body = { type: 'sandbox', customer_id, ...more };
    const answer = await shop.client.call('POST', CARDS, body);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as readonly Json[];
  };

  /** By what was said: of those who have agreed alike, the first alone has paid at the network. */
  const models = new Map<string, ReturnType<typeof agreedFirst>>();

  /** A customer who has paid by an agreement: who it is, and the card. */
  async function agreed(more: Json = {}, number = VISA) {
    const customer_id = customer();
    const alike = JSON.stringify([more, number]);
    const model = models.get(alike) ?? agreedFirst(more, number);
    models.set(alike, model);
    const { card, agreement } = await model;
    await system.store.cards.keep({ ...card, customerId: customer_id });
    await system.store.agreements.insert({
      ...agreement,
      uuid: randomUUID(),
      customerId: customer_id,
    });
    return { customer_id, token: card.token };
  }
  async function agreedFirst(more: Json, number: string) {
    const customerId = customer();
    const token = tokenIn(await paidBy(customerId, more, number));
    const agreement = await agreementOf(customerId);
    const card = await system.store.cards.find(agreement);
    assert.ok(card);
    assert.deepEqual([card.token, card.agreements], [token, ['GYM-7']]);
    return { card, agreement };
  }
  /** A session that can be charged by the customer's agreement. */
  const session = (customer_id: string, more: Json = {}) =>
    shop.client.sale(debit({ customer_id, amount: '5', agreement: { id: 'GYM-7' }, ...more }));
  const charge = (session_id: string, token: string, path = CHARGE) =>
    shop.client.call('POST', path, { session_id, token });
  async function agreementOf(customerId: string): Promise<Agreement> {
    const name = { merchantId: shop.id, customerId, sandbox: true, id: 'GYM-7' };
    const found = await system.store.agreements.findNamed(name);
    assert.ok(found);
    return found;
  }
  /** Refused with this code, in the form of charges, and nothing was charged or counted. */
  async function refused(
    { customer_id, token }: { readonly customer_id: string; readonly token: string },
    id: string,
    code: string,
  ) {
    const counted = (await agreementOf(customer_id)).charges;
    const answer = await charge(id, token);
    assert.deepEqual(
      [answer.status, answer.body['result'], answer.body['code']],
      [400, 'failed', code],
      answer.text,
    );
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), []);
    assert.deepEqual((await agreementOf(customer_id)).charges, counted);
  }

  describe('begin with a payment by the customer:', () => {
    it('what was agreed on is echoed, asked of the payer, told, kept, and locks the card', async () => {
      const customer_id = customer();
      const given = {
        ...MONTHLY,
        start_date: '01/01/2026',
        expiry_date: '31/12/2099',
        max_amount_per_cycle: 20,
        seller: { short_name: 'Gym' },
        extra_params: { payment_processing_day: 3 },
      };
      const shown = {
        ...given,
        start_date: '2026-01-01',
        expiry_date: '2099-12-31',
        max_amount_per_cycle: '20.000',
      };
      const answer = await shop.client.create(
        debit({ customer_id, agreement: given, include_sdk_setup_preload: true }),
      );
      assert.equal(answer.status, 201, answer.text);
      assert.deepEqual(answer.body['agreement'], shown);
      assert.deepEqual(answer.body['card_acceptance_criteria'], { min_expiry_time: '30' });
      assert.equal('agreement' in part(answer.body, 'sdk_setup_preload_payload'), false);
      const id = textIn(answer.body, 'session_id');
      assert.deepEqual((await shop.client.read(id)).body['agreement'], shown);

      const page = await goToNetwork(system, id, 'debit');
      await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: VISA });
      const body = await told(id);
      assert.deepEqual(
        [body['payment_type'], body['agreement'], part(body, 'token')['agreements']],
        ['auto_debit', shown, ['GYM-7']],
      );
      assert.deepEqual(body['card_acceptance_criteria'], { min_expiry_time: '30' });
      const { signature, ...signed } = body;
      const message = subscriptionMessage(signed as JsonObject);
      for (const line of ['agreement.id=GYM-7', `token.token=${tokenIn(body)}`, `session_id=${id}`])
        assert.ok(message.split('\n').includes(line), line);
      assert.equal(signature, createHmac('sha256', WEBHOOK_KEY).update(message).digest('hex'));

      const [card, ...others] = await cardsOf(customer_id, { agreement_id: 'GYM-7' });
      assert.deepEqual(others, []);
      assert.deepEqual([card?.['token'], card?.['agreements']], [tokenIn(body), ['GYM-7']]);
      const locked = await shop.client.call(
        'DELETE',
        `${CARDS}${tokenIn(body)}/?customer_id=${customer_id}&type=sandbox`,
      );
      assert.deepEqual([locked.status, locked.body['code']], [400, 'card_locked']);
    });

    it('the page says so, and does not ask whether the card may be kept', async () => {
      const id = await shop.client.sale(debit({ customer_id: customer() }));
      await formOf(system, id);
      const page = await fetch(`${system.run.api}/checkout/${id}`);
      const html = await page.text();
      assert.ok(html.includes('GYM-7'));
      assert.equal(html.includes('name="save_card"'), false);
    });

    it('its name is enough afterwards; what else is said of it is ignored, and the kept terms are echoed', async () => {
      const { customer_id } = await agreed();
      for (const agreement of [
        { id: 'GYM-7' },
        { id: 'GYM-7', total_cycles: 99, frequency: 'daily' },
      ]) {
        const answer = await shop.client.create(debit({ customer_id, agreement }));
        assert.equal(answer.status, 201, answer.text);
        assert.deepEqual(answer.body['agreement'], MONTHLY);
      }
      const stranger = await shop.client.create(
        debit({ customer_id: customer(), agreement: { id: 'GYM-7' } }),
      );
      assert.equal(stranger.status, 400);
    });

    it('a later payment moves it to another card, and the former one is free, and charged no more', async () => {
      const customer_id = customer();
      const first = tokenIn(await paidBy(customer_id));
      const early = await shop.client.sale(debit({ customer_id, agreement: { id: 'GYM-7' } }));
      const page = await goToNetwork(system, early, 'debit');
      const second = tokenIn(
        await paidBy(customer_id, { agreement: { id: 'GYM-7' }, pg_codes: ['debit-2'] }),
      );
      assert.notEqual(first, second);
      // The one that they began before comes late: it changes neither the agreement nor which card they paid with last.
      await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: VISA });
      const late = tokenIn(await told(early));
      const cards = await cardsOf(customer_id);
      assert.deepEqual(
        cards.map((card) => [card['token'], card['agreements']]),
        [
          [second, ['GYM-7']],
          [late, []],
          [first, []],
        ],
      );
      const [only] = await cardsOf(customer_id, { agreement_id: 'GYM-7' });
      assert.equal(only?.['token'], second);
      await refused({ customer_id, token: first }, await session(customer_id), 'no_cit');
    });

    it('one that fails keeps no card and begins no agreement', async () => {
      const customer_id = customer();
      const id = await shop.client.sale(debit({ customer_id }));
      const page = await goToNetwork(system, id, 'debit');
      await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: DECLINED_CARD });
      const body = await told(id, 'attempted');
      assert.deepEqual(['token' in body, part(body, 'agreement')['id']], [false, 'GYM-7']);
      assert.deepEqual(await cardsOf(customer_id), []);
      const sandbox = true;
      const name = { merchantId: shop.id, customerId: customer_id, sandbox, id: 'GYM-7' };
      assert.equal(await system.store.agreements.findNamed(name), undefined);
    });

    it('a bill can begin one, too', async () => {
      const { amount: _amount, ...rest } = debit({ customer_id: customer() });
      const bill = {
        ...rest,
        invoice_number: `INV-${randomUUID().slice(0, 8)}`,
        due_date: '2099-12-31',
        invoice_items: [{ sku: 'GYM', description: 'A month', quantity: '1', unit_price: '9.5' }],
      };
      const answer = await shop.client.call('POST', '/b/invoice/v1/invoice/', bill);
      assert.equal(answer.status, 201, answer.text);
      const kept = await transactionOf(system, textIn(answer.body, 'session_id'));
      assert.deepEqual([kept.paymentType, kept.agreement?.id], ['auto_debit', 'GYM-7']);
    });
  });

  describe('are charged by the merchant', () => {
    it('and all are told', async () => {
      const { customer_id, token } = await agreed();
      const id = await session(customer_id, { order_no: 'M-2' });
      const answer = await charge(id, token);
      assert.equal(answer.status, 200, answer.text);
      const { body } = answer;
      assert.deepEqual(
        [body['result'], body['state'], body['paid_amount'], body['agreement']],
        ['success', 'paid', '5.000', MONTHLY],
      );
      assert.deepEqual(body['card_acceptance_criteria'], { min_expiry_time: '30' });
      assert.deepEqual([tokenIn(body), part(body, 'token')['agreements']], [token, ['GYM-7']]);
      assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 5.000 KWD']);
      const webhook = await told(id);
      const message = subscriptionMessage(webhook as JsonObject);
      const signature = createHmac('sha256', WEBHOOK_KEY).update(message).digest('hex');
      assert.deepEqual([webhook['signature'], tokenIn(webhook)], [signature, token]);
      const { charges, paid, state } = await agreementOf(customer_id);
      assert.deepEqual([charges, paid, state], [[id], [id], 'active']);
      const again = await charge(id, token);
      assert.deepEqual([again.status, again.body['code']], [400, 'invalid_state']);
      assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 5.000 KWD']);
    });

    it('and a declined charge takes no cycle', async () => {
      const given = await agreed({}, POOR_LATER);
      const id = await session(given.customer_id);
      await refused(given, id, 'gateway_declined');
      const { state, attempts } = await transactionOf(system, id);
      assert.deepEqual([state, attempts[0]?.decline?.code], ['attempted', 'insufficient_funds']);
      assert.equal((await told(id, 'attempted'))['result'], 'failed');
    });

    it('until its last cycle: then it has ended, and the card can be deleted', async () => {
      const given = await agreed({ agreement: { ...MONTHLY, total_cycles: 1 } });
      const { customer_id, token } = given;
      const [first, second] = [await session(customer_id), await session(customer_id)];
      const both = await Promise.all([charge(first, token), charge(second, token)]);
      assert.deepEqual(
        both.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 400],
      );
      const [late] = both.flatMap(({ status }, i) => (status === 400 ? [[first, second][i]] : []));
      assert.ok(late);
      await refused(given, late, 'agreement_violation');
      assert.equal((await agreementOf(customer_id)).state, 'ended');
      const gone = await shop.client.call(
        'DELETE',
        `${CARDS}${token}/?customer_id=${customer_id}&type=sandbox`,
      );
      assert.equal(gone.status, 204, gone.text);
    });

    it('once for one Idempotency-Key, and for two requests at the same time', async () => {
      const { customer_id, token } = await agreed();
      const [id, other] = [await session(customer_id), await session(customer_id)];
      const key = { 'Idempotency-Key': `charge-${id}` };
      const body = { session_id: id, token };
      const [one, two] = [
        await shop.client.post(CHARGE, body, key),
        await shop.client.post(CHARGE, body, key),
      ];
      assert.deepEqual([one.status, two.status, two.text], [200, 200, one.text]);
      const twice = await Promise.all([charge(other, token), charge(other, token)]);
      assert.ok(twice.some(({ status }) => status === 200));
      for (const session_id of [id, other])
        assert.deepEqual(await sandboxNetworkOf(system).moved(session_id), ['capture 5.000 KWD']);
      assert.deepEqual((await agreementOf(customer_id)).paid, [id, other]);
    });

    it('and the gateway that has not decided it is asked: 202, then the webhook', async () => {
      const { customer_id, token } = await agreed();
      const id = await session(customer_id);
      await order({ fault: 'queued', on: ['charge'] });
      const answer = await charge(id, token);
      assert.deepEqual([answer.status, answer.body['result']], [202, 'pending'], answer.text);
      assert.deepEqual((await agreementOf(customer_id)).charges, [id]);
      const [attempt] = (await transactionOf(system, id)).attempts;
      assert.ok(attempt);
      const [payment] = await sandboxNetworkOf(system).paymentsOf(attempt.referenceNumber);
      await control('POST', `/payments/${String(payment?.['id'])}/decide`, {});
      assert.equal((await told(id))['result'], 'success');
      const { charges, paid } = await agreementOf(customer_id);
      assert.deepEqual([charges, paid], [[id], [id]]);
    });

    it('and it is not told where the merchant does not want that, unless somebody asks, or has charged it themselves', async () => {
      const demo = await system.store.merchants.find(DEMO);
      assert.ok(demo);
      const { customer_id, token } = await agreed();
      const person = await aPerson(system, { merchantId: shop.id, superuser: true });
      const Authorization = await person.bearer();
      const asPerson = (path: string, body: Json = {}) =>
        send(`${system.run.api}${path}`, {
          method: 'POST',
          headers: { Authorization, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      const isTold = async (id: string) => {
        const { sessionId } = await transactionOf(system, id);
        return (await system.store.webhookEvents.listOf(shop.id, sessionId)).length;
      };
      await shop.set({
        webhooks: { ...demo.webhooks, scheme: 'subscription', mitWebhooks: false },
      });
      try {
        const [id, other] = [await session(customer_id), await session(customer_id)];
        assert.equal((await charge(id, token)).status, 200);
        assert.equal(await isTold(id), 0);
        assert.equal((await asPerson(`/b/checkout/v1/pymt-txn/${id}/notify/`)).status, 200);
        assert.equal(await isTold(id), 1);
        assert.equal((await asPerson(CHARGE, { session_id: other, token })).status, 200);
        assert.equal(await isTold(other), 1);
      } finally {
        await shop.set({});
      }
    });

    it('and is 400 where its gateway is not reached, by either route, and paid under the same key once it is', async () => {
      const { customer_id, token } = await agreed();
      const id = await session(customer_id);
      const created = debit({
        customer_id,
        amount: '5',
        agreement: { id: 'GYM-7' },
        payment_instrument: { instrument_type: 'token', payload: { token } },
      });
      const keyed = (path: string, body: Json) =>
        send(`${system.run.api}${path}`, {
          method: 'POST',
          headers: {
            Authorization: `Api-Key ${shop.key}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': id,
          },
          body: JSON.stringify(body),
        });
      const routes = [
        () => keyed(CHARGE, { session_id: id, token }),
        () => keyed('/b/checkout/v1/pymt-txn/', created),
      ];
      const given = { tokenizable: true, autoDebit: true };
      await putAccount('debit', given, 'http://127.0.0.1:65535');
      try {
        for (const route of routes) {
          const { status, body, text } = await route();
          const { code, result, state } = body;
          const said = [status, code, result, state];
          assert.deepEqual(said, [400, 'gateway_error', 'failed', 'pending'], text);
        }
      } finally {
        await putAccount('debit', given);
      }
      const statuses = [];
      for (const route of routes) statuses.push((await route()).status);
      assert.deepEqual(statuses, [200, 201]);
      const { charges, paid } = await agreementOf(customer_id);
      assert.deepEqual([charges.length, paid.length], [2, 2]);
    });

    it('in the request that creates the payment', async () => {
      const { customer_id, token } = await agreed();
      const payment_instrument = { instrument_type: 'token', payload: { token } };
      const at = (more: Json) =>
        shop.client.create(
          debit({
            customer_id,
            amount: '5',
            agreement: { id: 'GYM-7' },
            payment_instrument,
            ...more,
          }),
        );
      const answer = await at({ order_no: 'ONE-1' });
      assert.equal(answer.status, 201, answer.text);
      assert.deepEqual(
        [answer.body['result'], answer.body['agreement'], tokenIn(answer.body)],
        ['success', MONTHLY, token],
      );
      const id = textIn(answer.body, 'session_id');
      assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 5.000 KWD']);
      assert.deepEqual((await agreementOf(customer_id)).paid, [id]);
      const order_no = `none-${customer_id}`;
      const refusal = await at({ order_no, agreement: { ...MONTHLY, id: 'OTHER' } });
      assert.deepEqual(
        [refusal.status, refusal.body['code'], refusal.body['result']],
        [400, 'no_cit', 'failed'],
      );
      const page = await shop.client.list(`order_no=${order_no}`);
      assert.equal(page.body['count'], 0, 'nothing was made');
    });

    it('with a card that the customer had saved before, and then chose for the agreement', async () => {
      const { customer_id, token } = await agreed({ pg_codes: ['debit-2'] });
      const pool = { ...MONTHLY, id: 'POOL' };
      const more = { pg_codes: ['debit-2'], agreement: pool };
      const first = await session(customer_id, more);
      const path = '/b/checkout/api/sdk/v1/submit-token/';
      const paid = await shop.client.call('POST', path, { session_id: first, token });
      assert.equal(paid.status, 200, paid.text);
      const body = await told(first);
      assert.deepEqual(part(body, 'token')['agreements'], ['GYM-7', 'POOL']);
      const id = await session(customer_id, { ...more, agreement: { id: 'POOL' } });
      assert.equal((await charge(id, token)).status, 200);
    });

    it('without an agreement, where the payment is for none and no code is asked', async () => {
      const { customer_id, token } = await agreed({ pg_codes: ['debit-2'] });
      const plain = { payment_type: 'one_off', agreement: undefined, pg_codes: ['debit-2'] };
      const id = await session(customer_id, plain);
      // At the other address of the same charge.
      const answer = await charge(id, token, '/b/pbl/v2/auto-debit/');
      assert.deepEqual([answer.status, 'agreement' in answer.body], [200, false], answer.text);
      assert.deepEqual((await agreementOf(customer_id)).charges, []);
    });

    describe('but not', () => {
      let given: Awaited<ReturnType<typeof agreed>>;
      before(async () => {
        given = await agreed({ agreement: { ...MONTHLY, max_amount_per_cycle: '5' } });
      });

      for (const [what, change, code] of [
        ['over its limit', { amount: '5.001' }, 'agreement_violation'],
        ['by one that nobody has paid by', { agreement: { ...MONTHLY, id: 'OTHER' } }, 'no_cit'],
        [
          'with a code to be typed, by no agreement',
          { payment_type: 'one_off', agreement: undefined },
          'cvv_required',
        ],
        [
          'to save a card',
          { payment_type: 'save_card', agreement: undefined, amount: '0' },
          'invalid_state',
        ],
      ] as const)
        it(`${what}: ${code}`, async () => {
          await refused(given, await session(given.customer_id, change), code);
        });

      it('a payment that is canceled: invalid_state', async () => {
        const id = await session(given.customer_id);
        const cancel = { session_id: id, operation: 'cancel' };
        assert.equal((await shop.client.call('POST', '/b/pbl/v2/operation/', cancel)).status, 200);
        await refused(given, id, 'invalid_state');
      });

      it('after the end: agreement_violation, and the name can be agreed on anew', async () => {
        const ended = await agreed();
        const { customer_id } = ended;
        const id = await session(customer_id);
        const agreement = await agreementOf(customer_id);
        const terms = { ...agreement.terms, expiryDate: '2026-01-01' };
        assert.ok(await system.store.agreements.save({ ...agreement, terms }));
        await refused(ended, id, 'agreement_violation');
        const late = await shop.client.create(debit({ customer_id, agreement: { id: 'GYM-7' } }));
        assert.deepEqual([late.status, Object.keys(late.body)], [400, ['agreement']]);
        const query = `customer_id=${customer_id}&type=sandbox`;
        const gone = await shop.client.call('DELETE', `${CARDS}${ended.token}/?${query}`);
        assert.equal(gone.status, 204, gone.text);
        const anew = tokenIn(await paidBy(customer_id));
        assert.equal((await charge(await session(customer_id), anew)).status, 200);
      });

      it('a card that has expired: card_expired; or does so too soon: declined', async () => {
        const soon = await agreed();
        const card = await system.store.cards.find(await agreementOf(soon.customer_id));
        assert.ok(card);
        await system.store.cards.keep({ ...card, expiry: inMonths(-2) });
        const id = await session(soon.customer_id);
        await refused(soon, id, 'card_expired');
        assert.equal((await transactionOf(system, id)).attempts.length, 0);
        await system.store.cards.keep({ ...card, expiry: inMonths(6) });
        const longer = { card_acceptance_criteria: { min_expiry_time: '365' } };
        const declined = await session(soon.customer_id, longer);
        await refused(soon, declined, 'gateway_declined');
        const [attempt] = (await transactionOf(system, declined)).attempts;
        assert.equal(attempt?.state, 'failed');
        assert.ok(attempt.message?.includes('365'));
      });

      it('what a strict merchant does not allow: agreement_violation', async () => {
        // Two, as midnight may pass after the payment.
        const strict = await agreed({ agreement: { ...MONTHLY, cycle_interval_days: 2 } });
        await shop.set({ strictAgreements: true });
        try {
          await refused(strict, await session(strict.customer_id), 'agreement_violation');
        } finally {
          await shop.set({});
        }
      });

      it('by what says no session or no token of theirs, on its fields', async () => {
        const id = await session(given.customer_id);
        for (const [body, fields] of [
          [{}, 'session_id token'],
          [{ session_id: 'x', token: given.token }, 'session_id'],
          [{ session_id: id, token: '' }, 'token'],
          [{ session_id: id, token: 'x'.repeat(51) }, 'token'],
          [{ session_id: id, token: 'tok_no' }, 'token'],
          [{ session_id: id, token: { $gt: '' } }, 'token'],
        ] as const) {
          const answer = await shop.client.call('POST', CHARGE, body);
          assert.equal(answer.status, 400, answer.text);
          assert.equal(Object.keys(answer.body).toSorted().join(' '), fields);
        }
        assert.deepEqual(await sandboxNetworkOf(system).moved(id), []);
      });

      it('with a card of somebody else, or of another account, on token', async () => {
        const stranger = await agreed();
        const elsewhere = await agreed({ pg_codes: ['debit-2'] });
        for (const [id, token] of [
          [await session(given.customer_id), stranger.token],
          [await session(elsewhere.customer_id), elsewhere.token],
        ] as const) {
          const answer = await charge(id, token);
          assert.deepEqual(
            [answer.status, Object.keys(answer.body)],
            [400, ['token']],
            answer.text,
          );
          assert.deepEqual(await sandboxNetworkOf(system).moved(id), []);
        }
      });
    });
  });

  describe('cannot be changed:', () => {
    it('not their agreement, nor into or out of one; saying the same is fine', async () => {
      const id = await shop.client.sale(debit({ customer_id: customer() }));
      const plain = await shop.client.sale({ pg_codes: ['debit'] });
      for (const [session, body, fields] of [
        [id, { agreement: { ...MONTHLY, total_cycles: 13 } }, ['agreement']],
        [id, { agreement: null }, ['agreement']],
        [id, { payment_type: 'one_off' }, ['payment_type']],
        [id, { pg_codes: ['vault'] }, ['pg_codes']],
        [id, { customer_id: null }, ['customer_id']],
        [plain, { agreement: MONTHLY }, ['agreement']],
        [plain, { payment_type: 'auto_debit' }, ['payment_type']],
      ] as const) {
        const answer = await shop.client.patch(session, body);
        assert.deepEqual([answer.status, Object.keys(answer.body)], [400, fields], answer.text);
      }
      const same = await shop.client.patch(id, { agreement: MONTHLY, order_no: 'O-2' });
      assert.deepEqual([same.status, same.body['agreement']], [200, MONTHLY], same.text);
      const { webhook_url: _url, ...whole } = debit({
        customer_id: customer(),
        agreement: undefined,
      });
      const put = await shop.client.put(id, whole);
      assert.deepEqual([put.status, put.body['agreement']], [200, MONTHLY], put.text);
      assert.deepEqual(put.body['card_acceptance_criteria'], { min_expiry_time: '30' });
    });
  });

  it('cannot be moved into another currency than that of their limit', async () => {
    const agreement = { ...MONTHLY, max_amount_per_cycle: '50.000' };
    const id = await shop.client.sale(debit({ customer_id: customer(), agreement }));
    for (const [change, status] of [
      [{ currency_code: 'USD' }, 400],
      [{ currency_code: 'KWD', amount: '6' }, 200],
    ] as const) {
      const answer = await shop.client.patch(id, change);
      const fields = status === 200 ? answer.body['currency_code'] : Object.keys(answer.body)[0];
      const wanted = status === 200 ? 'KWD' : 'currency_code';
      assert.deepEqual([answer.status, fields], [status, wanted], answer.text);
    }
    const free = await shop.client.sale(debit({ customer_id: customer() }));
    const moved = await shop.client.patch(free, { currency_code: 'USD', amount: '6' });
    assert.deepEqual([moved.status, moved.body['currency_code']], [200, 'USD'], moved.text);
  });

  describe('are refused at creation', () => {
    for (const [what, change, fields] of [
      ['without an agreement', { agreement: undefined }, 'agreement'],
      ['with one that is null', { agreement: null }, 'agreement'],
      ['with one that is a text', { agreement: 'GYM-7' }, 'agreement'],
      ['for nobody', { customer_id: undefined }, 'customer_id'],
      ['of nothing', { amount: '0' }, 'amount'],
      ['with an account that only keeps cards', { pg_codes: ['debit', 'vault'] }, 'pg_codes'],
      ['in cash', { pg_codes: ['cash'] }, 'pg_codes'],
      ['as a payment of another type', { payment_type: 'one_off' }, 'agreement'],
      ['as a card that is saved', { payment_type: 'save_card', amount: '0' }, 'agreement'],
      [
        'with a criterion that is no time',
        { card_acceptance_criteria: { min_expiry_time: 366 } },
        'card_acceptance_criteria',
      ],
      [
        'with all of that',
        { agreement: undefined, customer_id: undefined, amount: '0', pg_codes: ['vault'] },
        'agreement amount customer_id pg_codes',
      ],
    ] as const)
      it(`${what}, on ${fields}`, async () => {
        const answer = await shop.client.create(debit({ customer_id: customer(), ...change }));
        assert.equal(answer.status, 400, answer.text);
        assert.equal(Object.keys(answer.body).toSorted().join(' '), fields);
      });

    for (const [what, agreement, fields] of [
      [
        'without what a schedule needs',
        { id: 'A-1' },
        'amount_variability cycle_interval_days expiry_date frequency total_cycles',
      ],
      ['without a name', without('id'), 'id'],
      ['with an empty name', { ...MONTHLY, id: '' }, 'id'],
      ['with a long name', { ...MONTHLY, id: 'x'.repeat(129) }, 'id'],
      ['in installments of nobody', { ...MONTHLY, type: 'installment' }, 'seller'],
      ['of a type that there is not', { ...MONTHLY, type: 'forever' }, 'type'],
      ['that varies strangely', { ...MONTHLY, amount_variability: 'some' }, 'amount_variability'],
      ['that has ended', { ...MONTHLY, expiry_date: '2020-01-01' }, 'expiry_date'],
      ['that ends before it starts', { ...MONTHLY, start_date: '2099-12-31' }, 'expiry_date'],
      ['on a day that there is not', { ...MONTHLY, expiry_date: '2099-02-30' }, 'expiry_date'],
      ['every no days', { ...MONTHLY, cycle_interval_days: 0 }, 'cycle_interval_days'],
      ['every 367 days', { ...MONTHLY, cycle_interval_days: 367 }, 'cycle_interval_days'],
      ['with 1000 cycles', { ...MONTHLY, total_cycles: 1000 }, 'total_cycles'],
      ['with half a cycle', { ...MONTHLY, total_cycles: 1.5 }, 'total_cycles'],
      ['up to nothing', { ...MONTHLY, max_amount_per_cycle: '0' }, 'max_amount_per_cycle'],
      ['every fortnight', { ...MONTHLY, frequency: 'fortnightly' }, 'frequency'],
      [
        'of a seller with a long name',
        { ...MONTHLY, seller: { short_name: 'x'.repeat(65) } },
        'seller',
      ],
      ['on the 32nd', { ...MONTHLY, extra_params: { payment_processing_day: 32 } }, 'extra_params'],
      [
        'without a schedule, in months',
        { id: 'A-1', type: 'unscheduled', frequency: 'monthly' },
        'frequency',
      ],
      [
        'without a schedule, and with one',
        { ...MONTHLY, type: 'unscheduled', frequency: 'irregular' },
        'cycle_interval_days expiry_date total_cycles',
      ],
    ] as const)
      it(`by an agreement ${what}, on ${fields}`, async () => {
        const answer = await shop.client.create(debit({ customer_id: customer(), agreement }));
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(Object.keys(answer.body), ['agreement']);
        assert.equal(Object.keys(part(answer.body, 'agreement')).toSorted().join(' '), fields);
      });
  });
});

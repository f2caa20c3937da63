import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import type { GatewayAccount } from '../../domain/account.ts';
import { subscriptionMessage } from '../../domain/webhook/canonical.ts';
import type { JsonObject } from '../../domain/json.ts';
import { codeOf } from '../support/builders.ts';
import { theHouse, type House } from '../support/house.ts';
import { part, SALE, text, until, type Json } from '../support/http.ts';
import { DECLINED_CARD, networkOf, paymentIdIn } from './support/network.ts';
import { formOf, goToNetwork } from './support/payer.ts';
import { DEMO, transactionOf, untilState } from './support/records.ts';
import { aReceiver, aShop, WEBHOOK_KEY, type Shop } from './support/shop.ts';

const CARDS = '/b/pbl/v2/card/';
const VISA = '4012888888881881';
const MONTHLY = {
  id: 'GYM-7',
  type: 'recurring',
  frequency: 'monthly',
  amount_variability: 'fixed',
  expiry_date: '2099-12-31',
  cycle_interval_days: 30,
  total_cycles: 12,
} as const;

/** A customer who has agreed on nothing yet. */
const customer = () => `c-${randomUUID().slice(0, 8)}`;

describe('automatic debits', function () {
  this.timeout(120_000);
  let house: House;
  let shop: Shop;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async () => {
    house = await theHouse();
    const demo = await house.store.merchants.find(DEMO);
    assert.ok(demo);
    shop = await aShop(house, {}, { webhooks: { ...demo.webhooks, scheme: 'subscription' } });
    receiver = await aReceiver();
    await putAccount('debit', { tokenizable: true, autoDebit: true });
    await putAccount('debit-2', { tokenizable: true, autoDebit: true, cvvRequired: false });
    await putAccount('vault', { tokenizable: true });
  });
  after(() => receiver.close());

  /** An account of the shop that differs from the seeded card account in this. */
  async function putAccount(code: string, given: Partial<GatewayAccount>) {
    const opened = await house.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    const account = { ...opened.account, ...given, merchantId: shop.id, code: codeOf(code) };
    await house.store.gatewayAccounts.put(account, { ...opened.settings });
  }
  const debit = (more: Json = {}): Json => ({
    ...SALE,
    payment_type: 'auto_debit',
    pg_codes: ['debit'],
    webhook_url: `${receiver.url}/debits`,
    agreement: MONTHLY,
    ...more,
  });
  const told = (id: string, state = 'paid') =>
    until('the webhook', async () =>
      receiver.at('/debits').find((body) => body['session_id'] === id && body['state'] === state),
    );
  /** The customer pays on the network's page; gives what the merchant was told. */
  async function paidBy(customer_id: string, more: Json = {}): Promise<Json> {
    const body = debit({ customer_id, ...more });
    const id = await shop.client.sale(body);
    const [code = ''] = body['pg_codes'] as readonly string[];
    const page = await goToNetwork(house, id, code);
    await networkOf(house).pay(paymentIdIn(page), { card_number: VISA });
    await untilState(house, id, 'paid');
    return told(id);
  }
  const cardsOf = async (customer_id: string, more: Json = {}): Promise<readonly Json[]> => {
    const body = { type: 'sandbox', customer_id, ...more };
    const answer = await shop.client.call('POST', CARDS, body);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as readonly Json[];
  };
  const tokenIn = (body: Json) => text(part(body, 'token'), 'token');

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
      const id = text(answer.body, 'session_id');
      assert.deepEqual((await shop.client.read(id)).body['agreement'], shown);

      const page = await goToNetwork(house, id, 'debit');
      await networkOf(house).pay(paymentIdIn(page), { card_number: VISA });
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
      await formOf(house, id);
      const page = await fetch(`${house.run.api}/checkout/${id}`);
      const html = await page.text();
      assert.ok(html.includes('GYM-7'));
      assert.equal(html.includes('name="save_card"'), false);
    });

    it('its name is enough afterwards; what else is said of it is ignored, and the kept terms are echoed', async () => {
      const customer_id = customer();
      await paidBy(customer_id);
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

    it('a later payment moves it to another card, and the former one is free', async () => {
      const customer_id = customer();
      const first = tokenIn(await paidBy(customer_id));
      const second = tokenIn(
        await paidBy(customer_id, { agreement: { id: 'GYM-7' }, pg_codes: ['debit-2'] }),
      );
      assert.notEqual(first, second);
      const cards = await cardsOf(customer_id);
      assert.deepEqual(
        cards.map((card) => [card['token'], card['agreements']]),
        [
          [second, ['GYM-7']],
          [first, []],
        ],
      );
      const [only] = await cardsOf(customer_id, { agreement_id: 'GYM-7' });
      assert.equal(only?.['token'], second);
    });

    it('one that fails keeps no card and begins no agreement', async () => {
      const customer_id = customer();
      const id = await shop.client.sale(debit({ customer_id }));
      const page = await goToNetwork(house, id, 'debit');
      await networkOf(house).pay(paymentIdIn(page), { card_number: DECLINED_CARD });
      const body = await told(id, 'attempted');
      assert.deepEqual(['token' in body, part(body, 'agreement')['id']], [false, 'GYM-7']);
      assert.deepEqual(await cardsOf(customer_id), []);
      const sandbox = true;
      const name = { merchantId: shop.id, customerId: customer_id, sandbox, id: 'GYM-7' };
      assert.equal(await house.store.agreements.findNamed(name), undefined);
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
      const kept = await transactionOf(house, text(answer.body, 'session_id'));
      assert.deepEqual([kept.paymentType, kept.agreement?.id], ['auto_debit', 'GYM-7']);
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

  describe('are refused at creation', () => {
    const without = (...keys: readonly (keyof typeof MONTHLY)[]): Json =>
      Object.fromEntries(
        Object.entries(MONTHLY).filter(([key]) => !keys.some((one) => one === key)),
      );
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

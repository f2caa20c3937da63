import assert from 'node:assert/strict';
import { codeOf } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  part,
  rows,
  send,
  textIn,
  until,
  type MerchantClient,
} from '../support/http.ts';
import { figureOf, sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { DECLINED_CARD } from '../../drills/networks/network.ts';
import { goToNetwork } from './support/payer.ts';
import { DEMO, eventsOf, transactionOf, untilState } from './support/records.ts';

const ABROAD = { pg_codes: ['sandbox-abroad'], currency_code: 'USD', amount: '10.00' };

describe('a payment in a currency that the account does not accept', () => {
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
  });

  /** The rate of dollars at the account, from now on. */
  const setRate = async (rate: string) => {
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox-abroad'));
    assert.ok(opened?.account.exchange);
    const rates = { ...opened.account.exchange.rates, USD: rate };
    await system.store.gatewayAccounts.put(
      { ...opened.account, exchange: { rates } },
      { ...opened.settings },
    );
  };
  afterEach(() => setRate('0.3066'));

  it('is created with the charge in the currency of the account', async () => {
    const { status, body } = await merchant.create({ type: 'e_commerce', ...ABROAD });
    assert.equal(status, 201);
    assert.deepEqual([body['amount'], body['currency_code']], ['10.00', 'USD']);
    const [method] = rows(body, 'payment_methods');
    assert.deepEqual(
      [method?.['amount'], method?.['currency_code'], method?.['fee'], method?.['fee_description']],
      ['3.112', 'KWD', '0.046', 'Currency conversion 1.5 %'],
    );
    assert.deepEqual(
      ['sub_total', 'fee', 'amount'].map((name) => figureOf(body, name)),
      ['3.066', '0.046', '3.112'],
    );
    assert.equal(textIn(part(part(body, 'billing'), 'amount'), 'display'), 'KWD 3.112');
  });

  it('explains its fee in the language of the transaction', async () => {
    const { body } = await merchant.create({ type: 'e_commerce', ...ABROAD, language: 'ar' });
    assert.equal(rows(body, 'payment_methods')[0]?.['fee_description'], 'تحويل العملة 1.5 %');
  });

  it('takes no fee for conversion in the own currency of the account', async () => {
    const home = { ...ABROAD, currency_code: 'KWD', amount: '10.000' };
    const { body } = await merchant.create({ type: 'e_commerce', ...home });
    const [method] = rows(body, 'payment_methods');
    assert.deepEqual(
      [method?.['amount'], method?.['fee'], method?.['fee_description']],
      ['10.000', '0.000', ''],
    );
  });

  it('shows both amounts to the payer, in both languages', async () => {
    const id = await merchant.sale(ABROAD);
    const words = async (language: string) =>
      (await send(`${system.run.api}/checkout/${id}?lang=${language}`)).text
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ');
    for (const shown of [/USD 10\.00/, /USD 1 = KWD 0\.3066/, /KWD 3\.066/, /1\.5 % KWD 0\.046/])
      assert.match(await words('en'), shown);
    assert.match(await words('ar'), /تحويل العملة 1\.5 % 0\.046 د\.ك/);
  });

  it('charges what was shown, tells the merchant of both amounts, and gives none of it back', async () => {
    const id = await merchant.sale({ ...ABROAD, webhook_url: `${system.run.demo}/webhooks` });
    await network.pay(paymentIdIn(await goToNetwork(system, id, 'sandbox-abroad')));
    await untilState(system, id, 'paid');
    assert.deepEqual(await network.moved(id), ['capture 3.112 KWD']);
    const [event] = await until('the webhook is kept', async () => {
      const events = await eventsOf(system, id);
      return events.length > 0 && events;
    });
    const payload = event?.payload ?? {};
    assert.deepEqual(
      ['amount', 'currency_code', 'fee', 'settled_amount', 'paid_amount'].map(
        (key) => payload[key],
      ),
      ['10.00', 'USD', '0.046', '10.00', '10.15'],
    );
    assert.deepEqual(payload['amount_details'], {
      amount: '3.066',
      currency_code: 'KWD',
      exchange_rate: '0.3066',
      fee: '0.046',
      total: '3.112',
    });
    const summary = await send(`${system.run.api}/b/checkout/result/${id}/`);
    for (const shown of [/USD 10\.00/, /KWD 0\.3066/, /KWD 3\.066/, /KWD 3\.112/])
      assert.match(summary.text, shown);

    const refund = { operation: 'refund', session_id: id };
    const refused = await merchant.call('POST', '/b/pbl/v2/operation/', refund);
    assert.deepEqual([refused.status, refused.body['code']], [400, 'currency_mismatch']);
    assert.deepEqual(await network.moved(id), ['capture 3.112 KWD']);
  });

  it('keeps the rate that the payer was shown, through a decline and a further try', async () => {
    const id = await merchant.sale(ABROAD);
    await setRate('0.5');
    const first = paymentIdIn(await goToNetwork(system, id, 'sandbox-abroad'));
    await network.pay(first, { card_number: DECLINED_CARD });
    await untilState(system, id, 'attempted');
    await network.pay(paymentIdIn(await goToNetwork(system, id, 'sandbox-abroad')));
    const { attempts } = await untilState(system, id, 'paid');
    assert.deepEqual(
      attempts.map(({ exchange }) => exchange?.rate),
      ['0.3066', '0.3066'],
    );
    assert.deepEqual(await network.moved(id), ['capture 3.112 KWD']);
  });

  it('takes the new rate when the merchant sets the amount anew, and not before', async () => {
    const id = await merchant.sale(ABROAD);
    await setRate('0.5');
    await merchant.patch(id, { order_no: 'other' });
    assert.equal((await transactionOf(system, id)).methods[0]?.exchange?.rate, '0.3066');
    const { body } = await merchant.patch(id, { amount: '10.00' });
    assert.equal(rows(body, 'payment_methods')[0]?.['amount'], '5.075');
  });

  it('is one payment however often Pay is pressed', async () => {
    const id = await merchant.sale(ABROAD);
    const page = await goToNetwork(system, id, 'sandbox-abroad');
    assert.equal(await goToNetwork(system, id, 'sandbox-abroad'), page);
    assert.equal((await transactionOf(system, id)).attempts.length, 1);
  });

  for (const [currency_code, amount, total] of [
    ['JPY', '1000', '2.030'],
    ['CLF', '1.2345', '15.976'],
    ['BHD', '1.000', '0.825'],
  ] as const)
    it(`charges ${amount} ${currency_code} as ${total} KWD, to the last fils`, async () => {
      const id = await merchant.sale({ ...ABROAD, currency_code, amount });
      await network.pay(paymentIdIn(await goToNetwork(system, id, 'sandbox-abroad')));
      await untilState(system, id, 'paid');
      assert.deepEqual(await network.moved(id), [`capture ${total} KWD`]);
    });

  for (const [what, more, sentence] of [
    [
      'without a rate',
      { currency_code: 'INR' },
      /does not accept INR; it accepts KWD and converts/,
    ],
    ['too small to be charged', { currency_code: 'JPY', amount: '4' }, /less than the least/],
  ] as const)
    it(`is refused when it is ${what}`, async () => {
      const { status, body } = await merchant.create({ type: 'e_commerce', ...ABROAD, ...more });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body), ['pg_codes']);
      assert.match(String(body['pg_codes']), sentence);
    });
});

describe('a fixed fee', () => {
  it('is shown and charged', async () => {
    const system = await theSystem();
    const merchant = merchantAt(system.run.api, system.run.keys.private);
    const id = await merchant.sale({ pg_codes: ['sandbox-fixed', 'sandbox'] });
    const { body } = await merchant.read(id);
    assert.deepEqual(
      rows(body, 'payment_methods').map(({ amount, fee }) => [amount, fee]),
      [
        ['12.590', '0.250'],
        ['12.340', '0.000'],
      ],
    );
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, id, 'sandbox-fixed')));
    await untilState(system, id, 'paid');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.590 KWD']);
  });
});

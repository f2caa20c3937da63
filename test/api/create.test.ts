import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, part, rows, SALE, textIn, type MerchantClient } from '../support/http.ts';
import { figureOf } from './support/network.ts';
import { DEMO, sessionIdOf, transactionOf } from './support/records.ts';

describe('creating a transaction', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  it('takes the four fields that a merchant must send, and answers all that is always there', async () => {
    const { status, body, headers } = await merchant.create(SALE);
    assert.equal(status, 201);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    const id = textIn(body, 'session_id');
    assert.match(id, /^[0-9a-f]{40}$/);
    const { api } = system.run;
    const { billing, payment_methods, ...rest } = body;
    assert.deepEqual(rest, {
      ...SALE,
      session_id: id,
      state: 'created',
      operation: 'purchase',
      payment_type: 'one_off',
      language: 'en',
      expiration_time: '1 00:00:00',
      checkout_url: `${api}/b/checkout/redirect/start/?session_id=${id}`,
      checkout_page_url: `${api}/checkout/${id}`,
    });
    assert.deepEqual(billing, {
      amount: { display: 'KWD 12.340', value: '12.340', currency_code: 'KWD', label: 'Total' },
      sub_total: {
        display: 'KWD 12.340',
        value: '12.340',
        currency_code: 'KWD',
        label: 'Subtotal',
      },
      fee: { display: 'KWD 0.000', value: '0.000', currency_code: 'KWD', label: 'Fee' },
    });
    assert.ok(Array.isArray(payment_methods));
  });

  it('gives back every field that it was given', async () => {
    const { body, status } = await merchant.create({ ...SALE, ...EVERYTHING });
    assert.equal(status, 201, JSON.stringify(body));
    const echoed = Object.keys(EVERYTHING).map((key) => [key, body[key]]);
    assert.deepEqual(Object.fromEntries(echoed), EVERYTHING);
  });

  it('says days as text, also where they were sent as a number', async () => {
    const criteria = { card_acceptance_criteria: { min_expiry_time: 45 } };
    const { body, status } = await merchant.create({ ...SALE, ...criteria });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body['card_acceptance_criteria'], { min_expiry_time: '45' });
  });

  it('never answers with a key that would hide a method of a client library', async () => {
    const { body } = await merchant.create({ ...SALE, ...EVERYTHING });
    const bad = Object.keys(body).filter((key) => FORBIDDEN.has(key) || key.startsWith('url_'));
    assert.deepEqual(bad, []);
  });

  it('keeps write-only and read-only fields of a request to itself', async () => {
    const { body } = await merchant.create({
      ...SALE,
      generate_qr_code: false,
      include_sdk_setup_preload: false,
      shortify_checkout_url: false,
      session_id: 'f'.repeat(40),
      state: 'paid',
      settled_pg_code: 'sandbox',
      operation: 'authorize',
      checkout_url: 'https://evil.example/',
    });
    assert.notEqual(body['session_id'], 'f'.repeat(40));
    assert.equal(body['state'], 'created');
    assert.equal(body['operation'], 'purchase');
    for (const key of ['generate_qr_code', 'include_sdk_setup_preload', 'settled_pg_code'])
      assert.ok(!(key in body), key);
    assert.ok(textIn(body, 'checkout_url').startsWith(system.run.api));
  });

  it('offers each method once, in the order of the codes, with its fee and a link of its own', async () => {
    const { body } = await merchant.create({
      ...SALE,
      amount: '10',
      pg_codes: ['sandbox-fee', 'cash', 'sandbox-fee', 'sandbox'],
      branding_options: { payment_methods: { cash: { text: 'At the door', color: '#123abc' } } },
    });
    assert.deepEqual(body['pg_codes'], ['sandbox-fee', 'cash', 'sandbox']);
    const id = textIn(body, 'session_id');
    const { api } = system.run;
    const common = { type: 'payment_request', currency_code: 'KWD', flow: 'redirect' };
    const icons = (kind: string) => ({
      icon: `${api}/static/methods/${kind}.svg`,
      icons: { svg: `${api}/static/methods/${kind}.svg` },
    });
    const [withFee, cash, plain] = rows(body, 'payment_methods').map(({ pg, ...method }) => {
      assert.ok(typeof pg === 'string' && pg.length > 0);
      return method;
    });
    assert.deepEqual(withFee, {
      ...common,
      ...icons('card'),
      code: 'sandbox-fee',
      name: 'Card with a service fee',
      name_ar: 'بطاقة مع رسوم خدمة',
      amount: '10.250',
      fee: '0.250',
      fee_description: 'Service fee 2.5%',
      redirect_url: `${api}/checkout/${id}/pay/sandbox-fee/`,
    });
    assert.deepEqual(cash, {
      ...common,
      ...icons('cash'),
      code: 'cash',
      name: 'Cash on delivery',
      name_ar: 'الدفع نقدًا عند الاستلام',
      amount: '10.000',
      fee: '0.000',
      fee_description: '',
      redirect_url: `${api}/checkout/${id}/pay/cash/`,
      branding_options: { text: 'At the door', color: '#123abc' },
    });
    assert.deepEqual(plain, {
      ...common,
      ...icons('card'),
      code: 'sandbox',
      name: 'Credit or debit card',
      name_ar: 'بطاقة ائتمان أو خصم',
      amount: '10.000',
      fee: '0.000',
      fee_description: '',
      redirect_url: `${api}/checkout/${id}/pay/sandbox/`,
    });
  });

  /** Fee of 2.5 %: rounded once, half away from zero, to the decimals of the currency. */
  const FEES = [
    ['KWD', '10', '0.250', '10.250'],
    ['KWD', '0.020', '0.001', '0.021'], // 0.0005
    ['KWD', '1.010', '0.025', '1.035'], // 0.02525
    ['USD', '0.20', '0.01', '0.21'], // 0.005
    ['USD', '0.19', '0.00', '0.19'], // 0.00475
    ['JPY', '20', '1', '21'], // 0.5
    ['JPY', '19', '0', '19'], // 0.475
    ['CLF', '1.0020', '0.0251', '1.0271'], // 0.02505
  ] as const;
  for (const [currency, amount, fee, total] of FEES)
    it(`asks a fee of ${fee} on ${amount} ${currency} at 2.5 percent`, async () => {
      const sale = { ...SALE, amount, currency_code: currency, pg_codes: ['sandbox-fee'] };
      const { body } = await merchant.create(sale);
      const [method] = rows(body, 'payment_methods');
      assert.deepEqual([method?.['fee'], method?.['amount']], [fee, total]);
      assert.deepEqual([figureOf(body, 'fee'), figureOf(body, 'amount')], [fee, total]);
      assert.equal(figureOf(body, 'sub_total'), body['amount']);
    });

  it('takes the operation from its methods', async () => {
    const { body } = await merchant.create({ ...SALE, pg_codes: ['sandbox-hold'] });
    assert.equal(body['operation'], 'authorize');
  });

  /** What was sent as `amount`, and what is answered; undefined where it is refused. */
  const AMOUNTS: Readonly<Record<string, readonly (readonly [unknown, string | undefined])[]>> = {
    KWD: [
      ['12.34', '12.340'],
      ['12', '12.000'],
      ['12.340', '12.340'],
      ['12.34000', '12.340'],
      ['012.340', '12.340'],
      [12.34, '12.340'],
      [12, '12.000'],
      ['0.010', '0.010'],
      ['0.01', '0.010'],
      [0.01, '0.010'],
      ['999999999.999', '999999999.999'],
      ['00000000000000000001.230', '1.230'], // 24 characters
      ['000000000000000000001.230', undefined], // 25 characters
      ['0.009', undefined],
      ['0', undefined],
      [0, undefined],
      ['12.3401', undefined],
      [12.3401, undefined],
      ['-1', undefined],
      ['+1', undefined],
      [-1, undefined],
      ['1e3', undefined],
      [1e21, undefined],
      [1e-7, undefined],
      ['١٢٫٣٤٠', undefined],
      ['١٢', undefined],
      ['１２', undefined],
      ['12,340', undefined],
      ['12.', undefined],
      ['.5', undefined],
      [' 12', undefined],
      ['12 ', undefined],
      ['12\n', undefined],
      ['', undefined],
      ['KWD 12', undefined],
      ['0x10', undefined],
      ['Infinity', undefined],
      ['NaN', undefined],
      [null, undefined],
      [true, undefined],
      [['12'], undefined],
      [{ value: '12' }, undefined],
      ['99999999999999999999', undefined],
    ],
    USD: [
      ['100.000', '100.00'],
      ['100', '100.00'],
      ['0.01', '0.01'],
      [19.99, '19.99'],
      ['0.001', undefined],
      ['100.001', undefined],
      ['1.005', undefined],
    ],
    JPY: [
      ['500', '500'],
      ['500.0', '500'],
      ['500.00', '500'],
      [500, '500'],
      ['1', '1'],
      ['0', undefined],
      ['0.5', undefined],
      ['500.5', undefined],
    ],
    CLF: [
      ['1.2345', '1.2345'],
      ['1.5', '1.5000'],
      ['0.0100', '0.0100'],
      ['0.0099', undefined],
      ['1.23456', undefined],
    ],
  };
  for (const [currency, table] of Object.entries(AMOUNTS))
    it(`reads an amount of ${currency} exactly as it is meant, or refuses it`, async () => {
      for (const [sent, answered] of table) {
        const sale = { ...SALE, amount: sent, currency_code: currency };
        const { status, body } = await merchant.create(sale);
        const what = `${JSON.stringify(sent)} ${currency}`;
        if (answered === undefined) {
          assert.deepEqual([status, Object.keys(body)], [400, ['amount']], what);
        } else {
          assert.equal(status, 201, what);
          assert.deepEqual([body['amount'], figureOf(body, 'sub_total')], [answered, answered]);
        }
      }
    });

  it('has the document and the workflow when it answers, and the workflow can be searched for', async () => {
    const orderNo = `order-${randomUUID()}`;
    const id = await merchant.sale({ order_no: orderNo });
    const described = await system.temporal.workflow
      .getHandle(transactionWorkflowId(sessionIdOf(id)))
      .describe();
    assert.equal(described.status.name, 'RUNNING');
    assert.equal(described.type, 'transaction');
    const document = await transactionOf(system, id);
    assert.equal(document.merchantId, DEMO);
    assert.equal(document.version, 1);
    const attributes = Object.fromEntries(
      described.typedSearchAttributes
        .getAll()
        // The server adds one of its own with the first workflow task.
        .filter(({ key }) => key.name !== 'BuildIds')
        .map(({ key, value }) => [key.name, value instanceof Date ? value.getTime() : value]),
    );
    assert.deepEqual(attributes, {
      TransactionState: 'created',
      MerchantId: 'demo',
      OrderNo: orderNo,
      CurrencyCode: 'KWD',
      AmountMinor: 12_340,
      ExpiresAt: document.expiresAt,
    });
  });

  it('makes two transactions of two requests with the same order number', async () => {
    const orderNo = `order-${randomUUID()}`;
    const [one, other] = await Promise.all([
      merchant.sale({ order_no: orderNo }),
      merchant.sale({ order_no: orderNo }),
    ]);
    assert.notEqual(one, other);
  });

  it('normalizes a due date to UTC, and an expiry without days keeps none', async () => {
    const { body } = await merchant.create({
      ...SALE,
      due_datetime: '2031-02-03T18:00:00+03:00',
      expiration_time: '0 00:30:00',
      notifications: { SMS: ['paid'] },
      customer_phone: '+96512345678',
    });
    assert.equal(body['due_datetime'], '2031-02-03T15:00:00Z');
    assert.equal(body['expiration_time'], '00:30:00');
    assert.deepEqual(part(body, 'notifications'), { sms: ['paid'] });
  });
});

const ADDRESS = {
  line1: '12 Gulf Road',
  line2: 'Floor 3',
  city: 'Kuwait City',
  state: 'Al Asimah',
  country: 'KW',
  postal_code: '13001',
};

const EVERYTHING = {
  payment_type: 'one_off',
  customer_id: 'customer-7',
  customer_email: 'sara@example.com',
  customer_phone: '+96512345678',
  customer_phone_2: '+96587654321',
  customer_first_name: 'سارة',
  customer_last_name: "O'Neil <b>",
  customer_birthdate: '1990-02-28',
  order_no: 'A-1 / ٢',
  billing_address: ADDRESS,
  shipping_address: {
    ...ADDRESS,
    first_name: 'Sara',
    last_name: 'Al-Ali',
    email: 'gift@example.com',
    phone: '+96511111111',
  },
  card_acceptance_criteria: { min_expiry_time: '45' },
  notifications: { email: ['created', 'paid'], sms: ['refunded'], whatsapp: ['expired'] },
  expiration_time: '10 01:02:03',
  due_datetime: '2031-01-31T15:00:00Z',
  language: 'ar',
  email_recipients: ['a@example.com', 'b@example.com'],
  extra: { 'a.b': { $set: [1, null, 'نص', { deep: true }] }, empty: {} },
  redirect_url: 'https://shop.example/thanks?a=1#top',
  webhook_url: 'https://shop.example/hooks',
  product_type: 'Tickets',
  vendor_name: 'Front row',
  branding_options: { payment_methods: { sandbox: { text: 'Pay', color: '#fff' } } },
  loyalty: { enabled: true, reference: 'L-1', metadata: { tier: 2 } },
};

const FORBIDDEN = new Set(
  `create retrieve refresh update auto_debit ops cancel expire delete capture refund void psq as_dict get_pg_codes
   get_auto_debit_pg_codes get_token_from_db checkout_autoflow auto_debit_autoflow`.split(/\s+/),
);

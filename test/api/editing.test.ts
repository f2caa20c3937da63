import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, rows, SALE, textIn, type Json, type MerchantClient } from '../support/http.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { goToNetwork, pressPayButton } from './support/payer.ts';
import { transactionOf, untilState } from './support/records.ts';

const ADDRESS = { line1: '12 Gulf Road', city: 'Kuwait City', country: 'KW' };

describe('changing a transaction', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  const patched = async (id: string, body: Json): Promise<Json> => {
    const answer = await merchant.patch(id, body);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual((await merchant.read(id)).body, answer.body, 'reading gives what PATCH gave');
    return answer.body;
  };

  describe('by PATCH', () => {
    it('touches what it names and nothing else', async () => {
      const created = await merchant.create({
        ...SALE,
        order_no: 'before',
        customer_first_name: 'Sara',
        billing_address: ADDRESS,
        extra: { a: 1 },
      });
      const body = await patched(textIn(created.body, 'session_id'), {
        order_no: 'after',
        language: 'ar',
        extra: { b: 2 },
      });
      assert.deepEqual(body, {
        ...created.body,
        order_no: 'after',
        language: 'ar',
        extra: { b: 2 },
      });
    });

    it('changes nothing when it is empty', async () => {
      const created = await merchant.create({ ...SALE, order_no: 'x' });
      assert.deepEqual(await patched(textIn(created.body, 'session_id'), {}), created.body);
    });

    it('computes fees and methods anew when money or methods change', async () => {
      const id = await merchant.sale({ pg_codes: ['sandbox-fee'] });
      const dearer = await patched(id, { amount: '20' });
      assert.equal(dearer['amount'], '20.000');
      assert.equal(rows(dearer, 'payment_methods')[0]?.['fee'], '0.500');
      const dollars = await patched(id, { currency_code: 'USD' });
      assert.equal(dollars['amount'], '20.00');
      assert.equal(rows(dollars, 'payment_methods')[0]?.['amount'], '20.50');
      const cash = await patched(id, { pg_codes: ['cash', 'sandbox'] });
      assert.deepEqual(
        rows(cash, 'payment_methods').map((method) => method['code']),
        ['cash', 'sandbox'],
      );
      const held = await patched(id, { pg_codes: ['sandbox-hold'] });
      assert.equal(held['operation'], 'authorize');
    });

    it('refuses an amount that the currency cannot hold, whichever of the two changes', async () => {
      const id = await merchant.sale({ amount: '12.345' });
      const { status, body } = await merchant.patch(id, { currency_code: 'USD' });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body), ['amount']);
      assert.equal(
        (await patched(id, { currency_code: 'USD', amount: '12.34' }))['amount'],
        '12.34',
      );
    });

    for (const nothing of [null, ''])
      it(`clears an optional field by ${JSON.stringify(nothing)}`, async () => {
        const id = await merchant.sale(OPTIONAL);
        const body = await patched(
          id,
          Object.fromEntries(Object.keys(OPTIONAL).map((key) => [key, nothing])),
        );
        const left = Object.keys(OPTIONAL)
          .filter((key) => key in body)
          .toSorted();
        assert.deepEqual(left, ['expiration_time', 'language'], 'these two fall back to defaults');
        assert.deepEqual([body['language'], body['expiration_time']], ['en', '1 00:00:00']);
      });

    it('cannot clear what a transaction cannot be without', async () => {
      const id = await merchant.sale();
      for (const key of ['type', 'amount', 'currency_code', 'pg_codes'])
        for (const nothing of [null, '']) {
          const { status, body } = await merchant.patch(id, { [key]: nothing });
          assert.deepEqual([status, Object.keys(body)], [400, [key]]);
        }
    });

    it('counts a new expiry from the creation', async () => {
      const id = await merchant.sale({ expiration_time: '01:00:00' });
      const { createdAt } = await transactionOf(system, id);
      await patched(id, { expiration_time: '02:00:00' });
      assert.equal((await transactionOf(system, id)).expiresAt, createdAt + 7_200_000);
      // Not read again: it may be over by then.
      assert.equal((await merchant.patch(id, { expiration_time: '00:00:01' })).status, 200);
      await untilState(system, id, 'expired');
    });

    it('ignores what is read-only or unknown', async () => {
      const created = await merchant.create(SALE);
      const id = textIn(created.body, 'session_id');
      const body = await patched(id, {
        session_id: 'b'.repeat(40),
        state: 'paid',
        settled_pg_code: 'sandbox',
        operation: 'authorize',
        mode: 'x',
      });
      assert.deepEqual(body, created.body);
    });
  });

  describe('by PUT', () => {
    it('starts from nothing: what it leaves out is back at its default', async () => {
      const id = await merchant.sale(OPTIONAL);
      const answer = await merchant.put(id, { ...SALE, amount: '5' });
      assert.equal(answer.status, 200, answer.text);
      const fresh = await merchant.create({ ...SALE, amount: '5' });
      assert.deepEqual(anonymous(answer.body), anonymous(fresh.body));
    });

    it('needs the same four fields as creation', async () => {
      const id = await merchant.sale({ order_no: 'kept' });
      const { status, body } = await merchant.put(id, { order_no: 'lost' });
      assert.equal(status, 400);
      const required = ['This field is required.'];
      assert.deepEqual(body, {
        type: required,
        amount: required,
        currency_code: required,
        pg_codes: required,
      });
      assert.equal((await merchant.read(id)).body['order_no'], 'kept');
    });
  });

  for (const how of ['put', 'patch'] as const)
    it(`refuses by ${how.toUpperCase()} another type and payment type, and takes the same ones`, async () => {
      const id = await merchant.sale();
      const change = (body: Json) => merchant[how](id, { ...SALE, ...body });
      const type = await change({ type: 'e_commerce' });
      assert.deepEqual([type.status, Object.keys(type.body)], [400, ['type']]);
      const paymentType = await change({ payment_type: 'save_card' });
      assert.deepEqual(
        [paymentType.status, Object.keys(paymentType.body)],
        [400, ['payment_type']],
      );
      assert.equal((await change({ payment_type: 'one_off' })).status, 200);
    });

  it('refuses faults field by field and changes nothing then', async () => {
    const id = await merchant.sale({ order_no: 'kept' });
    const { status, body } = await merchant.patch(id, {
      order_no: 'x'.repeat(129),
      amount: '-1',
      billing_address: { line1: 'x' },
      webhook_url: 'nowhere',
      language: 'ar',
    });
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(body).toSorted(), [
      'amount',
      'billing_address',
      'order_no',
      'webhook_url',
    ]);
    const { order_no, language } = (await merchant.read(id)).body;
    assert.deepEqual([order_no, language], ['kept', 'en']);
  });

  it('needs a phone for messages, whichever of the two was there first', async () => {
    const id = await merchant.sale({ customer_phone: '+96512345678' });
    await patched(id, { notifications: { sms: ['paid'] } });
    const { status, body } = await merchant.patch(id, { customer_phone: null });
    assert.equal(status, 400, 'without the phone the messages have nowhere to go');
    assert.deepEqual(Object.keys(body), ['notifications']);
    const unknown = await merchant.patch(await merchant.sale(), {
      notifications: { email: ['paid'] },
    });
    assert.deepEqual([unknown.status, Object.keys(unknown.body)], [400, ['customer_email']]);
  });

  it('may change an order number although a method has gone since', async () => {
    const other = await anotherMerchant(system, { code: 'fleeting' });
    const id = await other.client.sale({ pg_codes: ['fleeting'] });
    await other.withdraw('fleeting');
    const { status, body } = await other.client.patch(id, { order_no: 'new' });
    assert.deepEqual([status, body['order_no']], [200, 'new']);
    const money = await other.client.patch(id, { amount: '5' });
    assert.deepEqual([money.status, Object.keys(money.body)], [400, ['pg_codes']]);
  });

  describe('while an attempt is under way', () => {
    it('is locked for money, methods and the customer, and open for the rest', async () => {
      const id = await merchant.sale({ pg_codes: ['sandbox', 'cash'], customer_id: 'c-1' });
      await goToNetwork(system, id);
      for (const change of [
        { amount: '13' },
        { currency_code: 'USD', amount: '12.34' },
        { pg_codes: ['sandbox'] },
        { customer_id: 'c-2' },
      ]) {
        const { status, body } = await merchant.patch(id, change);
        assert.deepEqual([status, body['code']], [423, 'locked'], JSON.stringify(change));
      }
      const changed = await patched(id, {
        order_no: 'still mine',
        customer_email: 'new@example.com',
        amount: '12.34',
        pg_codes: ['sandbox', 'cash'],
        customer_id: 'c-1',
      });
      assert.deepEqual([changed['state'], changed['order_no']], ['pending', 'still mine']);
    });

    it('is open again for money once the attempt is over, and never again for the customer', async () => {
      const id = await merchant.sale({ customer_id: 'c-1' });
      const network = sandboxNetworkOf(system);
      await network.cancel(paymentIdIn(await goToNetwork(system, id)));
      await untilState(system, id, 'attempted');
      assert.equal((await patched(id, { amount: '13' }))['amount'], '13.000');
      const { status, body } = await merchant.patch(id, { customer_id: 'c-2' });
      assert.deepEqual([status, Object.keys(body)], [400, ['customer_id']]);
      await network.pay(paymentIdIn(await goToNetwork(system, id)));
      await untilState(system, id, 'paid');
      assert.deepEqual(await network.moved(id), ['capture 13.000 KWD']);
    });
  });

  it('is refused in every state that is not open to the payer', async () => {
    const network = sandboxNetworkOf(system);
    const [paid, held, cash, gone] = await Promise.all([
      merchant.sale(),
      merchant.sale({ pg_codes: ['sandbox-hold'] }),
      merchant.sale({ pg_codes: ['cash'] }),
      merchant.sale({ pg_codes: ['sandbox-single'] }),
    ]);
    await network.pay(paymentIdIn(await goToNetwork(system, paid)));
    await network.pay(paymentIdIn(await goToNetwork(system, held, 'sandbox-hold')));
    await pressPayButton(system, cash, { code: 'cash' });
    await network.cancel(paymentIdIn(await goToNetwork(system, gone, 'sandbox-single')));
    const closed = [
      ['paid', paid],
      ['authorized', held],
      ['cod', cash],
      ['expired', gone],
    ] as const;
    for (const [state, id] of closed) {
      await untilState(system, id, state);
      const before = (await merchant.read(id)).body;
      for (const change of [
        () => merchant.patch(id, { order_no: 'late' }),
        () => merchant.put(id, { ...SALE, pg_codes: before['pg_codes'] }),
        () => merchant.patch(id, {}),
      ]) {
        const { status, body } = await change();
        assert.deepEqual([status, body['code']], [400, 'invalid_state'], state);
        assert.match(textIn(body, 'detail'), new RegExp(state));
      }
      assert.deepEqual((await merchant.read(id)).body, before);
    }
  });

  it('keeps every change of many at once, or tells that it was not made', async () => {
    const id = await merchant.sale();
    const fields = [
      'order_no',
      'customer_first_name',
      'customer_last_name',
      'customer_email',
      'customer_phone',
      'product_type',
      'vendor_name',
      'redirect_url',
    ];
    const answers = await Promise.all(
      fields.map((field) => merchant.patch(id, { [field]: valueOf(field) })),
    );
    const { body } = await merchant.read(id);
    for (const [index, field] of fields.entries()) {
      const status = answers[index]?.status;
      if (status === 200) assert.equal(body[field], valueOf(field), `${field} was lost`);
      else assert.deepEqual([status, field in body], [423, false], field);
    }
    assert.ok(answers.filter(({ status }) => status === 200).length >= 5);
  });
});

/** Every optional field that PATCH can clear. */
const OPTIONAL = {
  customer_id: 'c-1',
  customer_email: 'sara@example.com',
  customer_phone: '+96512345678',
  customer_phone_2: '+96512345679',
  customer_first_name: 'Sara',
  customer_last_name: 'Al-Ali',
  customer_birthdate: '1990-02-28',
  order_no: 'A-1',
  billing_address: ADDRESS,
  shipping_address: {
    ...ADDRESS,
    first_name: 'Sara',
    last_name: 'Al-Ali',
    email: 'sara@example.com',
    phone: '+96512345678',
  },
  card_acceptance_criteria: { min_expiry_time: 45 },
  notifications: { email: ['paid'] },
  expiration_time: '02:00:00',
  due_datetime: '2031-01-31T15:00:00Z',
  language: 'ar',
  email_recipients: ['a@example.com'],
  extra: { a: 1 },
  redirect_url: 'https://shop.example/thanks',
  webhook_url: 'https://shop.example/hooks',
  product_type: 'Tickets',
  vendor_name: 'Front row',
  branding_options: { payment_methods: { sandbox: { text: 'Pay', color: '#fff' } } },
  loyalty: { enabled: true },
};

/** A body without what is the transaction's own. */
function anonymous(body: Json): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(textIn(body, 'session_id'), '<id>'));
}

/** A value that is right for any of the fields that are changed at once. */
function valueOf(field: string): string {
  switch (field) {
    case 'customer_email':
      return 'a@example.com';
    case 'customer_phone':
      return '+96550001234';
    case 'redirect_url':
      return 'https://a.example/';
    default:
      return `new ${field}`.slice(0, 16);
  }
}

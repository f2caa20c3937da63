import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { creationBody } from '../../api/transactions/schema.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  SALE,
  until,
  type Answer,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { countDocuments } from './support/records.ts';

const ADDRESS = { line1: '12 Gulf Road', city: 'Kuwait City', country: 'KW' };
const SHIPPING = {
  ...ADDRESS,
  first_name: 'Sara',
  last_name: 'Al-Ali',
  email: 'gift@example.com',
  phone: '+96511111111',
};
const long = (length: number) => 'x'.repeat(length);

/** One thing wrong at a time, field by field. An `undefined` is a field that is left out. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  type: [undefined, null, '', 'invoice', 'E_COMMERCE', 1, ['e_commerce']],
  amount: [undefined, null, '', 'twelve', {}],
  currency_code: [undefined, null, '', 'kwd', 'XXX', 'KW', 414, ['KWD']],
  pg_codes: [
    undefined,
    null,
    '',
    'sandbox',
    [],
    ['nobody'],
    ['sandbox', 'nobody'],
    [''],
    ['a b'],
    [1],
    [null],
    [['sandbox']],
    { 0: 'sandbox' },
    ['sandbox', 'sandbox-hold'],
    [long(51)],
    Array.from({ length: 51 }, () => 'sandbox'),
  ],
  agreement: [{}, { id: 'A-1' }, 'A-1'],
  capture_delivery_location: ['yes', 1, {}],
  payment_type: ['', 'ONE_OFF', 1],
  customer_id: [long(65), 1, {}],
  customer_email: [
    'nobody',
    'a@',
    'a b@example.com',
    `${long(120)}@example.com`,
    5,
    // What is no line of text: a control character, what turns all that follows around, a line's end, half a character.
    ...['\u0085', '\u202e', '\u2028', '\ud800'].map((sign) => `a${sign}b@example.com`),
  ],
  customer_phone: ['call me', '+', '9'.repeat(17), 96_512_345_678],
  customer_phone_2: ['–', '9'.repeat(17), []],
  customer_first_name: [long(65), true],
  customer_last_name: [long(65), 3],
  customer_birthdate: ['1990-02-30', '28/02/1990', '2999-01-01', 'yesterday', 0],
  order_no: [long(129), 17, {}],
  billing_address: ['12 Gulf Road', [], 5],
  shipping_address: ['12 Gulf Road', [], 5],
  card_acceptance_criteria: ['30', [], 30],
  notifications: ['email', ['email']],
  expiration_time: [
    '24:00:00',
    '00:00:00',
    '1 day',
    'P1D',
    '2030-01-01T00:00:00Z',
    '-1 00:00:00',
    60,
  ],
  due_datetime: ['2031-02-30T00:00:00Z', '31/01/2031', 'tomorrow', 1_900_000_000],
  language: ['fr', 'EN', 'ar-KW', 1],
  email_recipients: ['a@example.com', ['nobody'], [1], Array.from({ length: 51 }, () => 'a@b.co')],
  extra: ['text', [1], 7, { deep: nested(17) }, { much: long(17_000) }],
  redirect_url: ['shop', '/thanks', 'ftp://shop.example/', 'javascript:alert(1)', urlOf(2001), 1],
  webhook_url: ['shop', '//shop.example/', 'file:///etc/passwd', urlOf(2001), {}],
  product_type: [long(129), 1],
  vendor_name: [long(65), 1],
  unit_code: ['a b', 'unknown', 5],
  initiator_id: ['one', 1.5, 999_999_999],
  branding_options: ['red', []],
  loyalty: ['yes', [], 1],
};

/** What is wrong inside an object is told inside the same object. */
const NESTED: readonly (readonly [string, Json, unknown])[] = [
  ['billing_address', {}, { line1: 1, city: 1, country: 1 }],
  ['billing_address', { ...ADDRESS, country: 'XK' }, { country: 1 }],
  ['billing_address', { ...ADDRESS, country: 'kw' }, { country: 1 }],
  ['billing_address', { ...ADDRESS, line1: long(129), state: long(41) }, { line1: 1, state: 1 }],
  ['billing_address', { ...ADDRESS, city: 5, postal_code: long(13) }, { city: 1, postal_code: 1 }],
  ['shipping_address', ADDRESS, { first_name: 1, last_name: 1, email: 1, phone: 1 }],
  ['shipping_address', { ...SHIPPING, email: 'x' }, { email: 1 }],
  ['shipping_address', { ...SHIPPING, phone: 'call me' }, { phone: 1 }],
  ['shipping_address', { ...SHIPPING, phone: long(17), city: '' }, { phone: 1, city: 1 }],
  ['card_acceptance_criteria', { min_expiry_time: 0 }, { min_expiry_time: 1 }],
  ['card_acceptance_criteria', { min_expiry_time: 366 }, { min_expiry_time: 1 }],
  ['card_acceptance_criteria', { min_expiry_time: '4e1' }, { min_expiry_time: 1 }],
  ['notifications', { email: 'paid' }, { email: 1 }],
  ['notifications', { sms: ['paid', 'nonsense'] }, { sms: 1 }],
  ['notifications', { whatsapp: ['refunded'] }, { whatsapp: 1 }],
  ['notifications', { sms: ['paid'], whatsapp: ['paid'] }, { sms: 1, whatsapp: 1 }],
  ['loyalty', { reference: 'x' }, { enabled: 1 }],
  ['loyalty', { enabled: true, reference: long(129) }, { reference: 1 }],
  [
    'branding_options',
    { payment_methods: { sandbox: { text: 'x', color: 'red' } } },
    { payment_methods: { sandbox: { color: 1 } } },
  ],
];

describe('a request with faults', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  /** Everything in this file that must create nothing names this order. */
  const orderNo = `refused-${randomUUID()}`;
  const refused = async (fields: Json): Promise<Answer> => {
    const answer = await merchant.create({ ...SALE, order_no: orderNo, ...fields });
    assert.equal(answer.status, 400, answer.text);
    return answer;
  };

  for (const [field, values] of Object.entries(WRONG))
    it(`names ${field}, and nothing else, when only it is wrong`, async () => {
      for (const value of values) {
        const { body } = await refused({ [field]: value });
        assert.deepEqual(shapeOf(body), { [field]: 1 }, `${field} = ${JSON.stringify(value)}`);
      }
    });

  for (const [field, value, shape] of NESTED)
    it(`tells what is wrong inside ${field}: ${JSON.stringify(shape)}`, async () => {
      const { body } = await refused({ [field]: value });
      assert.deepEqual(shapeOf(body), { [field]: shape });
    });

  it('says of a missing field the one sentence that clients look for', async () => {
    const { body } = await refused({
      type: undefined,
      amount: undefined,
      currency_code: undefined,
      pg_codes: undefined,
      billing_address: { line1: 'x' },
    });
    const required = ['This field is required.'];
    assert.deepEqual(body, {
      type: required,
      amount: required,
      currency_code: required,
      pg_codes: required,
      billing_address: { city: required, country: required },
    });
  });

  it('names what is an amount in no currency beside the currency that is missing', async () => {
    const agreement = {
      id: 'a',
      type: 'unscheduled',
      frequency: 'irregular',
      max_amount_per_cycle: 'y',
    };
    const { body } = await refused({
      amount: 'x',
      currency_code: undefined,
      payment_type: 'auto_debit',
      customer_id: 'c',
      agreement,
    });
    assert.deepEqual(shapeOf(body), {
      amount: 1,
      currency_code: 1,
      pg_codes: 1,
      agreement: { max_amount_per_cycle: 1 },
    });
  });

  it('needs an e-mail address when e-mails are wanted, and a phone when messages are', async () => {
    const email = await refused({ notifications: { email: ['paid'] } });
    assert.deepEqual(email.body, { customer_email: ['This field is required.'] });
    const sms = await refused({ notifications: { sms: ['paid'] } });
    assert.deepEqual(shapeOf(sms.body), { notifications: { sms: 1 } });
    assert.match(sms.text, /customer_phone/);
  });

  it('names the methods when they do not take the currency', async () => {
    const { body } = await refused({ currency_code: 'INR', pg_codes: ['sandbox', 'cash'] });
    const [first, second, ...others] = Array.isArray(body['pg_codes']) ? body['pg_codes'] : [];
    assert.match(String(first), /"sandbox" does not accept INR/);
    assert.match(String(second), /"cash" does not accept INR/);
    assert.deepEqual([others, Object.keys(body)], [[], ['pg_codes']]);
  });

  it('names all that is wrong at once', async () => {
    const everything = Object.entries(WRONG).map(([field, values]) => [field, values.at(-1)]);
    const { body } = await refused(Object.fromEntries(everything));
    assert.deepEqual(Object.keys(body).toSorted(), Object.keys(WRONG).toSorted());
  });

  it('takes what is exactly as long as a field may be', async () => {
    const { status, text } = await merchant.create({
      ...SALE,
      customer_id: long(64),
      customer_email: `${long(64)}@${long(51)}.example.com`,
      customer_phone: '(٠٠٩٦٥) 5000-12.',
      customer_first_name: long(64),
      order_no: long(128),
      product_type: long(128),
      vendor_name: long(64),
      redirect_url: urlOf(2000),
      webhook_url: urlOf(2000),
      card_acceptance_criteria: { min_expiry_time: '365' },
      extra: { deep: nested(14) },
    });
    assert.equal(status, 201, text);
  });

  it('takes objects that are as good as empty for what they are', async () => {
    const { status, body, text } = await merchant.create({
      ...SALE,
      notifications: { email: [], sms: [] },
      email_recipients: [],
      extra: {},
      loyalty: null,
      card_acceptance_criteria: {},
    });
    assert.equal(status, 201, text);
    assert.deepEqual(body['extra'], {});
    assert.ok(!('loyalty' in body));
  });

  it('takes null for what may be left out, and says of what may not that it is missing', async () => {
    const fields = Object.keys(creationBody.describe()['keys'] as object);
    const nothing = Object.fromEntries(fields.map((field) => [field, null]));
    const { status, body, text } = await merchant.create({ ...nothing, ...SALE });
    assert.equal(status, 201, text);
    const { body: plain } = await merchant.create(SALE);
    assert.deepEqual(Object.keys(body).toSorted(), Object.keys(plain).toSorted());
    const missing = await refused({ ...nothing, order_no: orderNo });
    const required = ['This field is required.'];
    assert.deepEqual(missing.body, {
      type: required,
      amount: required,
      currency_code: required,
      pg_codes: required,
    });
  });

  it('ignores what it does not know, wherever it stands', async () => {
    const { status, body, text } = await merchant.create({
      ...SALE,
      mode: 'embedded',
      shopping_address: { line1: 'misspelt' },
      billing_address: { ...ADDRESS, planet: 'Earth' },
    });
    assert.equal(status, 201, text);
    assert.ok(!('mode' in body) && !('shopping_address' in body));
    assert.deepEqual(body['billing_address'], ADDRESS);
  });

  it('is refused whole when it names the inner workings of an object', async () => {
    const evil = [
      '{"__proto__":{"type":"e_commerce","polluted":1}}',
      '{"extra":{"__proto__":{"polluted":1}}}',
      '{"billing_address":{"__proto__":{"line1":"inherited","city":"inherited","country":"KW"}}}',
    ];
    const sale = JSON.stringify({ ...SALE, order_no: orderNo });
    for (const more of evil) {
      const { status, body } = await merchant.raw(`${sale.slice(0, -1)},${more.slice(1)}`);
      assert.equal(status, 400);
      assert.equal(body['code'], 'parse_error');
    }
  });

  it('may use words that an object has by nature for names of its own', async () => {
    const extra = { constructor: 'Builder', toString: 'x', hasOwnProperty: 1, valueOf: null };
    const { status, body, text } = await merchant.create({
      ...SALE,
      extra,
      toString: 'y',
      constructor: { prototype: { polluted: 1 } },
    });
    assert.equal(status, 201, text);
    assert.deepEqual(body['extra'], extra);
    assert.ok(!Object.hasOwn(body, 'toString') && !('polluted' in body));
  });

  it('has created nothing: no document, no workflow', async () => {
    assert.equal(await countDocuments(system, orderNo), 0);
    // A transaction that does exist shows when the search has caught up with all that came before it.
    await merchant.sale({ order_no: orderNo });
    const query = `OrderNo = "${orderNo}"`;
    const count = await until('the search knows the order', async () => {
      const found = await system.temporal.workflow.count(query);
      return found.count > 0 && found.count;
    });
    assert.equal(count, 1);
    assert.equal(await countDocuments(system, orderNo), 1);
  });
});

/** The answer with every list of sentences as 1. A fault that is not a list of sentences stays, and shows. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value))
    return value.length > 0 && value.every((row) => typeof row === 'string' && row.length > 0)
      ? 1
      : value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

function nested(levels: number): unknown {
  return levels === 0 ? 'bottom' : { in: nested(levels - 1) };
}

function urlOf(length: number): string {
  return 'https://shop.example/'.padEnd(length, 'a');
}

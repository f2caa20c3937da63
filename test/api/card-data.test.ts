import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, rows, SALE, send, TRANSACTIONS, type Json } from '../support/http.ts';
import { countDocuments } from './support/records.ts';

/** Nobody's, with a right check digit, in a range of Visa. */
const CARD = '4539511619543489';
const BULK = '/b/bulk/v1/bulk/';

describe('card data in a request', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });

  const orderNo = `card-${randomUUID()}`;
  /** Twelve digits that nothing else in the logs can contain by chance. */
  const secret = `4000${randomInt(10 ** 11, 10 ** 12)}`;

  const NAMES = [
    'card_number',
    'cardNumber',
    'CARD-NUMBER',
    'pan',
    'cvv',
    'CVV2',
    'cvc',
    'security_code',
    'csc',
    'cvn',
    'cvn2',
    'cvvCode',
    'card_cvc',
    'cardNo',
  ];
  for (const name of NAMES)
    it(`is refused by the name of the field: ${name}`, async () => {
      const { call } = merchantAt(system.run.api, system.run.keys.private);
      const { status, body, text } = await call('POST', TRANSACTIONS, {
        ...SALE,
        order_no: orderNo,
        [name]: secret,
      });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body), [name]);
      assert.ok(!text.includes(secret));
    });

  const NAMED = [fieldSentence('card-data')];
  const DEEP: readonly (readonly [string, Json, Json])[] = [
    [
      'an object',
      { billing_address: { card_number: secret } },
      { billing_address: { card_number: NAMED } },
    ],
    [
      'a free object',
      { extra: { a: { b: ['x', {}, { cvv: secret }] } } },
      { extra: { a: { b: [{}, {}, { cvv: NAMED }] } } },
    ],
    [
      'an unknown object',
      { whatever: { payment: { pan: secret } } },
      { whatever: { payment: { pan: NAMED } } },
    ],
    ['a faulty field', { amount: { card_number: secret } }, { amount: { card_number: NAMED } }],
    ['a list', { pg_codes: [{ cvc: secret }] }, { pg_codes: [{ cvc: NAMED }] }],
    ['a list of a list', { extra: { a: [[{ cvv: secret }]] } }, { extra: { a: [{ cvv: NAMED }] } }],
  ];
  for (const [where, fields, faults] of DEEP)
    it(`is found inside ${where}, and named as it stands there`, async () => {
      const { create } = merchantAt(system.run.api, system.run.keys.private);
      const { status, body } = await create({ ...SALE, order_no: orderNo, ...fields });
      assert.deepEqual([status, body], [400, faults]);
    });

  it('is found in forms, multipart forms and JSON inside a form', async () => {
    const headers = { Authorization: `Api-Key ${system.run.keys.private}` };
    const fields = { type: 'e_commerce', amount: '1', currency_code: 'KWD', pg_codes: 'sandbox' };
    const url = `${system.run.api}${TRANSACTIONS}`;
    const hidden = JSON.stringify({ a: { card_number: secret } });
    const multipart = new FormData();
    for (const [key, value] of Object.entries({ ...fields, order_no: orderNo, cvv: secret }))
      multipart.set(key, value);
    const bodies = [
      new URLSearchParams({ ...fields, order_no: orderNo, card_number: secret }),
      new URLSearchParams({ ...fields, order_no: orderNo, extra: hidden }),
      multipart,
    ];
    for (const body of bodies) {
      const answer = await send(url, { method: 'POST', headers, body });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, /Card data must never be sent here/);
    }
  });

  it('is refused in PUT and PATCH too, and changes nothing', async () => {
    const merchant = merchantAt(system.run.api, system.run.keys.private);
    const id = await merchant.sale();
    for (const change of [merchant.put, merchant.patch]) {
      const { status } = await change(id, { ...SALE, order_no: 'changed', cvv: secret });
      assert.equal(status, 400);
    }
    assert.ok(!('order_no' in (await merchant.read(id)).body));
  });

  describe('by what it is', () => {
    const spaced = CARD.replaceAll(/.{4}(?=.)/g, '$& ');
    const arabic = Array.from(CARD, (digit) => String.fromCharCode(0x06_60 + Number(digit))).join(
      '',
    );
    const address = { line1: 'x', city: 'x', country: 'KW' };
    const FOUND = [fieldSentence('card-number')];
    const VALUES: readonly (readonly [string, Json, Json?])[] = [
      ['order_no', { order_no: CARD }],
      ['order_no', { order_no: `order ${spaced}` }],
      ['order_no', { order_no: arabic }],
      ['customer_first_name', { customer_first_name: CARD.replaceAll(/.{4}(?=.)/g, '$&-') }],
      ['customer_phone', { customer_phone: CARD }],
      ['customer_id', { customer_id: CARD }],
      ['customer_email', { customer_email: `${CARD}@shop.example.test` }],
      [
        'billing_address',
        { billing_address: { ...address, line1: spaced, city: CARD } },
        { line1: FOUND, city: FOUND },
      ],
      ['extra', { extra: { order_no: CARD } }, { order_no: FOUND }],
      ['extra', { extra: { a: [{ b: spaced }] } }, { a: [{ b: FOUND }] }],
      ['extra', { extra: { a: ['x', spaced, { b: CARD }] } }, { a: FOUND }],
      ['extra', { extra: { b: Number(CARD) } }, { b: FOUND }],
      ['extra', { extra: { [CARD]: 'x', b: CARD } }, { non_field_errors: FOUND, b: FOUND }],
      ['redirect_url', { redirect_url: `https://shop.example.test/?a=${CARD}` }],
      ['unheard_of', { unheard_of: spaced }],
      ['non_field_errors', { [spaced]: 'x' }],
    ];
    for (const [field, fields, faults = FOUND] of VALUES)
      it(`is refused in ${field} of ${JSON.stringify(fields).slice(0, 60)}`, async () => {
        const { create } = merchantAt(system.run.api, system.run.keys.private);
        const { status, body, text } = await create({ ...SALE, ...fields });
        assert.equal(status, 400, text);
        assert.deepEqual(body, { [field]: faults });
        for (const form of [CARD, spaced, arabic]) assert.ok(!text.includes(form));
      });

    it('is refused at every route that takes words', async () => {
      const { call, post, sale } = merchantAt(system.run.api, system.run.keys.private);
      const id = await sale();
      const file = new FormData();
      file.set('file', new Blob(['x']), `${CARD}.txt`);
      const headers = { Authorization: `Api-Key ${system.run.keys.private}` };
      const answers = await Promise.all([
        call('PATCH', `${TRANSACTIONS}${id}/`, { vendor_name: CARD }),
        call('PUT', `${TRANSACTIONS}${id}/`, { ...SALE, product_type: CARD }),
        call('POST', '/b/invoice/v1/invoice/', { invoice_number: CARD }),
        call('POST', '/b/pbl/v2/send-notification/', { body: `Hello ${spaced}` }),
        call('POST', '/b/pbl/v2/operation/', { extra: { note: CARD } }),
        call('POST', '/b/webhooks/v1/endpoints/', { description: CARD }),
        call('POST', '/pos/crt/', { order_no: CARD }),
        post(TRANSACTIONS, SALE, { 'Idempotency-Key': CARD }),
        post(
          '/b/pbl/v2/operation/',
          { operation: 'refund', session_id: id },
          { 'Tracking-Key': CARD },
        ),
        post(`${BULK}?name=${CARD}`, { rows: [] }, {}),
        send(`${system.run.api}/b/checkout/v1/upload-attachment/`, {
          method: 'POST',
          headers,
          body: file,
        }),
        send(`${system.run.api}${TRANSACTIONS}`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ ...SALE, pg_codes: 'sandbox', order_no: CARD }),
        }),
      ]);
      for (const [index, { status, text }] of answers.entries()) {
        assert.equal(status, 400, `${index}: ${text}`);
        assert.match(text, /looks like a card number/, String(index));
        assert.ok(!text.includes(CARD));
      }
    });

    it('is the fault of its row in a file, alone: what is said of another cell could repeat it', async () => {
      const answer = await send(`${system.run.api}${BULK}?dry_run=true`, {
        method: 'POST',
        headers: {
          Authorization: `Api-Key ${system.run.keys.private}`,
          'Content-Type': 'text/csv',
        },
        body: `amount,currency_code,pg_codes,extra.note,billing_address.line1,billing_address.city,billing_address.country\n1,KWD,sandbox,fine,x,x,KW\n1,KWD,sandbox,${CARD},${CARD},x,XX\n`,
      });
      assert.deepEqual([answer.body['valid'], answer.body['invalid']], [1, 1], answer.text);
      const [wrong] = rows(answer.body, 'errors');
      assert.deepEqual(wrong?.['errors'], {
        extra: { note: FOUND },
        billing_address: { line1: FOUND },
      });
      assert.ok(!answer.text.includes(CARD));
    });

    it('is not in what is a number by its nature', async () => {
      const { create } = merchantAt(system.run.api, system.run.keys.private);
      const { status, text } = await create({
        ...SALE,
        customer_phone: '+3711111111111',
        customer_id: '30001011234567',
        order_no: `${CARD.slice(0, 8)}/${CARD.slice(8)}`,
        extra: { latitude: 48.2081712345678, sku: '4006381333931', at: Date.now() },
      });
      assert.equal(status, 201, text);
    });
  });

  it('is in no log and in no database afterwards', async () => {
    assert.equal(await countDocuments(system, orderNo), 0);
    const logs = system.logs();
    assert.match(logs, /pymt-txn/, 'the logs tell of the requests');
    assert.ok(!logs.includes(secret));
    assert.ok(!logs.includes(CARD));
  });

  it('leaves room for words that only look similar', async () => {
    const { create } = merchantAt(system.run.api, system.run.keys.private);
    const { status, text } = await create({
      ...SALE,
      extra: { company: 'x', span: 1, card_color: 'red', number: 5 },
      card_acceptance_criteria: { min_expiry_time: 30 },
    });
    assert.equal(status, 201, text);
  });
});

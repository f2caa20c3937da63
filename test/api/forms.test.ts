import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import { send, TRANSACTIONS, type Answer } from '../support/http.ts';

/** Fields as a form carries them; a repeated name makes a list. */
type Fields = readonly (readonly [string, string])[];

const FIELDS: Fields = [
  ['type', 'payment_request'],
  ['amount', '12.340'],
  ['currency_code', 'KWD'],
  ['pg_codes', 'sandbox'],
  ['pg_codes', 'cash'],
];

const ENCODINGS: Readonly<Record<string, (fields: Fields) => URLSearchParams | FormData>> = {
  'a form': (fields) => new URLSearchParams(fields.map(([key, value]) => [key, value])),
  'a multipart form': (fields) => {
    const form = new FormData();
    for (const [key, value] of fields) form.append(key, value);
    return form;
  },
};

for (const [name, encode] of Object.entries(ENCODINGS))
  describe(`${name} as a request`, () => {
    let system: System;
    before(async function () {
      this.timeout(120_000);
      system = await theSystem();
    });
    const post = (body: URLSearchParams | FormData): Promise<Answer> =>
      send(`${system.run.api}${TRANSACTIONS}`, {
        method: 'POST',
        headers: { Authorization: `Api-Key ${system.run.keys.private}` },
        body,
      });
    const created = async (more: Fields = []) => {
      const answer = await post(encode([...FIELDS, ...more]));
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    };

    it('is read like JSON, repeated names as a list', async () => {
      const body = await created([['customer_first_name', 'سارة & <co>']]);
      assert.equal(body['amount'], '12.340');
      assert.deepEqual(body['pg_codes'], ['sandbox', 'cash']);
      assert.equal(body['customer_first_name'], 'سارة & <co>');
    });

    it('may have a list of one, and a list as JSON text', async () => {
      const others = FIELDS.filter(([key]) => key !== 'pg_codes');
      for (const codes of ['sandbox', '["sandbox"]']) {
        const answer = await post(encode([...others, ['pg_codes', codes]]));
        assert.equal(answer.status, 201, answer.text);
        assert.deepEqual(answer.body['pg_codes'], ['sandbox']);
      }
    });

    it('may name e-mail recipients once with commas, or one by one', async () => {
      const expected = ['a@example.com', 'b@example.com'];
      const commas = await created([['email_recipients', 'a@example.com, b@example.com']]);
      assert.deepEqual(commas['email_recipients'], expected);
      const each = await created([
        ['email_recipients', 'a@example.com'],
        ['email_recipients', 'b@example.com'],
      ]);
      assert.deepEqual(each['email_recipients'], expected);
    });

    it('carries objects as JSON text', async () => {
      const address = { line1: '12 Gulf Road', city: 'Kuwait City', country: 'KW' };
      const body = await created([
        ['billing_address', JSON.stringify(address)],
        ['extra', '{"a":[1,null]}'],
        ['notifications', '{"email":["paid"]}'],
        ['customer_email', 'sara@example.com'],
        ['loyalty', '{"enabled":true}'],
        ['generate_qr_code', 'false'],
      ]);
      assert.deepEqual(body['billing_address'], address);
      assert.deepEqual(body['extra'], { a: [1, null] });
      assert.deepEqual(body['notifications'], { email: ['paid'] });
      assert.deepEqual(body['loyalty'], { enabled: true });
    });

    it('keeps text that only looks like a number, a truth or an object', async () => {
      const body = await created([
        ['order_no', '0012'],
        ['customer_first_name', 'true'],
        ['product_type', '{"a":1}'],
      ]);
      assert.equal(body['order_no'], '0012');
      assert.equal(body['customer_first_name'], 'true');
      assert.equal(body['product_type'], '{"a":1}');
    });

    it('is refused field by field like JSON', async () => {
      const answer = await post(
        encode([
          ['type', 'nonsense'],
          ['amount', '-1'],
          ['currency_code', 'KWD'],
          ['pg_codes', 'nobody'],
          ['extra', '{broken'],
          ['billing_address', '{"city":"x"}'],
        ]),
      );
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body).toSorted(), [
        'amount',
        'billing_address',
        'extra',
        'pg_codes',
        'type',
      ]);
    });

    it('is refused with all four fields when it is empty', async () => {
      const answer = await post(encode([['order_no', 'x']]));
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body).toSorted(), [
        'amount',
        'currency_code',
        'pg_codes',
        'type',
      ]);
    });

    it('cannot name the inner workings of an object, nor mean two things', async () => {
      const body = await created([['constructor', 'y']]);
      assert.ok(!Object.hasOwn(body, 'constructor'));
      for (const field of [
        ['__proto__', 'x'],
        ['extra', '{"__proto__":{"z":1}}'],
        ['extra', '{"a":1,"a":2}'],
        ['amount', '12.350'],
      ] as const) {
        const answer = await post(encode([...FIELDS, field]));
        assert.deepEqual([answer.status, answer.body['code']], [400, 'parse_error'], field[0]);
      }
    });
  });

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { standardMessage, subscriptionMessage } from '../../../domain/webhook/canonical.ts';
import { type JsonObject, type JsonValue, sortKeys, withoutEmpty } from '../../../domain/json.ts';

interface Vector {
  readonly name: string;
  readonly scheme: 'standard' | 'subscription';
  readonly key: string;
  readonly payload: JsonObject;
  readonly message: string;
  readonly signature: string;
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../../vectors/webhook-signatures.json', import.meta.url), 'utf8'),
);
const MESSAGE = { standard: standardMessage, subscription: subscriptionMessage };

describe('the signed message', () => {
  it('is tested by the five published vectors', () => {
    assert.deepEqual(
      vectors.map(({ name }) => name),
      ['A', 'B', 'C', 'D', 'E'],
    );
  });

  for (const { name, scheme, key, payload, message, signature } of vectors)
    it(`is that of vector ${name} in the ${scheme} scheme, and so is its signature`, () => {
      assert.equal(MESSAGE[scheme](payload), message);
      assert.equal(hmac(key, MESSAGE[scheme](payload)), signature);
    });

  it('of vector E in the standard scheme gives the published signature', () => {
    const vector = vectors.find(({ name }) => name === 'E');
    assert.ok(vector);
    assert.equal(
      hmac(vector.key, standardMessage(vector.payload)),
      '4ba3f1afcc89e44a9048cb24951d083ce6a4ba597a456300e9ac73262fd7ee7c',
    );
  });

  const SIGNED =
    `amount currency_code customer_address_city customer_address_country customer_address_line1
    customer_address_line2 customer_address_postal_code customer_address_state customer_email customer_first_name
    customer_last_name customer_phone gateway_account gateway_name order_no reference_number result state`.split(
      /\s+/,
    );

  it('has the 18 standard keys in byte order, whatever their order in the payload', () => {
    assert.equal(SIGNED.length, 18);
    const payload = Object.fromEntries(SIGNED.toReversed().map((key) => [key, '1']));
    assert.equal(standardMessage(payload), SIGNED.map((key) => `${key}1`).join(''));
  });

  it('has the 26 subscription paths in byte order', () => {
    const nested: JsonObject = {
      token: { token: '1', pg_code: '1', customer_id: '1' },
      session_id: '1',
      payment_type: '1',
      extra: { merchant_id: '1', autopay: { subscription_id: '1' } },
      agreement: { id: '1' },
    };
    const paths = subscriptionMessage({
      ...nested,
      ...Object.fromEntries(SIGNED.map((key) => [key, '1'])),
    })
      .split('\n')
      .map((line) => line.replace('=1', ''));
    assert.deepEqual(
      paths,
      `agreement.id ${SIGNED.slice(0, 12).join(' ')} extra.autopay.subscription_id extra.merchant_id gateway_account
       gateway_name order_no payment_type reference_number result session_id state token.customer_id token.pg_code
       token.token`.split(/\s+/),
    );
    assert.equal(paths.length, 26);
  });

  it('drops null and "" and keeps "0" and "0.000"', () => {
    const payload = { amount: '0.000', order_no: '0', state: '', result: null };
    assert.equal(standardMessage(payload), 'amount0.000order_no0');
    assert.equal(subscriptionMessage(payload), 'amount=0.000\norder_no=0');
  });

  it('takes values exactly as they are, without trimming or normalising', () => {
    assert.equal(
      standardMessage({ customer_first_name: ' e\u0301\n' }),
      'customer_first_name e\u0301\n',
    );
  });

  it('is empty when nothing signed is there', () => {
    assert.equal(standardMessage({ session_id: '1', extra: {} }), '');
    assert.equal(subscriptionMessage({}), '');
  });

  const NOT_THERE: Readonly<Record<string, JsonObject>> = {
    'a text in the middle of a path': { token: 'abc', agreement: 'x' },
    'null in the middle of a path': { token: null, extra: { autopay: null } },
    'a list in the middle of a path': { token: ['1'], extra: [{ merchant_id: '1' }] },
    'a number in the middle of a path': { extra: { autopay: 5 } },
    'an object at the end of a path': { extra: { merchant_id: { a: '1' } }, amount: {} },
    'a list at the end of a path': { extra: { merchant_id: ['1'] } },
    'a key with a dot in its name': { 'token.token': '1' },
    'the operation key of operation webhooks': { operation: 'refund' },
  };
  for (const [name, payload] of Object.entries(NOT_THERE))
    it(`leaves out ${name}`, () => {
      assert.equal(subscriptionMessage(payload), '');
    });

  it('writes a number or a boolean that a merchant put in extra as JSON does', () => {
    const payload = { extra: { merchant_id: 17, autopay: { subscription_id: false } } };
    assert.equal(
      subscriptionMessage(payload),
      'extra.autopay.subscription_id=false\nextra.merchant_id=17',
    );
  });

  it('does not read what objects inherit', () => {
    const inherited: JsonObject = Object.create({ amount: '1.000' });
    assert.equal(standardMessage(inherited), '');
  });
});

describe('sorted keys', () => {
  it('are alphabetical at every level, and lists keep their order', () => {
    assert.equal(
      JSON.stringify(
        sortKeys({ b: { d: 1, c: [{ z: null, y: 'x' }, 3, [2, 1]] }, a: true, B: '' }),
      ),
      '{"B":"","a":true,"b":{"c":[{"y":"x","z":null},3,[2,1]],"d":1}}',
    );
  });

  it('change no value, a key named __proto__ included', () => {
    const hostile: JsonValue = JSON.parse('{"z":1,"__proto__":{"b":2,"a":1}}');
    assert.equal(JSON.stringify(sortKeys(hostile)), '{"__proto__":{"a":1,"b":2},"z":1}');
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: JsonValue = JSON.parse(text);
        assert.deepEqual(sortKeys(value), value);
      }),
    );
  });

  it('make equal bodies equal bytes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (dictionary) => {
        const reversed = Object.fromEntries(Object.entries(dictionary).toReversed());
        assert.equal(JSON.stringify(sortKeys(reversed)), JSON.stringify(sortKeys(dictionary)));
      }),
    );
  });
});

describe('without empty', () => {
  it('leaves out undefined, null and "" and keeps every other value', () => {
    assert.deepEqual(
      withoutEmpty({ a: undefined, b: null, c: '', d: '0', e: 0, f: false, g: {}, h: [], i: ' ' }),
      { d: '0', e: 0, f: false, g: {}, h: [], i: ' ' },
    );
  });

  it('echoes what is inside as it came', () => {
    const extra = { note: '', branch: null };
    assert.deepEqual(withoutEmpty({ extra }), { extra });
  });
});

function hmac(key: string, message: string): string {
  return createHmac('sha256', key).update(message, 'utf8').digest('hex');
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { isSignedBySarraf } from '../../../clients/node/src/body-signature.ts';
import { aWebhook, bodySigned } from '../../demo/support/webhook.ts';
import { WEBHOOK_KEY } from '../../demo/support/running-shop.ts';

interface Vector {
  readonly name: string;
  readonly scheme: string;
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../../vectors/webhook-signatures.json', import.meta.url), 'utf8'),
);
const standard = vectors.filter(({ scheme }) => scheme === 'standard');

const signedBody = (): Readonly<Record<string, unknown>> =>
  JSON.parse(bodySigned(aWebhook({ order_no: 'ORD-1' })));

describe('isSignedBySarraf', () => {
  it('has vectors to be tried with', () => assert.ok(standard.length >= 4));

  for (const { name, key, payload, signature } of standard) {
    it(`says yes to vector ${name}`, () => {
      assert.equal(isSignedBySarraf({ ...payload, signature }, key), true);
    });
    it(`says no to vector ${name} with another amount`, () => {
      assert.equal(isSignedBySarraf({ ...payload, signature, amount: '0.001' }, key), false);
    });
    it(`says no to vector ${name} under another key`, () => {
      assert.equal(isSignedBySarraf({ ...payload, signature }, `${key}x`), false);
    });
    it(`says no to vector ${name} without its signature`, () => {
      assert.equal(isSignedBySarraf(payload, key), false);
    });
  }

  it('says no to the other scheme, which this shop does not use', () => {
    const other = vectors.filter(({ scheme }) => scheme !== 'standard');
    assert.ok(other.length > 0);
    for (const { payload, signature, key } of other)
      assert.equal(isSignedBySarraf({ ...payload, signature }, key), false);
  });

  it('says no when a signed field is smuggled in as a number', () => {
    const payload = signedBody();
    assert.equal(isSignedBySarraf(payload, WEBHOOK_KEY), true);
    assert.equal(isSignedBySarraf({ ...payload, order_no: 7 }, WEBHOOK_KEY), false);
  });

  it('says no to a signature with anything appended, cut, or of another type', () => {
    const payload = signedBody();
    const signature = String(payload['signature']);
    for (const wrong of [
      `${signature}zz`,
      signature.slice(1),
      signature.toUpperCase(),
      '',
      7,
      null,
      ['a'],
    ])
      assert.equal(isSignedBySarraf({ ...payload, signature: wrong }, WEBHOOK_KEY), false);
  });

  it('says no to any change of a signed value, and does not mind an unsigned one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'amount',
          'currency_code',
          'order_no',
          'reference_number',
          'result',
          'state',
        ),
        fc.string({ minLength: 1 }),
        (field, value) => {
          const payload = signedBody();
          fc.pre(payload[field] !== value);
          assert.equal(isSignedBySarraf({ ...payload, [field]: value }, WEBHOOK_KEY), false);
          assert.equal(isSignedBySarraf({ ...payload, message: value }, WEBHOOK_KEY), true);
        },
      ),
    );
  });
});

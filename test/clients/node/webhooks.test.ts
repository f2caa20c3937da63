import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvalidWebhook, verifyWebhook } from '../../../clients/node/src/index.ts';

interface Vector {
  readonly name: string;
  readonly scheme: 'standard' | 'subscription';
  readonly key: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../../vectors/webhook-signatures.json', import.meta.url), 'utf8'),
);
const KINDS: Readonly<Record<string, 'payment' | 'operation'>> = {
  A: 'operation',
  B: 'payment',
  C: 'payment',
  D: 'operation',
  E: 'payment',
};

describe('verifyWebhook', () => {
  it('has vectors of both schemes', () => {
    assert.equal(new Set(vectors.map(({ scheme }) => scheme)).size, 2);
  });

  describe('without headers', () => {
    for (const { name, scheme, key, payload, signature } of vectors) {
      const body = JSON.stringify({ ...payload, signature });
      const other = scheme === 'standard' ? 'subscription' : 'standard';

      it(`gives the event of vector ${name}`, () => {
        const event = verifyWebhook({ body }, { key, scheme });
        assert.deepEqual(event.payload, JSON.parse(body));
        if (name in KINDS) assert.equal(event.kind, KINDS[name]);
        assert.deepEqual(verifyWebhook({ body: Buffer.from(body) }, { key, scheme }), event);
      });

      it(`takes vector ${name} by either key of two`, () => {
        verifyWebhook({ body }, { key: ['another', key], scheme });
      });

      for (const [what, delivery, options] of [
        ['with another amount', { ...payload, amount: '0.001', signature }, { key, scheme }],
        ['without its signature', payload, { key, scheme }],
        ['with a list as its signature', { ...payload, signature: [signature] }, { key, scheme }],
        ['under another key', { ...payload, signature }, { key: `${key}x`, scheme }],
        ['as one of the other scheme', { ...payload, signature }, { key, scheme: other }],
      ] as const)
        it(`refuses vector ${name} ${what}`, () => {
          assert.throws(
            () => verifyWebhook({ body: JSON.stringify(delivery) }, options),
            InvalidWebhook,
          );
        });
    }

    it('refuses another session id where the subscription scheme signs it', () => {
      const [{ key, payload, signature }] = [
        vectors.find(({ scheme }) => scheme === 'subscription') ?? assert.fail(),
      ];
      const changed = { ...payload, session_id: 'f'.repeat(40), signature };
      const verify = () =>
        verifyWebhook({ body: JSON.stringify(changed) }, { key, scheme: 'subscription' });
      assert.throws(verify, InvalidWebhook);
    });
  });

  describe('with headers', () => {
    const body = '{"state":"paid","amount":"1.000"}';
    const signed = ({ id = 'e1', at = now(), key = 'k', text = body } = {}) => ({
      'webhook-id': id,
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')}`,
    });

    it('gives the event and its id', () => {
      const event = verifyWebhook({ body, headers: signed() }, { key: 'k' });
      assert.deepEqual(event, { kind: 'payment', payload: JSON.parse(body), id: 'e1' });
    });

    it('gives that of an alert as one', () => {
      const text = '{"event_type":"alert.raised","alert":"late-money"}';
      const event = verifyWebhook({ body: text, headers: signed({ text }) }, { key: 'k' });
      assert.deepEqual(event, { kind: 'alert', payload: JSON.parse(text), id: 'e1' });
    });

    it('takes one of two signatures, and one of two keys', () => {
      const both = `${signed({ key: 'new' })['webhook-signature']} ${signed()['webhook-signature']}`;
      verifyWebhook({ body, headers: { ...signed(), 'webhook-signature': both } }, { key: 'k' });
      verifyWebhook({ body, headers: signed({ key: 'new' }) }, { key: ['k', 'new'] });
    });

    for (const [what, headers] of [
      ['a body that was changed', () => signed({ text: body.replace('1', '2') })],
      ['another id', () => ({ ...signed(), 'webhook-id': 'e2' })],
      ['another key', () => signed({ key: 'other' })],
      ['one from six minutes ago', () => signed({ at: now() - 360 })],
      ['one from the future', () => signed({ at: now() + 360 })],
      ['no time at all', () => ({ ...signed(), 'webhook-timestamp': undefined })],
      ['no signature', () => ({ ...signed(), 'webhook-signature': undefined })],
    ] as const)
      it(`refuses ${what}`, () => {
        assert.throws(
          () => verifyWebhook({ body, headers: headers() }, { key: 'k' }),
          InvalidWebhook,
        );
      });

    it('is not content with the body that is signed, which signs less', () => {
      const { key, payload, signature } = vectors[0] ?? assert.fail();
      const text = JSON.stringify({ ...payload, signature });
      verifyWebhook({ body: text }, { key });
      assert.throws(() => verifyWebhook({ body: text, headers: {} }, { key }), InvalidWebhook);
    });
  });

  for (const key of ['', [], ['k', '']])
    it(`does not verify with the key ${JSON.stringify(key)}, by which anybody can sign`, () => {
      assert.throws(() => verifyWebhook({ body: '{}' }, { key }), TypeError);
    });

  for (const body of ['', 'null', '[]', '"text"', '{'])
    it(`refuses the body ${JSON.stringify(body)}`, () => {
      assert.throws(() => verifyWebhook({ body }, { key: 'k' }), InvalidWebhook);
    });
});

/** Asked for by each test: a whole run of them has read this file long before. */
function now(): number {
  return Math.floor(Date.now() / 1000);
}

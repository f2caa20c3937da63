import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { sampleOf } from '../../domain/webhook/sample.ts';
import { EVENT_TYPES } from '../../domain/webhook/event-type.ts';
import { webhookRequest } from '../../transports/webhook.ts';
import { sessionOf } from '../support/builders.ts';
import { aPost, KEY } from './support/posting.ts';

const PREVIOUS = 'whk_0f1e2d3c4b5a69788796a5b4c3d2e1f0';
/** Both want the bytes of the key as base64. */
const base64 = (key: string) => Buffer.from(key).toString('base64');

/** What the libraries, which know nothing of us, say of a request. */
function accepted(
  { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  key = KEY,
): readonly boolean[] {
  return [new Standard(base64(key)), new Svix(base64(key))].map((library) => {
    try {
      library.verify(body, { ...headers });
      return true;
    } catch {
      return false;
    }
  });
}

const BOTH = [true, true];
const NONE = [false, false];

function requestOf(type: string, ...previousKeys: readonly string[]) {
  const payload = sampleOf(type, { sessionId: sessionOf('7'), at: Date.now() });
  assert.ok(payload);
  const url = 'https://shop.example.test/hooks';
  return webhookRequest(aPost({ url, payload, previousKeys }));
}

describe('independent libraries of Standard Webhooks', () => {
  for (const type of EVENT_TYPES)
    it(`accept ${type}`, () => {
      assert.deepEqual(accepted(requestOf(type)), BOTH);
    });

  it('accept all keys while they overlap, and no other one', () => {
    const request = requestOf('payment.paid', 'whk_0', PREVIOUS);
    assert.deepEqual(accepted(request, 'whk_0'), BOTH);
    assert.deepEqual(accepted(request, KEY), BOTH);
    assert.deepEqual(accepted(request, PREVIOUS), BOTH);
    assert.deepEqual(accepted(request, 'whk_another'), NONE);
    assert.deepEqual(accepted(requestOf('payment.paid'), PREVIOUS), NONE);
  });

  it('refuse 2,000 that were changed anywhere on their way', () => {
    const request = requestOf('payment.paid', PREVIOUS);
    const { body, headers } = request;
    const WHERE = ['body', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
    const HOW = ['replace', 'insert', 'remove'] as const;
    const mutation = fc.record({
      where: fc.constantFrom(...WHERE),
      how: fc.constantFrom(...HOW),
      place: fc.nat(),
      letter: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCodePoint(code)),
    });
    fc.assert(
      fc.property(mutation, ({ where, ...mutated }) => {
        // Of the header only the first signature is the one that is asked for.
        const text = where === 'body' ? body : (headers[where].split(' ')[0] ?? '');
        const other = changed(mutated, text);
        fc.pre(other !== text && !isTheSame(where, text, other));
        const mutant =
          where === 'body'
            ? { body: other, headers }
            : {
                body,
                headers: { ...headers, 'webhook-signature': alone(headers), [where]: other },
              };
        assert.deepEqual(accepted(mutant), NONE, JSON.stringify({ where, other }));
      }),
      { numRuns: 2000, seed: 8 },
    );
  });
});

function changed(
  { how, place, letter }: { readonly how: string; readonly place: number; readonly letter: string },
  text: string,
): string {
  const at = place % text.length;
  const rest = text.slice(how === 'insert' ? at : at + 1);
  return `${text.slice(0, at)}${how === 'remove' ? '' : letter}${rest}`;
}

function bytesIn(signature: string): string {
  return signature.startsWith('v1,')
    ? Buffer.from(signature.slice(3), 'base64').toString('hex')
    : '';
}

function alone(headers: Readonly<Record<string, string>>): string {
  return String(headers['webhook-signature']).split(' ')[0] ?? '';
}

/** Base64 has several texts for the same bytes, and a number several: those say the same. */
function isTheSame(where: string, text: string, other: string): boolean {
  if (where === 'webhook-timestamp') return Number.parseInt(other, 10) === Number(text);
  if (where !== 'webhook-signature') return false;
  return bytesIn(text) === bytesIn(other);
}

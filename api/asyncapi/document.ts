import Joi from 'joi';
import { sessionId } from '../../domain/ids.ts';
import { sortKeys } from '../../domain/json.ts';
import { EVENT_TYPES } from '../../domain/webhook/event-type.ts';
import { sampleOf } from '../../domain/webhook/sample.ts';
import { jsonSchemaOf } from '../openapi/shapes.ts';
import { operationEvent } from '../operations/answer.ts';
import { resultAnswer } from '../payments/answer.ts';
import { alertEvent } from '../tasks/alert-event.ts';
import { EVENT_WORDS } from './words.ts';

/** One type of event, as programs and people read of it. */
export interface CatalogueEntry {
  readonly type: string;
  readonly words: string;
  readonly schema: 'payment' | 'operation' | 'alert';
  readonly example: object;
}

/** Every type of event that can come, in their order. Throws for one that nobody has described. */
export function catalogue(): readonly CatalogueEntry[] {
  return EVENT_TYPES.map((type) => {
    const words = EVENT_WORDS[type];
    const sample = sampleOf(type, { sessionId: SESSION, at: AT });
    if (words === undefined || !sample) throw new Error(`Nobody has described the event ${type}.`);
    const example = sortKeys({ ...sample, signature: '0'.repeat(64) });
    return { type, words, schema: schemaOf(type), example };
  });
}

function schemaOf(type: string): CatalogueEntry['schema'] {
  if (type.startsWith('alert.')) return 'alert';
  return /^(?:payment|card)\./.test(type) ? 'payment' : 'operation';
}

/** All webhooks as an AsyncAPI 3.0 document, made of the list of types and of the schemas that the code itself uses. */
export function asyncApiDocument(): object {
  const all = catalogue();
  const named = (make: (entry: CatalogueEntry) => object) =>
    Object.fromEntries(all.map((entry) => [entry.type, make(entry)]));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sarraf webhooks',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      webhooks: {
        address: null,
        description:
          'Your server: the webhook URL of a payment, and each endpoint that you have registered.',
        messages: named(({ type }) => ({ $ref: `#/components/messages/${type}` })),
      },
    },
    operations: {
      send: {
        action: 'send',
        channel: { $ref: '#/channels/webhooks' },
        summary: 'Sarraf posts an event; answer 200 or 201.',
      },
    },
    components: {
      messages: named(({ type, words, schema, example }) => ({
        name: type,
        summary: words,
        headers: { $ref: '#/components/schemas/headers' },
        payload: { $ref: `#/components/schemas/${schema}` },
        examples: [{ payload: example }],
      })),
      schemas: {
        headers: jsonSchemaOf(headers, { open: true }),
        payment: jsonSchemaOf(resultAnswer, { open: true }),
        operation: jsonSchemaOf(operationEvent, { open: true }),
        alert: jsonSchemaOf(alertEvent, { open: true }),
      },
    },
  };
}

const INTRODUCTION =
  'Every event is one POST of JSON, signed in its body (`signature`) and in its headers by Standard Webhooks. ' +
  'It can come twice, late and out of order: know it by `X-Event-Id`. The type stands in lists and filters, and in the body of alerts alone.';

const text = Joi.string();
const headers = Joi.object({
  'X-Event-Id': text.guid().required(),
  'X-Delivery-Id': text.guid().required(),
  'X-Sequence': text.pattern(/^\d+$/).required(),
  'webhook-id': text.guid().required(),
  'webhook-timestamp': text.pattern(/^\d+$/).required(),
  'webhook-signature': text.pattern(/^v1,\S+(?: v1,\S+)*$/).required(),
});

/** Of nobody: the examples are the same whenever they are made. */
const SESSION = exampleSession();
const AT = Date.UTC(2026, 0, 31, 12);

function exampleSession() {
  const id = sessionId('0c5cf6f1a9c34a3b7f2e9b1d8a6e4f5c7d8e9f01');
  if (id === undefined) throw new TypeError('The example is a session id.');
  return id;
}

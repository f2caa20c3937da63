import type { DescribedRoute } from '../route.ts';

/** The bodies of all errors (contract/requests#errors). */
export const ERROR_SCHEMAS = {
  Problem: {
    type: 'object',
    description:
      'Why a request was refused. `code` is for programs and never changes; `detail` is for people.',
    properties: {
      detail: { type: 'string' },
      code: { type: 'string' },
      result: {
        const: 'failed',
        description:
          'Where a charge or an inquiry was refused: nothing was paid by it. Where a message was: nothing was sent.',
      },
      available: {
        type: 'string',
        description: 'Where a wallet has less than is to be paid: what can be spent.',
      },
      session_id: {
        type: 'string',
        description:
          'The payment whose charge was declined, which can be paid in another way; the payment of the message.',
      },
      order_no: { type: 'string', description: 'The order number by which it was named.' },
      channels: {
        type: 'array',
        items: { type: 'string' },
        description: 'Where a message was refused: the channels by which none can be sent.',
      },
      notifications: {
        type: 'array',
        items: { type: 'string' },
        description: 'The ids of messages that were not sent, in the log of messages.',
      },
      state: { type: 'string', description: 'How that payment stands.' },
      pg_response: {
        type: 'object',
        description: 'Where a gateway has declined: what it said.',
      },
      trace_id: { type: 'string', description: 'Names the request in our logs.' },
    },
    required: ['detail', 'code'],
    additionalProperties: false,
  },
  FieldErrors: {
    type: 'object',
    description:
      'Every fault of the fields of a request, at once. Faults inside an object or a list stand under its key; ' +
      'faults of several fields together under `non_field_errors`.',
    additionalProperties: { $ref: '#/components/schemas/FieldFault' },
  },
  PlainFaults: {
    type: 'object',
    description: 'Every fault of the fields of a request, one sentence each.',
    additionalProperties: { type: 'string' },
  },
  FieldFault: {
    anyOf: [
      { type: 'array', items: { type: 'string' } },
      { $ref: '#/components/schemas/FieldErrors' },
      { type: 'array', items: { $ref: '#/components/schemas/FieldErrors' } },
    ],
  },
} as const;

const WORDS: Readonly<Record<number, string>> = {
  400: 'The request is not right: fields at fault, or a state that forbids it.',
  401: 'Nobody we know: no credentials, or none that are valid for this route.',
  403: 'The caller may not do this.',
  404: 'There is no such thing, or it is not yours.',
  409: 'Another request stands in the way: the same `Idempotency-Key` with another body or by another caller, or one that is under way.',
  412: 'What was shown has changed since: read it again.',
  413: 'The body is too large.',
  415: 'The body is of a type that is not read here.',
  423: 'Locked: a payment attempt is under way, or the installation is paused.',
  429: 'Too many requests; `Retry-After` says in how many seconds to ask again.',
  500: 'A fault of ours. The outcome is unknown; a repetition with the same `Idempotency-Key` is safe.',
  502: 'The gateway did not answer as it should.',
  503: 'Something that we need does not answer. Nothing is half-made, and it is safe to ask again.',
};

const problem = { $ref: '#/components/schemas/Problem' };
const fieldErrors = { $ref: '#/components/schemas/FieldErrors' };
const plainFieldFaults = { $ref: '#/components/schemas/PlainFaults' };

/** What may go wrong at a route, by what follows from its declaration and what it adds itself. Keyed by status. */
export function errorsOf(one: DescribedRoute): Readonly<Record<string, object>> {
  const hasBody = one.body !== undefined || one.bodyOptional !== undefined;
  const statuses = new Set([
    // Also where only keys come in: a user is known there, and may not.
    ...(one.who.length > 0 ? [401, 403, 429] : []),
    ...(hasBody ? [400, 413, 415] : []),
    ...(one.query ? [400] : []),
    ...(one.path.includes(':') ? [404] : []),
    // A key that can be none, and one that was used for something else.
    ...(one.idempotent ? [400, 409] : []),
    ...(one.errors ?? []),
    500,
    503,
  ]);
  return Object.fromEntries(
    [...statuses]
      .toSorted((a, b) => a - b)
      .map((status) => [String(status), errorAnswer(status, one)]),
  );
}

function errorAnswer(status: number, { plainFaults }: DescribedRoute): object {
  const faults = plainFaults ? plainFieldFaults : fieldErrors;
  const schema = status === 400 ? { anyOf: [problem, faults] } : problem;
  return {
    description: WORDS[status] ?? `HTTP ${status}`,
    ...([429, 503].includes(status) && {
      headers: {
        'Retry-After': {
          description: 'Seconds until it is worth asking again.',
          schema: { type: 'string' },
        },
      },
    }),
    content: { 'application/json': { schema } },
  };
}

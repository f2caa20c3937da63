import { bodyParser } from '@koa/bodyparser';
import type { Payload, PayloadCodec } from '@temporalio/common';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import { isEncrypted, workflowOf } from '../../temporal/codec.ts';
import { InvalidFields, RequestError } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { ANYBODY, undescribedRoute } from '../route.ts';
import { fromUi, operator, operatorOf } from './access.ts';
import { payloadsBody, presentPayloads, readPayloads } from './payloads.ts';

/** A page of the UI with large payloads; Temporal itself keeps none above 2 MB. */
const LIMIT = '10mb';

const parse = bodyParser({
  enableTypes: ['json'],
  jsonLimit: LIMIT,
  onError: (error) => {
    throw 'status' in error && error.status === 413
      ? new RequestError(413, 'request_too_large', `The body is larger than ${LIMIT}.`)
      : new RequestError(400, 'parse_error', 'The body must be JSON.');
  },
});

/**
 * Decrypts payloads for the Temporal UI and CLI (Temporal's protocol for remote codecs), for operators only, and not
 * before the audit log has it. It does not encrypt: nobody needs a route by which to write what only we write.
 */
export const codecRoutes = [
  undescribedRoute('codec.preflight', {
    method: 'OPTIONS',
    path: '/codec/decode',
    who: ANYBODY,
    around: ({ codec }) => [fromUi(codec.access)],
    handle: () => (ctx) => {
      ctx.set({
        'Access-Control-Allow-Methods': 'POST',
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Namespace',
        'Access-Control-Max-Age': '600',
      });
      ctx.status = 204;
    },
  }),
  undescribedRoute('codec.decode', {
    method: 'POST',
    path: '/codec/decode',
    who: ['operator'],
    // It changes nothing, and has an entry of its own.
    audit: false,
    around: ({ codec }) => [fromUi(codec.access)],
    authorize: operator,
    within: () => [parse],
    handle:
      ({ store, clientAddress, codec, logger }) =>
      async (ctx) => {
        const given = payloadsOf(ctx);
        const decoded = await decode(codec.payloads, logger, given);
        await store.audit.append({
          at: Date.now(),
          who: operatorOf(ctx),
          from: clientAddress(ctx),
          action: {
            name: 'codec.decode',
            namespace: ctx.get('X-Namespace').slice(0, 255),
            payloads: given.filter(isEncrypted).length,
            workflowIds: workflowsOf(given),
          },
        });
        ctx.body = presentPayloads(decoded);
      },
  }),
];

async function decode(
  codec: PayloadCodec,
  logger: Logger,
  payloads: Payload[],
): Promise<Payload[]> {
  try {
    return await codec.decode(payloads);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logger.warn({ err: error }, 'payloads cannot be decrypted');
    throw new RequestError(422, 'undecryptable', error.message);
  }
}

function payloadsOf(ctx: Context): Payload[] {
  // Browsers ask before they send JSON elsewhere, and do not before they send a form.
  if (!ctx.request.is('application/json'))
    throw new RequestError(415, 'unsupported_media_type', 'Send application/json.');
  const { value, faults } = check(payloadsBody, ctx.request.body ?? {});
  const { payloads } = value;
  if (!payloads || Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return readPayloads({ payloads });
}

function workflowsOf(payloads: readonly Payload[]): readonly string[] {
  const ids = payloads.filter(isEncrypted).flatMap((payload) => workflowOf(payload) ?? []);
  return [...new Set(ids)];
}

import Joi from 'joi';
import type { Context } from 'koa';
import type { TransactionType } from '../../domain/transaction/type.ts';
import type { ApiDeps } from '../deps.ts';
import { sessionIdText, url } from '../schema-parts.ts';
import { links } from '../../domain/links.ts';
import { route, type RouteDeps, SERVER } from '../route.ts';
import { createLegacy } from './create.ts';
import { authorizeLegacy } from './authorize.ts';
import { legacySchema } from './schema.ts';
import { object } from '../infer.ts';

const FIELDS = {
  gateway_code: 'The code of the gateway account. Of a list, `/pos/crt/` takes the first.',
  capture_address: 'Read, and then required, only where the merchant has switched delivery on.',
  capture_delivery: 'The same; it must be true where `capture_address` is.',
  email_notification: 'Send the link by e-mail now. Needs `customer_email`.',
  sms_notification: 'Send the link by SMS now. Needs `customer_phone`.',
  email_payment_details: 'Send the result by e-mail. Needs `customer_email`.',
  sms_payment_details: 'Send the result by SMS. Needs `customer_phone`.',
  redirect_url: 'Required unless it is in the settings.',
  disclosure_url:
    'Where the result is posted; only an answer of 200 is a yes. Required unless it is in the settings.',
  extra: 'A flat object: its keys come back in the query of `redirect_url`.',
  initiator: 'The id of the user who makes it.',
  full_name: 'Given back in the disclosure, like all fields that the settings name.',
} as const;

const answer = object({
  url: url.required(),
  payment_url: url.required(),
  session_id: sessionIdText.required(),
  order_no: Joi.string(),
  reference_number: Joi.string().required(),
});

const common = (type: TransactionType) =>
  ({
    method: 'POST',
    who: SERVER,
    uses: 'gateway_code',
    creates: true,
    idempotent: true,
    authorize: authorizeLegacy,
    deprecated: ({ publicUrl }: RouteDeps) => ({
      since: '2026-11-21',
      sunset: '2028-01-01',
      successor: links(publicUrl).transactions,
    }),
    tag: 'Legacy',
    description:
      'For shops that have not moved to the payment API yet. A single attempt; its result goes to `disclosure_url`. ' +
      'Takes a request without a key from an address that the merchant has allowed.',
    body: legacySchema(type, { enabled: true }, { custom: ['full_name'] }),
    fields: FIELDS,
    errors: [404, 423],
    answers: { 201: { description: 'The page to pay on, under both names.', shape: answer } },
  }) as const;

/**
 * The old endpoints, which go on working for shops that have not moved yet: `/pos/crt/` for e-commerce, `/pos/d/crt/`
 * for payment requests (contract/old-endpoints#paths). One handler, one answer with the keys of both.
 */
export const legacyRoutes = [
  route('legacy.create', {
    ...common('e_commerce'),
    path: '/pos/crt',
    permissions: ['e_commerce.add'],
    summary: 'Create an e-commerce payment the old way',
    handle: (deps) => (ctx) => created(deps, ctx, 'e_commerce'),
  }),
  route('legacy.request', {
    ...common('payment_request'),
    path: '/pos/d/crt',
    permissions: ['payment_request.add'],
    summary: 'Create a payment request the old way',
    handle: (deps) => (ctx) => created(deps, ctx, 'payment_request'),
  }),
];

async function created(deps: ApiDeps, ctx: Context, type: TransactionType) {
  const { sessionId, orderNo, legacy } = await createLegacy(deps, ctx, type);
  if (!legacy) throw new TypeError('A payment of the old endpoints has a reference number.');
  const address = links(deps.publicUrl).start(sessionId);
  return {
    url: address,
    payment_url: address,
    session_id: sessionId,
    ...(orderNo !== undefined && { order_no: orderNo }),
    reference_number: legacy.referenceNumber,
  };
}

import Joi from 'joi';
import type { TransactionType } from '../../domain/transaction/transaction.ts';
import { url } from '../fragments.ts';
import type { Operation } from '../openapi/operation.ts';
import { sessionIdText } from '../transactions/answer.ts';
import { legacySchema } from './schema.ts';

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

const answer = Joi.object({
  url: url.required(),
  payment_url: url.required(),
  session_id: sessionIdText.required(),
  order_no: Joi.string(),
  reference_number: Joi.string().required(),
});

const operation = (type: TransactionType, summary: string): Operation => ({
  tag: 'Legacy',
  summary,
  description:
    'For shops that have not moved to the payment API yet. A single attempt; its result goes to `disclosure_url`. ' +
    'Takes a request without a key from an address that the merchant has allowed.',
  request: legacySchema(type, { enabled: true }, { custom: ['full_name'] }),
  fields: FIELDS,
  idempotent: true,
  deprecated: true,
  errors: [404, 423],
  answers: { 201: { description: 'The page to pay on, under both names.', shape: answer } },
});

/** The endpoints that go on working for a while (contract/api.md 6.4, 6.5). */
export const legacyOperations = {
  'legacy.create': operation('e_commerce', 'Create an e-commerce payment the old way'),
  'legacy.request': operation('payment_request', 'Create a payment request the old way'),
} satisfies Readonly<Record<string, Operation>>;

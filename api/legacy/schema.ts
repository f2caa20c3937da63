import Joi from 'joi';
import type { JsonObject } from '../../domain/json.ts';
import { MOST_EXTRA_BYTES, nestedIn } from '../../domain/legacy.ts';
import type { LegacySettings } from '../../domain/plugins.ts';
import type { TransactionType } from '../../domain/transaction/type.ts';
import { object, type ValueOf } from '../infer.ts';
import { LONGEST_PHONE } from '../../domain/phone.ts';
import { country, email, freeObject, identifier, slug, text, url } from '../schema-parts.ts';

/** The protocol names no limit; a disclosure carries it back. */
const LONGEST_ADDRESS_LINE = 2048;

/**
 * What a body looks like after `normalizedLegacy`; `custom` are the merchant's own fields, whose names it has set. Users
 * are the initiators themselves and name none.
 */
export function legacySchema(
  type: TransactionType,
  { asksForDelivery = false }: LegacySettings,
  { custom, isUser = false }: { readonly custom: readonly string[]; readonly isUser?: boolean },
) {
  const isRequest = type === 'payment_request';
  const id = Joi.number().integer();
  const codes = Joi.array().items(slug(50)).min(1).max(50);
  const schema = object({
    amount: Joi.string().required(),
    currency_code: Joi.string().required(),
    gateway_code: isRequest ? codes : codes.required(),
    capture_address: asksForDelivery ? Joi.boolean().required() : Joi.boolean(),
    capture_delivery: asksForDelivery ? Joi.boolean().required() : Joi.boolean(),
    language: Joi.string().valid('en', 'ar'),
    order_no: identifier(128),
    email_payment_details: Joi.boolean(),
    sms_payment_details: Joi.boolean(),
    email_notification: Joi.boolean(),
    sms_notification: Joi.boolean(),
    customer_email: isRequest ? email.required() : email,
    customer_phone: text(LONGEST_PHONE),
    customer_first_name: text(64),
    customer_last_name: text(64),
    customer_address_line1: text(LONGEST_ADDRESS_LINE),
    customer_address_line2: text(LONGEST_ADDRESS_LINE),
    customer_address_city: text(40),
    customer_address_state: text(40),
    customer_address_country: country,
    customer_address_postal_code: text(12),
    vendor_name: text(64),
    email_recipients: Joi.array().items(email).max(50),
    product_type: text(128),
    redirect_url: url.max(200),
    disclosure_url: url.max(200),
    extra: flat,
    initiator: isRequest && !isUser ? id.required() : id,
  });
  return schema.keys(Object.fromEntries(custom.map((name) => [name, text(255)])));
}

/** The body of the old endpoints, flat as it is (contract/old-endpoints#request). */
export type LegacyBody = ValueOf<ReturnType<typeof legacySchema>>;

const flat = freeObject(MOST_EXTRA_BYTES).custom((value: JsonObject) => {
  const nested = nestedIn(value);
  if (nested !== undefined) throw new Error(nested);
  return value;
});

import Joi from 'joi';
import type { JsonObject } from '../../domain/json.ts';
import { MOST_EXTRA_BYTES, nestedIn } from '../../domain/legacy.ts';
import type { LegacySettings } from '../../domain/plugins.ts';
import type { TransactionType } from '../../domain/transaction/type.ts';
import { country, email, freeObject, identifier, slug, text, url } from '../fragments.ts';
import type { Language } from '../../domain/language.ts';

/** The body of the old endpoints, flat as it is (contract/old-endpoints#request). */
export interface LegacyBody {
  readonly amount: string;
  readonly currency_code: string;
  readonly gateway_code?: string[];
  readonly capture_address?: boolean;
  readonly capture_delivery?: boolean;
  readonly language?: Language;
  readonly order_no?: string;
  readonly email_payment_details?: boolean;
  readonly sms_payment_details?: boolean;
  readonly email_notification?: boolean;
  readonly sms_notification?: boolean;
  readonly customer_email?: string;
  readonly customer_phone?: string;
  readonly customer_first_name?: string;
  readonly customer_last_name?: string;
  readonly customer_address_line1?: string;
  readonly customer_address_line2?: string;
  readonly customer_address_city?: string;
  readonly customer_address_state?: string;
  readonly customer_address_country?: string;
  readonly customer_address_postal_code?: string;
  readonly vendor_name?: string;
  readonly email_recipients?: string[];
  readonly product_type?: string;
  readonly redirect_url?: string;
  readonly disclosure_url?: string;
  readonly extra?: JsonObject;
  readonly initiator?: number;
}

/**
 * What a body looks like after `normalizedLegacy`; `custom` are the merchant's own fields, whose names it has set. Users
 * are the initiators themselves and name none.
 */
export function legacySchema(
  type: TransactionType,
  { asksForDelivery = false }: LegacySettings,
  { custom, isUser = false }: { readonly custom: readonly string[]; readonly isUser?: boolean },
): Joi.ObjectSchema<LegacyBody> {
  const isRequest = type === 'payment_request';
  const id = Joi.number().integer();
  const codes = Joi.array().items(slug(50)).min(1).max(50);
  return Joi.object<LegacyBody, true>({
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
    customer_phone: text(16),
    customer_first_name: text(64),
    customer_last_name: text(64),
    customer_address_line1: text(255),
    customer_address_line2: text(255),
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
    ...Object.fromEntries(custom.map((name) => [name, text(255)])),
  });
}

const flat = freeObject(MOST_EXTRA_BYTES).custom((value: JsonObject) => {
  const nested = nestedIn(value);
  if (nested !== undefined) throw new Error(nested);
  return value;
});

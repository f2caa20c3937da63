import Joi from 'joi';
import { ATTACHMENT_EXTENSIONS } from '../../domain/attachment.ts';
import type { JsonObject } from '../../domain/json.ts';
import { NOTIFICATION_EVENTS, PHASES } from '../../domain/notification/event.ts';
import type { PaymentType, TransactionType } from '../../domain/transaction/type.ts';
import { agreementBody, type AgreementBody } from './agreement.ts';
import {
  country,
  date,
  dateTime,
  duration,
  email,
  freeObject,
  identifier,
  slug,
  text,
  url,
} from '../fragments.ts';
import { object } from '../infer.ts';
import type { Language } from '../../domain/language.ts';

export interface AddressBody {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly state?: string;
  readonly country: string;
  readonly postal_code?: string;
}

export interface ShippingAddressBody extends AddressBody {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
}

export interface NotificationsBody {
  readonly email?: string[];
  readonly sms?: string[];
  readonly whatsapp?: string[];
}

/** The body of create and PUT; PATCH sends any part of it (contract/transactions#fields). */
export interface TransactionBody {
  readonly type: TransactionType;
  readonly amount: string;
  readonly currency_code: string;
  readonly pg_codes: string[];
  readonly payment_type?: PaymentType;
  readonly agreement?: AgreementBody;
  readonly customer_id?: string;
  readonly customer_email?: string;
  readonly customer_phone?: string;
  readonly customer_phone_2?: string;
  readonly customer_first_name?: string;
  readonly customer_last_name?: string;
  readonly customer_birthdate?: string;
  readonly order_no?: string;
  readonly billing_address?: AddressBody;
  readonly shipping_address?: ShippingAddressBody;
  readonly card_acceptance_criteria?: JsonObject;
  readonly notifications?: NotificationsBody;
  readonly expiration_time?: string;
  readonly due_datetime?: string;
  readonly language?: Language;
  readonly email_recipients?: string[];
  readonly extra?: JsonObject;
  readonly redirect_url?: string;
  readonly webhook_url?: string;
  readonly product_type?: string;
  readonly vendor_name?: string;
  readonly unit_code?: string;
  readonly initiator_id?: number;
  readonly branding_options?: JsonObject;
  readonly loyalty?: JsonObject;
  readonly capture_delivery_address?: boolean;
  readonly capture_delivery_location?: boolean;
  readonly attachment_upload_url?: string;
  readonly generate_qr_code?: boolean;
  readonly include_sdk_setup_preload?: boolean;
  readonly shortify_attachment_url?: boolean;
  readonly shortify_checkout_url?: boolean;
  readonly preload_checkout_page?: boolean;
}

/** The body of create. */
export interface CreationBody extends TransactionBody {
  readonly payment_instrument?: InstrumentBody;
}

/** With what a merchant's server pays in the same request that creates the payment (contract/charges#one-request). */
export interface InstrumentBody {
  readonly instrument_type: 'token';
  readonly payload: { readonly token: string };
}

export const addressKeys = {
  line1: text(128).required(),
  line2: text(128),
  city: text(40).required(),
  state: text(40),
  country: country.required(),
  postal_code: text(12),
};
/** What WhatsApp has no words for is done to money that was paid. */
const WHATSAPP_EVENTS = NOTIFICATION_EVENTS.filter((event) => PHASES[event] !== 'post-operation');
const events = (allowed: readonly string[]) =>
  Joi.array()
    .items(Joi.string().valid(...allowed))
    .max(20);

const DAYS = 'Use a whole number of days from 1 to 365.';
/** 1 to 365 days, as a number or as digits (contract/transactions#fields). */
const days = Joi.alternatives(
  Joi.number().integer().min(1).max(365),
  Joi.string().pattern(/^(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/),
).messages({ 'alternatives.types': DAYS, 'alternatives.match': DAYS });
export const branding = Joi.object<JsonObject>({
  text: text(255).required(),
  color: Joi.string()
    .pattern(/^#(?:[A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$/)
    .messages({ 'string.pattern.base': 'Use a color such as #1a2b3c.' })
    .required(),
  font_weight: Joi.number().integer().min(100).max(900),
});

/** What any request for money may say beside what it must say. */
export const optional = {
  payment_type: Joi.string().valid('one_off', 'auto_debit'),
  agreement: agreementBody,
  customer_id: identifier(64),
  customer_email: email,
  customer_phone: text(16),
  customer_phone_2: text(16),
  customer_first_name: text(64),
  customer_last_name: text(64),
  customer_birthdate: date,
  order_no: identifier(128),
  billing_address: Joi.object<AddressBody, true>(addressKeys),
  shipping_address: Joi.object<ShippingAddressBody, true>({
    ...addressKeys,
    first_name: text(64).required(),
    last_name: text(64).required(),
    email: email.required(),
    phone: text(16).required(),
  }),
  card_acceptance_criteria: Joi.object<JsonObject>({ min_expiry_time: days }),
  notifications: Joi.object<NotificationsBody, true>({
    email: events(NOTIFICATION_EVENTS),
    sms: events(NOTIFICATION_EVENTS),
    whatsapp: events(WHATSAPP_EVENTS),
  }),
  expiration_time: duration,
  due_datetime: dateTime,
  language: Joi.string().valid('en', 'ar'),
  email_recipients: Joi.array().items(email).max(50),
  extra: freeObject(16_384),
  redirect_url: url,
  webhook_url: url,
  product_type: text(128),
  vendor_name: text(64),
  unit_code: slug(50),
  initiator_id: Joi.number().integer(),
  branding_options: Joi.object<JsonObject>({
    payment_methods: Joi.object()
      .pattern(/^[-a-zA-Z0-9_]{1,50}$/, branding)
      .max(50),
  }),
  loyalty: Joi.object<JsonObject>({
    enabled: Joi.boolean().required(),
    reference: text(128),
    metadata: freeObject(4096),
  }),
  capture_delivery_address: Joi.boolean(),
  capture_delivery_location: Joi.boolean(),
};

const terms = {
  type: Joi.string().valid('e_commerce', 'payment_request').required(),
  amount: Joi.string().required(),
  currency_code: Joi.string().required(),
  pg_codes: Joi.array().items(slug(50)).min(1).max(50).required(),
  ...optional,
  payment_type: Joi.string().valid('one_off', 'save_card', 'auto_debit'),
};

/** What a request may only ask for: no answer repeats it. */
export const requestOptions = {
  attachment_upload_url: text(2000)
    .pattern(new RegExp(`(?:${ATTACHMENT_EXTENSIONS.join('|')})$`))
    .messages({ 'string.pattern.base': `Must end in one of ${ATTACHMENT_EXTENSIONS.join(', ')}.` }),
  generate_qr_code: Joi.boolean(),
  include_sdk_setup_preload: Joi.boolean(),
  shortify_attachment_url: Joi.boolean(),
  shortify_checkout_url: Joi.boolean(),
  preload_checkout_page: Joi.boolean(),
};

/** What a transaction's own terms look like, in requests and in answers. */
export const transactionTerms = object(terms);

/** For create and for what PUT and PATCH lead to. */
export const transactionBody = Joi.object<TransactionBody, true>({ ...terms, ...requestOptions });

/** For create alone: a payment that is there already is charged by a request of its own. */
export const creationBody = transactionBody.append<CreationBody>({
  payment_instrument: Joi.object<InstrumentBody, true>({
    instrument_type: Joi.string().valid('token').required(),
    payload: Joi.object({ token: text(50).required() }).required(),
  }),
});

import Joi from 'joi';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { ATTACHMENT_EXTENSIONS } from '../../domain/attachment.ts';
import { DEVICE_WALLETS } from '../../domain/device-wallet/device-wallet.ts';
import type { JsonObject } from '../../domain/json.ts';
import { NOTIFICATION_EVENTS, PHASES } from '../../domain/notification/event.ts';
import type { Terms } from '../../domain/transaction/transaction.ts';
import { WALLET_PROVIDER } from '../../domain/wallet/account.ts';
import { agreementBody } from './agreement.ts';
import {
  country,
  date,
  dateTime,
  duration,
  email,
  freeObject,
  identifier,
  phone,
  slug,
  text,
  url,
} from '../schema-parts.ts';
import { LONGEST_PHONE } from '../../domain/phone.ts';
import { extended, object, type ValueOf } from '../infer.ts';

/** Of an address, in characters. */
export const LONGEST_LINE = 128;
export const addressKeys = {
  line1: text(LONGEST_LINE).required(),
  line2: text(LONGEST_LINE),
  city: text(40).required(),
  state: text(40),
  country: country.required(),
  postal_code: text(12),
};
/** What WhatsApp has no words for is done to money that was paid. */
const WHATSAPP_EVENTS = NOTIFICATION_EVENTS.filter((event) => PHASES[event] !== 'post-operation');
const events = <const E extends string>(allowed: readonly E[]) =>
  Joi.array()
    .items(Joi.string().valid(...allowed))
    .max(20);

const DAYS = fieldSentence('days');
/** 1 to 365 days, as a number or as digits (contract/transactions#fields). */
const days = Joi.alternatives(
  Joi.number().integer().min(1).max(365),
  Joi.string().pattern(/^(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])$/),
).messages({ 'alternatives.types': DAYS, 'alternatives.match': DAYS });
export const branding = Joi.object<JsonObject>({
  text: text(255).required(),
  color: Joi.string()
    .pattern(/^#(?:[A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$/)
    .messages({ 'string.pattern.base': fieldSentence('color') })
    .required(),
  font_weight: Joi.number().integer().min(100).max(900),
});

/** What any request for money may say beside what it must say. */
export const optional = {
  payment_type: Joi.string().valid('one_off', 'auto_debit'),
  agreement: agreementBody,
  customer_id: identifier(64),
  customer_email: email,
  customer_phone: text(LONGEST_PHONE),
  customer_phone_2: text(LONGEST_PHONE),
  customer_first_name: text(64),
  customer_last_name: text(64),
  customer_birthdate: date,
  order_no: identifier(128),
  billing_address: object(addressKeys),
  shipping_address: object({
    ...addressKeys,
    first_name: text(64).required(),
    last_name: text(64).required(),
    email: email.required(),
    phone: phone.required(),
  }),
  card_acceptance_criteria: Joi.object<JsonObject>({ min_expiry_time: days }),
  notifications: object({
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
    .messages({
      'string.pattern.base': fieldSentence('ending', { choices: ATTACHMENT_EXTENSIONS.join(', ') }),
    }),
  generate_qr_code: Joi.boolean(),
  include_sdk_setup_preload: Joi.boolean(),
  shortify_attachment_url: Joi.boolean(),
  shortify_checkout_url: Joi.boolean(),
  preload_checkout_page: Joi.boolean(),
};

/** What a transaction's own terms look like, in requests and in answers. */
export const transactionTerms = object(terms);

/** For create and for what PUT and PATCH lead to. */
export const transactionBody = object({ ...terms, ...requestOptions });
export type TransactionBody = ValueOf<typeof transactionBody>;
export type AddressBody = NonNullable<TransactionBody['billing_address']>;
export type ShippingAddressBody = NonNullable<TransactionBody['shipping_address']>;

/** What is kept and given back as it was said: its name in bodies and answers, and its name in the terms. */
export const AS_SAID = {
  order_no: 'orderNo',
  email_recipients: 'emailRecipients',
  extra: 'extra',
  redirect_url: 'redirectUrl',
  webhook_url: 'webhookUrl',
  product_type: 'productType',
  vendor_name: 'vendorName',
  branding_options: 'brandingOptions',
  loyalty: 'loyalty',
  capture_delivery_address: 'captureDeliveryAddress',
  capture_delivery_location: 'captureDeliveryLocation',
} as const satisfies Partial<Record<keyof TransactionBody, keyof Terms>>;

/** With what a merchant's server pays in the same request that creates the payment (contract/charges#one-request). */
const instrument = object({
  instrument_type: Joi.string()
    .valid('token', ...DEVICE_WALLETS, 'wallet')
    .required(),
  payload: freeObject(16_384).required(),
});
export type InstrumentBody = ValueOf<typeof instrument>;

/** The payloads that are not those of a wallet of a device, each with the fields that it may have. */
export const INSTRUMENT_PAYLOADS = {
  token: object({ token: text(50).required() }),
  wallet: object({ wallet_code: Joi.string().valid(WALLET_PROVIDER) }),
} as const;

/** For create alone: a payment that is there already is charged by a request of its own. */
export const creationBody = extended(transactionBody, { payment_instrument: instrument });
export type CreationBody = ValueOf<typeof creationBody>;

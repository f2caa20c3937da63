import type { Context } from 'koa';
import { acceptanceFields } from '../../domain/card/acceptance.ts';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { legacyFaults } from '../../domain/legacy.ts';
import { distinct, faultsOf } from '../../domain/transaction/check.ts';
import type { CheckContext, Proposal } from '../../domain/transaction/proposal.ts';
import { moneyOf } from '../../domain/transaction/proposed-amount.ts';
import { isoUtc, parseDateTime, parseDuration } from '../../domain/duration.ts';
import { pgCode, type PgCode } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { pluginOf } from '../../domain/plugins.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { GivenTerms } from '../../domain/transaction/open.ts';
import type { Address, Customer, ShippingAddress } from '../../domain/customer.ts';
import type { Store } from '../../store/index.ts';
import { settingsOf } from '../access/settings.ts';
import { agreementProposal } from './agreement.ts';
import {
  AS_SAID,
  type AddressBody,
  type ShippingAddressBody,
  type TransactionBody,
} from './schema.ts';

/**
 * A body before it is checked: the documented alternative spelling of a channel becomes its name
 * (contract/transactions#fields).
 */
export function normalized(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { notifications, ...rest } = body;
  return {
    ...rest,
    ...(notifications !== undefined && { notifications: channels(notifications) }),
  };
}

/**
 * The same for creation, where null is as good as left out (contract/transactions#fields), and an empty order number,
 * too; in an edit null clears.
 */
export function normalizedForCreation(
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const given = Object.entries(normalized(body)).filter(
    ([field, value]) => value !== null && !(field === 'order_no' && value === ''),
  );
  return Object.fromEntries(given);
}

/**
 * A request that names no currency means that of its plugin, where the merchant has set one (contract/access#plugins).
 */
export async function withDefaultCurrency(
  store: Pick<Store, 'merchants'>,
  ctx: Context,
  body: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { type, currency_code: given } = body;
  if (given !== undefined || (type !== 'e_commerce' && type !== 'payment_request')) return body;
  const merchant = await settingsOf(store, ctx);
  const currency = merchant && pluginOf(merchant, type).currency;
  return currency === undefined ? body : { ...body, currency_code: currency };
}

/** An agreement is for automatic debits: with any other payment it is a mistake (contract/transactions#fields). */
export function agreementBodyFaults({
  agreement,
  payment_type: paymentType,
}: Readonly<Record<string, unknown>>): FieldErrors {
  return agreement === undefined || paymentType === 'auto_debit'
    ? {}
    : { agreement: [fieldSentence('agreement-alone')] };
}

/** Why a disclosure could not tell the result of what is asked for (contract/old-endpoints#request). */
export function disclosureFaults(
  body: Partial<TransactionBody>,
  context: CheckContext,
): FieldErrors {
  const {
    pg_codes: pgCodes = [],
    webhook_url: webhookUrl,
    redirect_url: redirectUrl,
    extra,
  } = body;
  return legacyFaults({ pgCodes, webhookUrl, redirectUrl, extra }, context);
}

/** The faults of shape and of meaning, all together. A field with a fault of shape keeps that one. */
export function allFaults(
  checked: { readonly value: Partial<TransactionBody>; readonly faults: FieldErrors },
  proposal: Proposal,
  context: CheckContext,
): FieldErrors {
  return { ...faultsOf(proposal, context), ...checked.faults };
}

/** What the business checks of a body. */
export function proposalOf(body: Partial<TransactionBody>): Proposal {
  return {
    ...pick('type', body.type),
    ...pick('paymentType', body.payment_type),
    ...pick('agreement', body.agreement && agreementProposal(body.agreement)),
    ...pick('amount', body.amount),
    ...pick('currencyCode', body.currency_code),
    ...pick('pgCodes', body.pg_codes),
    ...pick('customerId', body.customer_id),
    ...pick('customerEmail', body.customer_email),
    ...pick('customerPhone', body.customer_phone),
    ...pick('customerPhone2', body.customer_phone_2),
    ...pick('customerBirthdate', body.customer_birthdate),
    ...pick('notifications', body.notifications),
    ...pick('initiatorId', body.initiator_id),
    ...pick('unitCode', body.unit_code),
    ...pick('orderNo', body.order_no),
    ...pick('webhookUrl', body.webhook_url),
    ...pick('captureDeliveryAddress', body.capture_delivery_address),
    ...pick('captureDeliveryLocation', body.capture_delivery_location),
  };
}

/** The terms of a body without faults. What the merchant left out stays out; defaults are the domain's business. */
export function termsOf(body: TransactionBody): GivenTerms {
  const amount = moneyOf(proposalOf(body));
  if (!amount) throw new TypeError('A body is turned into terms only after it was checked.');
  const expirationSeconds =
    body.expiration_time === undefined ? undefined : parseDuration(body.expiration_time);
  const due = body.due_datetime === undefined ? undefined : parseDateTime(body.due_datetime);
  return {
    amount,
    pgCodes: codesOf(body.pg_codes),
    customer: customerOf(body),
    language: body.language ?? 'en',
    ...asSaid(body),
    ...pick(
      'cardAcceptanceCriteria',
      body.card_acceptance_criteria && acceptanceFields(body.card_acceptance_criteria),
    ),
    ...pick('expirationSeconds', expirationSeconds),
    ...pick('billingAddress', body.billing_address && addressOf(body.billing_address)),
    ...pick('shippingAddress', body.shipping_address && shippingOf(body.shipping_address)),
    ...pick('notifications', body.notifications && jsonOf(body.notifications)),
    ...pick('dueDatetime', due === undefined ? undefined : isoUtc(due)),
    ...pick('unitCode', body.unit_code),
  };
}

type AsSaid = typeof AS_SAID;
type TermsAsSaid = {
  readonly [K in keyof AsSaid as AsSaid[K]]?: NonNullable<TransactionBody[K]>;
};

function asSaid(body: TransactionBody): TermsAsSaid {
  const pairs = Object.entries(AS_SAID).map(([key, name]) => [name, body[key as keyof AsSaid]]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as TermsAsSaid;
}

function codesOf(codes: readonly string[]): readonly PgCode[] {
  return distinct(codes).flatMap((code) => pgCode(code) ?? []);
}

function customerOf(body: TransactionBody): Customer {
  return {
    ...pick('id', body.customer_id),
    ...pick('firstName', body.customer_first_name),
    ...pick('lastName', body.customer_last_name),
    ...pick('email', body.customer_email),
    ...pick('phone', body.customer_phone),
    ...pick('phone2', body.customer_phone_2),
    ...pick('birthdate', body.customer_birthdate),
  };
}

function addressOf({ line1, line2, city, state, country, postal_code }: AddressBody): Address {
  return {
    line1,
    ...pick('line2', line2),
    city,
    ...pick('state', state),
    country,
    ...pick('postalCode', postal_code),
  };
}

function shippingOf(body: ShippingAddressBody): ShippingAddress {
  const { first_name, last_name, email, phone } = body;
  return { ...addressOf(body), firstName: first_name, lastName: last_name, email, phone };
}

function channels(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('SMS' in value)) return value;
  const { SMS, ...rest } = value;
  return { sms: SMS, ...rest };
}

function jsonOf(value: object): JsonObject {
  return { ...value };
}

/** `{ [key]: value }`, or nothing when there is no value: inside, absence is a missing key. */
function pick<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

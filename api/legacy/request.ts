import { pgCode, type ReferenceNumber } from '../../domain/ids.ts';
import type { CheckContext, Proposal } from '../../domain/transaction/proposal.ts';
import { moneyOf } from '../../domain/transaction/proposed-amount.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { GivenTerms } from '../../domain/transaction/open.ts';
import type { LegacyTerms } from '../../domain/transaction/transaction.ts';
import type { Address } from '../../domain/customer.ts';
import { LONGEST_LINE } from '../transactions/schema.ts';
import type { LegacyBody } from './schema.ts';
import type { TransactionType } from '../../domain/transaction/type.ts';

/**
 * What a body of the old endpoints looks like before it is checked: a user's id in either spelling, "true" for true, one gateway code for a list, commas between e-mail addresses. What is null or empty
 * is left out, as their clients send it.
 */
export function normalizedLegacy(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = Object.entries(body).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(given.map(([key, value]) => [key, valueOf(key, value)]));
}

/** What the business checks of a body. `codes` are those that it leads to. */
export function legacyProposal(
  body: Partial<LegacyBody>,
  { type, codes }: { readonly type: TransactionType; readonly codes: readonly string[] },
): Proposal {
  return {
    type,
    pgCodes: codes,
    ...(body.amount !== undefined && { amount: body.amount }),
    ...(body.currency_code !== undefined && { currencyCode: body.currency_code }),
    ...(body.order_no !== undefined && { orderNo: body.order_no }),
    ...(body.customer_phone !== undefined && { customerPhone: body.customer_phone }),
    ...(body.initiator !== undefined && { initiatorId: body.initiator }),
    ...(body.capture_address !== undefined && { captureDeliveryAddress: body.capture_address }),
    ...(body.capture_delivery !== undefined && { captureDeliveryLocation: body.capture_delivery }),
  };
}

/** The business's faults by the names that the fields have here. */
export function inLegacyWords(faults: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(faults).map(([key, sentences]) => [NAMES[key] ?? key, sentences]),
  );
}

/** What is missing because of something else that was said. */
export function missingFields(
  body: Partial<LegacyBody>,
  defaults: { readonly webhookUrl?: string; readonly redirectUrl?: string },
): FieldErrors {
  const needed: readonly (readonly [keyof LegacyBody, boolean])[] = [
    ['customer_email', wants(body, 'email')],
    ['customer_phone', wants(body, 'sms')],
    ['disclosure_url', defaults.webhookUrl === undefined],
    ['redirect_url', defaults.redirectUrl === undefined],
  ];
  const missing = needed.filter(([key, isNeeded]) => isNeeded && body[key] === undefined);
  return Object.fromEntries(missing.map(([key]) => [key, ['This field is required.']]));
}

/**
 * The gateway codes that a body leads to: the first of those given, or all of them for a payment request; without any,
 * all accounts that could take the payment together with the first of them (contract/old-endpoints#request).
 */
export function codesOf(
  { gateway_code: given, currency_code: currency }: Partial<LegacyBody>,
  type: TransactionType,
  { accounts, traitsOf }: Pick<CheckContext, 'accounts' | 'traitsOf'>,
): readonly string[] {
  if (given) return type === 'payment_request' ? given : given.slice(0, 1);
  if (type !== 'payment_request' || currency === undefined) return [];
  const able = accounts.filter(
    ({ active, plugins, currencies, gateway }) =>
      active &&
      plugins.includes(type) &&
      currencies.includes(currency) &&
      !traitsOf(gateway).offline,
  );
  const [first] = able;
  return able
    .filter(({ kind, sandbox }) => kind === first?.kind && sandbox === first.sandbox)
    .map(({ code }) => code);
}

/** The terms of a body without faults. */
export function legacyTermsOf(body: LegacyBody, codes: readonly string[]): GivenTerms {
  const amount = moneyOf({ amount: body.amount, currencyCode: body.currency_code });
  if (!amount) throw new TypeError('A body is turned into terms only after it was checked.');
  const address = addressOf(body);
  const notifications = notificationsOf(body);
  return {
    amount,
    pgCodes: codes.flatMap((code) => pgCode(code) ?? []),
    customer: customerOf(body),
    language: body.language ?? 'en',
    ...(body.order_no !== undefined && { orderNo: body.order_no }),
    ...(isWhole(address) && { billingAddress: address }),
    ...(Object.keys(notifications).length > 0 && { notifications }),
    ...(body.email_recipients && { emailRecipients: body.email_recipients }),
    ...(body.extra && { extra: body.extra }),
    ...(body.redirect_url !== undefined && { redirectUrl: body.redirect_url }),
    ...(body.disclosure_url !== undefined && { webhookUrl: body.disclosure_url }),
    ...(body.product_type !== undefined && { productType: body.product_type }),
    ...(body.vendor_name !== undefined && { vendorName: body.vendor_name }),
    ...(body.capture_address !== undefined && { captureDeliveryAddress: body.capture_address }),
    ...(body.capture_delivery !== undefined && { captureDeliveryLocation: body.capture_delivery }),
  };
}

/** What only the disclosure needs. */
export function legacyPartOf(
  body: LegacyBody,
  {
    referenceNumber,
    custom,
  }: { readonly referenceNumber: ReferenceNumber; readonly custom: readonly string[] },
): LegacyTerms {
  const address = addressOf(body);
  const fields = Object.entries(body).filter(([key]) => custom.includes(key));
  return {
    referenceNumber,
    ...(Object.keys(address).length > 0 && !isWhole(address) && { address }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) as Record<string, string> }),
  };
}

const FLAGS: ReadonlySet<string> = new Set([
  'capture_address',
  'capture_delivery',
  'email_payment_details',
  'sms_payment_details',
  'email_notification',
  'sms_notification',
]);

function valueOf(key: string, value: unknown): unknown {
  if (FLAGS.has(key) && typeof value === 'string') return BOOLEANS[value.toLowerCase()] ?? value;
  switch (key) {
    case 'initiator':
      return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    case 'gateway_code':
      return typeof value === 'string' ? [value] : value;
    case 'email_recipients':
      return typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
    case 'currency_code':
      return typeof value === 'string' ? value.toUpperCase() : value;
    default:
      return value;
  }
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

const NAMES: Readonly<Record<string, string>> = {
  pg_codes: 'gateway_code',
  initiator_id: 'initiator',
  capture_delivery_location: 'capture_delivery',
};

function wants(body: Partial<LegacyBody>, channel: 'email' | 'sms'): boolean {
  return body[`${channel}_notification`] === true || body[`${channel}_payment_details`] === true;
}

function customerOf(body: LegacyBody) {
  return {
    ...(body.customer_first_name !== undefined && { firstName: body.customer_first_name }),
    ...(body.customer_last_name !== undefined && { lastName: body.customer_last_name }),
    ...(body.customer_email !== undefined && { email: body.customer_email }),
    ...(body.customer_phone !== undefined && { phone: body.customer_phone }),
  };
}

function addressOf(body: LegacyBody): Partial<Address> {
  return {
    ...(body.customer_address_line1 !== undefined && { line1: body.customer_address_line1 }),
    ...(body.customer_address_line2 !== undefined && { line2: body.customer_address_line2 }),
    ...(body.customer_address_city !== undefined && { city: body.customer_address_city }),
    ...(body.customer_address_state !== undefined && { state: body.customer_address_state }),
    ...(body.customer_address_country !== undefined && { country: body.customer_address_country }),
    ...(body.customer_address_postal_code !== undefined && {
      postalCode: body.customer_address_postal_code,
    }),
  };
}

/** Whether it is one by the rules of the payment API, by which it can be changed later. */
function isWhole(address: Partial<Address>): address is Address {
  const { line1 = '', line2 = '', city, country } = address;
  const fits = [line1, line2].every(({ length }) => length <= LONGEST_LINE);
  return line1 !== '' && fits && city !== undefined && country !== undefined;
}

/** What the flags ask for, in the words of the payment API. */
function notificationsOf(body: LegacyBody): Readonly<Record<string, readonly string[]>> {
  const channels = (['email', 'sms'] as const).map((channel): [string, readonly string[]] => [
    channel,
    [
      ...(body[`${channel}_notification`] === true ? ['created'] : []),
      ...(body[`${channel}_payment_details`] === true ? RESULTS : []),
    ],
  ]);
  return Object.fromEntries(channels.filter(([, events]) => events.length > 0));
}

// Who cancels the only attempt at the gateway ends it as expired (contract/attempts#one-attempt-or-several).
const RESULTS = ['paid', 'authorized', 'failed', 'canceled', 'expired'];

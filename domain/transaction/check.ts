import { fieldSentence } from '../field-sentence.ts';
import { isPhone } from '../phone.ts';
import type { GatewayAccount } from '../account.ts';
import { agreementFaults, namingFaults } from '../agreement/check.ts';
import { currencyCode } from '../currencies.ts';
import { noCurrencySentence } from '../currency-sentence.ts';
import { routeFault, takersOf } from '../routing/offer.ts';
import { pluginOf } from '../plugins.ts';
import type { FieldErrors } from '../refusal.ts';
import { accountFault, exactFault } from './account-fault.ts';
import type { CheckContext, Proposal } from './proposal.ts';
import { amountFaults } from './proposed-amount.ts';

/**
 * Every fault that the business finds in a proposal, by the names of the fields, all at once
 * (contract/transactions#fields, contract/transactions#gateway-codes). Empty when there is none.
 */
export function faultsOf(proposal: Proposal, context: CheckContext): FieldErrors {
  return {
    ...currencyFaults(proposal, context),
    ...amountFaults(proposal),
    ...pgCodeFaults(proposal, context),
    ...customerFaults(proposal, context),
    ...orderFaults(proposal, context),
    ...dropOffFaults(proposal),
    ...savingFaults(proposal, context),
    ...debitFaults(proposal, context),
    ...(proposal.initiatorId !== undefined &&
      !context.initiator && { initiator_id: [fieldSentence('initiator')] }),
    ...(proposal.unitCode !== undefined && !context.unit && { unit_code: [fieldSentence('unit')] }),
  };
}

/** The codes once each, in the order given (contract/transactions#gateway-codes). */
export function distinct(codes: readonly string[]): readonly string[] {
  return [...new Set(codes)];
}

function currencyFaults({ currencyCode: code }: Proposal, { merchant }: CheckContext): FieldErrors {
  if (code === undefined) return {};
  if (currencyCode(code) === undefined) return { currency_code: [noCurrencySentence(code)] };
  if (merchant.currencies.length > 0 && !merchant.currencies.includes(code))
    return {
      currency_code: [
        fieldSentence('inactive-currency', { code, choices: merchant.currencies.join(', ') }),
      ],
    };
  return {};
}

function pgCodeFaults(proposal: Proposal, context: CheckContext): FieldErrors {
  if (!proposal.pgCodes) return {};
  const judged = distinct(proposal.pgCodes).map((code) => judge(code, proposal, context));
  const faults = judged.flatMap((one) => ('fault' in one ? [one.fault] : []));
  const hidden = judged.flatMap((one) => ('hidden' in one ? [one.hidden] : []));
  // The others pay it then; where nothing can, somebody has to know why.
  if (faults.length + hidden.length === judged.length) faults.push(...hidden);
  const offered = judged.flatMap((one) => ('offered' in one ? one.offered : []));
  if (new Set(offered.map(({ sandbox }) => sandbox)).size > 1)
    faults.push(fieldSentence('mixed-sandbox'));
  if (new Set(offered.map(({ kind }) => kind)).size > 1) faults.push(fieldSentence('mixed-kinds'));
  return faults.length > 0 ? { pg_codes: faults } : {};
}

/** What stands behind a code. */
type Judged =
  /** The accounts, and why they are `hidden` with this amount, though nothing else stands against them. */
  | { readonly offered: readonly GatewayAccount[]; readonly hidden?: string }
  /** Why it cannot take part. */
  | { readonly fault: string };

function judge(code: string, proposal: Proposal, context: CheckContext): Judged {
  const { accounts, routes = [], traitsOf, untaken } = context;
  const route = routes.find((candidate) => candidate.code === code);
  if (route) {
    const takers = takersOf(route, proposal, context);
    const fault = routeFault(route, takers);
    if (fault === undefined) return { offered: takers.accounts.map(({ account }) => account) };
    return takers.inexact.length > 0 && route.active
      ? { offered: takers.inexact, hidden: fault }
      : { fault };
  }
  const account = accounts.find((candidate) => candidate.code === code);
  if (!account) return { fault: noMethod(code, proposal, context) };
  const fault = accountFault(account, proposal) ?? untaken?.get(account.code);
  if (fault !== undefined) return { fault };
  const hidden = exactFault(account, traitsOf, proposal);
  return { offered: [account], ...(hidden !== undefined && { hidden }) };
}

/** What to tell who named nothing: what they could have named for such a transaction, as far as they may use it. */
function noMethod(
  code: string,
  { type }: Proposal,
  { accounts, routes = [], mayUse }: CheckContext,
): string {
  const known = mayUse
    ? [
        ...accounts.filter(
          ({ active, plugins }) => active && (type === undefined || plugins.includes(type)),
        ),
        ...routes.filter(({ active }) => active),
      ].filter((one) => mayUse(one.code))
    : [];
  if (known.length === 0) return fieldSentence('no-method', { code });
  const named = known.slice(0, MOST_NAMED).map((one) => one.code);
  const more = known.length > MOST_NAMED ? ['…'] : [];
  return fieldSentence('no-method-of', { code, choices: [...named, ...more].join(', ') });
}

/** So many methods are named to who named none of them. */
const MOST_NAMED = 20;

function customerFaults(proposal: Proposal, { now }: CheckContext): FieldErrors {
  const { notifications, customerEmail, customerPhone, customerPhone2, customerBirthdate } =
    proposal;
  const needsPhone = (['sms', 'whatsapp'] as const).filter(
    (channel) => (notifications?.[channel]?.length ?? 0) > 0,
  );
  return {
    ...((notifications?.email?.length ?? 0) > 0 &&
      customerEmail === undefined && {
        customer_email: [fieldSentence('required')],
      }),
    ...(needsPhone.length > 0 &&
      customerPhone === undefined && {
        notifications: Object.fromEntries(
          needsPhone.map((channel) => [channel, [fieldSentence('needs-phone')]]),
        ),
      }),
    ...(customerPhone !== undefined &&
      !isPhone(customerPhone) && { customer_phone: [fieldSentence('some-phone')] }),
    ...(customerPhone2 !== undefined &&
      !isPhone(customerPhone2) && { customer_phone_2: [fieldSentence('some-phone')] }),
    ...(customerBirthdate !== undefined &&
      Date.parse(customerBirthdate) >= now && {
        customer_birthdate: [fieldSentence('past-date')],
      }),
  };
}

/** Some networks take shorter order numbers than we do (contract/transactions#fields). */
function orderFaults(
  { orderNo, pgCodes = [] }: Proposal,
  { accounts, traitsOf }: CheckContext,
): FieldErrors {
  if (orderNo === undefined) return {};
  const faults = accounts
    .filter(({ code }) => pgCodes.includes(code))
    .flatMap(({ code, gateway }) => {
      const longest = traitsOf(gateway).longestOrderNo ?? Infinity;
      return orderNo.length > longest
        ? [fieldSentence('method-order-no', { limit: longest, code })]
        : [];
    });
  return faults.length > 0 ? { order_no: faults } : {};
}

/** An address alone does not lead there (contract/transactions#fields). */
function dropOffFaults({ captureDeliveryAddress, captureDeliveryLocation }: Proposal): FieldErrors {
  return captureDeliveryAddress === true && captureDeliveryLocation !== true
    ? {
        capture_delivery_location: [fieldSentence('location-too')],
      }
    : {};
}

/**
 * A saved card is somebody's, and the merchant learns of it by the webhook alone (contract/transactions#payment-types).
 */
function savingFaults(
  { paymentType, type, customerId, webhookUrl }: Proposal,
  { merchant }: CheckContext,
): FieldErrors {
  if (paymentType !== 'save_card') return {};
  const known = webhookUrl ?? (type && pluginOf(merchant, type).webhookUrl);
  return {
    ...(customerId === undefined && {
      customer_id: [fieldSentence('required')],
    }),
    ...(type !== undefined &&
      known === undefined && {
        webhook_url: [fieldSentence('webhook-for-card')],
      }),
  };
}

/** Whose card is charged, and by what right, must be known before (contract/transactions#payment-types). */
function debitFaults(
  { paymentType, customerId, agreement, currencyCode: code }: Proposal,
  { now, agreed }: CheckContext,
): FieldErrors {
  if (paymentType !== 'auto_debit') return {};
  const required = [fieldSentence('required')];
  const currency = code === undefined ? undefined : currencyCode(code);
  const inner =
    agreement && (agreed ? namingFaults(agreement) : agreementFaults(agreement, { currency, now }));
  const faults: FieldErrors = inner ?? {};
  return {
    ...(customerId === undefined && { customer_id: required }),
    ...(!agreement && { agreement: required }),
    ...(Object.keys(faults).length > 0 && { agreement: faults }),
  };
}

import type { GatewayAccount } from '../account.ts';
import { currencyCode, minorUnits, type CurrencyCode } from '../currencies.ts';
import type { Merchant } from '../merchant.ts';
import { compare, minimumMoney, parseMoney, toDecimal, type Money } from '../money.ts';
import type { FieldErrors } from '../refusal.ts';
import type { TransactionType } from './transaction.ts';

/** Room below 2^53 for a fee of up to 100 % and for sums of a transaction's operations. */
const MAX_MINOR = 10 ** 15;

/** What a request says that means something beyond its shape. Every part may be missing or already at fault. */
export interface Proposal {
  readonly type?: TransactionType;
  readonly amount?: string;
  readonly currencyCode?: string;
  readonly pgCodes?: readonly string[];
  readonly customerEmail?: string;
  readonly customerPhone?: string;
  readonly customerBirthdate?: string;
  readonly notifications?: {
    readonly email?: readonly string[];
    readonly sms?: readonly string[];
    readonly whatsapp?: readonly string[];
  };
  readonly initiatorId?: number;
  readonly unitCode?: string;
}

export interface CheckContext {
  readonly merchant: Merchant;
  /** The merchant's accounts, by code. */
  readonly accounts: readonly GatewayAccount[];
  readonly now: number;
}

/**
 * Every fault that the business finds in a proposal, by the contract's field names, all at once (contract/api.md 0.4,
 * 1.2, 1.3). Empty when there is none.
 */
export function faultsOf(proposal: Proposal, context: CheckContext): FieldErrors {
  return {
    ...currencyFaults(proposal, context),
    ...amountFaults(proposal),
    ...pgCodeFaults(proposal, context),
    ...customerFaults(proposal, context),
    ...(proposal.initiatorId !== undefined && {
      initiator_id: ['No active user has this id.'],
    }),
    ...(proposal.unitCode !== undefined && { unit_code: ['There is no unit with this code.'] }),
  };
}

/** The money of a proposal without faults. */
export function moneyOf({ amount, currencyCode: code }: Proposal): Money | undefined {
  const currency = code === undefined ? undefined : currencyCode(code);
  if (amount === undefined || currency === undefined) return undefined;
  const parsed = parseMoney(amount, currency);
  return 'fault' in parsed ? undefined : parsed;
}

/** The codes once each, in the order given (contract/api.md 1.3, rule 11). */
export function distinct(codes: readonly string[]): readonly string[] {
  return [...new Set(codes)];
}

function currencyFaults({ currencyCode: code }: Proposal, { merchant }: CheckContext): FieldErrors {
  if (code === undefined) return {};
  if (currencyCode(code) === undefined)
    return { currency_code: [`"${code}" is not a currency code of ISO 4217.`] };
  if (merchant.currencies.length > 0 && !merchant.currencies.includes(code))
    return { currency_code: [`${code} is not active; use ${merchant.currencies.join(', ')}.`] };
  return {};
}

function amountFaults({ amount, currencyCode: code }: Proposal): FieldErrors {
  const currency = code === undefined ? undefined : currencyCode(code);
  if (amount === undefined || currency === undefined) return {};
  const fault = amountFault(amount, currency);
  return fault === undefined ? {} : { amount: [fault] };
}

function amountFault(amount: string, currency: CurrencyCode): string | undefined {
  const parsed = parseMoney(amount, currency);
  if ('fault' in parsed)
    switch (parsed.fault) {
      case 'format':
        return 'A valid amount is required: digits with an optional decimal point, no sign.';
      case 'decimals':
        return `Ensure that there are no more than ${minorUnits(currency)} decimal places (${currency}).`;
      case 'too-long':
        return 'Ensure this field has no more than 24 characters.';
      default:
        return 'The amount is too large.';
    }
  if (parsed.minor > MAX_MINOR) return 'The amount is too large.';
  const least = minimumMoney(currency);
  return compare(parsed, least) < 0
    ? `Ensure this value is greater than or equal to ${toDecimal(least)}.`
    : undefined;
}

function pgCodeFaults(proposal: Proposal, { accounts }: CheckContext): FieldErrors {
  if (!proposal.pgCodes) return {};
  const offered: GatewayAccount[] = [];
  const faults: string[] = [];
  for (const code of distinct(proposal.pgCodes)) {
    const account = accounts.find((candidate) => candidate.code === code);
    const fault = account ? accountFault(account, proposal) : `"${code}" is not a payment method.`;
    if (fault !== undefined) faults.push(fault);
    else if (account) offered.push(account);
  }
  if (new Set(offered.map(({ sandbox }) => sandbox)).size > 1)
    faults.push('Sandbox and production methods cannot be mixed in one transaction.');
  if (new Set(offered.map(({ kind }) => kind)).size > 1)
    faults.push('Methods that charge and methods that only authorize cannot be mixed.');
  return faults.length > 0 ? { pg_codes: faults } : {};
}

function accountFault(account: GatewayAccount, proposal: Proposal): string | undefined {
  const { code, active, plugins, currencies } = account;
  if (!active) return `"${code}" is not active.`;
  if (proposal.type !== undefined && !plugins.includes(proposal.type))
    return `"${code}" is not enabled for ${proposal.type}.`;
  const currency = proposal.currencyCode;
  if (currency !== undefined && currencyCode(currency) && !currencies.includes(currency))
    return `"${code}" does not accept ${currency}; it accepts ${currencies.join(', ')}.`;
  return undefined;
}

function customerFaults(proposal: Proposal, { now }: CheckContext): FieldErrors {
  const { notifications, customerEmail, customerPhone, customerBirthdate } = proposal;
  const needsPhone = (['sms', 'whatsapp'] as const).filter(
    (channel) => (notifications?.[channel]?.length ?? 0) > 0,
  );
  return {
    ...((notifications?.email?.length ?? 0) > 0 &&
      customerEmail === undefined && { customer_email: ['This field is required.'] }),
    ...(needsPhone.length > 0 &&
      customerPhone === undefined && {
        notifications: Object.fromEntries(
          needsPhone.map((channel) => [channel, ['This channel needs customer_phone.']]),
        ),
      }),
    ...(customerBirthdate !== undefined &&
      Date.parse(customerBirthdate) >= now && {
        customer_birthdate: ['The date must be in the past.'],
      }),
  };
}

import { methodFor, type GatewayAccount, type GatewayTraits } from '../account.ts';
import type { AgreementTerms } from '../agreement/agreement.ts';
import { agreementFaults, namingFaults, type AgreementProposal } from '../agreement/check.ts';
import { currencyCode, type CurrencyCode } from '../currencies.ts';
import { exchangeFor } from '../exchange.ts';
import type { Merchant } from '../merchant.ts';
import { MAX_MINOR, moneySentence } from '../money-sentence.ts';
import { pluginOf } from '../plugins.ts';
import {
  compare,
  isZero,
  minimumMoney,
  MoneyTooLarge,
  parseMoney,
  toDecimal,
  type Money,
} from '../money.ts';
import type { FieldErrors } from '../refusal.ts';
import type { Unit } from '../unit.ts';
import type { Initiator } from '../user.ts';
import { stepFault } from './charge.ts';
import type { PaymentType, TransactionType } from './type.ts';

/** What a request says that means something beyond its shape. Every part may be missing or already at fault. */
export interface Proposal {
  readonly type?: TransactionType;
  /** `one_off` when left out. */
  readonly paymentType?: PaymentType;
  readonly agreement?: AgreementProposal;
  readonly amount?: string;
  readonly currencyCode?: string;
  readonly pgCodes?: readonly string[];
  readonly customerId?: string;
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
  readonly orderNo?: string;
  readonly webhookUrl?: string;
  readonly captureDeliveryAddress?: boolean;
  readonly captureDeliveryLocation?: boolean;
}

export interface CheckContext {
  readonly merchant: Merchant;
  /** The merchant's accounts, by code. */
  readonly accounts: readonly GatewayAccount[];
  /** What the connector of a gateway can do, by its slug. */
  readonly traitsOf: (gateway: string) => GatewayTraits;
  readonly now: number;
  /** What was agreed on when the customer first paid by the agreement that the proposal names: its name is enough then. */
  readonly agreed?: AgreementTerms;
  /** The unit that the proposal names, if there is one. */
  readonly unit?: Unit;
  /** The active user whom the proposal names as its initiator, if there is one. */
  readonly initiator?: Initiator;
}

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
      !context.initiator && { initiator_id: ['No active user has this id.'] }),
    ...(proposal.unitCode !== undefined &&
      !context.unit && { unit_code: ['There is no unit with this code.'] }),
  };
}

/** The money of a proposal without faults. */
export function moneyOf({ amount, currencyCode: code }: Proposal): Money | undefined {
  const currency = code === undefined ? undefined : currencyCode(code);
  if (amount === undefined || currency === undefined) return undefined;
  const parsed = parseMoney(amount, currency);
  return 'fault' in parsed ? undefined : parsed;
}

/** The codes once each, in the order given (contract/transactions#gateway-codes). */
export function distinct(codes: readonly string[]): readonly string[] {
  return [...new Set(codes)];
}

function currencyFaults({ currencyCode: code }: Proposal, { merchant }: CheckContext): FieldErrors {
  if (code === undefined) return {};
  if (currencyCode(code) === undefined)
    return { currency_code: [`"${code}" is not a currency code of ISO 4217.`] };
  if (merchant.currencies.length > 0 && !merchant.currencies.includes(code))
    return {
      currency_code: [`${code} is not active; use ${merchant.currencies.join(', ')}.`],
    };
  return {};
}

function amountFaults({ amount, currencyCode: code, paymentType }: Proposal): FieldErrors {
  const currency = code === undefined ? undefined : currencyCode(code);
  if (amount === undefined || currency === undefined) return {};
  const fault =
    paymentType === 'save_card' ? nothingFault(amount, currency) : amountFault(amount, currency);
  return fault === undefined ? {} : { amount: [fault] };
}

function amountFault(amount: string, currency: CurrencyCode): string | undefined {
  const parsed = parseMoney(amount, currency);
  if ('fault' in parsed) return moneySentence(parsed.fault, currency);
  if (parsed.minor > MAX_MINOR) return moneySentence('too-large', currency);
  const least = minimumMoney(currency);
  return compare(parsed, least) < 0
    ? `Ensure this value is greater than or equal to ${toDecimal(least)}.`
    : undefined;
}

/** A card is saved without money (contract/transactions#payment-types). */
function nothingFault(amount: string, currency: CurrencyCode): string | undefined {
  const parsed = parseMoney(amount, currency);
  if ('fault' in parsed) return moneySentence(parsed.fault, currency);
  return isZero(parsed) ? undefined : 'This must be 0 when a card is saved without a payment.';
}

function pgCodeFaults(proposal: Proposal, { accounts, traitsOf }: CheckContext): FieldErrors {
  if (!proposal.pgCodes) return {};
  const amount = 'amount' in amountFaults(proposal) ? undefined : moneyOf(proposal);
  const offered: GatewayAccount[] = [];
  const faults: string[] = [];
  for (const code of distinct(proposal.pgCodes)) {
    const account = accounts.find((candidate) => candidate.code === code);
    const fault = account
      ? (accountFault(account, proposal) ?? exactFault(account, traitsOf, amount))
      : `"${code}" is not a payment method.`;
    if (fault !== undefined) faults.push(fault);
    else if (account) offered.push(account);
  }
  if (new Set(offered.map(({ sandbox }) => sandbox)).size > 1)
    faults.push('Sandbox and production methods cannot be mixed in one transaction.');
  if (new Set(offered.map(({ kind }) => kind)).size > 1)
    faults.push('Methods that charge and methods that only authorize cannot be mixed.');
  return faults.length > 0 ? { pg_codes: faults } : {};
}

/** Some networks do not take every amount of a currency. */
function exactFault(
  account: GatewayAccount,
  traitsOf: CheckContext['traitsOf'],
  amount: Money | undefined,
): string | undefined {
  const traits = traitsOf(account.gateway);
  return amount && traits.amountStep && stepFault(methodFor(account, traits, amount), amount);
}

/** Why an account cannot take part in a transaction of this type and currency; undefined when it can. */
export function accountFault(
  account: GatewayAccount,
  proposal: Pick<Proposal, 'type' | 'currencyCode' | 'paymentType'>,
): string | undefined {
  const { code, active, plugins, currencies } = account;
  if (!active) return `"${code}" is not active.`;
  if (proposal.type !== undefined && !plugins.includes(proposal.type))
    return `"${code}" is not enabled for ${proposal.type}.`;
  if (proposal.paymentType !== undefined && proposal.paymentType !== 'one_off') {
    if (!account.tokenizable) return `"${code}" cannot save cards.`;
    if (proposal.paymentType === 'auto_debit' && !account.autoDebit)
      return `"${code}" cannot be debited automatically.`;
  }
  const currency = proposal.currencyCode;
  if (currency === undefined || !currencyCode(currency) || currencies.includes(currency))
    return undefined;
  if (account.exchange?.rates[currency] === undefined)
    return `"${code}" does not accept ${currency}; it accepts ${takenBy(account)}.`;
  return exchangeFault(account, proposal);
}

function takenBy({ currencies, exchange }: GatewayAccount): string {
  const accepted = currencies.join(', ');
  return exchange ? `${accepted} and converts ${Object.keys(exchange.rates).join(', ')}` : accepted;
}

/** The other currency may have no money so small, or none so large. */
function exchangeFault(account: GatewayAccount, proposal: Proposal): string | undefined {
  const amount = moneyOf(proposal);
  if (!amount || amountFault(toDecimal(amount), amount.currency) !== undefined) return undefined;
  const { code, defaultCurrency } = account;
  const words = `${amount.currency} ${toDecimal(amount)}`;
  const converted = convertedBy(account, amount);
  if (converted === undefined || converted.minor > MAX_MINOR)
    return `"${code}" cannot charge ${words}: it is too large in ${defaultCurrency}.`;
  return compare(converted, minimumMoney(defaultCurrency)) < 0
    ? `"${code}" cannot charge ${words}: it is less than the least amount of ${defaultCurrency}.`
    : undefined;
}

function convertedBy(account: GatewayAccount, amount: Money): Money | undefined {
  try {
    return exchangeFor(account, amount)?.to;
  } catch (error) {
    if (error instanceof MoneyTooLarge) return undefined;
    throw error;
  }
}

function customerFaults(proposal: Proposal, { now }: CheckContext): FieldErrors {
  const { notifications, customerEmail, customerPhone, customerBirthdate } = proposal;
  const needsPhone = (['sms', 'whatsapp'] as const).filter(
    (channel) => (notifications?.[channel]?.length ?? 0) > 0,
  );
  return {
    ...((notifications?.email?.length ?? 0) > 0 &&
      customerEmail === undefined && {
        customer_email: ['This field is required.'],
      }),
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
        ? [`Ensure this field has no more than ${longest} characters; "${code}" takes no more.`]
        : [];
    });
  return faults.length > 0 ? { order_no: faults } : {};
}

/** An address alone does not lead there (contract/transactions#fields). */
function dropOffFaults({ captureDeliveryAddress, captureDeliveryLocation }: Proposal): FieldErrors {
  return captureDeliveryAddress === true && captureDeliveryLocation !== true
    ? {
        capture_delivery_location: ['This must be true when capture_delivery_address is.'],
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
      customer_id: ['This field is required.'],
    }),
    ...(type !== undefined &&
      known === undefined && {
        webhook_url: ['This field is required when a card is saved.'],
      }),
  };
}

/** Whose card is charged, and by what right, must be known before (contract/transactions#payment-types). */
function debitFaults(
  { paymentType, customerId, agreement, currencyCode: code }: Proposal,
  { now, agreed }: CheckContext,
): FieldErrors {
  if (paymentType !== 'auto_debit') return {};
  const required = ['This field is required.'];
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

import type { CurrencyCode } from './currencies.ts';
import { add, exchanged, exchangedBack, type Money } from './money.ts';

/**
 * At which rates an account takes currencies that it does not accept: by source currency, how many units of the
 * account's default currency one unit is worth (decimal strings).
 */
export interface ExchangeRule {
  readonly rates: Readonly<Record<string, string>>;
}

/** The amount of a transaction in the currency of a gateway's account, at a rate that does not change any more. */
export interface Exchange {
  readonly from: Money;
  readonly rate: string;
  readonly to: Money;
}

/** The parts of an account that say in which currency it charges. */
export interface Currencies {
  readonly currencies: readonly string[];
  readonly defaultCurrency: CurrencyCode;
  readonly exchange?: ExchangeRule;
}

/**
 * What the account asks for in place of the amount; undefined when it takes the amount as it is, or has no rate for its
 * currency. MoneyTooLarge when the result is beyond ±(2^53 − 1).
 */
export function exchangeFor(
  { currencies, defaultCurrency, exchange }: Currencies,
  amount: Money,
): Exchange | undefined {
  const rate = exchange?.rates[amount.currency];
  if (rate === undefined || currencies.includes(amount.currency)) return undefined;
  return { from: amount, rate, to: exchanged(amount, rate, defaultCurrency) };
}

/** What a gateway is asked for: the amount in the currency of the charge, the fee, and both together. */
export interface Charge {
  readonly amount: Money;
  readonly fee: Money;
  readonly total: Money;
}

/** What paying an amount with a method costs the payer. */
export function chargeOf(
  amount: Money,
  { fee, exchange }: { readonly fee: Money; readonly exchange?: Exchange },
): Charge {
  const asked = exchange?.to ?? amount;
  return { amount: asked, fee, total: add(asked, fee) };
}

/**
 * The whole of a charge in the currency of the transaction (contract/webhooks#payload, `paid_amount`). The amount
 * is the transaction's own, to the last unit: only the fee goes back at the rate.
 */
export function inOriginalCurrency(total: Money, fee: Money, exchange?: Exchange): Money {
  return exchange ? add(exchange.from, feeInOriginalCurrency(fee, exchange)) : total;
}

/** The fee of a charge in the currency of the transaction, at the same rate. */
export function feeInOriginalCurrency(fee: Money, exchange?: Exchange): Money {
  return exchange ? exchangedBack(fee, exchange.rate, exchange.from.currency) : fee;
}

/**
 * A part of a charge in the currency of the transaction: what is in that already stays as it is, and the whole amount is
 * the transaction's own, to the last unit. Undefined for money in a third currency.
 */
export function asAsked(
  part: Money,
  { currency, exchange }: { readonly currency: CurrencyCode; readonly exchange?: Exchange },
): Money | undefined {
  if (part.currency === currency) return part;
  if (!exchange || part.currency !== exchange.to.currency) return undefined;
  const { from, to, rate } = exchange;
  return part.minor === to.minor ? from : exchangedBack(part, rate, currency);
}

/**
 * A rate with at most six decimals, rounded half up, as webhooks carry it (contract/webhooks#payload). Nothing is
 * computed with it: the amounts beside it come from the whole rate.
 */
export function shortRate(rate: string): string {
  const [whole = '', decimals = ''] = rate.split('.');
  if (decimals.length <= SHORT) return rate;
  const cut = 10n ** BigInt(decimals.length - SHORT);
  const rounded = (2n * BigInt(whole + decimals) + cut) / (2n * cut);
  const digits = String(rounded).padStart(SHORT + 1, '0');
  return `${digits.slice(0, -SHORT)}.${digits.slice(-SHORT)}`;
}

const SHORT = 6;

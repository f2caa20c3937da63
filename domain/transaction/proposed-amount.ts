import { fieldSentence } from '../field-sentence.ts';
import { currencyCode, type CurrencyCode } from '../currencies.ts';
import { compare, isZero, minimumMoney, parseMoney, toDecimal, type Money } from '../money.ts';
import { MAX_MINOR, moneySentence, writingSentence } from '../money-sentence.ts';
import type { FieldErrors } from '../refusal.ts';
import type { Proposal } from './proposal.ts';

/** The money of a proposal without faults. */
export function moneyOf({
  amount,
  currencyCode: code,
}: Pick<Proposal, 'amount' | 'currencyCode'>): Money | undefined {
  const currency = code === undefined ? undefined : currencyCode(code);
  if (amount === undefined || currency === undefined) return undefined;
  const parsed = parseMoney(amount, currency);
  return 'fault' in parsed ? undefined : parsed;
}

/**
 * What is wrong with the amount of a proposal, by the name of its field; empty when nothing is. Without a currency it is judged by how
 * it is written (contract/requests#amounts).
 */
export function amountFaults({ amount, currencyCode: code, paymentType }: Proposal): FieldErrors {
  if (amount === undefined) return {};
  const currency = code === undefined ? undefined : currencyCode(code);
  const faultIn = paymentType === 'save_card' ? nothingFault : amountFault;
  const fault = currency === undefined ? writingSentence(amount) : faultIn(amount, currency);
  return fault === undefined ? {} : { amount: [fault] };
}

/** What is wrong with an amount that is to be paid, in a sentence. */
export function amountFault(amount: string, currency: CurrencyCode): string | undefined {
  const parsed = parseMoney(amount, currency);
  if ('fault' in parsed) return moneySentence(parsed.fault, currency);
  if (parsed.minor > MAX_MINOR) return moneySentence('too-large', currency);
  const least = minimumMoney(currency);
  return compare(parsed, least) < 0
    ? fieldSentence('least', { limit: toDecimal(least) })
    : undefined;
}

/** A card is saved without money (contract/transactions#payment-types). */
function nothingFault(amount: string, currency: CurrencyCode): string | undefined {
  const parsed = parseMoney(amount, currency);
  if ('fault' in parsed) return moneySentence(parsed.fault, currency);
  return isZero(parsed) ? undefined : fieldSentence('saved-for-nothing');
}

import type { CurrencyCode } from '../currencies.ts';
import type { ReferenceNumber } from '../ids.ts';
import { compare, isPositive, money, sum, type Money } from '../money.ts';
import type { Dispute } from './dispute.ts';

/** In these states the payer's bank has the money, or may still take it. */
const CLAIMING: ReadonlySet<Dispute['state']> = new Set(['open', 'review', 'lost']);

/**
 * What a dispute keeps from being refunded, one amount for each currency of the network's words: what has been taken and not
 * given back, and at least what is disputed while the payer's bank may still take it. Whoever refunded that would pay it
 * twice. A mere inquiry keeps nothing, for a refund may end it.
 */
export function claimedBy(dispute: Dispute): readonly Money[] {
  const { amount, movements } = dispute;
  const currencies = new Set([amount, ...movements.map((one) => one.amount)].map(currencyIn));
  return [...currencies]
    .map((currency) => {
      const taken = takenBy(dispute, currency);
      const isOpen = isClaiming(dispute) && currency === amount.currency;
      return isOpen && compare(taken, amount) < 0 ? amount : taken;
    })
    .filter(isPositive);
}

/** Whether payers' banks claim anything of an attempt's money. */
export function isClaimed(
  { disputes = [] }: { readonly disputes?: readonly Dispute[] },
  reference: ReferenceNumber,
): boolean {
  return disputes.some(
    (dispute) => dispute.referenceNumber === reference && claimedBy(dispute).length > 0,
  );
}

/**
 * An answer to an inquiry is with the bank as one to a chargeback is. Where only an inquiry has been heard of, no money was asked
 * for; where nothing has been heard of, it may have been.
 */
export function isClaiming({ state, heard = [] }: Dispute): boolean {
  if (state !== 'review' || !heard.includes('inquiry')) return CLAIMING.has(state);
  return heard.includes('open') || heard.includes('lost');
}

/** Whether a dispute has taken money of which nothing was given back. */
export function isKept({ movements }: Dispute): boolean {
  return movements.length > 0 && movements.every(({ kind }) => kind === 'taken');
}

/** What a dispute has taken of a currency, less what was given back. */
export function takenBy({ movements }: Dispute, currency: CurrencyCode): Money {
  const ofIt = movements.filter(({ amount }) => amount.currency === currency);
  return sum(
    ofIt.map(({ kind, amount: { minor } }) =>
      money(kind === 'taken' ? minor : 0 - minor, currency),
    ),
    currency,
  );
}

function currencyIn({ currency }: Money) {
  return currency;
}

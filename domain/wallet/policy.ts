import type { CurrencyCode } from '../currencies.ts';
import { fieldSentence } from '../field-sentence.ts';
import { compare, shownMoney, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';

/** What a merchant allows wallets to hold. What is left out is not limited. */
export interface WalletPolicy {
  readonly currencies?: readonly CurrencyCode[];
  /** The highest single credit, in each currency that has one. */
  readonly highestCredit?: readonly Money[];
  /** The highest balance, in each currency that has one. */
  readonly highestBalance?: readonly Money[];
}

/** Throws `policy_violation` when this credit, or the balance after it, is more than the merchant allows. */
export function refuseByPolicy(credit: Money, balance: Money, policy: WalletPolicy): void {
  const { currency } = credit;
  const { currencies, highestCredit, highestBalance } = policy;
  if (currencies && !currencies.includes(currency))
    throw violation(fieldSentence('wallet-currency', { currency }));
  const most = limitOf(highestCredit, currency);
  if (most && compare(credit, most) > 0)
    throw violation(fieldSentence('wallet-credit', { most: shownMoney(most) }));
  // Compared this way round because the sum may be too large to be held.
  const room =
    (limitOf(highestBalance, currency)?.minor ?? Number.MAX_SAFE_INTEGER) - balance.minor;
  if (credit.minor > room) throw violation(fieldSentence('wallet-full'));
}

function limitOf(limits: readonly Money[] | undefined, currency: CurrencyCode): Money | undefined {
  return limits?.find((limit) => limit.currency === currency);
}

function violation(why: string): Refusal {
  return new Refusal('policy_violation', why);
}

import type { Language } from './language.ts';
import { money, parseMoney, percentOf, zero, type Money } from './money.ts';

interface FeeWords {
  readonly description?: string;
  readonly descriptionAr?: string;
  /**
   * The fee is for paying in foreign currency; true: it is also taken in the account's own
   * (contract/accounts#fees-and-exchange).
   */
  readonly chargeDefaultCurrency?: boolean;
}

/** A fee on top of the amount: a percentage, or fixed amounts by currency (decimal strings). */
export type FeeRule = FeeWords &
  (
    | { readonly type: 'percent'; readonly value: string }
    | { readonly type: 'fixed'; readonly values: Readonly<Record<string, string>> }
  );

/**
 * The fee on what a gateway is asked for, in the same currency, rounded once. Nothing without a rule, and nothing where
 * the transaction is in the account's own currency and the rule is for foreign ones. A RangeError when the rule itself
 * is not an amount: rules are checked where they come in.
 */
export function feeOf(
  rule: FeeRule | undefined,
  { asked, isDefaultCurrency }: { readonly asked: Money; readonly isDefaultCurrency: boolean },
): Money {
  if (!rule || (isDefaultCurrency && !rule.chargeDefaultCurrency)) return zero(asked.currency);
  if (rule.type === 'percent') return percentOf(asked, rule.value);
  const fixed = parseMoney(rule.values[asked.currency] ?? '0', asked.currency);
  if ('fault' in fixed)
    throw new RangeError(`The fixed fee for ${asked.currency} is not an amount: ${fixed.fault}.`);
  return money(fixed.minor, fixed.currency);
}

/** What explains a method's fee, in a language where there is one; undefined where nobody wrote anything. */
export function feeWordsIn(
  {
    feeDescription,
    feeDescriptionAr,
  }: { readonly feeDescription?: string; readonly feeDescriptionAr?: string },
  language: Language,
): string | undefined {
  return language === 'ar' ? (feeDescriptionAr ?? feeDescription) : feeDescription;
}

import type { Language } from '../../domain/language.ts';
import { toDecimal, type Money } from '../../domain/money.ts';
import { figureIn } from '../../render/figures.ts';

/** An amount as the payer reads it, on our page as in the program of the merchant: "KWD 1,234.500", in Arabic "1,234.500 د.ك". */
export function moneyIn(amount: Money, language: Language): string {
  return figureIn({ value: toDecimal(amount), currency: amount.currency }, language);
}

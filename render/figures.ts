import type { Language } from '../domain/language.ts';
import { leftToRight } from './isolates.ts';
import type { Amount } from './pages/facts.ts';

/** A decimal as people read it: "1234.500" is "1,234.500". Every digit stays. */
export function grouped(decimal: string): string {
  const [whole = '', ...fraction] = decimal.split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
}

/** What a currency is called beside an amount: its code in English; in Arabic what people write, such as د.ك, or its name. */
export function currencyWord(code: string, language: Language): string {
  if (language === 'en') return code;
  return ARABIC[code] ?? NAMES.of(code) ?? code;
}

/** An amount in words, without marks: "KWD 1,234.500", in Arabic "1,234.500 د.ك". */
export function figureIn({ value, currency }: Amount, language: Language): string {
  const word = currencyWord(currency, language);
  return language === 'ar' ? `${grouped(value)} ${word}` : `${word} ${grouped(value)}`;
}

/** The same for paper, which keeps its order inside of a text of any direction, its sign too. */
export function isolatedFigure({ value, currency }: Amount, language: Language): string {
  if (language === 'en') return leftToRight(figureIn({ value, currency }, language));
  return `${RIGHT_TO_LEFT}${leftToRight(grouped(value))} ${currencyWord(currency, language)}${END}`;
}

const RIGHT_TO_LEFT = '\u2067';
const END = '\u2069';

/** As shops of these countries write them; CLDR has the same with a further point, which looks like a decimal one. */
const ARABIC: Readonly<Record<string, string>> = {
  AED: 'د.إ',
  BHD: 'د.ب',
  DZD: 'د.ج',
  EGP: 'ج.م',
  IQD: 'د.ع',
  JOD: 'د.أ',
  KWD: 'د.ك',
  LBP: 'ل.ل',
  LYD: 'د.ل',
  MAD: 'د.م',
  MRU: 'أ.م',
  OMR: 'ر.ع',
  QAR: 'ر.ق',
  SAR: 'ر.س',
  SDG: 'ج.س',
  SYP: 'ل.س',
  TND: 'د.ت',
  YER: 'ر.ي',
};

/** A currency that it does not know stays a code. */
const NAMES = new Intl.DisplayNames(['ar'], { type: 'currency', fallback: 'code' });

import type { Language } from './words.ts';

export interface Product {
  readonly id: 'coffee' | 'dates' | 'cup' | 'bag';
  readonly name: Readonly<Record<Language, string>>;
  readonly about: Readonly<Record<Language, string>>;
  /** As the API takes it: a string with all the decimals of the currency. */
  readonly amount: string;
  readonly currency: string;
}

/** The price comes from here, never from the form: what a browser sends can be changed by anyone. */
export const CATALOGUE: readonly Product[] = [
  {
    id: 'coffee',
    name: { en: 'Cardamom coffee', ar: 'قهوة بالهيل' },
    about: {
      en: 'Light roast, ground this morning. 250\u00a0g.',
      ar: 'تحميص فاتح، مطحونة هذا الصباح. ٢٥٠\u00a0غ.',
    },
    amount: '4.750',
    currency: 'KWD',
  },
  {
    id: 'dates',
    name: { en: 'Sukkari dates', ar: 'تمر سكري' },
    about: { en: 'Soft and sweet, a box of twenty.', ar: 'طري وحلو، علبة من عشرين حبة.' },
    amount: '2.250',
    currency: 'KWD',
  },
  {
    id: 'cup',
    name: { en: 'Finjan', ar: 'فنجان' },
    about: { en: 'A small cup, thrown and glazed by hand.', ar: 'فنجان صغير، مشكّل ومزجّج يدويًا.' },
    amount: '8.500',
    currency: 'KWD',
  },
  {
    id: 'bag',
    name: { en: 'Market bag', ar: 'حقيبة سوق' },
    about: {
      en: 'Heavy cotton, made to last. Sold in dollars.',
      ar: 'قطن متين يدوم طويلًا. تُباع بالدولار.',
    },
    amount: '24.00',
    currency: 'USD',
  },
];

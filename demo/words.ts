import { ar } from './words/ar.ts';
import { en } from './words/en.ts';
import type { Language, Words } from './words/words.ts';

export type { Language, Words };

export const WORDS: Readonly<Record<Language, Words>> = { en, ar };

/** The language that a query or a form asks for; anything else is the given default. */
export function languageOf(asked: unknown, otherwise: Language = 'en'): Language {
  return asked === 'ar' || asked === 'en' ? asked : otherwise;
}

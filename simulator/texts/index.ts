import type { CardFaults } from '../card-entry.ts';
import type { Language } from '../payment.ts';
import { AR } from './ar.ts';
import { EN } from './en.ts';
import type { Texts } from './texts.ts';

/** The words of a language. */
export function textsOf(language: Language): Texts {
  return language === 'ar' ? AR : EN;
}

/** What is wrong with a card, in a sentence for each field. */
export function faultSentences(faults: CardFaults, language: Language) {
  const said = textsOf(language).faults;
  return Object.fromEntries(Object.entries(faults).map(([field, fault]) => [field, said[fault]]));
}

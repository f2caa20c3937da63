import type { Language } from '../payment.ts';
import { AR } from './ar.ts';
import { EN } from './en.ts';
import type { Texts } from './texts.ts';

/** The words of a language. */
export function textsOf(language: Language): Texts {
  return language === 'ar' ? AR : EN;
}

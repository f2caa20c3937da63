import type { Language } from '../domain/language.ts';

/** Whether somebody else's words may stand in a text of this language: Arabic in Arabic, and none of it in English. */
export function isInLanguage(text: string, language: Language): boolean {
  return /\p{Script=Arabic}/u.test(text) === (language === 'ar');
}

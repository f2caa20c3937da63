import type { Language } from '../domain/language.ts';

/** A day in words, "14 February 2024", in Western digits. Takes an ISO date or date-time, whose day is that of UTC. */
export function dayInWords(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(iso));
}

/** The same without its year, for a subject: "14 Feb". */
export function dayInShort(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso));
}

export const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB-u-nu-latn-ca-gregory',
  ar: 'ar-u-nu-latn-ca-gregory',
};

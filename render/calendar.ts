import { dateFormat } from './date-format.ts';
import type { Language } from '../domain/language.ts';

/** In which words a time is told, and by which clock: that of the merchant's place (IANA), UTC where it has named none. */
export interface MerchantClock {
  readonly language: Language;
  readonly timeZone?: string | undefined;
}

/** A day in words, "14 February 2024", in Western digits: of a date itself, of an instant the day that it is there then. */
export function dayInWords(iso: string, clock: MerchantClock): string {
  return formatted(iso, clock, DAY);
}

/** The same without its year, for a subject: "14 Feb". */
export function dayInShort(iso: string, clock: MerchantClock): string {
  return formatted(iso, clock, { day: 'numeric', month: 'short' });
}

/** An instant in words, always with its time zone: "14 February 2024 at 12:00 GMT+3". */
export function momentInWords(iso: string, clock: MerchantClock): string {
  return `${dayAndTime(iso, clock)} ${zoneName(iso, clock)}`;
}

/** The same to the second, for who looks it up in a log. */
export function secondInWords(iso: string, clock: MerchantClock): string {
  return `${formatted(iso, clock, { ...DAY, ...TIME, second: '2-digit' })} ${zoneName(iso, clock)}`;
}

/** Day and time of day, without the zone. */
export function dayAndTime(iso: string, clock: MerchantClock): string {
  return formatted(iso, clock, { ...DAY, ...TIME });
}

/** The same in short, for a row of a list: "26 Nov 2026, 12:00". */
export function momentInShort(iso: string, clock: MerchantClock): string {
  return formatted(iso, clock, { day: 'numeric', month: 'short', year: 'numeric', ...TIME });
}

/** The time of day alone, without the zone. */
export function timeOfDay(iso: string, clock: MerchantClock): string {
  return formatted(iso, clock, TIME);
}

/** What the time zone is called at that instant, in Latin letters: "GMT+3", "UTC". */
export function zoneName(iso: string, { timeZone = 'UTC' }: MerchantClock): string {
  const parts = dateFormat('en', { timeZone, timeZoneName: 'short' });
  const name = parts.formatToParts(new Date(iso)).find(({ type }) => type === 'timeZoneName');
  return name?.value ?? timeZone;
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB-u-nu-latn-ca-gregory',
  ar: 'ar-u-nu-latn-ca-gregory',
};

function formatted(
  iso: string,
  { language, timeZone = 'UTC' }: MerchantClock,
  parts: Intl.DateTimeFormatOptions,
): string {
  // A date is of no place: it is the same day everywhere.
  const zone = /T/.test(iso) ? timeZone : 'UTC';
  const format = dateFormat(LOCALES[language], { ...parts, timeZone: zone });
  return format.format(new Date(iso));
}

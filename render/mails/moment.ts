import { LOCALES } from '../calendar.ts';
import type { Language } from '../../domain/language.ts';

/** A moment as the pages print it: in words of the language, Western digits, and always with its time zone. */
export function momentInWords(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(iso))} UTC`;
}

import { officeWords } from '../locales/office-words.ts';
import type { OfficeFrame } from './frame-facts.ts';

/** What a filter asks for, as people say it: values that are words of ours in their language, all else as it is. */
export function valueInWords(
  { language }: Pick<OfficeFrame, 'language'>,
  name: string,
  value: string,
): string {
  const said = officeWords(language);
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...said.payments.values,
    state: said.states,
    type: said.types,
    operation: said.kinds,
    alert: said.alerts,
    channel: said.channels,
  };
  const words = known[name];
  const separator = language === 'ar' ? '، ' : ', ';
  return words === undefined
    ? value
    : value
        .split(',')
        .map((one) => (Object.hasOwn(words, one) ? (words[one] ?? one) : one))
        .join(separator);
}

import type { JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { officeWords } from '../locales/office-words.ts';
import { ChoiceField } from './fields.tsx';

interface ExpiryProps {
  readonly language: Language;
  readonly value: string | undefined;
  readonly faults?: readonly string[] | undefined;
}

/** How long a link is good. */
export function ExpiryField({ language, value, faults }: ExpiryProps): JSX.Element {
  return (
    <ChoiceField
      id="expiration_time"
      label={officeWords(language).newPayment.expiry}
      value={value}
      faults={faults}
      options={EXPIRIES.map((one) => ({
        value: one.value,
        label: expiryInWords(one.hours, language),
      }))}
    />
  );
}

function expiryInWords(hours: number, language: Language): string {
  const { preset, hours: ofHours, days } = officeWords(language).newPayment.expiries;
  if (hours === 0) return preset;
  const [count, forms] = hours % 24 === 0 ? [hours / 24, days] : [hours, ofHours];
  return pluralOf(forms, count, language).replace('{count}', String(count));
}

/** As the API reads a duration: days, hours, minutes, seconds. Left out, it is the merchant's own. */
const EXPIRIES = [
  { value: '', hours: 0 },
  { value: '01:00:00', hours: 1 },
  { value: '1 00:00:00', hours: 24 },
  { value: '3 00:00:00', hours: 72 },
  { value: '7 00:00:00', hours: 168 },
  { value: '30 00:00:00', hours: 720 },
] as const;

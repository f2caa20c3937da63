import type { JSX } from 'preact';
import { LOCALES } from '../calendar.ts';
import type { Language } from '../../domain/language.ts';

interface MomentProps {
  readonly iso: string;
  readonly language: Language;
  readonly timeZone?: string | undefined;
  readonly show?: 'date and time' | 'time';
}

/** A moment in the customer's language, in Western digits, always with its time zone. */
export function Moment({ iso, language, timeZone = 'UTC', show }: MomentProps): JSX.Element {
  const date = new Date(iso);
  const parts = show === 'time' ? clock : { ...calendar, ...clock };
  const format = new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone });
  return (
    <time dateTime={date.toISOString()}>
      <bdi>{format.format(date)}</bdi> <bdi dir="ltr">{zoneName(date, timeZone)}</bdi>
    </time>
  );
}

const calendar = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

function zoneName(date: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'short' });
  return parts.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

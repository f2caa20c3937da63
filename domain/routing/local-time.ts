import { WEEKDAYS, type Weekday } from './route.ts';

export interface LocalTime {
  readonly day: Weekday;
  /** Minutes since midnight. */
  readonly minute: number;
}

/** What the clock on the wall says at an instant (epoch milliseconds) in a time zone of the IANA list. */
export function localTimeAt(at: number, timeZone: string): LocalTime {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const name = part('weekday').slice(0, 3).toLowerCase();
  const day = WEEKDAYS.find((one) => one === name);
  if (!day) throw new RangeError(`"${name}" is no day of the week.`);
  return { day, minute: Number(part('hour')) * 60 + Number(part('minute')) };
}

/** The minutes since midnight of "HH:MM"; undefined for another text. */
export function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined || minutes === undefined
    ? undefined
    : Number(hours) * 60 + Number(minutes);
}

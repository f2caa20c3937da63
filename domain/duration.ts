/** The longest that a duration may name. A session open for ten years is a mistake. */
const MOST_DAYS = 3650;

const DAY = 86_400;

/**
 * Reads `[D ]HH:MM:SS` (contract/requests#dates-and-durations) as seconds: "00:30:00", "1 00:00:00". Hours go to 23 and
 * the days to 3650; undefined when the text has another shape or names no time at all.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(?:(\d{1,4}) )?([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text);
  if (match === null) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const total = days * DAY + hours * 3600 + minutes * 60 + seconds;
  return days > MOST_DAYS || total === 0 ? undefined : total;
}

/** Prints whole seconds as `[D ]HH:MM:SS`, without the days when there are none. A RangeError below zero. */
export function formatDuration(seconds: number): string {
  if (!Number.isSafeInteger(seconds) || seconds < 0)
    throw new RangeError(`${seconds} is not a whole number of seconds from zero up: round it.`);
  const days = Math.floor(seconds / DAY);
  const clock = [
    Math.floor((seconds % DAY) / 3600),
    Math.floor((seconds % 3600) / 60),
    seconds % 60,
  ].map((part) => String(part).padStart(2, '0'));
  return `${days > 0 ? `${days} ` : ''}${clock.join(':')}`;
}

/** Whether the text is `YYYY-MM-DD` and the calendar has that day. */
export function isIsoDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return year >= 1 && day >= 1 && day <= daysIn(year, month);
}

/**
 * Reads an ISO 8601 date-time (`2026-01-15T09:00:07Z`, with an offset, or without one and then in UTC; a blank may
 * stand for the T, seconds may be missing) or `DD/MM/YYYY HH:MM[:SS]` in UTC, as milliseconds since 1970. Digits beyond
 * the millisecond are cut. Undefined when it is anything else, or outside the years 1 to 9999 in UTC.
 */
export function parseDateTime(text: string): number | undefined {
  const iso = text.replace(/^(\d{2})\/(\d{2})\/(\d{4}) (?=[\d:]+$)/, '$3-$2-$1T');
  const match = DATE_TIME.exec(iso);
  if (match === null) return undefined;
  const [, date = '', minute = '', second = '00', fraction = '', offset = 'Z'] = match;
  if (!isIsoDate(date)) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const local = Date.parse(`${date}T${minute}:${second}.${milliseconds}Z`);
  const epochMs = local - offsetMs(offset);
  return epochMs >= FIRST_MS && epochMs <= LAST_MS ? epochMs : undefined;
}

/**
 * Prints an instant as ISO 8601 in UTC to the second, "2026-01-15T09:00:07Z"; parts of a second are cut. A RangeError
 * outside the years 1 to 9999.
 */
export function isoUtc(epochMs: number): string {
  if (!(epochMs >= FIRST_MS && epochMs <= LAST_MS))
    throw new RangeError(`${epochMs} is not an instant of the years 1 to 9999: give milliseconds.`);
  return `${new Date(Math.floor(epochMs)).toISOString().slice(0, 19)}Z`;
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/;

const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', ''));
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

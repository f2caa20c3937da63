/** What a merchant may ask for at most: the longest wait of our own calendar, a day. */
const MOST_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a `Retry-After` header (RFC 9110 10.2.3: whole seconds, or a date in one of the three forms of HTTP) as the
 * milliseconds from `now`, which is epoch milliseconds; at most a day. Undefined when there is no header, when it says
 * something else, and when that time has come already.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : fromNow(httpDate(text), now);
  return asked !== undefined && asked > 0 ? Math.min(asked, MOST_MS) : undefined;
}

function fromNow(epochMs: number | undefined, now: number): number | undefined {
  return epochMs === undefined ? undefined : epochMs - now;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const CLOCK = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';
const MONTH = `(?<month>${MONTHS.join('|')})`;

/** RFC 9110 5.6.7: the form of today, then the two that a recipient must still understand. All are in UTC. */
const FORMS: readonly RegExp[] = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${CLOCK} GMT$`),
  new RegExp(`^[A-Z][a-z]{5,8}, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${CLOCK} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} ${MONTH} (?<day>[ \\d]\\d) ${CLOCK} (?<year>\\d{4})$`),
];

function httpDate(text: string): number | undefined {
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts === undefined) continue;
    const number = (name: string) => Number(parts[name]);
    const year = number('year');
    return Date.UTC(
      // A year of two digits is of this century: nobody asks us to come back in the last one.
      year < 100 ? 2000 + year : year,
      MONTHS.indexOf(parts['month'] ?? ''),
      number('day'),
      number('hour'),
      number('minute'),
      number('second'),
    );
  }
  return undefined;
}

/** Far more than the merchants of one process have in an hour; each takes tens of kilobytes outside of JavaScript's heap. */
const MOST = 200;
const made = new Map<string, Intl.DateTimeFormat>();

/**
 * What writes instants in a locale (BCP 47) with these options, their IANA time zone among them. Kept: to make one takes a tenth of
 * a millisecond and more, and a list tells fifty moments. Throws a RangeError for an unknown time zone.
 */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const kept = made.get(key);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat(locale, options);
  if (made.size >= MOST) made.clear();
  made.set(key, format);
  return format;
}

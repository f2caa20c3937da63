import type { Context, Next } from 'koa';

/** Something that goes on working for a while (contract/requests#versions). The dates are days of ISO 8601, in UTC. */
export interface Deprecation {
  /** From this day on it is deprecated. */
  readonly since: string;
  /** From this day on it may be gone: at least twelve months after `since`. */
  readonly sunset: string;
  /** What to use instead: the path of a route. Without one, nothing takes its place. */
  readonly successor?: string;
}

/**
 * For a route: every answer of it, refusals included, says so in `Deprecation`, `Sunset` and `Link`
 * (contract/requests#versions). First in the chain of its route. Throws a RangeError, when the route is made, if the
 * notice is too short.
 */
export function deprecated(notice: Deprecation) {
  const headers = headersOf(notice);
  return async (ctx: Context, next: Next): Promise<void> => {
    ctx.set(headers);
    await next();
  };
}

function headersOf({ since, sunset, successor }: Deprecation): Record<string, string> {
  const [from, to] = [instantOf(since), instantOf(sunset)];
  const earliest = new Date(from);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  if (to < earliest)
    throw new RangeError(`${since} to ${sunset} is less than the twelve months that are promised.`);
  return {
    Deprecation: 'true',
    Sunset: to.toUTCString(),
    ...(successor !== undefined && { Link: `<${successor}>; rel="successor-version"` }),
  };
}

function instantOf(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) throw new RangeError(`${day} is no day such as 2026-01-31.`);
  return date;
}

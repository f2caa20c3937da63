import type { Context, Next } from 'koa';
import { bodyOf } from './body.ts';

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

/**
 * For fields of a request: an answer says so when the body has one of them, and names it in `X-Deprecated-Fields`. After
 * `readBody`. When there are several, the headers tell the earliest sunset.
 */
export function deprecatedFields(notices: Readonly<Record<string, Deprecation>>) {
  const known = Object.entries(notices)
    .map(([field, notice]) => ({ field, notice, headers: headersOf(notice) }))
    .toSorted((one, other) => one.notice.sunset.localeCompare(other.notice.sunset));
  return async (ctx: Context, next: Next): Promise<void> => {
    const body = bodyOf(ctx);
    const used = known.filter(({ field }) => Object.hasOwn(body, field));
    const [first] = used;
    if (first) {
      ctx.set(first.headers);
      ctx.set('X-Deprecated-Fields', used.map(({ field }) => field).join(', '));
    }
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

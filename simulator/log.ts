import type { Middleware } from 'koa';

/** One structured line of the log. */
export type LogLine = Readonly<Record<string, string | number>>;

export type Log = (line: LogLine) => void;

export function stdoutLog(line: LogLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/**
 * Logs each request by the pattern of its route, never by its address, headers or body: those are
 * typed by people and may hold a card number.
 */
export function requestLog(log: Log, now: () => Date): Middleware {
  return async (ctx, go) => {
    const started = performance.now();
    await go();
    const { paymentId, account, fault } = subjectOf(ctx.state);
    log({
      time: now().toISOString(),
      level: ctx.status >= 500 ? 'error' : 'info',
      message: 'request',
      method: ctx.method,
      route: routeOf(ctx),
      status: ctx.status,
      ms: Math.round(performance.now() - started),
      ...(paymentId !== undefined && { payment_id: paymentId }),
      ...(account !== undefined && { account }),
      ...requestIdOf(ctx.get('X-Request-Id')),
      ...(fault !== undefined && { fault }),
    });
  };
}

/** Notes whom a request is about, for its line in the log. Only ids that exist are given here. */
export function about(state: Record<string, unknown>, subject: Subject): void {
  state['subject'] = { ...subjectOf(state), ...subject };
}

/** The caller's own id of what it does. It comes from outside, so only a UUID is written down: it can be nothing else. */
function requestIdOf(given: string): LogLine {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(given) ? { request_id: given } : {};
}

interface Subject {
  readonly paymentId?: string;
  readonly account?: string;
  /** The faults that were ordered and struck. */
  readonly fault?: string;
}

function subjectOf(state: Record<string, unknown>): Subject {
  const subject = state['subject'];
  return typeof subject === 'object' && subject !== null ? subject : {};
}

function routeOf(ctx: object): string {
  const route = '_matchedRoute' in ctx ? ctx._matchedRoute : undefined;
  return typeof route === 'string' ? route : 'none';
}

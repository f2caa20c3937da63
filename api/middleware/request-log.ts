import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { routeOf, subjectOf } from './route-of.ts';

const current = new AsyncLocalStorage<string>();

/**
 * Gives the request its id and writes one line about it: its route and the ids of ours in its path, but no address, query,
 * body or header of the caller, so no personal data and no key. Every other line inside of the request has the id too.
 */
export function requestLog(logger: Logger) {
  return (ctx: Context, next: Next): Promise<void> => {
    const requestId = randomUUID();
    ctx.state.requestId = requestId;
    ctx.set('X-Request-Id', requestId);
    // Everything that the request causes knows its id.
    return current.run(requestId, async () => {
      const started = performance.now();
      try {
        await next();
      } finally {
        const { method, status } = ctx;
        const tookMs = Math.round(performance.now() - started);
        logger.info({ method, route: routeOf(ctx), ...subjectOf(ctx), status, tookMs }, 'request');
      }
    });
  };
}

/** The id of the request that is being answered; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

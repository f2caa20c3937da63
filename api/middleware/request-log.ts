import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { Logger } from 'pino';

/** One line a request: no query, no body, no header of the caller, so no personal data and no key. */
export function requestLog(logger: Logger) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const requestId = randomUUID();
    const started = performance.now();
    ctx.state['requestId'] = requestId;
    ctx.set('X-Request-Id', requestId);
    try {
      await next();
    } finally {
      const { method, path, status } = ctx;
      const tookMs = Math.round(performance.now() - started);
      logger.info({ requestId, method, path, status, tookMs }, 'request');
    }
  };
}

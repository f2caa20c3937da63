import Router from '@koa/router';
import type { ApiDeps } from './deps.ts';

/**
 * `/healthz`: this process lives. `/readyz`: all that it needs is reachable (decisions.md 5); 503 as soon as it is
 * stopping, so that balancers leave.
 */
export function healthRoutes({ store, engine, logger, drain }: ApiDeps): Router {
  const router = new Router();
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    if (drain.hasBegun()) {
      ctx.status = 503;
      ctx.body = { status: 'stopping' };
      return;
    }
    const [mongodb, temporal] = await Promise.all([
      reachable(store.ping()),
      reachable(engine.ping()),
    ]);
    ctx.status = mongodb && temporal ? 200 : 503;
    if (ctx.status === 503) logger.warn({ mongodb, temporal }, 'not ready');
    ctx.body = { status: ctx.status === 200 ? 'ok' : 'unavailable', mongodb, temporal };
  });
  return router;
}

async function reachable(ping: Promise<void>): Promise<boolean> {
  try {
    await ping;
    return true;
  } catch {
    return false;
  }
}

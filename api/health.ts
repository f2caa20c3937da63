import Router from '@koa/router';
import type { ApiDeps } from './deps.ts';

/**
 * `/healthz`: this process lives. `/readyz`: all that it needs is reachable (decisions.md 5); 503 as soon as it is
 * stopping, so that balancers leave.
 */
export function healthRoutes({ store, engine, files, logger, drain }: ApiDeps): Router {
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
    const [mongodb, temporal, storage] = await Promise.all([
      reachable(store.ping()),
      reachable(engine.ping()),
      reachable(files.ping()),
    ]);
    const parts = { mongodb, temporal, files: storage };
    ctx.status = mongodb && temporal && storage ? 200 : 503;
    if (ctx.status === 503) logger.warn(parts, 'not ready');
    ctx.body = { status: ctx.status === 200 ? 'ok' : 'unavailable', ...parts };
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

import Koa from 'koa';
import type { ApiDeps } from './deps.ts';
import { heldWhileStopping } from './drain.ts';
import { errors } from './middleware/errors.ts';
import { secureHeaders } from './middleware/headers.ts';
import { measure } from './middleware/measure.ts';
import { notFound } from './middleware/not-found.ts';
import { requestLog } from './middleware/request-log.ts';
import { ROUTES } from './routes.ts';
import { routerOf } from './serve.ts';

/** The API: its middleware in the order in which a request meets it, then the routes. */
export function createApp(deps: ApiDeps): Koa {
  const app = new Koa();
  app.use(heldWhileStopping(deps.drain));
  app.use(requestLog(deps.logger));
  app.use(measure(deps.metrics));
  app.use(secureHeaders);
  app.use(errors(deps.logger));
  app.use(notFound);
  const router = routerOf({ ...deps, routes: ROUTES });
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}

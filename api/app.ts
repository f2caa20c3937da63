import Koa from 'koa';
import { gatewayCallbacks } from './callbacks/gateway.ts';
import { codecRoutes } from './codec/routes.ts';
import type { ApiDeps } from './deps.ts';
import { underWay } from './drain.ts';
import { healthRoutes } from './health.ts';
import { errors } from './middleware/errors.ts';
import { secureHeaders } from './middleware/headers.ts';
import { measure } from './middleware/measure.ts';
import { notFound } from './middleware/not-found.ts';
import { requestLog } from './middleware/request-log.ts';
import { checkoutRoutes } from './pages/checkout.ts';
import { resultRoutes } from './pages/result.ts';
import { returnRoutes } from './pages/returns.ts';
import { staticRoutes } from './pages/static.ts';
import { transactionRoutes } from './transactions/routes.ts';

/** The API: its middleware in the order in which a request meets it, then the rooms. */
export function createApp(deps: ApiDeps): Koa {
  const app = new Koa();
  app.use(underWay(deps.drain));
  app.use(requestLog(deps.logger));
  app.use(measure(deps.metrics));
  app.use(secureHeaders);
  app.use(errors(deps.logger));
  app.use(notFound);
  const rooms = [
    healthRoutes(deps),
    transactionRoutes(deps),
    gatewayCallbacks(deps),
    checkoutRoutes(deps),
    returnRoutes(deps),
    resultRoutes(deps),
    staticRoutes(),
    codecRoutes(deps),
  ];
  for (const room of rooms) {
    app.use(room.routes());
    app.use(room.allowedMethods());
  }
  return app;
}

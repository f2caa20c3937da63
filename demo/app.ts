import Koa from 'koa';
import { createAnswerSetting } from './answer-mode.ts';
import type { Env } from './env.ts';
import { createInbox } from './inbox.ts';
import { errorPages, logRequests, securityHeaders } from './middleware.ts';
import { createOrders } from './orders.ts';
import { shopRoutes } from './routes/index.ts';
import { api } from './sarraf.ts';

export interface Options {
  readonly log: (line: Readonly<Record<string, unknown>>) => void;
  readonly slowMs?: number;
}

/** The shop as a Koa application, with nothing in its order book. */
export function createShop(env: Env, { log, slowMs }: Options): Koa {
  const router = shopRoutes({
    env,
    sarraf: api(env),
    orders: createOrders(),
    inbox: createInbox(env.webhookKey),
    answer: createAnswerSetting(slowMs),
  });
  const app = new Koa();
  app.use(logRequests(log));
  app.use(securityHeaders(env));
  app.use(errorPages(log));
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}

import { Router } from '@koa/router';
import type { Shop } from '../shop.ts';
import { assets } from './assets.ts';
import { buying } from './buying.ts';
import { customerReturn } from './customer-return.ts';
import { paying } from './paying.ts';
import { settings } from './settings.ts';
import { webhooks } from './webhooks.ts';

/** All that the shop listens to. */
export function shopRoutes(shop: Shop): Router {
  const router = new Router();
  buying(router, shop);
  customerReturn(router, shop);
  paying(router, shop);
  webhooks(router, shop);
  settings(router, shop);
  assets(router);
  return router;
}

import Router from '@koa/router';
import { admit } from '../access/admit.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyFor } from '../payments/body.ts';
import { isoUtc } from '../../domain/duration.ts';
import { passDay } from './pass-day.ts';
import { clockBody } from './schema.ts';

/**
 * Lets days pass for the agreements of one merchant, for tests of its own. A day at a time, so that everything happens in its
 * order. In production there is no such route.
 */
export function testClockRoutes(deps: ApiDeps): Router {
  const router = new Router();
  if (!deps.testClock) return router;
  router.post('/test/clock/advance', admit(deps, 'test.clock'), async (ctx) => {
    const { days = 0 } = bodyFor(clockBody, ctx);
    const merchantId = merchantOf(ctx);
    let now = Date.now();
    for (let day = 0; day < days; day += 1) now = await passDay(deps, merchantId);
    const { length } = await deps.store.agreements.running(merchantId);
    ctx.body = { now: isoUtc(now), agreements: length };
  });
  return router;
}

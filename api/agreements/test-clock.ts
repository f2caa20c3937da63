import Router from '@koa/router';
import type { MerchantId } from '../../domain/ids.ts';
import { admit } from '../access/admit.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyFor } from '../payments/body.ts';
import { isBehind, isDue } from '../../domain/agreement/due.ts';
import { isoUtc } from '../../domain/duration.ts';
import { clockBody } from './schema.ts';

const DAY_MS = 24 * 3_600_000;
/** For so long a day waits for the charges that are due in it. */
const PATIENCE_MS = 5000;
const LOOK_EVERY_MS = 50;
/** So many looks are asked for at a time. */
const AT_ONCE = 20;

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

/** Only who has something to do that day is looked at, so that a year of many agreements costs as much as what happens in it. */
async function passDay({ store, engine }: ApiDeps, merchantId: MerchantId): Promise<number> {
  const now = Date.now() + (await store.clocks.advance(merchantId, DAY_MS));
  const due = (await store.agreements.running(merchantId)).filter((one) => isDue(one, now));
  for (let first = 0; first < due.length; first += AT_ONCE)
    await Promise.all(due.slice(first, first + AT_ONCE).map((one) => engine.look(one)));
  const until = Date.now() + PATIENCE_MS;
  while ((await store.agreements.running(merchantId)).some((one) => isBehind(one, now))) {
    if (Date.now() > until) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return now;
}

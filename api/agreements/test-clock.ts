import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { passDay } from './pass-day.ts';

/** Whoever says nothing of the clock for so long is taken for lost. Longer than a day takes. */
const LEASE_MS = 20_000;
/** As long as other requests wait for each other (contract/requests#idempotency). */
const WAIT_MS = 25_000;
const LOOK_EVERY_MS = 50;

/**
 * Lets days pass for the agreements of one merchant, for tests of its own. A day at a time, so that everything happens in its
 * order, and one caller at a time: days of two at once would pass together, and what was due in the first be missed. Who
 * waits for too long is answered 423. In production there is no such route.
 */
export async function advanceClock(deps: ApiDeps, ctx: Context, days: number) {
  const merchantId = merchantOf(ctx);
  const now = await alone(deps.store.clocks, merchantId, async (goOn) => {
    let then = Date.now();
    for (let day = 0; day < days; day += 1) {
      await goOn();
      then = await passDay(deps, merchantId);
    }
    return then;
  });
  const unsettled = await deps.store.agreements.unsettled(merchantId);
  const { length } = unsettled.filter(({ autopay }) => autopay?.state === 'active');
  return { now: isoUtc(now), agreements: length };
}

/** Runs `work` while nobody else moves the clock of the merchant; `work` says that it goes on, more often than the lease. */
async function alone<T>(
  clocks: ApiDeps['store']['clocks'],
  merchantId: MerchantId,
  work: (goOn: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const holder = randomUUID();
  const hold = () => {
    const now = Date.now();
    return clocks.hold(merchantId, holder, { now, until: now + LEASE_MS });
  };
  const end = Date.now() + WAIT_MS;
  while (!(await hold())) {
    if (Date.now() > end) throw taken();
    await sleep(LOOK_EVERY_MS);
  }
  try {
    return await work(async () => {
      if (!(await hold())) throw taken();
    });
  } finally {
    await clocks.release(merchantId, holder);
  }
}

function taken(): Refusal {
  return new Refusal('locked', 'Somebody else is moving the test clock. Ask again in a moment.');
}

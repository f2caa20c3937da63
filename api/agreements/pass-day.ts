import { setTimeout as sleep } from 'node:timers/promises';
import { isBehind, isDue } from '../../domain/agreement/due.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { ApiDeps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
/** For so long a day waits for the charges that are due in it. */
const PATIENCE_MS = 5000;
/** What has not come soon is looked for more seldom: after a tenth of the time that it has taken. */
const LOOK_AFTER_MS = 50;
/** So many looks are asked for at a time. */
const AT_ONCE = 20;

export interface DayDeps {
  readonly store: {
    readonly agreements: Pick<ApiDeps['store']['agreements'], 'unsettled'>;
    readonly clocks: Pick<ApiDeps['store']['clocks'], 'advance'>;
  };
  readonly engine: Pick<ApiDeps['engine'], 'look'>;
}

/**
 * Lets a day pass for a merchant's agreements, and gives the instant that it is for them then. Only who has something to do
 * that day is looked at, so that a year of many agreements costs as much as what happens in it.
 */
export async function passDay({ store, engine }: DayDeps, merchantId: MerchantId): Promise<number> {
  const ahead = await store.clocks.advance(merchantId, DAY_MS);
  const now = Date.now() + ahead;
  const due = (await store.agreements.unsettled(merchantId)).filter((one) => isDue(one, now));
  for (let first = 0; first < due.length; first += AT_ONCE)
    await Promise.all(due.slice(first, first + AT_ONCE).map((one) => engine.look(one, { ahead })));
  const began = Date.now();
  while ((await store.agreements.unsettled(merchantId)).some((one) => isBehind(one, now))) {
    const tookMs = Date.now() - began;
    if (tookMs > PATIENCE_MS) break;
    await sleep(Math.max(LOOK_AFTER_MS, tookMs / 10));
  }
  return now;
}

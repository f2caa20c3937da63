import {
  condition,
  proxyActivities,
  proxyLocalActivities,
  sleep,
  type WorkflowInterceptors,
} from '@temporalio/workflow';
import type { AgreementRef } from '../domain/agreement/agreement.ts';
import { autoDebitTick } from '../workflows/index.ts';
import type { Calendar } from './world.ts';

export { autoDebitCycle } from '../workflows/index.ts';

const { nextLook } = proxyActivities<Calendar>({ startToCloseTimeout: '10 seconds' });

/**
 * Stands in for the Schedule of an agreement, which the time-skipping server does not have. It looks itself in place of
 * starting runs that look, and never ends: that server skips no time any more once a child has outlived its parent.
 */
export async function standIn(ref: AgreementRef): Promise<void> {
  for (;;) {
    await autoDebitTick(ref);
    const at = await nextLook(ref);
    if (at === undefined) break;
    await sleep(Math.max(at - Date.now(), 1000));
  }
  await condition(() => false);
}

/** The stores are in memory: an activity runs within the task of its workflow, which spares the server two thirds of its work. */
const inTheTask = proxyLocalActivities<Record<string, (...given: unknown[]) => Promise<unknown>>>({
  startToCloseTimeout: '1 minute',
  // The clock of the server does not skip what passes between two tries.
  retry: { initialInterval: '1 ms', maximumInterval: '10 ms' },
});

export const interceptors = (): WorkflowInterceptors => ({
  outbound: [
    {
      scheduleActivity: async ({ activityType, args }) => inTheTask[activityType]?.(...args),
    },
  ],
});

import {
  condition,
  proxyLocalActivities,
  sleep,
  type WorkflowInterceptors,
} from '@temporalio/workflow';
import type { CycleBirth } from '../activities/cycle-ports.ts';
import type { AgreementRef } from '../domain/agreement/agreement.ts';
import { autoDebitTick } from '../workflows/index.ts';

export { autoDebitCycle } from '../workflows/index.ts';

/** When the agreement is looked at next, as the latest look has said; each workflow has its own. */
let nextLook: number | undefined;

/**
 * Stands in for the Schedule of an agreement, which the time-skipping server does not have. It looks itself in place of
 * starting runs that look, and never ends: that server skips no time any more once a child has outlived its parent.
 */
export async function standIn(ref: AgreementRef): Promise<void> {
  for (;;) {
    await autoDebitTick(ref);
    const at = noted();
    if (at === undefined) break;
    await sleep(Math.max(at - Date.now(), 1000));
  }
  await condition(() => false);
}

const noted = () => nextLook;

/** What a look has found, and when the next one is. */
export interface Looked {
  readonly births: readonly CycleBirth[];
  readonly nextLook?: number;
}

/** The stores are in memory: an activity runs within the task of its workflow, which spares the server two thirds of its work. */
const inTheTask = proxyLocalActivities<{
  lookAtAgreement: (given: unknown) => Promise<Looked>;
  advanceCycle: (given: unknown) => Promise<unknown>;
}>({
  startToCloseTimeout: '1 minute',
  // The clock of the server does not skip what passes between two tries.
  retry: {
    initialInterval: '1 ms',
    maximumInterval: '10 ms',
    // A bug of the simulation, which ends the run of a cycle: the judge sees it skipped.
    nonRetryableErrorTypes: ['TypeError'],
  },
});

/** The server takes one instant after the other, so that many timers at one instant cost little more than one. */
const TOGETHER_MS = 6 * 3_600_000;

export const interceptors = (): WorkflowInterceptors => ({
  outbound: [
    {
      startTimer: ({ durationMs, ...timer }, next) => {
        const now = Date.now();
        const at = Math.ceil((now + durationMs) / TOGETHER_MS) * TOGETHER_MS;
        return next({ ...timer, durationMs: at - now });
      },
      scheduleActivity: async ({ activityType, args: [given] }) => {
        if (activityType !== 'lookAtAgreement') return inTheTask.advanceCycle(given);
        const looked = await inTheTask.lookAtAgreement(given);
        nextLook = looked.nextLook;
        return looked.births;
      },
    },
  ],
});

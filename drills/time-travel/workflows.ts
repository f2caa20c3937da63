import {
  condition,
  proxyLocalActivities,
  sleep,
  workflowInfo,
  type WorkflowInterceptors,
} from '@temporalio/workflow';
import type { CycleStart } from '../../activities/cycle-ports.ts';
import type { AgreementRef } from '../../domain/agreement/agreement.ts';
import { autoDebitTick } from '../../workflows/auto-debit-tick.ts';

export { autoDebitCycle } from '../../workflows/auto-debit-cycle.ts';

/** When each agreement is looked at next, as its latest look has said; each workflow has its own. */
const nextLooks = new Map<string, number>();

/**
 * Stands in for the Schedules of some agreements, which the time-skipping server does not have. It looks itself in place of
 * starting runs that look, and never ends: that server skips no time any more once a child has outlived its parent.
 */
export async function standIn(refs: readonly AgreementRef[]): Promise<void> {
  let due = refs;
  while (due.length > 0) {
    await Promise.all(due.map(autoDebitTick));
    const at = Math.min(...refs.map(({ uuid }) => nextLooks.get(uuid) ?? Infinity));
    if (at === Infinity) break;
    await sleep(Math.max(at - Date.now(), 1000));
    const now = Date.now();
    due = refs.filter(({ uuid }) => (nextLooks.get(uuid) ?? Infinity) <= now);
  }
  await condition(() => false);
}

/** What a look has found, and when the next one is. */
export interface Looked {
  readonly starts: readonly CycleStart[];
  readonly nextLook?: number;
}

/** The stores are in memory: an activity runs within the task of its workflow, which spares the server two thirds of its work. */
const inTheTask = proxyLocalActivities<{
  lookAtAgreement: (given: unknown) => Promise<Looked>;
  advanceCycle: (given: unknown) => Promise<unknown>;
}>({
  startToCloseTimeout: '1 hour',
  // The clock of the server does not skip what passes between two tries.
  retry: {
    initialInterval: '1 ms',
    maximumInterval: '10 ms',
    // A bug of the simulation, which ends the run of a cycle: the judge sees it skipped.
    nonRetryableErrorTypes: ['TypeError'],
  },
});

/**
 * The server takes one instant after the other, so that many timers at one instant cost little more than one: what is due on
 * a day happens at the end of it, as if the worker had been away, which the rules allow for (three days late is `missed`).
 */
const TOGETHER_MS = 24 * 3_600_000;
/**
 * Looks come at another hour than what cycles wait for: when a timer fires while its workflow hears of a look, the test server
 * seems to lose the workflow task. Once, with both at one hour, a cycle was missed; it was not seen again since.
 */
const LOOKS_AT_MS = TOGETHER_MS / 2;

export const interceptors = (): WorkflowInterceptors => ({
  outbound: [
    {
      startTimer: ({ durationMs, ...timer }, next) => {
        const now = Date.now();
        const hour = workflowInfo().workflowType === standIn.name ? LOOKS_AT_MS : 0;
        const at = Math.ceil((now + durationMs - hour) / TOGETHER_MS) * TOGETHER_MS + hour;
        return next({ ...timer, durationMs: at - now });
      },
      scheduleActivity: async ({ activityType, args: [given] }) => {
        if (activityType !== 'lookAtAgreement') return inTheTask.advanceCycle(given);
        const { uuid } = given as AgreementRef;
        const { starts, nextLook } = await inTheTask.lookAtAgreement(given);
        if (nextLook === undefined) nextLooks.delete(uuid);
        else nextLooks.set(uuid, nextLook);
        return starts;
      },
    },
  ],
});

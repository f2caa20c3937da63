import { executeChild, proxyActivities, sleep } from '@temporalio/workflow';
import type { AgreementRef } from '../domain/agreement/agreement.ts';
import type { Calendar } from './world.ts';

export { autoDebitCycle, autoDebitTick } from '../workflows/index.ts';

const { nextLook } = proxyActivities<Calendar>({ startToCloseTimeout: '10 seconds' });

/** Stands in for the Schedule of an agreement, which the time-skipping server does not have. */
export async function standIn(ref: AgreementRef): Promise<void> {
  for (let look = 1; ; look += 1) {
    await executeChild('autoDebitTick', {
      args: [ref],
      workflowId: `agreement/${ref.uuid}/${look}`,
    });
    const at = await nextLook(ref);
    if (at === undefined) return;
    await sleep(Math.max(at - Date.now(), 1000));
  }
}

import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  getExternalWorkflowHandle,
  log,
  ParentClosePolicy,
  setCurrentDetails,
  startChild,
} from '@temporalio/workflow';
import type { CycleBirth } from '../activities/cycle-ports.ts';
import type { AgreementRef } from '../domain/agreement/agreement.ts';
import { cycleWorkflowId } from './ids.ts';
import { nudgeSignal } from './messages.ts';
import { lookAtAgreement } from './proxies.ts';
import { cycleAttributes, cycleSummary } from './visibility.ts';

/**
 * A look at one agreement, which its Schedule starts, or a change of it, or an operator: makes the Schedule agree with the
 * document, starts the cycles that must have a run, and tells those that have one to look again. The period, not the
 * firing, is what a cycle is named by, so that a look too many does nothing (decisions.md 17). Gives how many are open.
 */
export async function autoDebitTick(ref: AgreementRef): Promise<number> {
  const births = await lookAtAgreement({ ...ref, now: Date.now() });
  for (const birth of births) if (!(await begin(birth))) await nudge(birth);
  setCurrentDetails(
    `${births.length} cycles open: ${births.map(({ period }) => period).join(', ')}`,
  );
  return births.length;
}

/** False when it has a run already. */
async function begin(birth: CycleBirth): Promise<boolean> {
  try {
    await startChild('autoDebitCycle', {
      args: [birth],
      workflowId: cycleWorkflowId(birth.uuid, birth.period),
      // One that was ended by force is begun again; what it did is in the document.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: cycleSummary(birth),
      typedSearchAttributes: cycleAttributes(birth),
    });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

async function nudge({ uuid, period, ahead }: CycleBirth): Promise<void> {
  try {
    await getExternalWorkflowHandle(cycleWorkflowId(uuid, period)).signal(nudgeSignal, { ahead });
  } catch (error) {
    // It came to its end a moment ago.
    log.info('a cycle did not hear', { uuid, period, error });
  }
}

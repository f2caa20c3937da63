import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  getExternalWorkflowHandle,
  log,
  ParentClosePolicy,
  setCurrentDetails,
  startChild,
} from '@temporalio/workflow';
import type { CycleInput } from './auto-debit-cycle.ts';
import { cycleWorkflowId } from './ids.ts';
import { nudgeSignal } from './messages.ts';
import { lookAtAgreement, lookSoon } from './proxies.ts';
import { cycleAttributes, cycleSummary } from './visibility.ts';
import type { Look } from './starts.ts';

/**
 * A look at one agreement, which its Schedule starts, or a change of it, or an operator: makes the Schedule agree with the
 * document, starts the cycles that must have a run, and tells those that have one to look again. The period, not the
 * firing, is what a cycle is named by, so that a look too many does nothing (contract/agreements#cycles). Gives how
 * many are open.
 */
export async function autoDebitTick({ merchantId, uuid, asked = false }: Look): Promise<number> {
  const lookNow = asked ? lookSoon : lookAtAgreement;
  const found = await lookNow({ merchantId, uuid, now: Date.now() });
  const starts = found.map((start) => ({ ...start, ...(asked && { asked }) }));
  for (const start of starts) if (!(await begin(start))) await nudge(start);
  setCurrentDetails(
    `${starts.length} cycles open: ${starts.map(({ period }) => period).join(', ')}`,
  );
  return starts.length;
}

/** False when it has a run already. */
async function begin(start: CycleInput): Promise<boolean> {
  try {
    await startChild('autoDebitCycle', {
      args: [start],
      workflowId: cycleWorkflowId(start.uuid, start.period),
      // One that was ended by force is begun again; what it did is in the document.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: cycleSummary(start),
      typedSearchAttributes: cycleAttributes(start),
    });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}

async function nudge({ uuid, period, ahead, asked }: CycleInput): Promise<void> {
  try {
    const cycle = getExternalWorkflowHandle(cycleWorkflowId(uuid, period));
    await cycle.signal(nudgeSignal, { ahead, ...(asked && { asked }) });
  } catch (error) {
    // It came to its end a moment ago.
    log.info('a cycle did not hear', { uuid, period, error });
  }
}

import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  getExternalWorkflowHandle,
  log,
  ParentClosePolicy,
  setCurrentDetails,
  startChild,
} from '@temporalio/workflow';
import type { AgreementRef } from '../domain/agreement/agreement.ts';
import type { AskedBirth } from './auto-debit-cycle.ts';
import { cycleWorkflowId } from './ids.ts';
import { nudgeSignal } from './messages.ts';
import { lookAtAgreement, lookSoon } from './proxies.ts';
import { cycleAttributes, cycleSummary } from './visibility.ts';

/** Which agreement to look at; `asked` by the API, whose caller does not wait behind everything that is due. */
export interface Look extends AgreementRef {
  readonly asked?: boolean;
}

/**
 * A look at one agreement, which its Schedule starts, or a change of it, or an operator: makes the Schedule agree with the
 * document, starts the cycles that must have a run, and tells those that have one to look again. The period, not the
 * firing, is what a cycle is named by, so that a look too many does nothing (decisions.md 17). Gives how many are open.
 */
export async function autoDebitTick({ merchantId, uuid, asked = false }: Look): Promise<number> {
  const lookNow = asked ? lookSoon : lookAtAgreement;
  const found = await lookNow({ merchantId, uuid, now: Date.now() });
  const births = found.map((birth) => ({ ...birth, ...(asked && { asked }) }));
  for (const birth of births) if (!(await begin(birth))) await nudge(birth);
  setCurrentDetails(
    `${births.length} cycles open: ${births.map(({ period }) => period).join(', ')}`,
  );
  return births.length;
}

/** False when it has a run already. */
async function begin(birth: AskedBirth): Promise<boolean> {
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

async function nudge({ uuid, period, ahead, asked }: AskedBirth): Promise<void> {
  try {
    const cycle = getExternalWorkflowHandle(cycleWorkflowId(uuid, period));
    await cycle.signal(nudgeSignal, { ahead, ...(asked && { asked }) });
  } catch (error) {
    // It came to its end a moment ago.
    log.info('a cycle did not hear', { uuid, period, error });
  }
}

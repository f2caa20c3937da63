import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, setCurrentDetails, startChild } from '@temporalio/workflow';
import type { ScheduleRef } from '../domain/report/schedule.ts';
import { lookAtReports } from './proxies.ts';
import { reportStartOf } from './starts.ts';

/**
 * A look at one schedule of reports, which its Temporal Schedule starts, or a change of it, or an operator: makes the Schedule
 * agree with the document, and starts the reports that are due. The period, not the firing, is what a report is named by,
 * so that a look too many does nothing. Gives how many were started.
 */
export async function reportTick(ref: ScheduleRef): Promise<number> {
  const starts = await lookAtReports({ ...ref, now: Date.now() });
  for (const start of starts) await begin(start);
  setCurrentDetails(`${starts.length} reports: ${starts.map(({ name }) => name).join(', ')}`);
  return starts.length;
}

async function begin(start: Parameters<typeof reportStartOf>[0]): Promise<void> {
  const { workflowIdConflictPolicy: _ofClients, ...options } = reportStartOf(start);
  try {
    await startChild('report', { ...options, parentClosePolicy: ParentClosePolicy.ABANDON });
  } catch (error) {
    // It has a run already.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

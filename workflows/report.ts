import { CancellationScope, setCurrentDetails } from '@temporalio/workflow';
import type { ReportRef, ReportStatus } from '../domain/report/report.ts';
import { failReport, writeReport } from './proxies.ts';

/**
 * One report: its file, written in one piece or anew. How many rows there are is in the heartbeat of the activity, which the
 * Temporal UI shows as long as it runs. Returns how it ended.
 */
export async function report(ref: ReportRef): Promise<ReportStatus> {
  setCurrentDetails('The file is being written: the pending activity says how many rows it has.');
  const status = await written(ref);
  setCurrentDetails(`The report is **${status}**.`);
  return status;
}

/** One that is given up, or that an operator has canceled, is not waited for any more. */
async function written(ref: ReportRef): Promise<ReportStatus> {
  try {
    return await writeReport(ref);
  } catch {
    return CancellationScope.nonCancellable(() => failReport(ref));
  }
}

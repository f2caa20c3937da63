import { sweepReports } from './file-proxies.ts';

/** Each minute: starts reports that nobody writes, and removes the files of those whose time is over. */
export async function reportSweep(): Promise<{ readonly dealtWith: number }> {
  return sweepReports();
}

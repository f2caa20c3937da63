import { sweepBirths, sweepInbox } from './proxies.ts';

/** Each minute: starts what was written but never started, and signals callbacks that nobody heard (decisions.md 3, 9). */
export async function sweep(): Promise<{ readonly started: number; readonly signaled: number }> {
  const { started } = await sweepBirths();
  const { signaled } = await sweepInbox();
  return { started, signaled };
}

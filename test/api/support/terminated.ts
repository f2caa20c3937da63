import type { WorkflowStartOptions } from '@temporalio/client';
import type { System } from '../../support/system.ts';

/** Starts a run and ends it by force before it does anything. */
export async function startTerminated(
  { temporal }: System,
  type: string,
  options: WorkflowStartOptions,
): Promise<void> {
  const run = await temporal.workflow.start(type, { ...options, startDelay: '1 hour' });
  await run.terminate();
}

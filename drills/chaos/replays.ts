import type { DrillEnvironment } from './environment.ts';
import { workflowBundle } from '../../worker/bundle.ts';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';

/**
 * Replays the latest run of each of these workflows by the code of now, as a worker does that begins anew, and gives
 * those that cannot be replayed. One that is open would end then, and another run take its place (workflows/starts.ts):
 * no money is in danger, but it has to be rare.
 */
export async function unreplayable(
  { temporal, dataConverter }: Pick<DrillEnvironment, 'temporal' | 'dataConverter'>,
  workflowIds: readonly string[],
): Promise<readonly string[]> {
  async function* histories() {
    for (const workflowId of workflowIds)
      yield { workflowId, history: await temporal.workflow.getHandle(workflowId).fetchHistory() };
  }
  const options = {
    workflowBundle: await workflowBundle(),
    dataConverter,
  };
  const bad: string[] = [];
  for await (const { workflowId, error } of SuspendableWorker.runReplayHistories(
    options,
    histories(),
  ))
    if (error) bad.push(`${workflowId}: ${reasonIn(error)}`);
  return bad;
}

/** The one sentence of the core that names the event. */
function reasonIn({ message }: Error): string {
  return /\[TMPRL\d+\] (?<reason>[^"]*)/.exec(message)?.groups?.['reason'] ?? message.slice(0, 300);
}

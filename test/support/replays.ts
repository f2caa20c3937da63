import assert from 'node:assert/strict';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import type { ReplayError } from '@temporalio/worker';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';
import { theBundle } from './worker.ts';

/**
 * Replays a history by the workflows of now, one after the other, and gives the error where it goes otherwise. One worker
 * replays those of all suites, because to make one takes longer than to replay the histories of most. After an error it is
 * another one.
 */
export async function replayError(history: HistoryAndWorkflowId): Promise<ReplayError | undefined> {
  replays ??= SuspendableWorker.runReplayHistories({ workflowBundle: await theBundle() }, inTurn());
  asked.push(history);
  let isSound = false;
  try {
    const { done, value } = await replays.next();
    assert.ok(!done, `${history.workflowId} was not replayed.`);
    assert.equal(value.workflowId, history.workflowId);
    isSound = value.error === undefined;
    return value.error;
  } finally {
    if (!isSound) await endReplays();
  }
}

after('stop the worker of replays', endReplays);

/** The worker takes a history when it is asked for a result. */
function* inTurn(): Generator<HistoryAndWorkflowId> {
  for (let next = asked.shift(); next; next = asked.shift()) yield next;
}

async function endReplays(): Promise<void> {
  const ending = replays;
  replays = undefined;
  asked.length = 0;
  await ending?.return?.();
}

const asked: HistoryAndWorkflowId[] = [];
let replays: ReturnType<typeof SuspendableWorker.runReplayHistories> | undefined;

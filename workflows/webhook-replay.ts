import { CancellationScope, continueAsNew, isCancellation, sleep } from '@temporalio/workflow';
import { REPLAY_PAUSE_MS, type ReplayRef } from '../domain/webhook/replay.ts';
import { cancelReplay, replayPage } from './proxies.ts';

/** So many pages a run, so that its history stays short. */
const PAGES_A_RUN = 500;

/**
 * Sends many webhooks again, page by page and no faster than receivers can take it. How far it has come stands in the
 * database, so that whatever ends a run, the next one goes on. An operator stops it by canceling its run.
 */
export async function webhookReplay(ref: ReplayRef): Promise<void> {
  try {
    await sendPages(ref);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => cancelReplay(ref));
    throw error;
  }
}

async function sendPages(ref: ReplayRef): Promise<void> {
  for (let page = 0; page < PAGES_A_RUN; page += 1) {
    const { isDone } = await replayPage(ref);
    if (isDone) return;
    await sleep(REPLAY_PAUSE_MS, { summary: 'rate-limit pause' });
  }
  await continueAsNew<typeof webhookReplay>(ref);
}

import assert from 'node:assert/strict';
import { CancelledFailure, WorkflowFailedError } from '@temporalio/client';
import type { ReplayRef } from '../../domain/webhook/replay.ts';
import type { webhookReplay } from '../../workflows/index.ts';
import { replayStartOf } from '../../workflows/starts.ts';
import { SHOP } from '../support/builders.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

describe('a replay of webhooks', () => {
  const environment = workflowEnvironment();

  it('is written down as stopped when its run is canceled, and sends no further page', async () => {
    const { script } = environment().world;
    const pages: string[] = [];
    const canceled: ReplayRef[] = [];
    script.replayPage = () => {
      pages.push('sent');
      return { isDone: false };
    };
    script.cancelReplay = (ref) => void canceled.push(ref);
    const ref = { merchantId: SHOP, id: 'whr_stopped' };
    const run = await begun(environment(), ref);
    const { time } = environment();
    while (pages.length === 0) await time.skip(100);
    await run.cancel();
    await assert.rejects(run.result(), (error) => {
      assert.ok(error instanceof WorkflowFailedError);
      return error.cause instanceof CancelledFailure;
    });
    assert.deepEqual(canceled, [ref]);
    assert.equal(pages.length, 1);
  });

  it('is not stopped when it comes to its end', async () => {
    const { script } = environment().world;
    let left = 2;
    script.replayPage = () => {
      left -= 1;
      return { isDone: left === 0 };
    };
    script.cancelReplay = () => assert.fail('Nobody has canceled it.');
    const run = await begun(environment(), { merchantId: SHOP, id: 'whr_whole' });
    await environment().time.skippingUntil(run.result());
    assert.equal(left, 0);
  });
});

function begun({ time }: TestEnvironment, ref: ReplayRef) {
  return time.client.workflow.start<typeof webhookReplay>('webhookReplay', replayStartOf(ref));
}

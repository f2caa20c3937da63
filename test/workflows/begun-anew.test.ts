import assert from 'node:assert/strict';
import { engineOn } from '../../engine/engine.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { aTransaction, DAY_MS, sessionOf } from '../support/builders.ts';
import { fakeWorld } from '../support/fake-activities.ts';
import { until } from '../support/http.ts';
import { startTimeSkipping, type TimeSkipping } from '../../dev/servers/time-skipping.ts';
import { testBundle } from '../support/test-bundle.ts';
import { runFakeWorkers } from '../support/worker.ts';
import { charged, aSubmission } from './support/lines.ts';

describe('a run whose history cannot be replayed', function () {
  this.timeout(120_000);
  let time: TimeSkipping;
  before('start a server', async () => {
    time = await startTimeSkipping();
  });
  after('stop it', () => time.close());

  it('ends, and the next message begins anew with what the database has: the payer pays, and the merchant is told once', async () => {
    const world = fakeWorld();
    const createdAt = await time.now();
    const opened = aTransaction({
      sessionId: sessionOf('a'),
      createdAt,
      expiresAt: createdAt + DAY_MS,
    });
    const document = () => world.document(opened.sessionId);
    const engine = engineOn(time.client, time.connection, 45_000);
    world.insert(opened);

    const first = await runFakeWorkers(time, world.activities, {
      bundle: testBundle(),
      maxCachedWorkflows: 0,
    });
    await engine.start(opened);
    await engine.viewed(opened);
    await world.until(() => document().state === 'pending');
    await engine.submit(opened, aSubmission(), 'press-1');
    await first.stop();
    const seen = document();
    assert.ok(seen.version > opened.version);

    const second = await runFakeWorkers(time, world.activities);
    try {
      const run = time.client.workflow.getHandle(transactionWorkflowId(opened.sessionId));
      await engine.report(opened, charged());
      await time.skippingUntil(
        until('it ends', async () => (await run.describe()).status.name === 'FAILED'),
      );
      await engine.report(opened, charged());
      assert.equal(await run.result(), 'paid');
      assert.equal(document().state, 'paid');
      assert.deepEqual(
        world.versions(opened.sessionId),
        world.versions(opened.sessionId).map((_, index) => index + 1),
      );
      assert.equal(world.notices.filter(({ state }) => state === 'paid').length, 1);
    } finally {
      await second.stop();
    }
  });
});

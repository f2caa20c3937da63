import assert from 'node:assert/strict';
import { once } from 'node:events';
import workerThreads from 'node:worker_threads';
import { keptBundle } from '../../worker/bundle-cache.ts';
import { makeBundle } from '../../worker/bundle.ts';
import { withoutStackTraces } from '../../worker/workflow-threads.ts';
import { aTransaction, CREATED_AT } from '../support/builders.ts';

const PROGRAM = new URL('support/cached-runs.mjs', import.meta.url);

/** What `support/cached-runs.mjs` tells. */
interface Held {
  readonly bytes: number;
  /** What it has loaded for itself alone, by path; one without a slash is the SDK's word for none. */
  readonly modules: readonly string[];
  readonly saving: boolean;
}

describe('a cached run of a transaction', function () {
  this.timeout(120_000);

  let held: Held;
  before(async () => {
    const workerData = {
      bundle: await keptBundle(makeBundle),
      start: { opened: aTransaction() },
      now: CREATED_AT,
      warmingUp: 30,
      runs: 100,
    };
    const thread = withoutStackTraces(() => new workerThreads.Worker(PROGRAM, { workerData }));
    const [message] = await once(thread, 'message');
    await thread.terminate();
    held = message;
  });

  it('is one that waits, with its first change at the store', () => {
    assert.equal(held.saving, true);
  });

  it('shares all modules but the converter of failures, which the SDK has each load', () => {
    const own = held.modules.filter((name) => name.includes('/'));
    assert.deepEqual(own, ['./temporal/failure-converter.ts']);
  });

  it('holds at most 64 KiB in its thread, a sixteenth of what a run may cost a worker', () => {
    assert.ok(held.bytes > 0 && held.bytes <= 64 * 1024, `${Math.round(held.bytes)} bytes`);
  });
});

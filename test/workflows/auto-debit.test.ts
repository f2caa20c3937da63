import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import type { CycleStart } from '../../activities/cycle-ports.ts';
import { cycleWorkflowId, TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import type { autoDebitCycle, autoDebitSweep, autoDebitTick } from '../../workflows/index.ts';
import { lookOf } from '../../workflows/starts.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import { DAY_MS, kwd, SHOP } from '../support/builders.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

const PERIOD = '2027-01-05';

interface Given {
  readonly over?: 'paid' | 'unknown';
  readonly ahead?: number;
  readonly asked?: boolean;
}

describe('an agreement that the engine charges', () => {
  const environment = workflowEnvironment();

  /**
   * A cycle that is due in three days and over then, and when it was looked at. No look has begun it: a child that ends
   * after its parent holds the test server's clock for ever.
   */
  async function aCycle({ over = 'paid', ahead = 0, asked = false }: Given = {}) {
    const { world, time } = environment();
    const dueAt = (await time.now()) + 3 * DAY_MS;
    const uuid = randomUUID();
    const start = { merchantId: SHOP, uuid, period: PERIOD, number: 1, dueAt, amount: kwd('5') };
    const looks: number[] = [];
    world.script.lookAtAgreement = () => [{ ...start, ahead }];
    world.script.advanceCycle = ({ now }) => {
      looks.push(now);
      return now < dueAt ? { until: dueAt, for: 'its due date', tries: 0 } : { over, tries: 1 };
    };
    const run = await time.client.workflow.start<typeof autoDebitCycle>('autoDebitCycle', {
      args: [{ ...start, ahead, asked }],
      workflowId: cycleWorkflowId(uuid, PERIOD),
      taskQueue: TRANSACTIONS_QUEUE,
    });
    return { start, dueAt, looks, run };
  }

  it('has its cycle looked at when it begins, and again when it is due', async () => {
    const { world, time } = environment();
    const { dueAt, looks, run } = await aCycle();
    await world.until(() => looks.length === 1);
    await time.skip(4 * DAY_MS);
    assert.equal(await run.result(), 'paid');
    const [, second = 0, ...more] = looks;
    assert.deepEqual([second >= dueAt, second < dueAt + DAY_MS, more], [true, true, []]);
    assert.deepEqual(await queuesOf(run), ['debits', 'debits']);
  });

  it('waits behind no other when somebody at the API has asked, but for what comes later', async () => {
    const { world, time } = environment();
    const { start, looks, run } = await aCycle();
    await world.until(() => looks.length === 1);
    const asked = await time.client.workflow.start<typeof autoDebitTick>('autoDebitTick', {
      ...lookOf({ ...start, version: 2 }, { ahead: 0 }),
      taskQueue: TRANSACTIONS_QUEUE,
    });
    assert.equal(await asked.result(), 1);
    await world.until(() => looks.length === 2);
    await time.skip(4 * DAY_MS);
    assert.equal(await run.result(), 'paid');
    assert.deepEqual(await queuesOf(asked), ['transactions']);
    assert.deepEqual(await queuesOf(run), ['debits', 'transactions', 'debits']);
  });

  it('has a cycle that somebody at the API makes begin begun at once', async () => {
    const { run } = await aCycle({ ahead: 4 * DAY_MS, asked: true });
    assert.equal(await run.result(), 'paid');
    assert.deepEqual(await queuesOf(run), ['transactions']);
  });

  it('has one cycle for a period however often it is looked at, and each look reaches it', async () => {
    const { world } = environment();
    const { start, looks, run } = await aCycle();
    await world.until(() => looks.length === 1);
    assert.equal(await look(environment(), start), 1);
    await world.until(() => looks.length === 2);
    // The merchant has moved its test clock past the due instant.
    world.script.lookAtAgreement = () => [{ ...start, ahead: 4 * DAY_MS }];
    await look(environment(), start);
    assert.equal(await run.result(), 'paid');
    assert.equal(looks.length, 3);
  });

  it('is found by its alert when nobody knows what came of a cycle', async () => {
    const { run } = await aCycle({ over: 'unknown', ahead: 4 * DAY_MS });
    assert.equal(await run.result(), 'unknown');
    const { typedSearchAttributes } = await run.describe();
    assert.equal(typedSearchAttributes.get(SEARCH_ATTRIBUTES.Alert), 'manual-action-required');
  });

  it('is swept, and the round says what it has dealt with', async () => {
    const { world, time } = environment();
    world.script.reconcile = ({ rule }) => ({
      mended: rule === 'unseenAgreements' ? 2 : 1,
      failed: [],
    });
    const swept = await time.client.workflow.execute<typeof autoDebitSweep>('autoDebitSweep', {
      workflowId: 'auto-debit-sweep-1',
      taskQueue: TRANSACTIONS_QUEUE,
    });
    assert.deepEqual(swept, { unseenAgreements: 2, endedAgreements: 1 });
  });
});

/** Where the activities of a run were to be done, one after the other. */
async function queuesOf(run: WorkflowHandle): Promise<readonly string[]> {
  const { events } = await run.fetchHistory();
  return (events ?? []).flatMap(
    (event) => event.activityTaskScheduledEventAttributes?.taskQueue?.name ?? [],
  );
}

/** Looks at the agreement once; how many of its cycles are open. */
function look(
  { time }: TestEnvironment,
  { merchantId, uuid }: Pick<CycleStart, 'merchantId' | 'uuid'>,
) {
  return time.client.workflow.execute<typeof autoDebitTick>('autoDebitTick', {
    args: [{ merchantId, uuid }],
    workflowId: `look/${uuid}/${randomUUID()}`,
    taskQueue: TRANSACTIONS_QUEUE,
  });
}

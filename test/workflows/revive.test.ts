import assert from 'node:assert/strict';
import type { Activities } from '../../activities/index.ts';
import type { RevivedPage } from '../../activities/revivals.ts';
import type { delivery, revive } from '../../workflows/index.ts';
import { deliveryBirthOf } from '../../workflows/starts.ts';
import { sessionOf } from '../support/builders.ts';
import { IDENTITY, NAMESPACE } from '../support/time-skipping.ts';
import { theBundle } from '../support/worker.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import { onStage, type Stage } from './support/stage.ts';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';

describe('the reviver', () => {
  const stage = onStage();
  const nothing: RevivedPage = { revived: 0, failed: [] };
  const place = { at: 7, id: 'x' };

  it('reads page after page, and says how many it opened', async () => {
    const asked: unknown[] = [];
    const said = await round(stage(), 'revive-1', {
      reviveOperations: async (after) => {
        asked.push(after);
        return after ? { ...nothing, revived: 1 } : { ...nothing, revived: 100, next: place };
      },
      reviveDeliveries: async () => ({ ...nothing, revived: 2 }),
      reviveNotifications: async () => ({ ...nothing, revived: 3 }),
      revivePayments: async () => ({ ...nothing, revived: 4 }),
    });
    assert.deepEqual(said, { operations: 101, deliveries: 2, notifications: 3, payments: 4 });
    assert.deepEqual(asked, [undefined, place]);
  });

  it('makes every round whatever became of the others, and fails afterwards', async () => {
    let deliveries = 0;
    await assert.rejects(
      round(stage(), 'revive-2', {
        reviveOperations: async () => {
          throw new Error('The database is gone.');
        },
        reviveDeliveries: async () => {
          deliveries += 1;
          return { ...nothing, failed: ['delivery 1'] };
        },
        reviveNotifications: async () => ({ ...nothing, failed: ['notification 1'] }),
        revivePayments: async () => ({ ...nothing, failed: ['payment 1'] }),
      }),
      (error: Error & { readonly cause?: Error }) =>
        /^4 could not be dealt with: a page .*, delivery 1, notification 1, payment 1\.$/.test(
          error.cause?.message ?? '',
        ),
    );
    assert.equal(deliveries, 1);
  });
});

describe('a delivery that nobody began', () => {
  const stage = onStage();

  it('makes the first call, too, and goes on by the calendar', async () => {
    const { world, time } = stage();
    const eventId = eventIdOf(sessionOf('e1'), 1);
    world.script.merchant = ({ call }) => (call < 3 ? 'failed' : 'delivered');
    const { workflow } = time.client;
    const options = deliveryBirthOf(eventId, { missing: true });
    const run = await workflow.start<typeof delivery>('delivery', options);
    assert.equal(await time.skippingUntil(run.result()), 'delivered');
    assert.deepEqual(
      world.webhooks.map(({ call }) => call),
      [1, 2, 3],
    );
    await assert.rejects(workflow.start('delivery', options), /already started/i);
  });

  it('leaves the first call out where it was made', async () => {
    const { world, time } = stage();
    const eventId = eventIdOf(sessionOf('e2'), 1);
    const options = deliveryBirthOf(eventId, {});
    const run = await time.client.workflow.start<typeof delivery>('delivery', options);
    assert.equal(await time.skippingUntil(run.result()), 'delivered');
    assert.deepEqual(
      world.webhooks.map(({ call }) => call),
      [2],
    );
  });
});

type Revivals = Pick<
  Activities,
  'reviveOperations' | 'reviveDeliveries' | 'reviveNotifications' | 'revivePayments'
>;

/** A round by a worker of its own, whose queue has its name. */
async function round({ time }: Stage, name: string, activities: Revivals) {
  const worker = await SuspendableWorker.create({
    connection: time.native,
    namespace: NAMESPACE,
    identity: IDENTITY,
    taskQueue: name,
    workflowBundle: await theBundle(),
    activities,
  });
  return worker.runUntil(
    time.client.workflow.execute<typeof revive>('revive', { workflowId: name, taskQueue: name }),
  );
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reconciled } from '../../activities/reconcile/look.ts';
import type { RuleName } from '../../activities/reconcile/rules.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import { TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import type { delivery, sweep } from '../../workflows/index.ts';
import { deliveryStartOf } from '../../workflows/starts.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import { RULES } from '../activities/reconcile/support.ts';
import { sessionOf } from '../support/builders.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

const nothing: Reconciled = { mended: 0, failed: [] };

describe('a round', () => {
  const stage = workflowEnvironment();

  it('says what was mended by each rule, and every rule has its round', async () => {
    const asked: RuleName[] = [];
    stage().world.script.reconcile = ({ rule }) => {
      asked.push(rule);
      return { mended: asked.length, failed: [] };
    };
    const mended = await round(stage(), 'reportSweep');
    assert.deepEqual(mended, {
      unstartedReports: 1,
      unseenReportSchedules: 2,
      expiredReports: 3,
    });
    await round(stage(), 'sweep');
    await round(stage(), 'revive');
    await round(stage(), 'autoDebitSweep');
    await round(stage(), 'taskMailSweep');
    assert.deepEqual(asked.toSorted(), RULES.toSorted());
  });

  it('reads page after page', async () => {
    const asked: unknown[] = [];
    const place = { at: 7, id: 'x' };
    stage().world.script.reconcile = ({ rule, after }) => {
      if (rule !== 'lostOperations') return nothing;
      asked.push(after);
      return after ? { ...nothing, mended: 1 } : { ...nothing, mended: 100, next: place };
    };
    const { lostOperations } = await round(stage(), 'revive');
    assert.equal(lostOperations, 101);
    assert.deepEqual(asked, [undefined, place]);
  });

  it('is found by its alert when a person has to look at what was removed, and by none otherwise', async () => {
    const { time, world } = stage();
    const alertOf = async (called: Partial<Reconciled>) => {
      const id = `called-for-${Object.keys(called).join('-')}`;
      world.script.reconcile = ({ rule }) =>
        rule === 'unheardCallbacks' ? { mended: 1, failed: [], ...called } : nothing;
      await round(stage(), 'sweep', id);
      const { typedSearchAttributes } = await time.client.workflow.getHandle(id).describe();
      return typedSearchAttributes.get(SEARCH_ATTRIBUTES.Alert);
    };
    assert.equal(await alertOf({}), undefined);
    assert.equal(await alertOf({ disputes: 1, undone: 1, lateMoney: 1 }), 'late-money');
    assert.equal(await alertOf({ givenUp: 1, undone: 1, disputes: 1 }), 'dispute');
    assert.equal(await alertOf({ undone: 1 }), 'manual-action-required');
    assert.equal(await alertOf({ givenUp: 1 }), 'manual-action-required');
  });

  it('looks by every rule whatever became of the others, each once, and fails afterwards', async () => {
    const asked: RuleName[] = [];
    stage().world.script.reconcile = ({ rule }) => {
      asked.push(rule);
      if (rule === 'lostOperations') throw new Error('The database is gone.');
      return { ...nothing, failed: [`${rule} 1`] };
    };
    await assert.rejects(round(stage(), 'revive'), (error: Error & { readonly cause?: Error }) =>
      /^7 could not be dealt with: lostOperations \(.*\), lostDeliveries 1, lostNotifications 1, lostPayments 1, unplacedOperations 1, lostInvoices 1, lostBulks 1\.$/.test(
        error.cause?.message ?? '',
      ),
    );
    assert.equal(asked.length, 7);
  });
});

// Their sessions are far from those that other tests of this server count from one.
describe('a delivery that nobody began', () => {
  const stage = workflowEnvironment();

  it('makes the first call, too, and goes on by the calendar', async () => {
    const { world, time } = stage();
    const eventId = eventIdOf(sessionOf('eeee0001'), 1);
    world.script.merchant = ({ call }) => (call < 3 ? 'failed' : 'delivered');
    const { workflow } = time.client;
    const options = deliveryStartOf(eventId, { missing: true });
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
    const eventId = eventIdOf(sessionOf('eeee0002'), 1);
    const options = deliveryStartOf(eventId, {});
    const run = await time.client.workflow.start<typeof delivery>('delivery', options);
    assert.equal(await time.skippingUntil(run.result()), 'delivered');
    assert.deepEqual(
      world.webhooks.map(({ call }) => call),
      [2],
    );
  });
});

function round({ time }: TestEnvironment, type: string, workflowId = `${type}-${randomUUID()}`) {
  return time.client.workflow.execute<typeof sweep>(type, {
    workflowId,
    taskQueue: TRANSACTIONS_QUEUE,
  });
}

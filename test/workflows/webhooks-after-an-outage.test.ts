import assert from 'node:assert/strict';
import { activityInfo } from '@temporalio/activity';
import type { EventId } from '../../domain/ids.ts';
import type { Verdict } from '../../domain/webhook/verdict.ts';
import { deliveryWorkflowId, TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import { delivering, eventOf, type Delivering } from './support/delivering.ts';

const EVENTS = 12;
/** The receiver is away for so long, on the clock that skips. */
const DOWN_MS = 72 * 3_600_000;

describe('webhooks of a receiver that is down for 72 hours and then up', function () {
  this.timeout(240_000);
  let system: Delivering;
  const calls = new Map<EventId, number>();
  let upAt: number | undefined;

  before(async () => {
    system = await delivering({
      sendWebhook: async ({ eventId }) => {
        const { scheduledTimestampMs: now } = activityInfo();
        upAt ??= now + DOWN_MS;
        calls.set(eventId, (calls.get(eventId) ?? 0) + 1);
        return { verdict: now < upAt ? 'failed' : 'delivered' };
      },
      tellOfFailure: async ({ eventId }) => assert.fail(`${eventId} was given up`),
    });
  });
  after(() => system.stop());

  it('are all delivered, in at most ten calls each', async () => {
    const events = Array.from({ length: EVENTS }, (_, nth) => eventOf(`f${nth.toString(16)}`));
    const runs = await Promise.all(
      events.map((eventId) =>
        system.client.workflow.start('delivery', {
          workflowId: deliveryWorkflowId(eventId),
          taskQueue: TRANSACTIONS_QUEUE,
          args: [eventId, { missing: true }],
        }),
      ),
    );
    const verdicts: Verdict[] = [];
    for (const run of runs) verdicts.push(await system.ended(run));
    assert.deepEqual(new Set(verdicts), new Set(['delivered']));
    const made = events.map((eventId) => calls.get(eventId) ?? 0);
    assert.ok(
      made.every((count) => count >= 2 && count <= 10),
      String(made),
    );
  });
});

import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { requiredTsToMs } from '@temporalio/common/lib/time.js';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Verdict } from '../../domain/webhook/verdict.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import { TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import { DAY_MS, untold } from '../support/builders.ts';
import { charged, gate, said, SECOND, toldResults } from './support/lines.ts';
import { atRest } from './support/at-rest.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The least that passes before the second to the tenth call. */
const CALENDAR_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

describe('the webhook of a transaction', () => {
  const environment = workflowEnvironment();

  it('is one call when the merchant acknowledges, and its answer is remembered', async () => {
    for (const verdict of ['delivered', 'delivered_stay'] as const) {
      const { world, document } = environment();
      const opened = await paid(environment(), () => verdict);
      assert.equal(document(opened).notice?.status, verdict);
      assert.equal(world.webhooks.filter(({ call }) => call !== 1).length, 0);
    }
    assert.equal(environment().world.webhooks.length, 2);
  });

  it('is not sent when the transaction has no address for it', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start({}, untold);
    await pay(opened);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.webhooks.length, 0);
    assert.equal(document(opened).notice?.status, 'none');
  });

  it('that the merchant does not acknowledge is remembered as failed and handed over to a delivery', async () => {
    const { world, delivery, document } = environment();
    const opened = await paid(environment(), () => 'failed');
    assert.equal(document(opened).notice?.status, 'failed');
    // A machine that stands still for five seconds makes the second call before we look.
    assert.equal(world.webhooks.filter(({ call }) => call === 1).length, 1);
    const { status } = await delivery(eventOf(environment())).describe();
    assert.equal(status.name, 'RUNNING');
  });

  it('has its answer with the save that it tells of, and nobody is called again', async () => {
    const { world, document } = environment();
    world.script.callAtOnce = () => ({ verdict: 'delivered' });
    const opened = await paid(environment(), () => 'failed');
    assert.equal(document(opened).notice?.status, 'delivered');
    assert.deepEqual(world.webhooks, []);
  });

  it('that is held because webhooks are off decides nothing, as if there were no address for it', async () => {
    const { world, document } = environment();
    world.script.callAtOnce = () => ({ verdict: 'held', isOff: true });
    const opened = await paid(environment(), () => 'delivered');
    assert.equal(document(opened).notice?.status, 'none');
    assert.deepEqual(world.webhooks, []);
  });

  it('that is held because its address is disabled is a failure to the payer', async () => {
    const { world, document } = environment();
    world.script.callAtOnce = () => ({ verdict: 'held' });
    const opened = await paid(environment(), () => 'delivered');
    assert.equal(document(opened).notice?.status, 'failed');
    assert.deepEqual(world.webhooks, []);
  });

  it('that is refused at once is handed over, and called no earlier than its merchant asks', async () => {
    const { world, delivery, document } = environment();
    world.script.callAtOnce = () => ({ verdict: 'failed', retryAfterMs: 2 * HOUR_MS });
    const opened = await declined(environment(), () => 'delivered');
    const eventId = eventOf(environment());
    await atRest(delivery(eventId));
    const { events } = await delivery(eventId).fetchHistory();
    const [timer] = (events ?? []).flatMap((event) => event.timerStartedEventAttributes ?? []);
    assert.equal(document(opened).notice?.status, 'failed');
    assert.ok(requiredTsToMs(timer?.startToFireTimeout, 'wait') >= 2 * HOUR_MS);
    assert.deepEqual(world.webhooks, []);
  });

  it('that is under way when it is saved is waited for, and not called a second time', async () => {
    const { world, document } = environment();
    world.script.callAtOnce = () => ({ begunAt: 5 });
    const opened = await paid(environment(), () => 'delivered_stay');
    assert.equal(document(opened).notice?.status, 'delivered_stay');
    const eventId = eventOf(environment());
    assert.deepEqual(world.webhooks, [{ eventId, call: 1, isFirst: true, begunAt: 5 }]);
  });

  it('that cannot even be tried counts as failed', async () => {
    const { delivery, document } = environment();
    const opened = await paid(environment(), () => {
      throw ApplicationFailure.nonRetryable('The worker is gone.');
    });
    assert.equal(document(opened).notice?.status, 'failed');
    assert.equal((await delivery(eventOf(environment())).describe()).status.name, 'RUNNING');
  });

  it('is called by the calendar until the merchant acknowledges', async () => {
    const { world, time, delivery } = environment();
    await declined(environment(), ({ call }) => (call < 4 ? 'failed' : 'delivered'));
    await time.skip(2 * HOUR_MS);
    assert.equal(await delivery(eventOf(environment())).result(), 'delivered');
    assert.deepEqual(
      world.webhooks.map(({ call }) => call),
      [1, 2, 3, 4],
    );
    assert.equal(new Set(world.webhooks.map(({ eventId }) => eventId)).size, 1);
  });

  it('is given up after the tenth call, and each wait was the one of the calendar, up to a fifth longer', async () => {
    const { world, time, delivery } = environment();
    await declined(environment(), ({ call }) => {
      if (call % 2 === 0) throw ApplicationFailure.nonRetryable('The merchant hangs up.');
      return 'failed';
    });
    await time.skip(4 * DAY_MS);
    assert.equal(await delivery(eventOf(environment())).result(), 'failed');
    assert.deepEqual(
      world.webhooks.map(({ call }) => call),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    const waits = await waitsOf(environment());
    assert.equal(waits.length, CALENDAR_MS.length);
    CALENDAR_MS.forEach((least, index) => {
      const wait = waits[index] ?? 0;
      // The server's clock goes on a little while a call is made.
      assert.ok(wait >= least && wait <= least * 1.2 + 2000, `wait ${index + 1} was ${wait} ms`);
    });
  });

  it('that is handed over a second time, as after a reset, changes nothing about its delivery', async () => {
    const { world, time, engine, start, pay, run, becomes, delivery, document } = environment();
    world.script.merchant = () => 'failed';
    const opened = await start();
    const eventId = eventIdOf(opened.sessionId, 1);
    await time.client.workflow.start('delivery', {
      workflowId: delivery(eventId).workflowId,
      taskQueue: TRANSACTIONS_QUEUE,
      args: [eventId],
    });
    const { runId } = await delivery(eventId).describe();
    await pay(opened);
    await engine.report(opened, charged());
    await becomes(opened, 'paid');
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).notice?.status, 'failed');
    assert.equal((await delivery(eventId).describe()).runId, runId);
  });

  it('of an older event does not overwrite what came of a newer one', async () => {
    const { world, engine, start, pay, run, becomes, document } = environment();
    const opened = await start();
    const slow = gate();
    world.script.merchant = async ({ eventId }) => {
      if (eventId !== world.notices[0]?.eventId) return 'delivered';
      await slow.passed;
      return 'failed';
    };
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await pay(opened, { referenceNumber: SECOND });
    await engine.report(opened, charged(SECOND));
    await world.until(() => document(opened).notice?.status === 'delivered');
    slow.open();
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(document(opened).notice, {
      sequence: 2,
      referenceNumber: SECOND,
      status: 'delivered',
    });
    assert.deepEqual(toldResults(world), [
      ['failed', 'attempted'],
      ['success', 'paid'],
    ]);
  });
});

/** A transaction whose only event is its payment, answered by this merchant, with its run ended. */
async function paid(
  { world, engine, start, pay, run }: TestEnvironment,
  merchant: (call: { readonly call: number }) => Verdict,
): Promise<Transaction> {
  world.script.merchant = merchant;
  const opened = await start();
  await pay(opened);
  await engine.report(opened, charged());
  assert.equal(await run(opened).result(), 'paid');
  return opened;
}

/**
 * A transaction whose only event is a decline, and which stays open for ten days. The test server's clock stops for
 * ever when an abandoned child ends after its parent, so here the parent is still there.
 */
async function declined(
  environment: TestEnvironment,
  merchant: (call: { readonly call: number }) => Verdict,
): Promise<Transaction> {
  const { world, engine, start, pay, atRest, document } = environment;
  world.script.merchant = merchant;
  const opened = await start({ expirationSeconds: (10 * DAY_MS) / 1000 });
  await pay(opened);
  await engine.report(opened, said('failed'));
  await world.until(() => document(opened).notice?.status === 'failed');
  await atRest(opened);
  return opened;
}

function eventOf({ world }: TestEnvironment) {
  const [notice] = world.notices;
  assert.ok(notice);
  return notice.eventId;
}

/** How long the delivery slept before each of its calls, on the server's clock. */
async function waitsOf(environment: TestEnvironment): Promise<readonly number[]> {
  const { events } = await environment.delivery(eventOf(environment)).fetchHistory();
  const timers = (events ?? []).filter(
    (event) => event.timerStartedEventAttributes ?? event.timerFiredEventAttributes,
  );
  const times = timers.map(({ eventTime }) => requiredTsToMs(eventTime, 'eventTime'));
  return times.flatMap((end, index) => (index % 2 === 1 ? [end - (times[index - 1] ?? 0)] : []));
}

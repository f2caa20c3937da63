import assert from 'node:assert/strict';
import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import type { SendWebhook } from '../../activities/webhooks.ts';
import type { EventId } from '../../domain/ids.ts';
import { waitBefore } from '../../domain/webhook/retry-waits.ts';
import type { CallOutcome, Verdict } from '../../domain/webhook/verdict.ts';
import { deliveryWorkflowId, TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import { redeliverSignal } from '../../workflows/messages.ts';
import { aChange, delivering, eventOf, type Delivering } from './support/delivering.ts';

const HOUR = 3_600_000;
/** Of a receiver that comes back. */
const EVENTS = 12;
const FAILED: CallOutcome = { verdict: 'failed' };

describe('a delivery', function () {
  this.timeout(240_000);
  let system: Delivering;
  /** What the merchant answers; each test sets it. */
  let answer: (call: SendWebhook) => CallOutcome;
  /** What has to have happened before the merchant is heard. */
  let heardAfter: () => Promise<void>;
  let sent: SendWebhook[] = [];
  let tell: () => void;
  let told: EventId[] = [];

  before(async () => {
    system = await delivering({
      sendWebhook: async (call) => {
        sent.push(call);
        const said = answer(call);
        await heardAfter();
        return said;
      },
      tellOfFailure: async ({ eventId }) => {
        told.push(eventId);
        tell();
      },
    });
  });
  beforeEach(() => {
    sent = [];
    told = [];
    tell = () => undefined;
    heardAfter = async () => undefined;
  });
  after(() => system.stop());

  async function deliver(eventId: EventId, ...first: [] | [{ readonly retryAfterMs?: number }]) {
    const handle = await system.client.workflow.start('delivery', {
      workflowId: deliveryWorkflowId(eventId),
      taskQueue: TRANSACTIONS_QUEUE,
      args: [eventId, ...first],
    });
    const verdict: Verdict = await system.ended(handle);
    return { verdict, waits: await waitsOf(handle) };
  }

  async function tellFirst(tail: string) {
    const eventId = eventOf(tail);
    const status: unknown = await system.client.workflow.execute('tellNotice', {
      workflowId: `told/${tail}`,
      taskQueue: TRANSACTIONS_QUEUE,
      args: [aChange(), eventId],
    });
    return { status, child: system.client.workflow.getHandle(deliveryWorkflowId(eventId)) };
  }

  const calls = () => sent.map(({ call }) => call);

  it('waits by the calendar for nine more calls, 75 to 91 hours, then tells once', async () => {
    const eventId = eventOf('1');
    answer = () => FAILED;
    const { verdict, waits } = await deliver(eventId);
    assert.equal(verdict, 'failed');
    assert.deepEqual(calls(), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert.deepEqual(
      waits,
      calls().map((call) => waitBefore(call, eventId)),
    );
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / HOUR;
    assert.ok(hours >= 75 && hours <= 91, `${hours}`);
    assert.deepEqual(told, [eventId]);
  });

  for (const verdict of ['delivered', 'delivered_stay'] as const)
    it(`ends when it is ${verdict}, and tells nobody`, async () => {
      answer = ({ call }) => (call === 4 ? { verdict } : FAILED);
      assert.equal((await deliver(eventOf(verdict === 'delivered' ? '2' : '3'))).verdict, verdict);
      assert.deepEqual(calls(), [2, 3, 4]);
      assert.deepEqual(told, []);
    });

  it('is made in at most ten calls to a receiver that is down for 72 hours and then up, for each of its events', async () => {
    const events = Array.from({ length: EVENTS }, (_, nth) => eventOf(`f${nth.toString(16)}`));
    let upAt: number | undefined;
    answer = () => {
      const { scheduledTimestampMs: now } = activityInfo();
      upAt ??= now + 72 * HOUR;
      return { verdict: now < upAt ? 'failed' : 'delivered' };
    };
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
    assert.deepEqual(told, []);
    for (const eventId of events) {
      const made = sent.filter((call) => call.eventId === eventId).length;
      assert.ok(made >= 2 && made <= 10, `${made} calls`);
    }
  });

  it('ends when nobody is there any more, and tells', async () => {
    const eventId = eventOf('4');
    answer = ({ call }) => (call === 3 ? { verdict: 'gone' } : FAILED);
    assert.equal((await deliver(eventId)).verdict, 'gone');
    assert.deepEqual(calls(), [2, 3]);
    assert.deepEqual(told, [eventId]);
  });

  it('waits as long as the merchant asked, then by the calendar again', async () => {
    const eventId = eventOf('5');
    const asked: CallOutcome = { verdict: 'failed', retryAfterMs: HOUR };
    answer = ({ call }) => {
      if (call === 2) return asked;
      return call === 5 ? { verdict: 'delivered' } : FAILED;
    };
    const { waits } = await deliver(eventId);
    assert.deepEqual(waits, [
      waitBefore(2, eventId),
      HOUR,
      waitBefore(4, eventId),
      waitBefore(5, eventId),
    ]);
  });

  it('is never earlier than the calendar, however soon the merchant asked', async () => {
    const eventId = eventOf('6');
    answer = ({ call }) =>
      call === 3 ? { verdict: 'delivered' } : { verdict: 'failed', retryAfterMs: 1000 };
    const { waits } = await deliver(eventId, { retryAfterMs: 1000 });
    assert.deepEqual(waits, [waitBefore(2, eventId), waitBefore(3, eventId)]);
  });

  it('begins with what the first call was asked', async () => {
    answer = () => ({ verdict: 'delivered' });
    const { waits } = await deliver(eventOf('7'), { retryAfterMs: 2 * HOUR });
    assert.deepEqual(waits, [2 * HOUR]);
  });

  it('goes on when a call could not be made, without trying it again', async () => {
    answer = ({ call }) => {
      if (call === 2) throw ApplicationFailure.nonRetryable('no database', 'MongoError');
      return { verdict: 'delivered' };
    };
    assert.equal((await deliver(eventOf('8'))).verdict, 'delivered');
    assert.deepEqual(calls(), [2, 3]);
  });

  it('tries the same call again when the receiver was busy with others of ours', async () => {
    answer = () => {
      if (sent.length < 4) throw ApplicationFailure.retryable('busy', 'ReceiverBusy');
      return { verdict: 'delivered' };
    };
    const { verdict, waits } = await deliver(eventOf('9'));
    assert.equal(verdict, 'delivered');
    assert.deepEqual(calls(), [2, 2, 2, 2]);
    assert.equal(waits.length, 1);
  });

  it('goes on by the calendar when the receiver stays busy', async () => {
    answer = ({ call }) => {
      if (call === 2) throw ApplicationFailure.retryable('busy', 'ReceiverBusy');
      return { verdict: 'delivered' };
    };
    assert.equal((await deliver(eventOf('a'))).verdict, 'delivered');
    assert.equal(calls().at(-1), 3);
    assert.ok(calls().length > 3 && calls().length < 12, `${calls().length}`);
  });

  const again = (eventId: EventId, first = {}) =>
    system.client.workflow.signalWithStart('delivery', {
      workflowId: deliveryWorkflowId(eventId),
      taskQueue: TRANSACTIONS_QUEUE,
      args: [eventId, first],
      signal: redeliverSignal,
      signalArgs: [],
    });

  it('is made at once, and once, for whoever wants an event again that nobody calls for', async () => {
    answer = () => ({ verdict: 'delivered' });
    const handle = await again(eventOf('d1'), { missing: true });
    assert.equal(await system.ended(handle), 'delivered');
    assert.deepEqual(calls(), [1]);
  });

  it('calls at once in the middle of a wait, and begins its calendar anew', async () => {
    const eventId = eventOf('d2');
    answer = () => (sent.length === 3 ? { verdict: 'delivered' } : FAILED);
    const handle = await system.client.workflow.start('delivery', {
      workflowId: deliveryWorkflowId(eventId),
      taskQueue: TRANSACTIONS_QUEUE,
      args: [eventId, { retryAfterMs: 20 * HOUR }],
    });
    await again(eventId);
    assert.equal(await system.ended(handle), 'delivered');
    assert.deepEqual(calls(), [1, 2, 3]);
  });

  it('calls once more for whoever asks while it is called', async () => {
    const eventId = eventOf('d5');
    let asked: Promise<unknown> | undefined;
    answer = () => {
      asked ??= again(eventId);
      return { verdict: 'delivered' };
    };
    heardAfter = async () => {
      await asked;
    };
    const { verdict } = await deliver(eventId, { retryAfterMs: HOUR });
    assert.equal(verdict, 'delivered');
    assert.deepEqual(calls(), [2, 1]);
  });

  it('is called once more when somebody asks for it while it is given up', async () => {
    const eventId = eventOf('d3');
    answer = () => ({ verdict: sent.length === 1 ? 'gone' : 'delivered' });
    let asked: Promise<unknown> | undefined;
    tell = () => {
      asked ??= again(eventId);
    };
    const handle = await system.client.workflow.start('delivery', {
      workflowId: deliveryWorkflowId(eventId),
      taskQueue: TRANSACTIONS_QUEUE,
      args: [eventId],
    });
    const verdict: Verdict = await system.ended(handle);
    await asked;
    // The request may come after the end; then it is a run of its own.
    const last: Verdict = await system.ended(
      system.client.workflow.getHandle(deliveryWorkflowId(eventId)),
    );
    assert.ok(['gone', 'delivered'].includes(verdict));
    assert.equal(last, 'delivered');
  });

  it('of a test is called once, whatever comes of it', async () => {
    const eventId = eventOf('d4');
    answer = () => FAILED;
    const handle = await system.client.workflow.start('delivery', {
      workflowId: deliveryWorkflowId(eventId),
      taskQueue: TRANSACTIONS_QUEUE,
      args: [eventId, { missing: true, once: true }],
    });
    assert.equal(await system.ended(handle), 'failed');
    assert.deepEqual([calls(), told], [[1], [eventId]]);
  });

  it('is written down as given up however long the database is away', async () => {
    answer = () => ({ verdict: 'gone' });
    tell = () => {
      if (told.length < 10) throw new Error('the database is away');
    };
    assert.equal((await deliver(eventOf('c'))).verdict, 'gone');
    assert.equal(told.length, 10);
  });

  it('ends with its verdict also when there is nothing to tell of', async () => {
    answer = () => ({ verdict: 'gone' });
    tell = () => {
      throw ApplicationFailure.nonRetryable('removed', 'NotFound');
    };
    assert.equal((await deliver(eventOf('c1'))).verdict, 'gone');
    assert.equal(told.length, 1);
  });

  describe('of a transaction', () => {
    it('is not needed when the first call is acknowledged', async () => {
      answer = () => ({ verdict: 'delivered_stay' });
      const { status, child } = await tellFirst('d');
      assert.equal(status, 'delivered_stay');
      assert.deepEqual(calls(), [1]);
      await assert.rejects(child.describe());
    });

    it('goes on after the first call, by what its answer asked', async () => {
      answer = ({ call }) =>
        call === 1 ? { verdict: 'failed', retryAfterMs: 3 * HOUR } : { verdict: 'delivered' };
      const { status, child } = await tellFirst('e');
      assert.equal(status, 'failed');
      assert.equal(await system.ended(child), 'delivered');
      assert.deepEqual(calls(), [1, 2]);
      assert.deepEqual(await waitsOf(child), [3 * HOUR]);
    });

    it('is not begun when nobody is there: that is a failure, and told', async () => {
      answer = () => ({ verdict: 'gone' });
      const { status, child } = await tellFirst('f');
      assert.equal(status, 'failed');
      assert.deepEqual(calls(), [1]);
      assert.deepEqual(told, [eventOf('f')]);
      await assert.rejects(child.describe());
    });
  });
});

/** The timers that a run has set, in milliseconds. */
async function waitsOf(handle: WorkflowHandle): Promise<readonly number[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) => {
    const { seconds, nanos } = timer?.startToFireTimeout ?? {};
    return timer ? [Number(seconds ?? 0) * 1000 + (nanos ?? 0) / 1e6] : [];
  });
}

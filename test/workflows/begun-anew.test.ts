import assert from 'node:assert/strict';
import { pino } from 'pino';
import { disputeReported } from '../../api/callbacks/disputes.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { activityEngineOn } from '../../engine/activity-engine.ts';
import { engineOn } from '../../engine/engine.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { reconciling } from '../activities/reconcile/support.ts';
import { memoryInbox, memoryTransactions } from '../activities/support/memory-store.ts';
import { memoryTombstones } from '../activities/support/memory-tombstones.ts';
import { anAttempt, aTransaction, CARD, DAY_MS, sessionOf, SHOP } from '../support/builders.ts';
import { fakeWorld, type World } from '../support/fake-activities.ts';
import { until } from '../support/http.ts';
import { startTimeSkipping, type TimeSkipping } from '../../dev/servers/time-skipping.ts';
import { testBundle } from '../support/test-bundle.ts';
import { runFakeWorkers } from '../support/worker.ts';
import { charged, aSubmission, FIRST, saidOfDispute, SECOND } from './support/lines.ts';

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

    await byOthers(world, async () => {
      await engine.start(opened);
      await engine.viewed(opened);
      await world.until(() => document().state === 'pending');
      await engine.submit(opened, aSubmission(), 'press-1');
    });
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

  describe('by the only callback that there is', () => {
    it('loses nothing: the payment is paid by it', async () => {
      const world = fakeWorld();
      const createdAt = await time.now();
      const opened = aTransaction({
        sessionId: sessionOf('b'),
        createdAt,
        expiresAt: createdAt + DAY_MS,
      });
      const document = () => world.document(opened.sessionId);
      const engine = engineOn(time.client, time.connection, 45_000);
      world.insert(opened);
      await byOthers(world, async () => {
        await engine.start(opened);
        await engine.viewed(opened);
        await world.until(() => document().state === 'pending');
        await engine.submit(opened, aSubmission(), 'press-1');
      });
      const inbox = memoryInbox({ ...CALLBACK, report: charged() });

      const workers = await runFakeWorkers(time, world.activities);
      try {
        const run = time.client.workflow.getHandle(transactionWorkflowId(opened.sessionId));
        const { runId } = await run.describe();
        const sweep = () => sweeping(inbox, document(), runId);
        assert.equal((await sweep()('unheardCallbacks')).mended, 1);
        await ended(opened, runId);
        assert.equal((await sweep()('unheardCallbacks')).mended, 0);
        assert.equal(document().state, 'pending');
        assert.deepEqual(await sweep()('lostCallbacks'), { mended: 1, failed: [] });
        assert.equal(await run.result(), 'paid');
        assert.equal(world.notices.filter(({ state }) => state === 'paid').length, 1);
        assert.deepEqual(await sweep()('lostCallbacks'), { mended: 0, failed: [] });
      } finally {
        await workers.stop();
      }
    });

    it('loses no dispute, though the gateway sends it again in vain and another run has begun by itself', async () => {
      const world = fakeWorld();
      const createdAt = await time.now();
      const opened = aTransaction({
        sessionId: sessionOf('c'),
        createdAt,
        expiresAt: createdAt + DAY_MS,
        state: 'paid',
        attempts: [
          anAttempt({ referenceNumber: FIRST, state: 'success', createdAt }),
          anAttempt({ referenceNumber: SECOND, createdAt, inquiry: DEFAULT_INQUIRY }),
        ],
      });
      const document = () => world.document(opened.sessionId);
      const engine = engineOn(time.client, time.connection, 45_000);
      const run = time.client.workflow.getHandle(transactionWorkflowId(opened.sessionId));
      world.insert(opened);
      await byOthers(world, async () => {
        await engine.viewed(opened);
        await until('it waits', async () => {
          const { events } = await run.fetchHistory();
          return events?.some(({ timerStartedEventAttributes: timer }) => timer) === true;
        });
      });
      const inbox = memoryInbox();
      const told = () =>
        disputeReported(
          {
            store: {
              inbox,
              transactions: memoryTransactions(document()),
              tombstones: memoryTombstones(),
            },
            engine,
            logger: pino({ enabled: false }),
          },
          { merchantId: SHOP, code: CARD },
          { eventId: 'event-1', report: saidOfDispute('open'), receivedAt: CALLBACK.receivedAt },
        );

      const workers = await runFakeWorkers(time, world.activities);
      try {
        const { runId } = await run.describe();
        await told();
        await ended(opened, runId);
        await told();
        const look = sweeping(inbox, document(), runId);
        assert.equal((await look('unheardCallbacks')).mended, 0);
        assert.equal(document().disputes, undefined);
        assert.deepEqual(await look('lostCallbacks'), { mended: 1, failed: [] });
        await time.skippingUntil(world.until(() => document().disputes !== undefined));
        assert.deepEqual(
          document().disputes?.map(({ disputeId, state }) => [disputeId, state]),
          [['du_1', 'open']],
        );
      } finally {
        await run.terminate();
        await workers.stop();
      }
    });
  });

  /** Has the beginning of a run done by other workflows than those of now, whose history these cannot replay. */
  async function byOthers(world: World, begin: () => Promise<void>): Promise<void> {
    const workers = await runFakeWorkers(time, world.activities, {
      bundle: testBundle(),
      maxCachedWorkflows: 0,
    });
    try {
      await begin();
    } finally {
      await workers.stop();
    }
  }

  async function ended({ sessionId }: Transaction, runId: string): Promise<void> {
    const run = time.client.workflow.getHandle(transactionWorkflowId(sessionId), runId);
    await time.skippingUntil(
      until('it ends', async () => (await run.describe()).status.name !== 'RUNNING'),
    );
  }

  /** The sweep where this run has failed: the test server has no index that would say so. */
  function sweeping(inbox: MemoryInbox, payment: Transaction, runId: string) {
    const transactions = memoryTransactions(payment);
    const { report, dispute } = activityEngineOn(time.client, transactions, () => 'sweep');
    const endedAt = Date.now() - 2 * MINUTE_MS;
    return reconciling(
      { inbox, transactions },
      { report, dispute, runsCutShort: async () => [{ runId, endedAt }] },
    );
  }
});

type MemoryInbox = ReturnType<typeof memoryInbox>;

const MINUTE_MS = 60_000;

/** Of the card's gateway, verified and told to nobody. */
const CALLBACK = {
  merchantId: SHOP,
  pgCode: CARD,
  gatewayEventId: 'event-1',
  referenceNumber: FIRST,
  receivedAt: Date.now() - 2 * MINUTE_MS,
  signaled: false,
} as const;

import assert from 'node:assert/strict';
import { sweepActivities, type Reach } from '../../activities/sweeps.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Report } from '../../domain/transaction/network.ts';
import type { InboxEntry } from '../../store/callback-inbox.ts';
import {
  anAttempt,
  aReport,
  aTransaction,
  CARD,
  codeOf,
  merchantOf,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { memoryInbox, memoryMarks, memoryTransactions } from './support/memory-store.ts';

const MINUTE_MS = 60_000;

describe('sweepBirths', () => {
  it('starts what was written more than a minute ago and has no workflow, oldest first', async () => {
    const { sweep, started } = births({ minutesAgo: [3, 5, 2], running: ['2'] });
    assert.deepEqual(await sweep(), { started: 2 });
    assert.deepEqual(started(), [sessionOf('1'), sessionOf('0')]);
  });

  it('leaves alone what is younger than a minute: its request is still at work', async () => {
    const { sweep, started } = births({ minutesAgo: [0.5] });
    assert.deepEqual(await sweep(), { started: 0 });
    assert.deepEqual(started(), []);
  });

  it('leaves alone what a workflow has touched', async () => {
    const { sweep, started } = births({ minutesAgo: [3], version: 2 });
    assert.deepEqual(await sweep(), { started: 0 });
    assert.deepEqual(started(), []);
  });

  it('does not look again at what it has seen', async () => {
    const { sweep, looked } = births({ minutesAgo: [3, 5] });
    await sweep();
    await sweep();
    assert.deepEqual(looked(), [sessionOf('1'), sessionOf('0')]);
  });

  it('comes back to what it could not start, and to all that are younger', async () => {
    const { sweep, started, fail } = births({ minutesAgo: [9, 6, 3] });
    fail(sessionOf('1'));
    await assert.rejects(sweep());
    assert.deepEqual(started(), [sessionOf('0')]);
    fail(undefined);
    await sweep();
    assert.deepEqual(started().toSorted(), [sessionOf('0'), sessionOf('1'), sessionOf('2')]);
  });

  it('does not skip what was born in the same millisecond as one that failed', async () => {
    const { sweep, started, fail } = births({ minutesAgo: [5, 5] });
    fail(sessionOf('1'));
    await assert.rejects(sweep());
    fail(undefined);
    await sweep();
    assert.deepEqual(started().toSorted(), [sessionOf('0'), sessionOf('1')]);
  });
});

describe('sweepInbox', () => {
  const attempt = anAttempt();
  const transaction = aTransaction({ state: 'pending', attempts: [attempt] });

  it('signals a verified callback that no workflow has heard, once', async () => {
    const { sweep, reports } = callbacks([aCallback()]);
    assert.deepEqual(await sweep(), { signaled: 1 });
    assert.deepEqual(await sweep(), { signaled: 0 });
    assert.deepEqual(reports(), [aReport(attempt)]);
  });

  it('leaves alone what came less than a minute ago, and what was signaled', async () => {
    const { sweep, reports } = callbacks([
      aCallback({ receivedAt: Date.now() - MINUTE_MS / 2 }),
      aCallback({ gatewayEventId: 'event-2', signaled: true }),
    ]);
    assert.deepEqual(await sweep(), { signaled: 0 });
    assert.deepEqual(reports(), []);
  });

  it('ignores a reference that nobody knows, and goes on after it', async () => {
    const stranger = aCallback({
      gatewayEventId: 'event-0',
      referenceNumber: referenceOf('demoZZZZZZ'),
      receivedAt: Date.now() - 5 * MINUTE_MS,
    });
    const { sweep, reports } = callbacks([stranger, aCallback()]);
    assert.deepEqual(await sweep(), { signaled: 1 });
    assert.equal(reports().length, 1);
  });

  it("ignores a callback of another merchant's or another account's gateway", async () => {
    const { sweep, reports } = callbacks([
      aCallback({ merchantId: merchantOf('other-shop') }),
      aCallback({ gatewayEventId: 'event-2', pgCode: codeOf('debit') }),
    ]);
    assert.deepEqual(await sweep(), { signaled: 0 });
    assert.deepEqual(reports(), []);
  });

  it('comes back to what it could not signal, and to all that came later', async () => {
    const entries = ['event-1', 'event-2', 'event-3'].map((gatewayEventId, index) =>
      aCallback({ gatewayEventId, receivedAt: Date.now() - (9 - index) * MINUTE_MS }),
    );
    const { sweep, reports, failAfter } = callbacks(entries);
    failAfter(1);
    await assert.rejects(sweep());
    assert.equal(reports().length, 1);
    failAfter(Infinity);
    assert.deepEqual(await sweep(), { signaled: 2 });
    assert.equal(reports().length, 3);
  });

  function aCallback(given: Partial<InboxEntry> = {}): InboxEntry {
    return {
      merchantId: SHOP,
      pgCode: CARD,
      gatewayEventId: 'event-1',
      referenceNumber: attempt.referenceNumber,
      report: aReport(attempt),
      receivedAt: Date.now() - 2 * MINUTE_MS,
      signaled: false,
      ...given,
    };
  }

  /** The sweep over these callbacks, and what it signaled. */
  function callbacks(entries: readonly InboxEntry[]) {
    const reports: Report[] = [];
    let allowed = Infinity;
    const reach: Reach = {
      startMissing: () => Promise.reject(new Error('not asked here')),
      report: async (_ref, report) => {
        if (reports.length >= allowed) throw new Error('Temporal is gone.');
        reports.push(report);
      },
    };
    const stores = {
      transactions: memoryTransactions(transaction),
      inbox: memoryInbox(...entries),
      marks: memoryMarks(),
    };
    const activities = sweepActivities(stores, reach);
    return {
      sweep: () => activities.sweepInbox(),
      reports: () => reports,
      failAfter: (count: number) => {
        allowed = count;
      },
    };
  }
});

/** The sweep over documents of these ages; the session ids count from 0, `running` have a workflow. */
function births({
  minutesAgo,
  running = [],
  version = 1,
}: {
  readonly minutesAgo: readonly number[];
  readonly running?: readonly string[];
  readonly version?: number;
}) {
  const now = Date.now();
  const withWorkflow = new Set(running.map(sessionOf));
  const started: SessionId[] = [];
  const looked: SessionId[] = [];
  let broken: SessionId | undefined;
  const reach: Reach = {
    startMissing: async ({ sessionId }) => {
      if (sessionId === broken) throw new Error('Temporal is gone.');
      looked.push(sessionId);
      if (withWorkflow.has(sessionId)) return false;
      withWorkflow.add(sessionId);
      started.push(sessionId);
      return true;
    },
    report: () => Promise.reject(new Error('not asked here')),
  };
  const transactions = memoryTransactions(
    ...minutesAgo.map((minutes, index) =>
      aTransaction({
        sessionId: sessionOf(String(index)),
        createdAt: now - minutes * MINUTE_MS,
        version,
      }),
    ),
  );
  const stores = { transactions, inbox: memoryInbox(), marks: memoryMarks() };
  const activities = sweepActivities(stores, reach);
  return {
    sweep: () => activities.sweepBirths(),
    started: () => started,
    looked: () => looked,
    fail: (sessionId: SessionId | undefined) => {
      broken = sessionId;
    },
  };
}

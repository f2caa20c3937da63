import assert from 'node:assert/strict';
import { invoiceActivities } from '../../../activities/invoices.ts';
import type { Reconciled } from '../../../activities/reconcile/look.ts';
import type { Bulk } from '../../../domain/bulk/bulk.ts';
import { notificationId } from '../../../domain/ids.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Operation } from '../../../domain/operation/operation.ts';
import type { NotificationBrief } from '../../../store/notifications.ts';
import { DEFAULT_INQUIRY } from '../../../domain/transaction/inquiry-plan.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { eventIdOf, type WebhookEvent } from '../../../store/webhook-events.ts';
import { aNumberedOperation } from '../../domain/operation/support.ts';
import {
  anAttempt,
  anInvoice,
  aTransaction,
  kwd,
  sessionOf,
  SHOP,
} from '../../support/builders.ts';
import {
  memoryEvents,
  memoryInvoices,
  memoryOperations,
  memoryTransactions,
} from '../support/memory-store.ts';
import { memoryTombstones } from '../support/memory-tombstones.ts';
import { givingUp, noBulks, reconciling, standsStill } from './support.ts';

const MINUTE_MS = 60_000;
const PAYMENT = sessionOf('a1');

describe('lostOperations', () => {
  it('opens what is not over and has no run, five minutes after its creation, and again when it is lost again', async () => {
    const lost = aNumberedOperation(1, { createdAt: minutesAgo(6) });
    const round = reviving({
      operations: [
        lost,
        aNumberedOperation(2, { createdAt: minutesAgo(4) }),
        aNumberedOperation(3, { createdAt: minutesAgo(9), state: 'done' }),
        aNumberedOperation(4, { createdAt: minutesAgo(8) }),
      ],
      running: [aNumberedOperation(4).sessionId],
    });
    assert.deepEqual(await round.operations(), { mended: 1, failed: [] });
    assert.deepEqual(round.opened, [lost.sessionId]);
    assert.deepEqual(round.counted, ['operation']);
    assert.equal((await round.operations()).mended, 0);
    round.lose(lost.sessionId);
    assert.equal((await round.operations()).mended, 1);
  });

  it('goes on after what cannot be opened, and names it', async () => {
    const [first, second] = [1, 2].map((number) =>
      aNumberedOperation(number, { createdAt: minutesAgo(20 - number) }),
    );
    assert.ok(first && second);
    const round = reviving({ operations: [first, second], broken: [first.sessionId] });
    assert.deepEqual(await round.operations(), {
      mended: 1,
      failed: [`operation ${first.sessionId} (Error: Temporal is gone.)`],
    });
    assert.deepEqual(round.opened, [second.sessionId]);
  });

  it('goes on after one whose payment stands still, and names it', async () => {
    const [first, second] = [1, 2].map((number) =>
      aNumberedOperation(number, { createdAt: minutesAgo(20 - number) }),
    );
    assert.ok(first && second);
    const round = reviving({ operations: [first, second], still: [first.sessionId] });
    assert.deepEqual(await round.operations(), {
      mended: 1,
      failed: [`operation ${first.sessionId} (Error: nobody has answered)`],
    });
    assert.deepEqual(round.opened, [second.sessionId]);
  });

  it('takes a hundred at a time, and misses none where many were created at once', async () => {
    const at = minutesAgo(30);
    const many = Array.from({ length: 250 }, (_, number) =>
      aNumberedOperation(number, { createdAt: at + Math.floor(number / 120) }),
    );
    const round = reviving({ operations: many });
    const pages: number[] = [];
    let page: Reconciled | undefined;
    do {
      page = await round.operations(page?.next);
      pages.push(page.mended);
    } while (page.next);
    assert.deepEqual(pages, [100, 100, 50]);
    assert.equal(new Set(round.opened).size, 250);
  });
});

describe('lostDeliveries', () => {
  const call = { call: 1, at: 0, tookMs: 1, status: 500 };

  it('has the first call made of what was kept and never called', async () => {
    const event = anEvent(1);
    const round = reviving({ events: [event, anEvent(2, { createdAt: minutesAgo(4) })] });
    assert.deepEqual(await round.deliveries(), { mended: 1, failed: [] });
    assert.deepEqual(round.opened, [`${event.eventId} from call 1`]);
    assert.deepEqual(round.counted, ['delivery']);
    assert.equal((await round.deliveries()).mended, 0);
  });

  it('goes on after a first call that has failed, and leaves alone what was acknowledged or is called on', async () => {
    const failed = anEvent(1, { verdict: 'failed', calls: [call] });
    const round = reviving({
      events: [
        failed,
        anEvent(2, { verdict: 'delivered', calls: [call] }),
        anEvent(3, { verdict: 'failed', calls: [call, { ...call, call: 2 }] }),
      ],
    });
    await round.deliveries();
    assert.deepEqual(round.opened, [`${failed.eventId} from call 2`]);
  });

  it('leaves alone what has come to its end since it was found', async () => {
    const round = reviving({ events: [anEvent(1)], settlesMeanwhile: true });
    assert.deepEqual(await round.deliveries(), { mended: 0, failed: [] });
    assert.deepEqual(round.opened, []);
  });

  it('has a test called that never was, once, and none that has failed', async () => {
    const [lost, failed] = [
      anEvent(1, { test: true }),
      anEvent(2, { test: true, verdict: 'failed', calls: [call] }),
    ];
    const round = reviving({ events: [lost, failed] });
    assert.deepEqual(await round.deliveries(), { mended: 1, failed: [] });
    assert.deepEqual(round.opened, [`${lost.eventId} from call 1, once`]);
    assert.ok((await round.event(failed.eventId))?.givenUpAt);
  });
});

describe('lostNotifications', () => {
  it('opens the run of what is wanted and has none, once it is old enough', async () => {
    const [lost, running, young] = [20, 9, 1].map((minutes, number) => ({
      id: notificationId(`message-${number}`),
      createdAt: minutesAgo(minutes),
    }));
    assert.ok(lost && running && young);
    const round = reviving({ notifications: [lost, running, young], running: [running.id] });
    assert.deepEqual(await round.notifications(), { mended: 1, failed: [] });
    assert.deepEqual([round.opened, round.counted], [[lost.id], ['notification']]);
  });
});

describe('lostPayments', () => {
  const payment = (id: string, given: Partial<Transaction> = {}) => {
    const createdAt = minutesAgo(40);
    const expiresAt = createdAt + 60 * MINUTE_MS;
    return aTransaction({ sessionId: sessionOf(id), createdAt, expiresAt, ...given });
  };
  const undecided = { createdAt: minutesAgo(30), inquiry: DEFAULT_INQUIRY };
  const dues: Record<string, Partial<Transaction>> = {
    'an inquiry': { state: 'attempted', attempts: [anAttempt(undecided)] },
    'the expiry, without any attempt': { state: 'created', expiresAt: minutesAgo(6) },
    'the expiry, after an attempt that is decided': {
      state: 'pending',
      expiresAt: minutesAgo(6),
      attempts: [anAttempt({ ...undecided, state: 'failed' })],
    },
    'an inquiry about what was ended without its network': {
      state: 'canceled',
      attempts: [anAttempt({ ...undecided, state: 'canceled', unanswered: true })],
    },
    'what goes back to a wallet': {
      state: 'expired',
      attempts: [
        anAttempt({
          createdAt: minutesAgo(30),
          state: 'canceled',
          wallet: { sessionId: sessionOf('e1'), amount: kwd('1'), state: 'spent' },
        }),
      ],
    },
  };
  for (const [what, due] of Object.entries(dues))
    it(`opens one that has no run and of which ${what} is overdue`, async () => {
      const lost = payment('b1', due);
      const round = reviving({
        transactions: [lost, payment('b2', due)],
        running: [sessionOf('b2')],
      });
      assert.deepEqual(await round.payments(), { mended: 1, failed: [] });
      assert.deepEqual([round.opened, round.counted], [[lost.sessionId], ['payment']]);
    });

  it('leaves alone those of which nothing is due, or was only just', async () => {
    const round = reviving({
      transactions: [
        payment('b1', { expiresAt: minutesAgo(4) }),
        // Nothing happens at the expiry, for the merchant wants it so.
        payment('b2', { expiresAt: minutesAgo(6), expiresByTimer: false }),
        payment('b3', { state: 'paid', attempts: [anAttempt({ state: 'success' })] }),
        // Its gateway cannot be asked, and it is over: nobody waits for anything.
        payment('b4', { state: 'expired', attempts: [anAttempt({ createdAt: minutesAgo(6) })] }),
      ],
    });
    assert.deepEqual(await round.payments(), { mended: 0, failed: [] });
    assert.deepEqual(round.opened, []);
  });
});

describe('lostInvoices', () => {
  it('opens one that is due and has no run, so that it becomes overdue, and no second run', async () => {
    const [lost, running] = [billed('b1'), billed('b2', { dueAt: minutesAgo(8) })];
    const round = reviving({ invoices: [lost, running], running: [running.sessionId] });
    assert.deepEqual(await round.invoices(), { mended: 1, failed: [] });
    assert.deepEqual([round.opened, round.counted], [[lost.sessionId], ['invoice']]);
    assert.equal(await round.invoiceStatus(lost), 'overdue');
    assert.equal(await round.invoiceStatus(running), 'sent');
    assert.equal((await round.invoices()).mended, 0);
  });

  it('finds one paid whose payment was, and nobody had told it', async () => {
    const lost = billed('b1');
    const payment = aTransaction({ sessionId: lost.sessionId, state: 'paid' });
    const round = reviving({ invoices: [lost], transactions: [payment] });
    assert.equal((await round.invoices()).mended, 1);
    assert.equal(await round.invoiceStatus(lost), 'paid');
  });

  it('leaves alone those that were due only just, later, or are no more waited for', async () => {
    const round = reviving({
      invoices: [
        billed('b1', { dueAt: minutesAgo(4) }),
        billed('b2', { dueAt: minutesAgo(-60) }),
        billed('b3', { status: 'paid' }),
        billed('b4', { status: 'overdue' }),
        billed('b5', { status: 'canceled' }),
      ],
    });
    assert.deepEqual(await round.invoices(), { mended: 0, failed: [] });
    assert.deepEqual(round.opened, []);
  });
});

describe('lostBulks', () => {
  it('opens those whose rows are to be made and that have no run, also a run that was known before', async () => {
    const [begun, accepted] = [aFile('begun'), aFile('accepted', { state: 'scheduling' })];
    const round = reviving({
      bulks: [begun, accepted, aFile('running'), aFile('young', { createdAt: minutesAgo(4) })],
      running: ['running'],
    });
    assert.deepEqual(await round.bulks(), { mended: 2, failed: [] });
    assert.deepEqual(round.opened, ['begun', 'accepted']);
    assert.deepEqual(round.counted, ['bulk', 'bulk']);
    assert.equal((await round.bulks()).mended, 0);
    round.lose('begun');
    assert.equal((await round.bulks()).mended, 1);
  });

  it('leaves alone what has come to its end since it was found', async () => {
    const round = reviving({ bulks: [aFile('begun')], settlesMeanwhile: true });
    assert.deepEqual(await round.bulks(), { mended: 0, failed: [] });
    assert.deepEqual(round.opened, []);
  });
});

interface Given {
  readonly operations?: readonly Operation[];
  readonly events?: readonly WebhookEvent[];
  readonly transactions?: readonly Transaction[];
  readonly notifications?: readonly NotificationBrief[];
  /** Each with a payment that has ended without money, where `transactions` has none for it. */
  readonly invoices?: readonly Invoice[];
  readonly bulks?: readonly Bulk[];
  /** Ids that have a run, and ids that cannot be given one. */
  readonly running?: readonly string[];
  readonly broken?: readonly string[];
  /** Ids of operations whose payment does not answer. */
  readonly still?: readonly string[];
  /** Runs of events and bulks come to their end by themselves just before it is asked whether they are open. */
  readonly settlesMeanwhile?: boolean;
}

/** The rounds over these, and what they opened. */
function reviving(given: Given) {
  const { operations = [], events = [], transactions, notifications = [], bulks = [] } = given;
  const { running, broken } = given;
  const { settlesMeanwhile = false } = given;
  const invoices = memoryInvoices(...(given.invoices ?? []));
  const reviews = invoiceActivities({
    invoices,
    transactions: memoryTransactions(
      ...(transactions ?? []),
      ...(given.invoices ?? []).map(({ sessionId }) =>
        aTransaction({ sessionId, state: 'expired' }),
      ),
    ),
    tombstones: memoryTombstones(),
  });
  const opened: string[] = [];
  const counted: string[] = [];
  const open = new Set(running);
  function start(id: string, line = id): boolean {
    if (broken?.includes(id)) throw new Error('Temporal is gone.');
    if (open.has(id)) return false;
    open.add(id);
    opened.push(line);
    return true;
  }
  const webhookEvents = memoryEvents(...events);
  const look = reconciling(
    {
      operations: memoryOperations(...operations),
      webhookEvents,
      invoices,
      transactions: memoryTransactions(...(transactions ?? [])),
      notifications: {
        wanted: async ({ until }) => notifications.filter(({ createdAt }) => createdAt <= until),
      },
      bulks: {
        ...noBulks(),
        underWay: async ({ until }) => bulks.filter(({ createdAt }) => createdAt <= until),
        find: async ({ id }) => {
          const found = bulks.find((one) => one.id === id);
          return found && settlesMeanwhile ? { ...found, state: 'done' } : found;
        },
      },
    },
    {
      isOpen: async ({ sessionId }) => open.has(sessionId),
      resume: async ({ sessionId }) => start(sessionId),
      isOperationOpen: async ({ sessionId }) => open.has(sessionId),
      resumeOperation: async ({ sessionId }) => start(sessionId),
      // A payment that has not promised it itself begins a run for it.
      tellPayment: async ({ sessionId, version }) => {
        if (given.still?.includes(sessionId)) return standsStill();
        start(sessionId);
        return { kept: version };
      },
      isDeliveryOpen: async (id) => {
        if (!settlesMeanwhile) return open.has(id);
        await webhookEvents.record(id, { call: 1, at: 0, tookMs: 1, status: 200 }, 'delivered');
        return false;
      },
      resumeDelivery: async (id, { missing, once }) =>
        start(id, `${id} from call ${missing ? 1 : 2}${once ? ', once' : ''}`),
      sendMessage: async (id) => start(id),
      resumeInvoice: async ({ merchantId, sessionId }) => {
        const isOpened = start(sessionId);
        if (isOpened) await reviews.reviewInvoice({ merchantId, sessionId, now: Date.now() });
        return isOpened;
      },
      isBulkOpen: async ({ id }) => open.has(id),
      resumeBulk: async ({ id }) => start(id),
    },
    { revived: (what) => counted.push(what), ...(given.still && { within: givingUp([]) }) },
  );
  return {
    operations: (after?: Reconciled['next']) => look('lostOperations', after),
    deliveries: () => look('lostDeliveries'),
    notifications: () => look('lostNotifications'),
    payments: () => look('lostPayments'),
    invoices: () => look('lostInvoices'),
    bulks: () => look('lostBulks'),
    invoiceStatus: async (invoice: Invoice) => (await invoices.find(invoice))?.status,
    event: webhookEvents.find,
    opened,
    counted,
    lose: (id: string) => void open.delete(id),
  };
}

/** Its rows are being made since 20 minutes. */
function aFile(id: string, given: Partial<Bulk> = {}): Bulk {
  return {
    id,
    merchantId: SHOP,
    name: 'June',
    state: 'dispatching',
    total: 3,
    createdAt: minutesAgo(20),
    ...given,
  };
}

/** Due six minutes ago. */
function billed(id: string, given: Partial<Invoice> = {}): Invoice {
  const [createdAt, dueAt] = [minutesAgo(90), minutesAgo(6)];
  return anInvoice({ sessionId: sessionOf(id), createdAt, dueAt, ...given });
}

function anEvent(sequence: number, given: Partial<WebhookEvent> = {}): WebhookEvent {
  return {
    eventId: eventIdOf(PAYMENT, sequence),
    merchantId: SHOP,
    sessionId: PAYMENT,
    sequence,
    url: 'https://shop.example.test/webhook',
    payload: { state: 'paid' },
    type: 'payment.paid',
    createdAt: minutesAgo(6),
    calls: [],
    ...given,
  };
}

function minutesAgo(minutes: number): number {
  return Date.now() - minutes * MINUTE_MS;
}

import assert from 'node:assert/strict';
import mongoose, { type Connection } from 'mongoose';
import { keepCardFor } from '../../bench/agreements.ts';
import { paymentSteps } from '../../bench/payment.ts';
import { sessionId } from '../../domain/ids.ts';
import { TRANSACTIONS_QUEUE, transactionWorkflowId } from '../../workflows/ids.ts';
import { theSystem, type System } from '../support/system.ts';
import { until } from '../support/http.ts';

/** What one operation asks of Temporal and MongoDB. */
interface Needs {
  /** In the history of the payment's own run. */
  readonly events: number;
  readonly tasks: number;
  /** Activities of other task queues than the run's own: a worker asks the server for them, where it takes its own at once. */
  readonly elsewhere: number;
  /**
   * Questions to MongoDB, without the looks of those who wait (api/poller.ts), of which a slow machine has more, and without settings, which
   * this system alone does not keep in memory (store/settings-cache.ts).
   */
  readonly finds: number;
  /**
   * What is written of this payment: what earlier tests have begun goes on beside it, such as webhooks that are tried again. So neither the
   * audit log nor the counters of limits count, where what several requests write at the same time is one write.
   */
  readonly writes: number;
}

/** The most that each may need. Who raises a number says why in docs/performance.md; who saves something lowers it here. */
const BUDGETS: Readonly<Record<'create' | 'hosted' | 'charge' | 'refund', Needs>> = {
  create: { events: 1, tasks: 0, elsewhere: 0, finds: 0, writes: 1 },
  hosted: { events: 30, tasks: 4, elsewhere: 0, finds: 10, writes: 11 },
  charge: { events: 31, tasks: 4, elsewhere: 0, finds: 11, writes: 12 },
  refund: { events: 16, tasks: 2, elsewhere: 0, finds: 7, writes: 7 },
};
const SETTINGS = [
  'merchants',
  'gateway_accounts',
  'api_keys',
  'single_sign_on',
  'units',
  'routes',
  'webhook_endpoints',
  'previous_webhook_keys',
];

/**
 * So often it may be tried to stay within a budget: what else goes on in the system adds to some counts, and a busy machine makes the shop
 * answer later than a save waits for it (decision 34).
 */
const TRIES = 20;

describe('what one operation needs of Temporal and MongoDB', function () {
  this.timeout(120_000);
  let system: System;
  let database: Connection;
  /** Each from what it is done to. */
  let operations: Readonly<
    Record<
      keyof typeof BUDGETS,
      { readonly before?: () => Promise<string>; readonly work: (paid: string) => Promise<string> }
    >
  >;
  before(async () => {
    system = await theSystem();
    database = await mongoose.createConnection(system.run.mongodb).asPromise();
    const { create, view, pay, settle, charge, refund } = paymentSteps(system.run);
    const { customerId, token } = await keepCardFor(system, system.store);
    const hosted = async () => {
      const id = await create();
      await view(id);
      await settle(await pay(id));
      return id;
    };
    operations = {
      create: { work: create },
      hosted: { work: hosted },
      charge: { work: () => charge(customerId, token) },
      refund: {
        before: hosted,
        work: async (id) => {
          await refund(id);
          return id;
        },
      },
    };
  });
  after(async () => {
    await database.db?.collection('system.profile').drop();
    await database.close();
  });

  for (const [name, budget] of Object.entries(BUDGETS))
    it(`${name}: no more than ${JSON.stringify(budget)}`, async () => {
      const { before, work } = operations[name as keyof typeof BUDGETS];
      const counted: Needs[] = [];
      const least = (key: keyof Needs) => Math.min(...counted.map((needs) => needs[key]));
      const keys = Object.keys(budget) as (keyof Needs)[];
      const isWithin = () => keys.every((key) => least(key) <= budget[key]);
      while (!isWithin() && counted.length < TRIES) {
        const paid = (await before?.()) ?? '';
        counted.push(
          await profiled(
            database,
            () => work(paid),
            (id) => ended(system, id, name),
          ),
        );
      }
      for (const key of keys)
        assert.ok(
          least(key) <= budget[key],
          `${least(key)} ${key}, where ${budget[key]} are allowed: ${JSON.stringify(counted)}`,
        );
    });
});

/** What the run of a payment has come to: of one that was only created, what it has begun with; of any other, all until its end. */
async function ended({ temporal }: System, id: string, name: string) {
  const session = sessionId(id);
  assert.ok(session);
  const handle = temporal.workflow.getHandle(transactionWorkflowId(session));
  return until(`the end of ${name}`, async () => {
    if (name !== 'create' && (await handle.describe()).status.name === 'RUNNING') return undefined;
    const { events = [] } = await handle.fetchHistory();
    const tasks = events?.filter((event) => event.workflowTaskCompletedEventAttributes).length ?? 0;
    const queues = events?.flatMap(
      (event) => event.activityTaskScheduledEventAttributes?.taskQueue?.name ?? [],
    );
    const elsewhere = queues?.filter((queue) => queue !== TRANSACTIONS_QUEUE).length ?? 0;
    return { events: events?.length ?? 0, tasks, elsewhere };
  });
}

type OfTemporal = Pick<Needs, 'events' | 'tasks' | 'elsewhere'>;

/** What `until` gives of the payment that `work` is done to, with what MongoDB was asked meanwhile, by its profiler. */
async function profiled(
  { db }: Connection,
  work: () => Promise<string>,
  until: (id: string) => Promise<OfTemporal>,
): Promise<Needs> {
  assert.ok(db);
  const profile = db.collection('system.profile');
  await profile.drop();
  await db.command({ profile: 2 });
  let id: string;
  let temporal: OfTemporal;
  try {
    id = await work();
    temporal = await until(id);
  } finally {
    await db.command({ profile: 0 });
  }
  const of = (names: readonly string[]) => ({
    ns: { $in: names.map((name) => `${db.databaseName}.${name}`) },
  });
  const looks = { 'command.filter.sessionId.$in': { $exists: true } };
  const finds = await profile.countDocuments({
    op: 'query',
    $nor: [looks, of(SETTINGS), { ns: /\.system\./ }],
  });
  const changes = await profile
    .find({
      $or: [
        { op: { $in: ['insert', 'update', 'remove'] } },
        { 'command.findAndModify': { $exists: true } },
      ],
      $nor: [of(['audit', 'rate_limits'])],
    })
    .toArray();
  const names = await namesOf(db, id);
  const writes = changes.filter(({ command }) => {
    const text = JSON.stringify(command);
    return names.some((name) => text.includes(name));
  }).length;
  return { ...temporal, finds, writes };
}

/** By what is written of a payment: its session, its attempts and their callbacks, its customer (a saved card), its operations, its events. */
async function namesOf(db: NonNullable<Connection['db']>, id: string): Promise<readonly string[]> {
  const found = (collection: string, filter: object) =>
    db.collection(collection).find(filter).toArray();
  const [transactions, operations, events] = await Promise.all([
    found('transactions', { sessionId: id }),
    found('operations', { parentId: id }),
    found('webhook_events', { sessionId: id }),
  ]);
  const references: string[] = transactions.flatMap(({ attempts }) =>
    attempts.map(({ referenceNumber }: { referenceNumber: string }) => referenceNumber),
  );
  const callbacks = await found('callback_inbox', { referenceNumber: { $in: references } });
  return [
    id,
    ...references,
    ...transactions.flatMap(({ customer }) => customer.id ?? []),
    ...callbacks.map(({ gatewayEventId }) => gatewayEventId),
    ...operations.map(({ sessionId }) => sessionId),
    ...events.map(({ eventId }) => eventId),
  ];
}

import assert from 'node:assert/strict';
import mongoose, { type Connection } from 'mongoose';
import { keepCardFor } from '../../bench/agreements.ts';
import { paymentSteps } from '../../bench/payment.ts';
import { sessionId } from '../../domain/ids.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { theSystem, type System } from '../support/system.ts';
import { until } from '../support/http.ts';

/** What one operation asks of Temporal and MongoDB. */
interface Needs {
  /** In the history of the payment's own run. */
  readonly events: number;
  readonly tasks: number;
  /**
   * Questions to MongoDB, without the looks of those who wait (api/poller.ts), of which a slow machine has more, and without settings, which
   * this system alone does not keep in memory (store/settings-cache.ts).
   */
  readonly finds: number;
  /** Without the audit log and the counters of limits: what several requests write there at the same time is one write. */
  readonly writes: number;
}

/** The most that each may need. Who raises a number says why in docs/performance.md; who saves something lowers it here. */
const BUDGETS: Readonly<Record<'create' | 'hosted' | 'charge' | 'refund', Needs>> = {
  create: { events: 1, tasks: 0, finds: 0, writes: 1 },
  hosted: { events: 36, tasks: 5, finds: 10, writes: 11 },
  charge: { events: 31, tasks: 4, finds: 11, writes: 12 },
  refund: { events: 22, tasks: 3, finds: 7, writes: 7 },
};
const SETTINGS = [
  'merchants',
  'gateway_accounts',
  'api_keys',
  'units',
  'webhook_endpoints',
  'previous_webhook_keys',
];

/** The least of so many counts: what else goes on in the system adds to some of them. */
const TIMES = 6;

describe('what one operation needs of Temporal and MongoDB', function () {
  this.timeout(120_000);
  let system: System;
  let database: Connection;
  let operations: Readonly<Record<keyof typeof BUDGETS, () => Promise<string>>>;
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
    const paid: string[] = [];
    for (let times = 0; times < TIMES; times += 1) paid.push(await hosted());
    operations = {
      create,
      hosted,
      charge: () => charge(customerId, token),
      refund: async () => {
        const id = paid.pop() ?? '';
        await refund(id);
        return id;
      },
    };
  });
  after(async () => {
    await database.db?.collection('system.profile').drop();
    await database.close();
  });

  for (const [name, budget] of Object.entries(BUDGETS))
    it(`${name}: no more than ${JSON.stringify(budget)}`, async () => {
      const counted: Needs[] = [];
      for (let times = 0; times < TIMES; times += 1) {
        const asked = await profiled(database, async () =>
          ended(system, await operations[name as keyof typeof BUDGETS](), name),
        );
        counted.push(asked);
      }
      const least = (key: keyof Needs) => Math.min(...counted.map((needs) => needs[key]));
      for (const key of Object.keys(budget) as (keyof Needs)[])
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
    return { events: events?.length ?? 0, tasks };
  });
}

/** What `work` gives, with what MongoDB was asked meanwhile, by its profiler. */
async function profiled<T extends object>({ db }: Connection, work: () => Promise<T>) {
  assert.ok(db);
  const profile = db.collection('system.profile');
  await profile.drop();
  await db.command({ profile: 2 });
  let done: T;
  try {
    done = await work();
  } finally {
    await db.command({ profile: 0 });
  }
  const count = (filter: object) => profile.countDocuments(filter);
  const of = (names: readonly string[]) => ({
    ns: { $in: names.map((name) => `${db.databaseName}.${name}`) },
  });
  const looks = { 'command.filter.sessionId.$in': { $exists: true } };
  return {
    ...done,
    finds: await count({ op: 'query', $nor: [looks, of(SETTINGS), { ns: /\.system\./ }] }),
    writes: await count({
      $or: [
        { op: { $in: ['insert', 'update', 'remove'] } },
        { 'command.findAndModify': { $exists: true } },
      ],
      $nor: [of(['audit', 'rate_limits'])],
    }),
  };
}

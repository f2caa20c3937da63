import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import { storeKeys } from '../dev/keys.ts';
import { openStore } from '../store/index.ts';
import { sessionId } from '../domain/ids.ts';
import { transactionWorkflowId } from '../workflows/ids.ts';
import { keepCardFor } from './agreements.ts';
import { percentile, timed } from './clients.ts';
import { cpuSeconds } from './cpu.ts';
import type { BenchEnvironment } from './environment.ts';
import { paymentSteps } from './payment.ts';

/** So many operations a round, by so many clients at once, each waiting for its answer. */
const CLIENTS = Number(process.env['BENCH_CLIENTS'] ?? 16);
const TIMES = Number(process.env['BENCH_TIMES'] ?? 160);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** What an operation has left to do when it is answered (webhook, end of the run) is done by then. */
const SETTLED_MS = 2000;

/** The programs and servers, each with a part of its command line. */
const PROCESSES = {
  worker: /worker\/index\.[tj]s/,
  api: /api\/index\.[tj]s/,
  temporal: /temporal/,
  mongodb: /mongod/,
  simulator: /simulator\/index\.[tj]s/,
  shop: /demo\/index\.[tj]s/,
};

/** Figures by name, in the order in which they are printed. */
export type Figures = Readonly<Record<string, number>>;

/** One of the systems that are measured. */
export interface Side {
  /** Its processes, each with a part of its command line. */
  readonly processes: Readonly<Record<string, RegExp>>;
  /** What its database has counted so far. */
  readonly counted: () => Promise<Figures>;
  /** How many events the history has of what was done last. */
  readonly events?: (last: string) => Promise<number>;
}

export interface CostedLoad {
  readonly clients: number;
  readonly times: number;
}

/**
 * What one operation costs: CPU milliseconds of each process, what the database counted, events, and how many were done a second. The
 * system must be settled before, and is afterwards.
 */
export async function costOf(
  side: Side,
  operation: () => Promise<string>,
  load: CostedLoad,
): Promise<Figures> {
  let last = '';
  const [cpu, counted, began] = [
    cpuSeconds(side.processes),
    await side.counted(),
    performance.now(),
  ];
  await timed(async () => void (last = await operation()), load);
  const seconds = (performance.now() - began) / 1000;
  await untilSettled();
  const used = each(cpu, cpuSeconds(side.processes), load.times / 1000);
  return {
    all: Object.values(used).reduce((sum, ms) => sum + ms, 0),
    ...used,
    ...each(counted, await side.counted(), load.times),
    'a second': load.times / seconds,
    ...(side.events && { events: await side.events(last) }),
  };
}

export const untilSettled = () => pause(SETTLED_MS);

/** What there is more of, for each operation. */
const each = (before: Figures, after: Figures, times: number): Figures =>
  Object.fromEntries(
    Object.entries(before).map(([name, value]) => [name, ((after[name] ?? value) - value) / times]),
  );

/** The operations of which it is said what they cost. */
export const COSTED = ['create', 'hosted', 'charge', 'refund'] as const;

/** Our system, with operations of it that so many clients may do at once. */
export async function ourSide(environment: BenchEnvironment, clients: number) {
  const { run, client, dataDir } = environment;
  const { create, view, pay, settle, refund, charge } = paymentSteps(run);
  const store = await openStore(run.mongodb, storeKeys(dataDir));
  const database = await mongoose.createConnection(run.mongodb).asPromise();
  // A network takes only so many tries of a card at once.
  const cards = await Promise.all(
    Array.from({ length: clients }, () => keepCardFor(environment, store)),
  );
  let charges = 0;
  const paid: string[] = [];
  const side: Side = {
    processes: PROCESSES,
    counted: () => countedBy(database),
    events: async (last) => {
      const id = sessionId(last);
      assert.ok(id);
      const { events } = await client.workflow.getHandle(transactionWorkflowId(id)).fetchHistory();
      return events?.length ?? 0;
    },
  };
  return {
    side,
    create,
    /** Its payments wait for their refunds. */
    hosted: async () => {
      const session = await create();
      await view(session);
      await settle(await pay(session));
      paid.push(session);
      return session;
    },
    charge: () => {
      const card = cards[(charges += 1) % cards.length];
      assert.ok(card);
      return charge(card.customerId, card.token);
    },
    refund: async () => {
      const session = paid.pop();
      assert.ok(session);
      await refund(session);
      return session;
    },
    close: async () => {
      await database.close();
      await store.close();
    },
  };
}

/**
 * What one operation costs: CPU milliseconds of each process (Linux: from /proc), reads, writes and synced writes of the journal, its
 * bytes, and the events in the history of its payment's run. `BENCH_CLIENTS`, `BENCH_TIMES` and `BENCH_ROUNDS` change the load.
 */
export async function measureCosts(environment: BenchEnvironment): Promise<void> {
  const { side, close, ...operations } = await ourSide(environment, CLIENTS);
  const wanted = process.env['BENCH_OPERATIONS']?.split(',');
  const load = { clients: CLIENTS, times: TIMES };
  try {
    for (const name of COSTED) {
      if (wanted && !wanted.includes(name)) continue;
      const rounds: Figures[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        if (name === 'refund') await timed(async () => void (await operations.hosted()), load);
        await untilSettled();
        const figures = await costOf(side, operations[name], load);
        // The first round warms up.
        if (round > 0) rounds.push(figures);
      }
      print(name, rounds);
    }
  } finally {
    await close();
  }
}

function print(name: string, rounds: readonly Figures[]): void {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`\none ${name}: ${TIMES} by ${CLIENTS} clients, load average ${load}`);
  for (const column of Object.keys(rounds[0] ?? {})) {
    const values = rounds.map((round) => round[column] ?? Number.NaN);
    const [low, middle, high] = [0, 0.5, 1].map((share) => percentile(values, share).toFixed(1));
    console.log(`  ${column.padEnd(10)} ${middle?.padStart(8)}  (${low} to ${high})`);
  }
}

async function countedBy(database: Connection): Promise<Figures> {
  const status = await database.db?.admin().serverStatus();
  const commands = status?.['metrics'].commands;
  const log = status?.['wiredTiger'].log;
  const count = (command: string) => Number(commands[command].total);
  return {
    finds: count('find') + count('aggregate') + count('count'),
    writes: count('insert') + count('update') + count('delete') + count('findAndModify'),
    syncs: Number(log['log sync operations']),
    journal: Number(log['log bytes written']),
  };
}

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import { keyRing } from '../config/key-ring.ts';
import { encryptionKeys } from '../dev/keys.ts';
import { openStore } from '../store/index.ts';
import { sessionId } from '../domain/ids.ts';
import { transactionWorkflowId } from '../workflows/ids.ts';
import { keepCardFor } from './agreements.ts';
import { timed } from './clients.ts';
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
type Part = keyof typeof PROCESSES;
const PARTS = Object.keys(PROCESSES) as readonly Part[];

/** CPU seconds of each part so far, and what the database counted. */
interface Reading {
  readonly cpu: Readonly<Record<Part, number>>;
  readonly finds: number;
  readonly writes: number;
  readonly syncs: number;
  readonly journal: number;
}

/**
 * What one operation costs: CPU milliseconds of each process (Linux: from /proc), reads, writes and synced writes of the journal, its
 * bytes, and the events in the history of its payment's run. `BENCH_CLIENTS`, `BENCH_TIMES` and `BENCH_ROUNDS` change the load.
 */
export async function measureCosts(environment: BenchEnvironment): Promise<void> {
  const { run, client, dataDir } = environment;
  const { create, view, pay, settle, refund, charge } = paymentSteps(run);
  const store = await openStore(run.mongodb, keyRing(encryptionKeys(dataDir).storage));
  const database = await mongoose.createConnection(run.mongodb).asPromise();
  const hosted = async () => {
    const session = await create();
    await view(session);
    await settle(await pay(session));
    return session;
  };
  const wanted = process.env['BENCH_OPERATIONS']?.split(',');
  try {
    // A network takes only so many tries of a card at once.
    const cards = await Promise.all(
      Array.from({ length: CLIENTS }, () => keepCardFor(environment, store)),
    );
    let charges = 0;
    const paid: string[] = [];
    const operations = {
      create,
      hosted,
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
    };
    for (const [name, operation] of Object.entries(operations)) {
      if (wanted && !wanted.includes(name)) continue;
      const rounds: (readonly (readonly [string, number])[])[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        if (name === 'refund')
          await timed(async () => void paid.push(await hosted()), {
            clients: CLIENTS,
            times: TIMES,
          });
        await pause(SETTLED_MS);
        let last = '';
        const before = await readingOf(database);
        const began = performance.now();
        await timed(async () => void (last = await operation()), {
          clients: CLIENTS,
          times: TIMES,
        });
        const seconds = (performance.now() - began) / 1000;
        await pause(SETTLED_MS);
        const after = await readingOf(database);
        const id = sessionId(last);
        assert.ok(id);
        const { events } = await client.workflow
          .getHandle(transactionWorkflowId(id))
          .fetchHistory();
        // The first round warms up.
        if (round > 0)
          rounds.push([
            ...difference(before, after),
            ['a second', TIMES / seconds],
            ['events', events?.length ?? 0],
          ]);
      }
      print(name, rounds);
    }
  } finally {
    await database.close();
    await store.close();
  }
}

/** What there is more of, for each operation. */
const each = (a: number, b: number) => (b - a) / TIMES;

function difference(before: Reading, after: Reading): readonly (readonly [string, number])[] {
  const cpu = PARTS.map((part) => [part, each(before.cpu[part], after.cpu[part]) * 1000] as const);
  return [
    ['all', cpu.reduce((sum, [, ms]) => sum + ms, 0)],
    ...cpu,
    ['finds', each(before.finds, after.finds)],
    ['writes', each(before.writes, after.writes)],
    ['syncs', each(before.syncs, after.syncs)],
    ['journal', each(before.journal, after.journal)],
  ];
}

function print(name: string, rounds: readonly (readonly (readonly [string, number])[])[]): void {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`\none ${name}: ${TIMES} by ${CLIENTS} clients, load average ${load}`);
  for (const [index, [column]] of (rounds[0] ?? []).entries()) {
    const values = rounds.map((round) => round[index]?.[1] ?? Number.NaN).toSorted((a, b) => a - b);
    const [low, middle, high] = [0, Math.floor(values.length / 2), values.length - 1].map((nth) =>
      (values[nth] ?? Number.NaN).toFixed(1),
    );
    console.log(`  ${column.padEnd(10)} ${middle?.padStart(8)}  (${low} to ${high})`);
  }
}

async function readingOf(database: Connection): Promise<Reading> {
  const status = await database.db?.admin().serverStatus();
  const commands = status?.['metrics'].commands;
  const log = status?.['wiredTiger'].log;
  const count = (command: string) => Number(commands[command].total);
  return {
    cpu: cpuSeconds(),
    finds: count('find') + count('aggregate') + count('count'),
    writes: count('insert') + count('update') + count('delete') + count('findAndModify'),
    syncs: Number(log['log sync operations']),
    journal: Number(log['log bytes written']),
  };
}

function cpuSeconds(): Readonly<Record<Part, number>> {
  const sums = { worker: 0, api: 0, temporal: 0, mongodb: 0, simulator: 0, shop: 0 };
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const [stat, command] = [fileOf(pid, 'stat'), fileOf(pid, 'cmdline').replaceAll('\0', ' ')];
    // What follows the name of the program, which may contain anything: proc(5), fields 3 and on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[1]) !== process.pid) continue;
    const part = PARTS.find((one) => PROCESSES[one].test(command));
    if (part) sums[part] += (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }
  return sums;
}

/** What `getconf CLK_TCK` says on every Linux that we know. */
const TICKS_PER_SECOND = 100;

/** A process may end while it is looked at. */
function fileOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

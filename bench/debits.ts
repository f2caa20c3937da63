import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import { storeKeys } from '../dev/keys.ts';
import { MAINS } from '../dev/programs.ts';
import { chargeAt } from '../domain/agreement/step.ts';
import type { Running } from '../domain/agreement/look.ts';
import { openStore, type Store } from '../store/index.ts';
import { agreementSchedules } from '../engine/agreement-schedules.ts';
import { agreementsOn, begunCycleOf } from './agreements.ts';
import { percentile, timed } from './clients.ts';
import { paymentSteps } from './payment.ts';
import { residentOf, watchMemory } from './resident.ts';
import type { BenchEnvironment } from './environment.ts';

/** So many agreements are due in one minute, unless `BENCH_AGREEMENTS` says otherwise; fewer lie as densely, for less time. */
const ALL = 10_000;
const COUNT = Number(process.env['BENCH_AGREEMENTS'] ?? ALL);
/** Charges are watched for so long at most: by the rate of the engine ten thousand take longer. */
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 60);
/**
 * Creations on an idle system, after as many that do not count: p99 of a system that is idle, too, grows for the first two
 * thousand of them, with the worker's memory (a young one has little to collect).
 */
const CREATIONS = 2500;
/** As long as that takes on a slow hour. */
const IDLE_MS = 5 * 60_000;
/** Between two looks whether all are charged. */
const SOME_CREATIONS = 50;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What creating a payment costs while agreements are looked at, beside a system that has nothing else to do. */
export function measureLooks(environment: BenchEnvironment): Promise<void> {
  return withBooks(environment, (books) => whileLookedAt(environment, books));
}

/**
 * The same while they are charged, the memory of the worker meanwhile, and whether each was charged once, by the network's own
 * ledger.
 */
export function measureDebits(environment: BenchEnvironment): Promise<void> {
  return withBooks(environment, (books) => whileCharged(environment, books));
}

async function withBooks(
  environment: BenchEnvironment,
  measure: (books: Books) => Promise<void>,
): Promise<void> {
  const store = await openStore(environment.run.mongodb, storeKeys(environment.dataDir));
  const database = await mongoose.createConnection(environment.run.mongodb).asPromise();
  try {
    // Its first start may have made the bundle of the workflows, which takes more memory than all its work.
    await environment.control.restart('worker');
    await idleCreations(environment); // Warm-up, not counted.
    await measure({ store, database });
  } finally {
    await database.close();
    await store.close();
  }
}

interface Books {
  readonly store: Store;
  readonly database: Connection;
}

/** At most so many Schedules, three times as dense as those of ten thousand agreements of one minute. */
const LOOKED_AT = 1000;
const LOOKS_A_SECOND = 2;

/** Real Schedules fire, each look begins a cycle, which waits for the day on which its customer is told. */
async function whileLookedAt(
  environment: BenchEnvironment,
  { store, database }: Books,
): Promise<void> {
  const count = Math.min(COUNT, LOOKED_AT);
  const seconds = count / LOOKS_A_SECOND;
  const readyAt = Date.now() + IDLE_MS + count * 150;
  // A monthly cycle is begun six hours before its first word to the customer, later by a share of four hours net.
  const dueAt = Math.ceil((readyAt + 7 * DAY + 6 * HOUR) / MINUTE) * MINUTE;
  const agreements = await agreementsOn(environment, store).put({
    count,
    dueAt,
    rhythm: { every: 'months', months: 1, day: new Date(dueAt).getUTCDate() },
    shares: [0, (seconds * 1000) / (4 * HOUR)],
  });
  const schedules = agreementSchedules(environment.client);
  const left = [...agreements];
  const arrange = async () => {
    const agreement = left.pop();
    assert.ok(agreement);
    await schedules.arrange(agreement);
  };
  // By few hands: a development server that has many Schedules to make at once answers none of them in time.
  await timed(arrange, { clients: 2, times: count });
  const idle = await idleCreations(environment);
  const begun = () =>
    database.collection('agreements').countDocuments({
      uuid: { $in: agreements.map(({ uuid }) => uuid) },
      'autopay.history.0': { $exists: true },
    });
  const firstAt = dueAt - 7 * DAY - 6 * HOUR;
  assert.ok(Date.now() < firstAt, 'The idle system was still measured when the first was due.');
  await pause(firstAt - Date.now());
  // Each takes a look and the first step of its cycle, which are let go at DEBITS_PER_SECOND, one a second.
  const until = Date.now() + (3 * count + 120) * 1000;
  const memory = watchMemory(MAINS.worker);
  const busy = await creationsWhile(
    environment,
    async () => Date.now() < until && (await begun()) < count,
  );
  show(`${count} are looked at, by their own Schedules`, { idle, busy, peak: memory.peak() });
  memory.stop();
  assert.equal(await begun(), count);
}

/**
 * Their cycles have begun; from the due instant on they are charged. They have no Schedules, which would take longer to make than
 * all the rest: a charge asks for its own one and finds none.
 */
async function whileCharged(
  environment: BenchEnvironment,
  { store, database }: Books,
): Promise<void> {
  const { put, startCycle } = agreementsOn(environment, store);
  const dueAt = Math.ceil((Date.now() + IDLE_MS + COUNT * 25) / MINUTE) * MINUTE;
  const due = await put({
    count: COUNT,
    dueAt,
    rhythm: { every: 'days', days: 1 },
    shares: [0, Math.min(COUNT / ALL, 1)],
  });
  const left = [...due];
  const makeReady = async () => {
    const one = left.pop();
    assert.ok(one);
    await startCycle(one, chargeAt(one, begunCycleOf(one)));
  };
  await timed(makeReady, { clients: 8, times: COUNT });
  const idle = await idleCreations(environment);
  assert.ok(Date.now() < dueAt, `${COUNT} agreements were not ready when they were due.`);
  await pause(Math.max(dueAt - Date.now(), 0));
  const charged = () =>
    database
      .collection('transactions')
      .countDocuments({ paymentType: 'auto_debit', state: 'paid', createdAt: { $gte: dueAt } });
  const memory = watchMemory(MAINS.worker);
  const before = residentOf(MAINS.worker);
  const began = Date.now();
  const until = began + MINUTES * MINUTE;
  let told = 0;
  const busy = await creationsWhile(environment, async () => {
    const count = await charged();
    if (count >= told + COUNT / 10) {
      told = count;
      const minutes = ((Date.now() - began) / MINUTE).toFixed(1);
      console.log(
        `  ${count} charged after ${minutes} min, worker ${mib(memory.peak())} MiB at most`,
      );
    }
    return Date.now() < until && count < COUNT;
  });
  const seconds = (Date.now() - began) / 1000;
  const count = await charged();
  show(`${COUNT} of one minute are charged`, { idle, busy, peak: memory.peak() });
  memory.stop();
  console.log(
    `  ${count} of ${COUNT} charged in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(1)} a second; the worker had ${mib(before)} MiB before`,
  );
  if (count < COUNT) {
    // Nothing moves any more while it is judged.
    environment.control.kill('worker', 'SIGTERM');
    await environment.control.ended('worker');
  }
  await judge(environment, { store, due });
  if (count < COUNT) await environment.control.restart('worker');
}

/** Each that we say is paid is in the network's ledger once, and no other one is more often than once. */
async function judge(
  { run }: BenchEnvironment,
  { store, due }: Pick<Books, 'store'> & { readonly due: readonly Running[] },
): Promise<void> {
  const captures = await capturesOf(run.simulator);
  let paid = 0;
  let twice = 0;
  let unsaid = 0;
  for (const agreement of due) {
    const cycle = begunCycleOf(agreement);
    const known = await store.agreements.find(agreement);
    const now = known?.autopay?.history.find(({ name }) => name === cycle.name);
    let times = 0;
    for (const { sessionId } of now?.tries ?? []) {
      const made = await store.transactions.find({ merchantId: agreement.merchantId, sessionId });
      for (const { referenceNumber } of made?.attempts ?? [])
        times += captures.get(referenceNumber) ?? 0;
    }
    if (now?.state === 'paid') paid += 1;
    if (times > 1) twice += 1;
    if (now?.state === 'paid' && times !== 1) unsaid += 1;
  }
  console.log(
    `  by the network's ledger: ${paid} cycles paid, ${twice} charged more than once, ${unsaid} paid and not in it\n`,
  );
  assert.deepEqual([twice, unsaid], [0, 0]);
}

/** How often the network has taken money for each of our references. */
async function capturesOf(network: string): Promise<ReadonlyMap<string, number>> {
  const captures = new Map<string, number>();
  for (let after = 0; ;) {
    const response = await fetch(`${network}/control/ledger?after=${after}&limit=5000`);
    const { entries } = (await response.json()) as {
      readonly entries: readonly {
        readonly seq: number;
        readonly entry: string;
        readonly merchant_reference: string;
      }[];
    };
    for (const { entry, merchant_reference: reference } of entries)
      if (entry === 'capture') captures.set(reference, (captures.get(reference) ?? 0) + 1);
    const last = entries.at(-1);
    if (!last) return captures;
    after = last.seq;
  }
}

/** Creates payments one after the other; milliseconds. */
function idleCreations(environment: BenchEnvironment): Promise<readonly number[]> {
  return creating(environment, CREATIONS);
}

/** The same as long as it is wanted, which is asked now and then. */
async function creationsWhile(
  environment: BenchEnvironment,
  goesOn: () => Promise<boolean>,
): Promise<readonly number[]> {
  const took: number[] = [];
  do took.push(...(await creating(environment, SOME_CREATIONS)));
  while (await goesOn());
  return took;
}

function creating({ run }: BenchEnvironment, times: number): Promise<readonly number[]> {
  const { create } = paymentSteps(run);
  return timed(async () => void (await create()), { clients: 1, times });
}

function show(
  what: string,
  {
    idle,
    busy,
    peak,
  }: {
    readonly idle: readonly number[];
    readonly busy: readonly number[];
    readonly peak: number;
  },
): void {
  const [p50, p99] = [0.5, 0.99].map((share) => ({
    idle: percentile(idle, share),
    busy: percentile(busy, share),
  }));
  assert.ok(p50 && p99);
  console.log(
    `create while ${what} (${busy.length} creations beside ${idle.length}, load average ${loadavg()[0]?.toFixed(1)}):\n` +
      `  p50 ${p50.idle.toFixed(1)} ms idle, ${p50.busy.toFixed(1)} ms then: ${(p50.busy / p50.idle).toFixed(2)} ×\n` +
      `  p99 ${p99.idle.toFixed(1)} ms idle, ${p99.busy.toFixed(1)} ms then: ${(p99.busy / p99.idle).toFixed(2)} × (goal 2)\n` +
      `  the worker had ${mib(peak)} MiB at most`,
  );
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import { newMerchant } from '../../admin/acts/merchants.ts';
import { storeKeys } from '../../dev/keys.ts';
import { merchantId } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { openStore, type Store } from '../../store/index.ts';
import { searchTokens, type SearchTokens } from '../../store/search-tokens.ts';
import { percentile, timed } from '../clients.ts';
import type { BenchEnvironment } from '../environment.ts';
import { paymentSteps } from '../payment.ts';
import { anAsker, type BenchAsker } from './asker.ts';
import { aLongStory } from './story.ts';
import { APART_MS, fillPayments, madePayment, personOf, withoutIndexes } from './fill.ts';

/** How many payments the large merchant has, unless `BENCH_STORED` says otherwise. */
const MANY = Number(process.env['BENCH_STORED'] ?? 1_000_000);
const FEW = 5000;
/** Of each of those whom nobody asks about. */
const OTHERS = 1000;
const MERCHANTS = 20;
const READS = 40;
const READERS = 16;
/** Creations a second beside readers. */
const CREATIONS = 20;
/** For so long nobody reads. */
const ALONE_MS = 10_000;
/** Of an operator with as many payments. The database of `npm start` has a quarter of it. */
const CACHE = '1G';

/** What is asked for, by whom, and how long it may take (contract 2.5), in milliseconds. */
interface Question {
  readonly name: string;
  readonly path: string;
  readonly by?: 'person' | 'browser';
  /** It is of one payment of the large merchant, so that there is nothing beside it. */
  readonly isOfOne?: true;
  readonly goal: number;
}

const LIST = '/b/checkout/v1/transactions/';
const person = personOf(77);

function questions(now: number, story: string): readonly Question[] {
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const span = new URLSearchParams({ created_after: daysAgo(400), created_before: daysAgo(399) });
  return [
    list('newest', ''),
    list('one state', 'state=canceled'),
    list('three states', 'state=paid,authorized,pending'),
    list('last paid first', 'sort=-paid'),
    list('with an alert', 'has_alert=true'),
    list('one day, a year ago', String(span)),
    list('q: order number', 'q=SHOP-0004321', 120),
    list('q: e-mail address', `q=${encodeURIComponent(person.email ?? '')}`, 60),
    list('q: telephone number', `q=${encodeURIComponent(person.phone ?? '')}`, 120),
    list('q: four digits of a card', 'q=1881', 120),
    list('q: amount', 'q=12.345', 120),
    list('q: name', 'q=Sara', 120),
    list('q: two words of a name', 'q=Sara+Hasan', 120),
    list('q: a name, and a word of nobody', 'q=Sara+Qwxyz', 120),
    list('q: nothing like it', 'q=nobody-has-this', 120),
    list('filter: currency and amount', 'currency_code=KWD&amount_min=90', 250),
    list('filter: type and state', 'type=payment_request&state=failed', 250),
    list('filter: refunded', 'refunded=all', 250),
    list('filter: gateway', 'pg_code=nothing-like-it', 250),
    list('filter: failing webhook', 'webhook=failing', 250),
    list('newest, counted', 'count=true', 80),
    { name: 'inbox (API)', path: '/b/tasks/v1/tasks/?limit=100', by: 'person', goal: 250 },
    { name: 'inbox (page)', path: '/office/inbox', by: 'browser', goal: 290 },
    { name: 'payments (page)', path: '/office/payments', by: 'browser', goal: 120 },
    { name: 'timeline', path: `${LIST}${story}/timeline/?limit=500`, isOfOne: true, goal: 120 },
    {
      name: 'its payment (page)',
      path: `/office/payments/${story}`,
      by: 'browser',
      isOfOne: true,
      goal: 160,
    },
  ];
}

function list(name: string, query: string, goal = 60): Question {
  return { name, path: `${LIST}?${query}`, goal };
}

/**
 * How lists, box, filters, inbox and a long timeline of one merchant with many payments answer, beside one with few: what was examined
 * for one answer, and how long it took with one reader and with sixteen, without creations and beside twenty of them a second.
 */
export async function measureGrowth(environment: BenchEnvironment): Promise<void> {
  const { run, dataDir } = environment;
  const keys = storeKeys(dataDir);
  const store = await openStore(run.mongodb, keys);
  const database = await mongoose.createConnection(run.mongodb).asPromise();
  try {
    await database
      .getClient()
      .db('admin')
      .command({ setParameter: 1, wiredTigerEngineRuntimeConfig: `cache_size=${CACHE}` });
    const model = await madePayment(environment, database);
    const tokens = searchTokens(keys.search);
    const [large, small] = await filled(store, database, { model, tokens });
    if (!large || !small) throw new Error('There are two merchants to compare.');
    const story = await aLongStory(database, large.id);
    await report(run, database, { large, small, story });
  } finally {
    await database.close();
    await store.close();
  }
}

async function filled(
  store: Store,
  database: Connection,
  given: { readonly model: Transaction; readonly tokens: SearchTokens },
): Promise<readonly BenchAsker[]> {
  const askers: BenchAsker[] = [];
  await withoutIndexes(database, async () => {
    for (let nth = 0; nth < MERCHANTS; nth += 1) {
      const id = merchantId(`merchant-${nth}`);
      if (!id) throw new Error('That is a name of a merchant.');
      await store.merchants.put(newMerchant(id, `Merchant ${nth}`, {}), `whk_${nth}`);
      if (nth < 2) askers.push(await anAsker(store, id));
      await fillPayments(database, {
        ...given,
        merchantId: id,
        count: [MANY, FEW][nth] ?? OTHERS,
      });
    }
  });
  return askers;
}

async function report(
  run: BenchEnvironment['run'],
  database: Connection,
  {
    large,
    small,
    story,
  }: {
    readonly large: BenchAsker;
    readonly small: BenchAsker;
    readonly story: { session: string; entries: number };
  },
): Promise<void> {
  const { api } = run;
  const { create } = paymentSteps(run);
  let tooLong = 0;
  const ask = async ({ headers }: BenchAsker, { path, by }: Question): Promise<void> => {
    const response = await fetch(`${api}${path}`, {
      headers: headers[by ?? 'key'],
      redirect: 'manual',
    });
    const text = await response.text();
    // The database has had its time: many readers who look far, on a machine that does other things.
    if (response.status === 503) tooLong += 1;
    else if (response.status !== 200)
      throw new Error(`${path} answered ${response.status}: ${text}`);
  };
  console.log(`\n${MANY} payments of one merchant of ${MERCHANTS}, ${FEW} of the one beside it`);
  console.log(
    `  ${'milliseconds'.padEnd(32)} keys/documents examined, most of one query; 1 reader p50, p95, p95 beside few; ${READERS} readers p95; beside ${CREATIONS} creations a second 1 reader p95, ${READERS} readers p95; goal. The timeline has ${story.entries} entries`,
  );
  const creations = { alone: [] as number[], one: [] as number[], many: [] as number[] };
  await beside(create, creations.alone, () => pause(ALONE_MS));
  for (const question of questions(Date.now(), story.session)) {
    tooLong = 0;
    const took = { large: [] as number[], small: [] as number[] };
    const both = question.isOfOne ? [large] : [large, small];
    for (const who of both) await ask(who, question);
    const examined = await examinedBy(database, () => ask(large, question));
    for (let round = 0; round < READS; round += 1)
      for (const who of both)
        took[who === large ? 'large' : 'small'].push(
          ...(await timed(() => ask(who, question), { clients: 1, times: 1 })),
        );
    const crowd = () => timed(() => ask(large, question), { clients: READERS, times: READERS * 5 });
    const many = await crowd();
    const busy = {
      one: await beside(create, creations.one, () =>
        timed(() => ask(large, question), { clients: 1, times: READS }),
      ),
      many: await beside(create, creations.many, crowd),
    };
    const p95 = percentile(took.large, 0.95);
    console.log(
      `  ${question.name.padEnd(32)}`,
      `${examined.keys}/${examined.documents}`.padStart(13),
      `${examined.most}`.padStart(6),
      examined.sorts ? ' SORTED IN MEMORY' : '',
      percentile(took.large, 0.5).toFixed(1).padStart(7),
      p95.toFixed(1).padStart(7),
      (question.isOfOne ? '' : `${(p95 / percentile(took.small, 0.95)).toFixed(2)} ×`).padStart(8),
      percentile(many, 0.95).toFixed(1).padStart(8),
      percentile(busy.one, 0.95).toFixed(1).padStart(8),
      percentile(busy.many, 0.95).toFixed(1).padStart(8),
      String(question.goal).padStart(5),
      tooLong === 0 ? '' : `${tooLong} answers were 503`,
    );
  }
  for (const [beside, took] of Object.entries(creations))
    console.log(
      `  creations, ${beside.padEnd(6)} ${took.length}, p50 ${percentile(took, 0.5).toFixed(1)}, p95 ${percentile(took, 0.95).toFixed(1)}, ${(percentile(took, 0.5) / percentile(creations.alone, 0.5)).toFixed(2)} × of alone`,
    );
  console.log(`  load average ${loadavg()[0]?.toFixed(1)}; ${APART_MS / 1000} s between payments`);
}

/** Does `work` while payments are created at their own pace, and keeps how long each took; ends when the last of them is answered. */
async function beside<T>(
  create: () => Promise<unknown>,
  took: number[],
  work: () => Promise<T>,
): Promise<T> {
  const creating = { isOver: false };
  const done: Promise<unknown>[] = [];
  const one = async (): Promise<void> => {
    took.push(...(await timed(create, { clients: 1, times: 1 })));
  };
  const pace = async (): Promise<void> => {
    const began = performance.now();
    while (!creating.isOver) {
      done.push(one());
      await pause(Math.max(0, began + (done.length * 1000) / CREATIONS - performance.now()));
    }
  };
  const pacing = pace();
  try {
    return await work();
  } finally {
    creating.isOver = true;
    await pacing;
    await Promise.all(done);
  }
}

function keysOf(one: Readonly<Record<string, unknown>>): number {
  return Number(one['keysExamined'] ?? 0);
}

/** What the database has examined for it, from its own profiler. */
async function examinedBy(database: Connection, ask: () => Promise<void>) {
  const { db } = database;
  if (!db) throw new Error('The database is open.');
  const since = new Date();
  await db.command({ profile: 2 });
  await ask();
  await pause(50);
  await db.command({ profile: 0 });
  const done = await db
    .collection('system.profile')
    .find({
      ts: { $gte: since },
      ns: { $not: /system\.profile$/u },
      keysExamined: { $exists: true },
    })
    .toArray();
  return {
    keys: done.reduce((sum, one) => sum + keysOf(one), 0),
    documents: done.reduce((sum, one) => sum + Number(one['docsExamined'] ?? 0), 0),
    most: Math.max(0, ...done.map(keysOf)),
    sorts: done.some((one) => one['hasSortStage'] === true),
  };
}

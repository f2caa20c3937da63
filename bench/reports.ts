import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import mongoose, { type Connection } from 'mongoose';
import { paymentSteps } from './payment.ts';
import type { BenchEnvironment } from './environment.ts';
import type { ReportMeasure } from './report.ts';

/** Rows whose time is compared with a raw cursor's, and those whose memory is compared with that of a few. */
const TIMED = 200_000;
const LARGE = 1_000_000;
const GOAL = { time: 2.5, memory: 1.2 };
const ROUNDS = 2;

/**
 * Writes reports of many rows, in processes of their own: prints their time beside that of a raw cursor written as NDJSON, and
 * the peak memory of a large one beside that of a small one.
 */
export async function measureReports(environment: BenchEnvironment): Promise<void> {
  const uri = new URL(environment.run.mongodb);
  uri.pathname = '/bench-reports';
  const database = await mongoose.createConnection(uri.href).asPromise();
  const model = await aPayment(environment);
  await prepare(database);
  await seed(database, model, { from: 0, to: TIMED });
  await compareTimes(uri.href);
  await seed(database, model, { from: TIMED, to: LARGE });
  for (const format of ['csv', 'xlsx'] as const) await compareMemory(uri.href, format);
  await database.dropDatabase();
  await database.close();
}

async function compareMemory(uri: string, format: 'csv' | 'xlsx'): Promise<void> {
  const [small, large] = await measured(uri, format, 'after work');
  if (!small || !large) throw new Error('The program of the report has measured nothing.');
  for (const one of [small, large]) show(format, one);
  const ratio = large.peakBytes / small.peakBytes;
  console.log(`  ${format}: ${ratio.toFixed(2)} × the memory (goal ${GOAL.memory})\n`);
}

/** The best of some rounds, because nothing makes a program faster than it is. */
async function compareTimes(uri: string): Promise<void> {
  const best = { raw: Infinity, csv: Infinity, xlsx: Infinity };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of ['raw', 'csv', 'xlsx'] as const)
      best[kind] = Math.min(best[kind], ...(await measured(uri, kind)).map(({ ms }) => ms));
  console.log(`  ${TIMED} rows: raw cursor as NDJSON ${best.raw.toFixed(0)} ms`);
  for (const format of ['csv', 'xlsx'] as const)
    console.log(
      `  ${format} ${best[format].toFixed(0)} ms: ${(best[format] / best.raw).toFixed(2)} × (goal ${GOAL.time})`,
    );
}

function show(format: string, { rows, ms, peakBytes, size }: ReportMeasure): void {
  console.log(
    `  ${format}, ${rows} rows: ${ms.toFixed(0)} ms, peak ${mib(peakBytes)} MiB, file ${mib(size)} MiB`,
  );
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

/** A payment as it lies in the database, of which every copy has its own ids. */
interface Model {
  readonly text: string;
  readonly ids: readonly string[];
}

async function aPayment({ run }: BenchEnvironment): Promise<Model> {
  const { create, view, pay, settle } = paymentSteps(run);
  const sessionId = await create();
  await view(sessionId);
  await settle(await pay(sessionId));
  const database = await mongoose.createConnection(run.mongodb).asPromise();
  const found = await database
    .collection('transactions')
    .findOne({ sessionId }, { projection: { _id: 0 } });
  await database.close();
  if (!found) throw new Error('The payment that was made is not in the database.');
  const attempts = found['attempts'] as readonly { readonly referenceNumber: string }[];
  const references = attempts.map(({ referenceNumber }) => referenceNumber);
  return { text: JSON.stringify(found), ids: [sessionId, ...references] };
}

async function prepare(database: Connection): Promise<void> {
  await database.dropDatabase();
  await database.collection('transactions').createIndex({ merchantId: 1, createdAt: 1 });
}

const AT_ONCE = 2000;

async function seed(
  database: Connection,
  model: Model,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let done = from; done < to; done += AT_ONCE) {
    const made = Array.from({ length: Math.min(AT_ONCE, to - done) }, (_one, index) =>
      copyOf(model, done + index),
    );
    await database.collection('transactions').insertMany(made, { ordered: false });
  }
  console.log(`  ${to} payments stored`);
}

/** Made one millisecond after the other. */
function copyOf({ text, ids }: Model, createdAt: number): object {
  const copied = ids.reduce((held, id) => {
    const fresh = randomBytes(20).toString('hex');
    return held.replaceAll(id, id.length === fresh.length ? fresh : fresh.toUpperCase());
  }, text);
  return { ...(JSON.parse(copied) as object), createdAt };
}

async function measured(
  uri: string,
  kind: 'raw' | 'csv' | 'xlsx',
  ...more: readonly 'after work'[]
): Promise<readonly ReportMeasure[]> {
  const program = fileURLToPath(new URL('report.ts', import.meta.url));
  const args = ['--import', 'tsx', program, uri, kind, ...more];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as readonly ReportMeasure[];
}

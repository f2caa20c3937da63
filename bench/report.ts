import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import mongoose, { type Connection } from 'mongoose';
import { writeReportFile } from '../activities/report-file.ts';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { keyRing, TEST_ONLY_KEYS } from '../config/key-ring.ts';
import { merchantId } from '../domain/ids.ts';
import { defaultColumns } from '../domain/report/columns.ts';
import type { Format, Report } from '../domain/report/report.ts';
import { reportSource } from '../store/report-source.ts';
import { searchTokens } from '../store/search-tokens.ts';
import { transactionStore } from '../store/transactions.ts';
import { fileKey } from '../transports/file-key.ts';
import { localFiles } from '../transports/local-files.ts';

/** How a report, or a raw cursor, was written in a process of its own. */
export interface ReportMeasure {
  readonly rows: number;
  readonly ms: number;
  /** Of the whole process, looked at after every hundred rows or so. */
  readonly peakBytes: number;
  readonly size: number;
}

/** The payments of a small report were made before this millisecond, so that one database serves both. */
const SMALL = 10_000;

const [, script = '', uri = '', kind = '', whole = ''] = process.argv;
if (import.meta.url === pathToFileURL(script).href) await main();

/** One report of all payments; or, in a process that has been at work as a worker has, a small one and that of all. */
async function main(): Promise<void> {
  const connection = await mongoose.createConnection(uri).asPromise();
  const directory = await mkdtemp(join(tmpdir(), 'sarraf-bench-report-'));
  try {
    const write = (until: number) => measured(connection, directory, until);
    const measures = whole === '' ? [await write(Infinity)] : await afterWork(write);
    console.log(JSON.stringify(measures));
  } finally {
    await rm(directory, { recursive: true, force: true });
    await connection.close();
  }
}

/**
 * A young process collects nothing but its newest objects until its heap has grown to some size of V8's choosing, whatever
 * is done in it; a small report would be over before that. Hence small ones until that has happened twice. From then on
 * memory goes up and down, a few small reports long or a part of a large one: the small ones that fill a whole span between
 * two collections are looked at, and the one with the highest peak counts.
 */
async function afterWork(write: (until: number) => Promise<ReportMeasure>) {
  const collections: object[] = [];
  const seen = new PerformanceObserver((list) => {
    collections.push(...list.getEntries().filter(isMajor));
  });
  seen.observe({ entryTypes: ['gc'] });
  while (collections.length < 2) await write(SMALL);
  const small: ReportMeasure[] = [];
  const until = collections.length + 2;
  while (collections.length < until) small.push(await write(SMALL));
  seen.disconnect();
  const [highest] = small.toSorted((one, other) => other.peakBytes - one.peakBytes);
  return [highest, await write(Infinity)];
}

function isMajor(entry: object): boolean {
  const { detail } = entry as { readonly detail?: { readonly kind?: number } };
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

async function measured(
  connection: Connection,
  directory: string,
  until: number,
): Promise<ReportMeasure> {
  const began = performance.now();
  let peakBytes = 0;
  const look = () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  };
  const { rows, size } =
    kind === 'raw'
      ? await raw(connection, directory)
      : await report(connection, directory, { until, look });
  return { rows, ms: performance.now() - began, peakBytes, size };
}

async function report(
  connection: Connection,
  directory: string,
  { until, look }: { readonly until: number; readonly look: () => void },
) {
  const format: Format = kind === 'xlsx' ? 'xlsx' : 'csv';
  transactionStore(connection, searchTokens(keyRing(TEST_ONLY_KEYS)));
  const wanted = merchantId('demo');
  if (!wanted) throw new Error('There is no merchant.');
  const order: Report = {
    id: 'bench',
    merchantId: wanted,
    encryptedId: 'bench',
    name: 'bench',
    source: 'manual',
    selection: { until: Math.min(until - 1, Number.MAX_SAFE_INTEGER) },
    layout: { format, language: 'en', bom: false, columns: defaultColumns(false) },
    emails: [],
    createdAt: 0,
    status: 'in_progress',
    tries: 1,
    rows: 0,
  };
  const deps = { source: reportSource(connection), files: localFiles(directory) };
  return writeReportFile(deps, order, async () => look());
}

/** The least that there is to do: every document as a line of JSON. */
async function raw(connection: Connection, directory: string) {
  const key = fileKey('raw.ndjson');
  if (!key) throw new Error('There is no name for the file.');
  let rows = 0;
  async function* lines() {
    const encoder = new TextEncoder();
    let held = '';
    const cursor = connection.collection('transactions').find({ merchantId: 'demo' });
    for await (const one of cursor) {
      rows += 1;
      held += `${JSON.stringify(one)}\n`;
      if (rows % 100 !== 0) continue;
      yield encoder.encode(held);
      held = '';
    }
    yield encoder.encode(held);
  }
  const size = await localFiles(directory).write(key, lines(), 'application/x-ndjson');
  return { rows, size };
}

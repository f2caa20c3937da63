import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import mongoose, { type Connection } from 'mongoose';
import { writeReportFile } from '../activities/report-file.ts';
import { merchantId } from '../domain/ids.ts';
import { defaultColumns } from '../domain/report/columns.ts';
import type { Format, Report } from '../domain/report/report.ts';
import { reportSource } from '../store/report-source.ts';
import { transactionStore } from '../store/transactions.ts';
import { fileKey } from '../transports/file-key.ts';
import { localFiles } from '../transports/local-files.ts';

/** How a report, or a raw cursor, was written in a process of its own. */
export interface ReportMeasure {
  readonly rows: number;
  readonly ms: number;
  readonly peakBytes: number;
  readonly size: number;
}

const [, script = '', uri = '', kind = ''] = process.argv;
if (import.meta.url === pathToFileURL(script).href) await main();

async function main(): Promise<void> {
  const connection = await mongoose.createConnection(uri).asPromise();
  const directory = await mkdtemp(join(tmpdir(), 'sarraf-bench-report-'));
  try {
    const began = performance.now();
    const { rows, size } =
      kind === 'raw'
        ? await raw(connection, directory)
        : await report(connection, directory, kind === 'xlsx' ? 'xlsx' : 'csv');
    const ms = performance.now() - began;
    // Kilobytes.
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    const measure: ReportMeasure = { rows, ms, peakBytes, size };
    console.log(JSON.stringify(measure));
  } finally {
    await rm(directory, { recursive: true, force: true });
    await connection.close();
  }
}

async function report(connection: Connection, directory: string, format: Format) {
  transactionStore(connection);
  const wanted = merchantId('demo');
  if (!wanted) throw new Error('There is no merchant.');
  const order: Report = {
    id: 'bench',
    merchantId: wanted,
    encryptedId: 'bench',
    name: 'bench',
    source: 'manual',
    selection: { until: Number.MAX_SAFE_INTEGER },
    layout: { format, language: 'en', bom: false, columns: defaultColumns(false) },
    emails: [],
    createdAt: 0,
    status: 'in_progress',
    tries: 1,
    rows: 0,
  };
  const deps = { source: reportSource(connection), files: localFiles(directory) };
  return writeReportFile(deps, order, async () => undefined);
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

import { cellsOf } from '../domain/report/columns.ts';
import type { Cell } from '../domain/report/cells.ts';
import { reportContentType, type Report, type WrittenReport } from '../domain/report/report.ts';
import { rowsOf } from '../domain/report/rows.ts';
import { tally, type Tally } from '../domain/report/totals.ts';
import { reportWriter } from '../render/files/report-writer.ts';
import type { Store } from '../store/index.ts';
import { fileKey, type FileKey } from '../transports/file-key.ts';
import type { Files } from '../transports/files.ts';

export interface ReportFileDeps {
  readonly source: Store['reportSource'];
  readonly files: Pick<Files, 'write' | 'remove'>;
  /** How often it says that it lives while no row comes. */
  readonly beatMs?: number;
}

/** So many rows at most between two turns of the event loop, which payments have too. */
const GROUP = 100;
/** A sixth of what `workflows/proxies.ts` allows: a filter that few fit may find no row for minutes. */
const BEAT_MS = 5000;

/**
 * Writes the file of a try: cursor → rows → bytes → storage, with a few rows in memory. `onRows` hears how many there are,
 * with each group and from time to time, and what it throws ends the work; then nothing is kept.
 */
export async function writeReportFile(
  { source, files, beatMs = BEAT_MS }: ReportFileDeps,
  report: Report,
  onRows: (rows: number) => Promise<void>,
): Promise<WrittenReport> {
  const counted = tally();
  const groups = groupsOf(source, report, { counted, onRows });
  const chunks = reportWriter(report.layout)(groups, report.layout);
  const key = keyOfTry(report, report.tries);
  const beats = setInterval(() => {
    // What a beat throws the next group or the end of the rows throws again, and that is heard.
    onRows(counted.rows()).catch(() => undefined);
  }, beatMs);
  try {
    const size = await files.write(key, chunks, reportContentType(report.layout.format));
    return { rows: counted.rows(), size, sums: counted.totals() };
  } finally {
    clearInterval(beats);
  }
}

/** Each try has a file of its own, so that one that is taken for lost disturbs no other. */
export function keyOfTry(report: Pick<Report, 'merchantId' | 'id' | 'layout'>, tries: number) {
  const { merchantId, id, layout } = report;
  return keyOf(`reports/${merchantId}/${id}-${tries}.${layout.format}`);
}

/** Removes the files of the tries up to this one. */
export async function removeTries(
  files: Pick<Files, 'remove'>,
  report: Report,
  last: number,
): Promise<void> {
  for (let number = 1; number <= last; number += 1) await files.remove(keyOfTry(report, number));
}

async function* groupsOf(
  source: ReportFileDeps['source'],
  { merchantId, selection, layout }: Report,
  {
    counted,
    onRows,
  }: { readonly counted: Tally; readonly onRows: (rows: number) => Promise<void> },
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const cells = cellsOf(layout.columns, Date.now());
  let group: (readonly Cell[])[] = [];
  for await (const transaction of source.created(merchantId, selection, layout.columns)) {
    for (const row of rowsOf(transaction)) {
      counted.add(row);
      group.push(cells(row));
    }
    if (group.length < GROUP) continue;
    yield group;
    group = [];
    await turn();
    await onRows(counted.rows());
  }
  if (group.length > 0) yield group;
  await onRows(counted.rows());
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function keyOf(text: string): FileKey {
  const key = fileKey(text);
  if (!key) throw new Error(`${text} is no name of a file.`);
  return key;
}

import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import type { SettlementRow } from '../domain/settlement/settlement.ts';
import { gatewayFor } from './registry.ts';

/** A line that cannot be read, and why, in a sentence. */
export interface BadRow {
  readonly line: number;
  readonly fault: string;
}

/** A line about a payment of ours that no rule compares, and what it is, in a sentence. */
export interface AsideRow {
  readonly line: number;
  readonly aside: string;
}

/**
 * The lines of a settlement file (CSV, RFC 4180, UTF-8), one at a time, good and bad ones; what comes after a fault of the
 * CSV itself cannot be told apart any more and is not read; lines that are none of our business are left out. A RangeError for a
 * gateway without a format.
 */
export async function* settlementRows(
  gateway: string,
  path: string,
): AsyncGenerator<SettlementRow | AsideRow | BadRow> {
  const format = gatewayFor(gateway).settlement;
  if (!format) throw new RangeError(`No settlement format is known of the gateway "${gateway}".`);
  const { columns, read } = format;
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      info: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
    }),
  );
  let heading: readonly string[] | undefined;
  try {
    for await (const { record, info } of parser) {
      const cells: readonly string[] = record;
      const line: number = info.lines;
      if (heading) {
        const row = read(named(heading, cells));
        if (row !== undefined)
          yield typeof row === 'string' ? { line, fault: row } : { line, ...row };
        continue;
      }
      heading = cells;
      const lacking = columns.filter((column) => !cells.includes(column));
      if (lacking.length > 0) {
        yield { line, fault: `The heading lacks ${lacking.join(', ')}.` };
        return;
      }
    }
    if (!heading) yield { line: 1, fault: 'The file is empty.' };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { line: lineOf(error), fault: `It is no CSV: ${error.message}.` };
  } finally {
    parser.destroy();
  }
}

function lineOf(error: CsvError): number {
  const line: unknown = error['lines'];
  return typeof line === 'number' ? line : 1;
}

function named(heading: readonly string[], cells: readonly string[]) {
  return Object.fromEntries(heading.map((column, at) => [column, cells[at] ?? '']));
}

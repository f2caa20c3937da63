import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { fieldsOf, isColumn, MOST_BULK_COLUMNS } from '../../domain/bulk/columns.ts';
import { asMeant } from '../../domain/report/cells.ts';
import { refuseCardData } from '../middleware/card-data.ts';
import { RequestError } from '../middleware/errors.ts';
import { yieldToOthers } from '../yield-to-others.ts';
import { keptCells } from './cells.ts';
import { FILE_FAULTS } from './file-faults.ts';
import {
  MOST_ROWS,
  ROW_CHARACTERS,
  type IncomingRow,
  type Listener,
  type TellUnknown,
} from './incoming.ts';

const MOST_BYTES = 50_000_000;

/**
 * The rows of the CSV file in the body, one after the other and never all at once. Throws `RequestError` when it is too
 * large, is not UTF-8, or can be read no further as CSV, and `InvalidFields` when a column is named like card data.
 */
export async function* csvRows(
  ctx: Context,
  { unknown, part }: Listener,
): AsyncGenerator<IncomingRow> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_CHARACTERS,
  });
  const text = Readable.from(textOf(ctx, part));
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let names: readonly string[] | undefined;
  let row = 0;
  try {
    for await (const record of parser) {
      const cells: readonly string[] = record;
      if (!names) {
        names = namesIn(cells, unknown);
        continue;
      }
      row += 1;
      if (row > MOST_ROWS) throw tooMany();
      yield rowOf(names, cells, row);
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  } finally {
    parser.destroy();
    // What nobody reads any more is thrown away, so that the caller gets to hear the answer.
    ctx.req.resume();
  }
  if (!names) throw new RequestError(400, 'parse_error', FILE_FAULTS.empty);
}

function namesIn(cells: readonly string[], unknown: TellUnknown): readonly string[] {
  if (cells.length > MOST_BULK_COLUMNS)
    throw new RequestError(
      400,
      'parse_error',
      `A file has at most ${MOST_BULK_COLUMNS} columns; this one has ${cells.length}.`,
    );
  const names = cells.map((cell) => cell.trim());
  // Also of a column that is otherwise left out, and in each part of a name with dots.
  refuseCardData(
    Object.fromEntries(
      names.flatMap((name) => [name, ...name.split('.')]).map((name) => [name, '']),
    ),
  );
  const known = names.filter(isColumn);
  for (const name of names) if (!isColumn(name)) unknown(name);
  if (known.length === 0) throw new RequestError(400, 'parse_error', FILE_FAULTS['no-columns']);
  const seen = new Set<string>();
  const twice = known.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined)
    throw new RequestError(
      400,
      'parse_error',
      `The column ${twice} is duplicated in the first line.`,
    );
  return names;
}

function rowOf(names: readonly string[], cells: readonly string[], row: number): IncomingRow {
  const named = names.map((name, index) => [name, asMeant(cells[index] ?? '')] as const);
  const incoming = {
    row,
    fields: fieldsOf(named),
    columns: names,
    cells: () => keptCells(named),
  };
  if (cells.length === names.length) return incoming;
  const sentence = fieldSentence('cells-of-row', { cells: cells.length, names: names.length });
  return { ...incoming, errors: { non_field_errors: [sentence] } };
}

async function* textOf(ctx: Context, tell: Listener['part']): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const part of csvParts(ctx)) {
      tell(part);
      yield decoder.decode(part, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError
      ? new RequestError(400, 'parse_error', FILE_FAULTS['not-utf-8'])
      : error;
  }
}

/** The file in the body, part by part. Throws when it is too large. */
export async function* csvParts({ req }: Context): AsyncGenerator<Buffer> {
  let bytes = 0;
  const othersTurn = yieldToOthers();
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    const part: Buffer = chunk;
    bytes += part.length;
    if (bytes > MOST_BYTES)
      throw new RequestError(413, 'request_too_large', FILE_FAULTS['too-large']);
    yield part;
    await othersTurn();
  }
}

export function tooMany(): RequestError {
  return new RequestError(413, 'request_too_large', FILE_FAULTS['too-many-rows']);
}

/** The parser's own message may quote what stands in the file. */
function unreadable(error: CsvError): RequestError {
  const line: unknown = error['lines'];
  const where = typeof line === 'number' ? ` from line ${line} on` : '';
  return new RequestError(
    400,
    'parse_error',
    `${FILE_FAULTS['not-csv']}${where}: look for a quote that is not closed.`,
  );
}

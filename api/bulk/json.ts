import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { holdsCardNumber } from '../../domain/card/number.ts';
import { BULK_FIELDS } from '../../domain/bulk/columns.ts';
import { cardDataFaults, refuseCardData } from '../middleware/card-data.ts';
import { readText } from '../middleware/read-text.ts';
import { parseJson, unreadable } from '../middleware/strict-json.ts';
import { cellsOfObject, keptCells } from './cells.ts';
import { tooMany } from './csv.ts';
import {
  MOST_ROWS,
  ROW_CHARACTERS,
  type IncomingRow,
  type Listener,
  type TellUnknown,
} from './incoming.ts';
import { listIn } from './json-list.ts';

const MOST_BYTES = 10_000_000;

/** The rows of a body of JSON: `{"rows": [...]}`, each with fields as a request has them and read by itself. */
export async function* jsonRows(
  ctx: Context,
  { unknown, part }: Listener,
): AsyncGenerator<IncomingRow> {
  const text = await jsonText(ctx);
  part(text);
  const list = await listIn(text, 'rows', MOST_ROWS);
  if (list === 'too many') throw tooMany();
  if (!list || list.rest.length > ROW_CHARACTERS) throw noRows();
  const body = parseJson(list.rest);
  const { rows, ...beside }: Readonly<Record<string, unknown>> = isRecord(body) ? body : {};
  refuseCardData(beside);
  if (!Array.isArray(rows)) throw noRows();
  for (const [index, [start, end]] of list.items.entries()) {
    const row = index + 1;
    if (end - start > ROW_CHARACTERS)
      throw unreadable(`The row ${row} has more than ${ROW_CHARACTERS} characters.`);
    const given = parseJson(text.slice(start, end));
    if (isRecord(given))
      yield {
        row,
        fields: knownIn(given, unknown),
        cells: () => keptCells(cellsOfObject(given)),
        ...cardFaultsIn(given),
      };
    else
      yield {
        row,
        fields: {},
        cells: () => [],
        errors: { non_field_errors: [fieldSentence('object')] },
      };
  }
}

function noRows(): Error {
  return unreadable('The body must be one JSON object with a list "rows".');
}

/** The body as text. Throws when it is too large or is not UTF-8. */
export function jsonText(ctx: Context): Promise<string> {
  return readText(ctx, MOST_BYTES);
}

function knownIn(given: Readonly<Record<string, unknown>>, unknown: TellUnknown) {
  const known = Object.entries(given).filter(([name]) => BULK_FIELDS.has(name));
  for (const name of Object.keys(given))
    // A name that is a card number makes the row wrong, and is said nowhere.
    if (!BULK_FIELDS.has(name) && !holdsCardNumber(name)) unknown(name);
  return Object.fromEntries(known);
}

/** Looked for before names that mean nothing here are left out: card data is none of those. */
function cardFaultsIn(given: Readonly<Record<string, unknown>>) {
  const errors = cardDataFaults(given);
  return Object.keys(errors).length > 0 ? { errors } : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { sortKeys } from '../../domain/json.ts';
import { RequestError } from '../middleware/errors.ts';
import { csvParts, csvRows } from './csv.ts';
import { FILE_FAULTS } from './file-faults.ts';
import type { IncomingRow, Listener } from './incoming.ts';
import { jsonRows, jsonText } from './json.ts';
import type { UploadQuery } from './schema.ts';

/** The rows of the file in the body. Throws when it is none, or one that cannot be read. */
export function rowsIn(ctx: Context, listener: Listener): AsyncGenerator<IncomingRow> {
  return kindOf(ctx) === 'csv' ? csvRows(ctx, listener) : jsonRows(ctx, listener);
}

/** Tells uploads apart, by the file to the byte and by what the address says of it. */
export function fingerprint({ name, skipInvalid, confirmLater, legacy, defaults }: UploadQuery) {
  const flags = { ...(confirmLater && { confirmLater }), ...(legacy && { legacy }) };
  const said = { name, skipInvalid, defaults, ...flags };
  const beside = sortKeys(JSON.parse(JSON.stringify(said)));
  const hash = createHash('sha256').update(`${JSON.stringify(beside)}\n`);
  return {
    part: (part: Buffer | string): void => void hash.update(part),
    hex: (): string => hash.digest('hex'),
  };
}

/** Reads the body to its end, only to tell it from another one. */
export async function fingerprintOf(ctx: Context, query: UploadQuery): Promise<string> {
  const { part, hex } = fingerprint(query);
  if (kindOf(ctx) === 'json') part(await jsonText(ctx));
  else for await (const some of csvParts(ctx)) part(some);
  return hex();
}

function kindOf(ctx: Context): 'csv' | 'json' {
  if (ctx.request.length === 0) throw new RequestError(400, 'parse_error', FILE_FAULTS.empty);
  if (ctx.request.is('text/csv')) return 'csv';
  if (ctx.request.is('application/json')) return 'json';
  throw new RequestError(415, 'unsupported_media_type', 'Send one of text/csv, application/json.');
}

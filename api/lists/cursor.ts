import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { Cursor } from '../../store/cursors.ts';

/**
 * A place as one word of an address, with a check of what is asked for: with another question the place would lead somewhere
 * else (contract/search#pages).
 */
export function cursorFor({ at, id }: Cursor, asked: object): string {
  return Buffer.from(`${at}.${id}.${checkOf(asked)}`).toString('base64url');
}

/** The place in such a word; what is wrong with it where it is none, or of another question. */
export function placeAt(cursor: string, asked: object): Cursor | string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, at, id, check] = /^(\d{1,16})\.([-\w]{1,64})\.([0-9a-f]{16})$/.exec(text) ?? [];
  if (at === undefined || id === undefined) return 'Use the cursor of the page before, as it came.';
  return check === checkOf(asked)
    ? { at: Number(at), id }
    : 'This cursor is of another list. Leave it out to begin the list that you ask for.';
}

function checkOf(asked: object): string {
  const pairs = Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(pairs)).digest('hex').slice(0, 16);
}

/** Faults of parameters that a list does not have: one that is misspelt must not show everything. */
export function unknownParameters(
  { query }: Pick<Context, 'query'>,
  known: readonly string[],
): FieldErrors {
  const unknown = Object.keys(query).filter((name) => !known.includes(name));
  const sentence = `There is no such parameter. There are ${known.join(', ')}.`;
  return Object.fromEntries(unknown.slice(0, 20).map((name) => [name, [sentence]]));
}

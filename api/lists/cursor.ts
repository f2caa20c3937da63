import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { isoUtc } from '../../domain/duration.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { FoundOf } from '../../store/bounded-search.ts';
import type { Cursor } from '../../store/cursors.ts';
import { InvalidFields } from '../middleware/errors.ts';

/**
 * A place as one word of an address, with a check of what is asked for: with another question the place would lead somewhere
 * else (contract/search#pages).
 */
export function cursorFor({ at, id }: Cursor, asked: object): string {
  return Buffer.from(`${at}.${id}.${checkOf(asked)}`).toString('base64url');
}

/** As the database names its documents. */
const DOCUMENT = /^[0-9a-f]{24}$/;

/**
 * The place behind which a page begins, as such a word says it; undefined where it is the first page. Anybody can make up such a word:
 * `named` says what an id of the list looks like. Throws what is wrong with one that names no place, or one of another question.
 */
export function placeAfter(
  cursor: string | undefined,
  asked: object,
  named = DOCUMENT,
): Cursor | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, at, id, check] = /^(-?\d{1,16})\.([-\w]{1,64})\.([0-9a-f]{16})$/.exec(text) ?? [];
  if (at === undefined || id === undefined || !named.test(id))
    throw wrongCursor(fieldSentence('cursor'));
  if (check !== checkOf(asked)) throw wrongCursor(fieldSentence('other-cursor'));
  return { at: Number(at), id };
}

function wrongCursor(sentence: string): InvalidFields {
  return new InvalidFields({ cursor: [sentence] });
}

/** Where a page is followed by another one, at this address, and how far was looked (contract/search#pages). */
export function foundPage(
  address: URL,
  { which, limit }: { readonly which: Readonly<Record<string, string>>; readonly limit: string },
  { next, searchedUntil }: Pick<FoundOf<object>, 'next' | 'searchedUntil'>,
) {
  const url = new URL(address);
  if (next)
    url.search = String(new URLSearchParams({ ...which, limit, cursor: cursorFor(next, which) }));
  return {
    next: next ? url.href : null,
    ...(searchedUntil !== undefined && { searched_until: isoUtc(searchedUntil) }),
  };
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
  const sentence = fieldSentence('unknown-parameter', { known: known.join(', ') });
  return Object.fromEntries(unknown.slice(0, 20).map((name) => [name, [sentence]]));
}

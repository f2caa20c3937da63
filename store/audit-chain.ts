import { createHash } from 'node:crypto';
import { type JsonObject, type JsonValue, sortKeys } from '../domain/json.ts';
import type { AuditEntry } from './audit-entry.ts';

/** A place in the chain: the number of an entry, counted from 1, and its hash (SHA-256 in hex). */
export interface Link {
  readonly seq: number;
  readonly hash: string;
}

/** Before the first entry. */
export const START: Link = { seq: 0, hash: '0'.repeat(64) };

/** An entry in its place. `_id` is its number: that one cannot stand twice is what keeps the chain from forking. */
export interface ChainedEntry extends AuditEntry {
  readonly _id: number;
  /** The hash of the entry before. */
  readonly previous: string;
  /** Over everything else that is kept of the entry, as JSON with sorted keys. */
  readonly hash: string;
}

/** Why an entry, or the chain as a whole, is not what was written. */
export type Break =
  /** Entries from this number on are not there. */
  | 'missing'
  /** What it says is not what its hash was made of. */
  | 'changed'
  /** It is whole by itself, and was not written after the entry before it: one of the two was replaced. */
  | 'unlinked'
  /** It stands in no place of the chain. */
  | 'outside'
  /** The noted head is in its place with another hash: everything up to it was written anew. */
  | 'rewritten'
  /** The chain ends before the noted head. */
  | 'cut';

export interface BrokenAt {
  readonly how: Break;
  /** The number of the entry, or for one that is outside of the chain its id as text. */
  readonly entry: number | string;
}

export interface ChainCheck {
  /** The last entry that is what was written; `START` when there is none. */
  readonly head: Link;
  readonly broken?: BrokenAt;
}

/** The entry in the place after another one. Both processes of a race make one, and the database keeps the first. */
export function chained(entry: AuditEntry, after: Link): ChainedEntry {
  const body = { ...asKept(entry), _id: after.seq + 1, previous: after.hash };
  return { ...body, hash: hashOf(body) };
}

/** The place of an entry. */
export function linkOf({ _id, hash }: Pick<ChainedEntry, '_id' | 'hash'>): Link {
  return { seq: _id, hash };
}

/**
 * Follows the chain from its beginning through entries in the order of their ids, up to the first break. A head that
 * was noted elsewhere must be in it. Holds one entry at a time. `tell` hears how many were checked.
 */
export async function checkChain(
  entries: AsyncIterable<KeptEntry>,
  { noted, tell }: { readonly noted?: Link | undefined; readonly tell?: (checked: number) => void },
): Promise<ChainCheck> {
  let head = START;
  for await (const entry of entries) {
    const broken = breakAt(entry, head) ?? (noted && unlikeNoted(entry, noted));
    if (broken) return { head, broken };
    head = { seq: head.seq + 1, hash: String(entry['hash']) };
    tell?.(head.seq);
  }
  return noted && head.seq < noted.seq
    ? { head, broken: { how: 'cut', entry: head.seq + 1 } }
    : { head };
}

/** Whatever the database gives, which need not be what was written. */
export type KeptEntry = Readonly<Record<string, unknown>>;

function breakAt(entry: KeptEntry, before: Link): BrokenAt | undefined {
  const { _id: id } = entry;
  if (!isPlace(id)) return { how: 'outside', entry: String(id) };
  // Ids are unique and come in order, so a number that is too high is the only wrong one.
  if (id !== before.seq + 1) return { how: 'missing', entry: before.seq + 1 };
  const { hash, ...body } = entry;
  if (hash !== hashOf(body)) return { how: 'changed', entry: id };
  if (entry['previous'] !== before.hash) return { how: 'unlinked', entry: id };
  return undefined;
}

function unlikeNoted({ _id: id, hash }: KeptEntry, noted: Link): BrokenAt | undefined {
  return id === noted.seq && hash !== noted.hash
    ? { how: 'rewritten', entry: noted.seq }
    : undefined;
}

function isPlace(id: unknown): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
}

function hashOf(body: object): string {
  const canonical = JSON.stringify(sortKeys(JSON.parse(JSON.stringify(body)) as JsonValue));
  return createHash('sha256').update(canonical).digest('hex');
}

/** As it comes back from the database: without what is undefined, and without halves of characters. */
function asKept(entry: AuditEntry): AuditEntry {
  const text = JSON.stringify(entry);
  return JSON.parse(text, (_, value: unknown) => wellFormed(value)) as AuditEntry;
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return toWellFormed(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, inner]) => [toWellFormed(key), inner]),
  );
}

/** UTF-8 has no halves of surrogate pairs; the database would put the same sign in their place. */
function toWellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

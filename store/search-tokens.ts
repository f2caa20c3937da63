import { createHmac } from 'node:crypto';
import { byRarity, type Term } from '../domain/search/terms.ts';
import type { StorageKey } from './sealed.ts';

/** Tokens are made with the first key; what was made with any of them is found. */
export type SearchKeys = readonly [StorageKey, ...StorageKey[]];

export interface SearchTokens {
  /** By which a document is found. */
  readonly of: (terms: readonly Term[]) => bigint[];
  /** What to look for: the term as each key has it. */
  readonly asked: (term: Term) => readonly bigint[];
}

/**
 * Documents are found by tokens of 64 bits, each an HMAC-SHA-256 (RFC 2104) of a kind and a value: who sees the database learns
 * which documents share something, and not what (docs/decisions/0024). Two values have the same token once in 10^19.
 */
export function searchTokens(keys: SearchKeys): SearchTokens {
  const [current] = keys;
  return {
    of: (terms) => terms.map((term) => tokenOf(term, current)),
    asked: (term) => keys.map((key) => tokenOf(term, key)),
  };
}

/** What a filter asks for, the rarest first: of each of these groups one token at least. */
export function tokensAsked(
  tokens: Pick<SearchTokens, 'asked'>,
  terms: readonly (readonly Term[])[] | undefined,
): readonly (readonly bigint[])[] {
  return byRarity(terms).map((group) => group.flatMap((term) => tokens.asked(term)));
}

function tokenOf({ kind, value }: Term, { secret }: StorageKey): bigint {
  return createHmac('sha256', secret).update(`${kind}:${value}`).digest().readBigInt64BE();
}

import type { RouteShare } from './route.ts';

/**
 * The accounts of a rule in the order in which an attempt tries them. Where they share, each comes first as often as its
 * share says, and, when some cannot be used, the others as often as their shares say of what is left. It follows from the
 * seed alone, so that the same attempt has the same order whenever it is asked for. A share of nothing comes last.
 */
export function orderBy<One extends RouteShare>(
  accounts: readonly One[],
  seed: string,
): readonly One[] {
  const isShared = accounts.some(({ share }) => share !== undefined);
  return isShared
    ? accounts.toSorted((one, other) => compareNumbers(turnOf(one, seed), turnOf(other, seed)))
    : accounts;
}

/**
 * A race of exponential clocks (Efraimidis and Spirakis, "Weighted random sampling with a reservoir", 2006): who has the
 * greater share comes sooner, and who is taken out of it leaves the order of the others as it is.
 */
function turnOf({ pgCode, share = 0 }: RouteShare, seed: string): number {
  return share === 0 ? Infinity : -Math.log(fractionOf(`${seed}:${pgCode}`)) / share;
}

/** Infinity less itself is no number, and two that never come first stay as they are. */
function compareNumbers(one: number, other: number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Evenly in (0, 1): FNV-1a, and the last step of MurmurHash3, without which texts that look alike lie together. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32;
}

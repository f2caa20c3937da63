import { numbersIn, SEEDS } from '../chaos/numbers.ts';
import type { Wish } from './plan.ts';

const USAGE =
  'Write npm run prove -- --rounds 3 --seed 7; without a seed, one is chosen and printed.';

/** Reads what was written after `npm run prove --`. Throws with the usage when it cannot be meant. `anySeed` is below 2^32. */
export function wishIn(given: readonly string[], anySeed: number): Wish {
  return numbersIn(
    given,
    {
      rounds: { otherwise: 3, least: 1, most: 10_000 },
      seed: { otherwise: anySeed, least: 0, most: SEEDS - 1 },
    },
    USAGE,
  );
}

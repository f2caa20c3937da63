import { numbersIn, SEEDS } from '../chaos/numbers.ts';
import { networkIn } from '../networks/argument.ts';
import type { ConcurrencyArguments } from './plan.ts';

const USAGE =
  'Write npm run drill:concurrency -- --rounds 3 --agreements 6 --days 62 --seed 7; without a seed, one is chosen and printed. --network stripe or --network adyen plays it with a stand-in of that network.';

/** Reads what was written after `npm run drill:concurrency --`. Throws with the usage when it cannot be meant. `anySeed` is below 2^32. */
export function concurrencyArguments(
  given: readonly string[],
  anySeed: number,
): ConcurrencyArguments {
  const { network, rest } = networkIn(given, USAGE);
  const numbers = numbersIn(
    rest,
    {
      rounds: { otherwise: 3, least: 1, most: 10_000 },
      agreements: { otherwise: 6, least: 1, most: 1000 },
      days: { otherwise: 62, least: 9, most: 2000 },
      seed: { otherwise: anySeed, least: 0, most: SEEDS - 1 },
    },
    USAGE,
  );
  return { ...numbers, network };
}

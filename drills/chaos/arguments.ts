import { networkIn } from '../networks/argument.ts';
import { numbersIn, SEEDS } from './numbers.ts';
import type { ChaosArguments } from './plan.ts';

const USAGE =
  'Write npm run drill:chaos -- --payments 50 --seed 7; without a seed, one is chosen and printed. --network stripe or --network adyen plays it with a stand-in of that network.';

/** Reads what was written after `npm run drill:chaos --`. Throws with the usage when it cannot be meant. `anySeed` is below 2^32. */
export function chaosArguments(given: readonly string[], anySeed: number): ChaosArguments {
  const { network, rest } = networkIn(given, USAGE);
  const numbers = numbersIn(
    rest,
    {
      payments: { otherwise: 50, least: 1, most: 100_000 },
      seed: { otherwise: anySeed, least: 0, most: SEEDS - 1 },
    },
    USAGE,
  );
  return { ...numbers, network };
}

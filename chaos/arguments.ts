import { parseArgs } from 'node:util';
import type { Wish } from './plan.ts';

const USAGE =
  'Write npm run chaos -- --payments 50 --seed 7; without a seed, one is chosen and printed.';
const MOST_PAYMENTS = 100_000;
const SEEDS = 4_294_967_296;

/** Reads what was written after `npm run chaos --`. Throws with the usage when it cannot be meant. `anySeed` is below 2^32. */
export function wishIn(given: readonly string[], anySeed: number): Wish {
  const { payments = '50', seed = String(anySeed) } = optionsIn(given);
  return {
    payments: whole('--payments', payments, { least: 1, most: MOST_PAYMENTS }),
    seed: whole('--seed', seed, { least: 0, most: SEEDS - 1 }),
  };
}

function optionsIn(given: readonly string[]) {
  try {
    const options = { payments: { type: 'string' }, seed: { type: 'string' } } as const;
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`, {
      cause: error,
    });
  }
}

function whole(
  name: string,
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Error(
    `${name} must be a whole number from ${least} to ${most}, not "${text}".\n${USAGE}`,
  );
}

/** What is simulated. */
export interface TimeTravelArguments {
  readonly agreements: number;
  readonly months: number;
  readonly declineRate: number;
  readonly deathRate: number;
  readonly seed: number;
}

const USAGE =
  'Write npm run drill:time-travel -- --agreements 100 --months 12 --decline-rate 0.1 --death-rate 0.02 --seed 7; all of them may be left out.';

/** Reads what was written after `npm run drill:time-travel --`. Throws with the usage when it cannot be meant. */
export function timeTravelArguments(
  given: readonly string[],
  anySeed: number,
): TimeTravelArguments {
  const numbers = new Map<string, number>();
  for (let index = 0; index < given.length; index += 2) {
    const name = given[index] ?? '';
    const value = Number(given[index + 1]);
    if (!LIMITS.has(name) || !Number.isFinite(value)) throw new Error(USAGE);
    numbers.set(name, value);
  }
  const number = (name: string, otherwise: number): number => {
    const value = numbers.get(name) ?? otherwise;
    const limit = LIMITS.get(name);
    if (!limit || value < limit.least || value > limit.most) throw new Error(USAGE);
    if (limit.isWhole && !Number.isInteger(value)) throw new Error(USAGE);
    return value;
  };
  return {
    agreements: number('--agreements', 100),
    months: number('--months', 12),
    declineRate: number('--decline-rate', 0.1),
    deathRate: number('--death-rate', 0.02),
    seed: number('--seed', anySeed),
  };
}

const LIMITS: ReadonlyMap<
  string,
  { readonly least: number; readonly most: number; readonly isWhole: boolean }
> = new Map([
  ['--agreements', { least: 1, most: 10_000, isWhole: true }],
  ['--months', { least: 1, most: 60, isWhole: true }],
  ['--decline-rate', { least: 0, most: 1, isWhole: false }],
  ['--death-rate', { least: 0, most: 0.5, isWhole: false }],
  ['--seed', { least: 0, most: 2 ** 32 - 1, isWhole: true }],
]);

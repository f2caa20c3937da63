import { parseArgs } from 'node:util';

/** Seeds are below 2^32. */
export const SEEDS = 4_294_967_296;

/** A whole number that may be given as `--<name>`. */
export interface NumberOption {
  readonly otherwise: number;
  readonly least: number;
  readonly most: number;
}

/** Reads whole numbers from a command line. Throws with the usage when they cannot be meant. */
export function numbersIn<Name extends string>(
  given: readonly string[],
  wanted: Readonly<Record<Name, NumberOption>>,
  usage: string,
): Readonly<Record<Name, number>> {
  const names = Object.keys(wanted) as Name[];
  const said = optionsIn(given, names, usage);
  const numbers = names.map(
    (name) => [name, whole(name, said[name], wanted[name], usage)] as const,
  );
  return Object.fromEntries(numbers) as Record<Name, number>;
}

function optionsIn(given: readonly string[], names: readonly string[], usage: string) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  try {
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, {
      cause: error,
    });
  }
}

function whole(
  name: string,
  text: string | boolean | undefined,
  { otherwise, least, most }: NumberOption,
  usage: string,
): number {
  if (text === undefined) return otherwise;
  const number = /^\d{1,10}$/.test(String(text)) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Error(
    `--${name} must be a whole number from ${least} to ${most}, not "${text}".\n${usage}`,
  );
}

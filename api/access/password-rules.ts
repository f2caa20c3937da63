import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** NIST SP 800-63B-4, 3.1.1.2: longer where nothing else is asked for. */
const SHORTEST = 12;
const SHORTEST_ALONE = 15;
export const LONGEST_PASSWORD = 128;
/** So much of a password is looked at for how easily it is guessed: the time grows faster than the length, and nothing else runs meanwhile. */
const MOST_JUDGED = 64;
/** Of 4: more than 10^8 guesses. */
const ENOUGH = 3;
const PRODUCT = 'sarraf';

/** Makes its dictionaries when it is first needed. */
let estimator: ZxcvbnFactory | undefined;

/**
 * The one way in which a password is written: the same letters on every keyboard (NIST SP 800-63B-4, 3.1.1.2).
 */
export function normalizedPassword(text: string): string {
  return text.normalize('NFKC');
}

/**
 * What is wrong with a new password; nothing when it can be taken (contract/logins#passwords). `known` are names by which somebody would
 * guess it: of the person, of the merchant.
 */
export function passwordFault(
  password: string,
  {
    hasSecondFactor,
    known,
  }: { readonly hasSecondFactor: boolean; readonly known: readonly string[] },
): string | undefined {
  const length = [...new Intl.Segmenter().segment(password)].length;
  const shortest = hasSecondFactor ? SHORTEST : SHORTEST_ALONE;
  if (length < shortest) return `Use at least ${shortest} characters.`;
  if (password.length > LONGEST_PASSWORD) return `Use at most ${LONGEST_PASSWORD} characters.`;
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const names = [PRODUCT, ...known]
    .flatMap((name) => {
      const words = name.split(/[^\p{L}\p{N}]+/u);
      return [name, words.join(''), ...words];
    })
    .filter((name) => name.length > 2);
  const { score } = estimator.check(without(names, password.slice(0, MOST_JUDGED)), names);
  return score < ENOUGH
    ? 'This password is easily guessed: it is a common one, or made of names. Use several words that have nothing to do with each other.'
    : undefined;
}

/**
 * What is left of a password when the names are taken out: to the estimator each word more is ten thousand guesses more, but who
 * guesses by names tries all of them, in any order.
 */
function without(names: readonly string[], password: string): string {
  return names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .reduce((left, name) => left.replaceAll(new RegExp(name, 'giu'), ''), password);
}

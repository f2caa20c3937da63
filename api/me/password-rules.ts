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
  const names = [PRODUCT, ...known].flatMap((name) => {
    const words = name.split(/[^\p{L}\p{N}]+/u);
    // Without the spaces, too: each word more of a password counts as ten thousand guesses.
    return [name, words.join(''), ...words];
  });
  const { score } = estimator.check(
    password.slice(0, MOST_JUDGED),
    names.filter((name) => name.length > 2),
  );
  return score < ENOUGH
    ? 'This password is easily guessed: it is a common one, or made of names. Use several words that have nothing to do with each other.'
    : undefined;
}

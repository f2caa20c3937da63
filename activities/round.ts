/** Something that a round of the sweeper has to deal with. */
export interface Found {
  /** For people who look for the fault. */
  readonly name: string;
  /** Where it lies on the way of the mark, in epoch milliseconds. */
  readonly at: number;
  /** True when there was something to do. */
  readonly deal: () => Promise<boolean>;
}

/** What fails for longer is passed over: a mark that stays behind makes every round longer. */
const GIVE_UP_MS = 24 * 60 * 60 * 1000;

/**
 * Deals with everything that was found, oldest first, and moves the mark to `until`, or to what failed: the next round
 * comes back to it, for a day. What fails stops nothing else. Gives how many had something to do; throws one error at the
 * end that names what failed, so that operators see the round.
 */
export async function round(
  found: readonly Found[],
  until: number,
  advance: (at: number) => Promise<void>,
): Promise<number> {
  let done = 0;
  let isStuck = false;
  const failed: { readonly name: string; readonly error: unknown }[] = [];
  for (const { name, at, deal } of found) {
    try {
      if (await deal()) done += 1;
    } catch (error) {
      failed.push({ name, error });
      isStuck ||= at > until - GIVE_UP_MS;
    }
    // Step by step, so that a round that is cut off has come somewhere. Others may have the same instant.
    if (!isStuck) await advance(at - 1);
  }
  if (!isStuck) await advance(until);
  const [first] = failed;
  if (first) throw new Error(sentence(failed, found), { cause: first.error });
  return done;
}

function sentence(failed: readonly { readonly name: string }[], found: readonly Found[]): string {
  const names = failed.slice(0, 10).map(({ name }) => name);
  return `${failed.length} of ${found.length} could not be dealt with: ${names.join(', ')}.`;
}

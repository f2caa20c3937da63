import { randomOf } from '../chaos/random.ts';
import type { StruckFault } from './network.ts';

/**
 * Something that goes wrong by chance, in the words of the simulator (docs/simulator.md): where no probability is said, once, after so
 * many calls that it leaves alone.
 */
export interface Misfortune {
  readonly fault: string;
  /** The calls that it can strike; all when it is not said. */
  readonly on?: readonly string[];
  readonly skip?: number;
  readonly probability?: number;
  readonly seed?: number;
  readonly delay_ms?: number;
  readonly status?: number;
  readonly times?: number;
}

interface Counted {
  readonly one: Misfortune;
  readonly share: () => number;
  seen: number;
  struck: number;
}

/** Decides about each call whether and how it goes wrong, and counts. The same seeds decide alike. */
export function chance(misfortunes: readonly Misfortune[]) {
  const rules = misfortunes.map((one): Counted => ({
    one,
    share: randomOf(one.seed ?? 1).share,
    seen: 0,
    struck: 0,
  }));
  return {
    /** The first of these faults that strikes the call. */
    strike: (call: string, among: readonly string[]): Misfortune | undefined => {
      for (const rule of rules) {
        const { fault, on, skip = 0, probability } = rule.one;
        if (!among.includes(fault) || (on && !on.includes(call))) continue;
        rule.seen += 1;
        const strikes =
          probability === undefined
            ? rule.struck === 0 && rule.seen > skip
            : rule.share() < probability;
        if (!strikes) continue;
        rule.struck += 1;
        return rule.one;
      }
      return undefined;
    },
    counts: (): readonly StruckFault[] =>
      rules.map(({ one, seen, struck }) => ({ fault: one.fault, on: one.on ?? [], seen, struck })),
  };
}

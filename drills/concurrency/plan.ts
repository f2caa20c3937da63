import { randomOf, type Random } from '../chaos/random.ts';
import { filsStepOf } from '../networks/argument.ts';
import type { DrillNetwork } from '../networks/network.ts';
import { debitsOf, type Debits } from './debit-plan.ts';

export interface ConcurrencyArguments {
  readonly seed: number;
  /** The sandbox when it is not said. */
  readonly network?: DrillNetwork;
  readonly rounds: number;
  /** How many refunds of one payment are asked for at once; CROWD when not given. */
  readonly crowd?: number;
  /** That the engine charges by itself, in each round, for so many days of the merchant’s test clock. */
  readonly agreements: number;
  readonly days: number;
}

/** All that chance decides in a round, before anything happens. Amounts are fils of a Kuwaiti dinar. */
export interface Round {
  readonly number: number;
  readonly crowd: Refunds;
  readonly instant: { readonly held: number; readonly order: readonly InstantKind[] };
  readonly unpaid: { readonly fils: number; readonly order: readonly ('cancel' | 'expire')[] };
  readonly lost: Refunds & { readonly keysIgnored: boolean; readonly seed: number };
  readonly events: Refunds & { readonly outcomes: readonly RoundOutcome[]; readonly seed: number };
  /** Of each policy so many sequences, which follow from the seed. */
  readonly roles: { readonly sequences: number; readonly step: number; readonly seed: number };
  readonly debits: Debits;
}

/** What was paid, and the parts that are asked back at once. */
export interface Refunds {
  readonly paid: number;
  readonly parts: readonly number[];
}

export type InstantKind = 'capture' | 'void' | 'cancel' | 'expire';
export type RoundOutcome = 'done' | 'declined';

/** More than one run takes at once: Temporal allows ten updates in flight. */
export const CROWD = 50;
const LOST = 8;
const QUEUED = 6;
const SEQUENCES = 2;

/** The rounds of a seed: the same arguments give the same rounds. */
export function roundsOf({ seed, rounds, ...given }: ConcurrencyArguments): readonly Round[] {
  const random = randomOf(seed);
  return Array.from({ length: rounds }, (_, nth) => roundOf(random, nth + 1, given));
}

function roundOf(
  random: Random,
  number: number,
  { crowd = CROWD, network = 'sandbox', ...request }: Omit<ConcurrencyArguments, 'seed' | 'rounds'>,
): Round {
  const step = filsStepOf(network);
  const amount = (least: number, most: number) =>
    step * random.whole(Math.ceil(least / step), Math.floor(most / step));
  const paid = amount(5000, 100_000);
  return {
    number,
    // On average they ask for twice what there is.
    crowd: { paid, parts: many(crowd, () => amount(1, Math.ceil((4 * paid) / crowd))) },
    instant: {
      held: amount(1000, 50_000),
      order: random.shuffled(['capture', 'void', 'cancel', 'expire'] as const),
    },
    unpaid: {
      fils: amount(1000, 50_000),
      order: random.shuffled(['cancel', 'expire', 'cancel', 'expire'] as const),
    },
    lost: {
      ...exactly(amount, LOST),
      // Every second round the network does again what it is asked again.
      keysIgnored: number % 2 === 1,
      seed: random.whole(0, 1_000_000),
    },
    events: {
      ...exactly(amount, QUEUED),
      outcomes: many(QUEUED, () => (random.share() < 0.5 ? 'done' : 'declined')),
      seed: random.whole(0, 1_000_000),
    },
    roles: { sequences: SEQUENCES, step, seed: random.whole(0, 1_000_000) },
    debits: debitsOf(random, { ...request, step }),
  };
}

/** Parts that come to all that was paid, so that none of them may be refused. */
function exactly(amount: (least: number, most: number) => number, count: number): Refunds {
  const parts = many(count, () => amount(100, 9000));
  return { paid: parts.reduce((sum, part) => sum + part, 0), parts };
}

function many<T>(length: number, make: () => T): readonly T[] {
  return Array.from({ length }, make);
}

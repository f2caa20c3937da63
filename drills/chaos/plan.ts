import { filsStepOf } from '../networks/argument.ts';
import type { DrillNetwork } from '../networks/network.ts';
import { CHAOS_METHODS, CHAOS_ROUTE } from './accounts.ts';
import { SCENARIOS, type Scenario } from './scenario.ts';
import { randomOf, type Random } from './random.ts';

/** What is killed. The network and the merchant are somebody else's, and stay. */
export const VICTIMS = ['api', 'worker', 'mongodb', 'temporal'] as const;
export type Victim = (typeof VICTIMS)[number];

/** A SIGKILL, in milliseconds after the beginning, and how long nobody starts the victim again. */
export interface Kill {
  readonly atMs: number;
  readonly victim: Victim;
  readonly downMs: number;
}

export interface PlannedSale {
  readonly orderNo: string;
  /** Milliseconds after the beginning. */
  readonly atMs: number;
  /** Fils of a Kuwaiti dinar. */
  readonly fils: number;
  readonly conduct: Scenario;
  /** The one that the payer takes, and the other one. */
  readonly methods: readonly [first: string, second: string];
}

/** All that chance decides, before anything happens. */
export interface Plan {
  readonly seed: number;
  readonly network: DrillNetwork;
  readonly sales: readonly PlannedSale[];
  readonly kills: readonly Kill[];
}

export interface ChaosArguments {
  readonly seed: number;
  readonly payments: number;
  /** The sandbox when it is not said. */
  readonly network?: DrillNetwork;
}

/** The plan of a seed: the same arguments give the same plan. The last kill comes when the last payer has come. */
export function planOf({ seed, payments, network = 'sandbox' }: ChaosArguments): Plan {
  const random = randomOf(seed);
  const sales = salesOf(random, { seed, payments, network });
  return { seed, network, sales, kills: killsOf(random, sales.at(-1)?.atMs ?? 0) };
}

/** Slow enough for two cores that also run the servers, the network and the payers. */
const BETWEEN_SALES_MS = { least: 400, most: 1400 };
/** Long enough for payments to go on between two kills, and too short for everything to be well again. */
const BETWEEN_KILLS_MS = { least: 5000, most: 12_000 };
/** An orchestrator needs a moment to notice. */
const DOWN_MS = { least: 0, most: 2000 };

function salesOf(
  random: Random,
  { seed, payments, network }: Required<ChaosArguments>,
): readonly PlannedSale[] {
  const step = filsStepOf(network);
  let atMs = 0;
  return Array.from({ length: payments }, (_, nth) => {
    atMs += within(random, BETWEEN_SALES_MS);
    return {
      orderNo: `CHAOS-${seed}-${nth + 1}`,
      atMs,
      fils: step * random.whole(100 / step, 50_000 / step),
      conduct: conductOf(random),
      // Every second payer pays by the route.
      methods: nth % 2 === 0 ? CHAOS_METHODS : [CHAOS_ROUTE, CHAOS_METHODS[1]],
    };
  });
}

function conductOf(random: Random): Scenario {
  let left = random.whole(1, 100);
  const found = SCENARIOS.find(({ ofHundred }) => (left -= ofHundred) <= 0);
  if (!found) throw new RangeError('The conducts do not make a hundred.');
  return found;
}

/** In rounds, so that each victim has its turn; the last kill is at the end of the span, and at least one round long. */
function killsOf(random: Random, spanMs: number): readonly Kill[] {
  const kills: Kill[] = [];
  let atMs = 0;
  while (kills.length < VICTIMS.length || atMs < spanMs)
    for (const victim of random.shuffled(VICTIMS)) {
      atMs += within(random, BETWEEN_KILLS_MS);
      if (kills.length >= VICTIMS.length && atMs > spanMs + BETWEEN_KILLS_MS.most) break;
      kills.push({ atMs, victim, downMs: within(random, DOWN_MS) });
    }
  return kills;
}

function within(
  random: Random,
  { least, most }: { readonly least: number; readonly most: number },
) {
  return random.whole(least, most);
}

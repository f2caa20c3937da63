import { setTimeout as wait } from 'node:timers/promises';
import { newClock, type Clock, gather, untilFinal, untilGoneOn, untilQuiet } from './watch.ts';
import type { Observations } from './observations.ts';
import { FINAL_WITHIN_MS, judgeChaos, type ChaosFault } from './judge.ts';
import type { StruckFault } from '../networks/network.ts';
import type { DrillPatience } from './patience.ts';
import { createSale, playPayer } from './payer.ts';
import { planOf, type Plan, type PlannedSale, type ChaosArguments } from './plan.ts';
import { CHAOS_ACCOUNTS } from './accounts.ts';
import { openEnvironment, type DrillEnvironment } from './environment.ts';
import { openRoute, type FailingAccount } from './failing-account.ts';
import { supervise, type KillCounts, type ChaosSupervisor } from './supervisor.ts';

/** Everything that a run has shown. */
export interface ChaosOutcome {
  readonly plan: Plan;
  readonly evidence: Observations;
  readonly faults: readonly ChaosFault[];
  readonly counts: KillCounts;
  readonly network: readonly StruckFault[];
  /** What merchants and payers asked again, because it was not answered. */
  readonly repeats: number;
  readonly webhooks: { readonly calls: number; readonly refused: number };
  /** From the first sale to the verdict. */
  readonly tookMs: number;
}

export interface ChaosSetting extends ChaosArguments {
  /** Where the system keeps its data and logs. */
  readonly dataDir: string;
  readonly say: (line: string) => void;
  /** How long after the last kill a payment may take to be final, in milliseconds; by its network when it is not said. */
  readonly finalWithinMs?: number;
  /** How often the merchant asks for the webhooks that it waits for, in milliseconds; never when it is not said. */
  readonly replayEveryMs?: number;
}

const SAY_EVERY_MS = 5000;

/** Plays the plan of a seed against a whole system of its own, and judges what it has come to. */
export async function runChaos({ dataDir, ...setting }: ChaosSetting): Promise<ChaosOutcome> {
  setting.say('Opening the system …');
  const environment = await openEnvironment(dataDir, setting.seed, setting.network);
  try {
    return await chaosIn(environment, setting);
  } finally {
    await environment.close();
  }
}

/** The same in a system that has been opened, of which nothing runs afterwards that could be killed. */
export async function chaosIn(
  environment: DrillEnvironment,
  { say, finalWithinMs: asked, replayEveryMs, ...given }: Omit<ChaosSetting, 'dataDir'>,
): Promise<ChaosOutcome> {
  const plan = planOf(given);
  const finalWithinMs = asked ?? FINAL_WITHIN_MS[given.network ?? 'sandbox'];
  const failing = await openRoute(environment, given.seed);
  const supervisor = supervise(environment.system);
  const clock = newClock();
  const ticking = setInterval(() => {
    say(progressOf(plan, clock, supervisor));
  }, SAY_EVERY_MS);
  try {
    return await played({
      environment,
      failing,
      supervisor,
      plan,
      clock,
      finalWithinMs,
      replayEveryMs,
    });
  } finally {
    clearInterval(ticking);
    await supervisor.close();
  }
}

interface Scene {
  readonly environment: DrillEnvironment;
  readonly failing: FailingAccount;
  readonly supervisor: ChaosSupervisor;
  readonly plan: Plan;
  readonly clock: Clock;
  readonly finalWithinMs: number;
  readonly replayEveryMs: number | undefined;
}

async function played({
  environment,
  failing,
  supervisor,
  plan,
  clock,
  finalWithinMs,
  replayEveryMs,
}: Scene): Promise<ChaosOutcome> {
  const { network, receiver } = environment;
  const patience: DrillPatience = {
    isOver: () => clock.lastKill !== undefined && Date.now() > clock.lastKill + finalWithinMs,
    complaints: [],
    repeats: 0,
  };
  failing.takeTurns(untilGoneOn(environment, plan, clock));
  const sales = Promise.all(plan.sales.map((sale) => play(sale, { environment, patience, clock })));
  clock.lastKill = await supervisor.carryOut(plan.kills);
  await failing.restore();
  await Promise.all([sales, untilFinal(environment, plan, { clock, withinMs: finalWithinMs })]);
  await untilQuiet(environment, plan, replayEveryMs);
  const counts = supervisor.counts();
  const evidence = await gather(environment, plan, {
    clock,
    complaints: patience.complaints,
    falls: counts.falls,
    turnedAway: network.turnedAway(),
  });
  const struck = await Promise.all(CHAOS_ACCOUNTS.map((code) => network.faults(code)));
  return {
    plan,
    evidence,
    faults: judgeChaos(evidence),
    counts,
    network: struck.flat(),
    repeats: patience.repeats,
    webhooks: receiver.counts(),
    tookMs: Date.now() - clock.began,
  };
}

/** One sale, from the merchant's request to the payer's last step. */
async function play(
  sale: PlannedSale,
  {
    environment,
    patience,
    clock,
  }: {
    readonly environment: DrillEnvironment;
    readonly patience: DrillPatience;
    readonly clock: Clock;
  },
): Promise<void> {
  await wait(Math.max(0, clock.began + sale.atMs - Date.now()));
  clock.come += 1;
  const session = await createSale(environment, patience, sale);
  if (session !== undefined) {
    clock.told.set(sale.orderNo, session);
    await playPayer(environment, patience, { ...sale, session });
  }
  clock.gone += 1;
}

function progressOf({ sales }: Plan, clock: Clock, supervisor: ChaosSupervisor): string {
  const { come, gone, final, began, lastKill } = clock;
  const killed = Object.values(supervisor.counts().kills).reduce((sum, one) => sum + one, 0);
  const seconds = Math.round((Date.now() - began) / 1000);
  const end = lastKill === undefined ? '' : `, ${final.size} final`;
  return `  ${seconds} s: of ${sales.length} payers ${come} have come and ${gone} are done, ${killed} kills${end}`;
}

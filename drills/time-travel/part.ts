import { type WorkflowBundleOption } from '@temporalio/worker';
import { randomOf } from '../chaos/random.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { CycleNews } from '../../domain/agreement/autopay.ts';
import { memoryStores } from './memory-stores.ts';
import { NAMESPACE, startTimeSkipping } from '../../dev/servers/time-skipping.ts';
import { TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import { agreementOfChance, savedCards } from './agreements.ts';
import type { TimeTravelArguments } from './arguments.ts';
import { faultsIn } from './judge.ts';
import { openNetwork } from './network.ts';
import { worldOf } from './world.ts';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';

const DAY = 24 * 3_600_000;
const MONTH = 30.5 * DAY;
/** So much passes between two words of the progress. */
const STEP = 15 * DAY;

/** What has come of some agreements, on a clock and with a network of their own. */
export interface Part {
  readonly agreements: readonly Agreement[];
  readonly faults: readonly string[];
  readonly charged: number;
  readonly tries: number;
  readonly told: ReadonlyMap<CycleNews, number>;
  readonly deaths: number;
  /** When it began and ended, in epoch milliseconds of its clock. */
  readonly from: number;
  readonly until: number;
}

/** How far a part is: from 0 to 1, and how its agreements stand. */
export type Watch = (share: number, agreements: readonly Agreement[]) => void;

/** Plays so many agreements on a test server of their own, whose clock skips the waiting, and judges what came of them. */
export async function playPart(
  { agreements: count, months, declineRate, deathRate, seed }: TimeTravelArguments,
  {
    workflowBundle,
    watch,
  }: { readonly workflowBundle: WorkflowBundleOption; readonly watch: Watch },
): Promise<Part> {
  const random = randomOf(seed);
  const time = await startTimeSkipping();
  let clock = await time.now();
  const from = clock;
  const until = from + months * MONTH;
  const network = await openNetwork(() => new Date(clock));
  const cards = await savedCards(network, count);
  const stores = memoryStores(
    [...cards.values()].map((card) => agreementOfChance(card, { now: from, random })),
    cards,
  );
  const world = worldOf({ stores, network, random, declineRate, deathRate });
  const { activities } = world;
  const worker = await SuspendableWorker.create({
    connection: time.native,
    namespace: NAMESPACE,
    taskQueue: TRANSACTIONS_QUEUE,
    activities: {
      ...activities,
      advanceCycle: (step: Parameters<typeof activities.advanceCycle>[0]) => {
        clock = Math.max(clock, step.now);
        return activities.advanceCycle(step);
      },
    },
    workflowBundle,
    maxCachedWorkflows: 3 * count + 50,
  });
  const running = worker.run();
  try {
    await time.client.workflow.start('standIn', {
      workflowId: 'stand-in',
      taskQueue: TRANSACTIONS_QUEUE,
      args: [stores.all().map(({ merchantId, uuid }) => ({ merchantId, uuid }))],
    });
    for (let now = from; now < until; now = await time.now()) {
      await time.skip(Math.min(STEP, until - now));
      watch((now - from) / (until - from), stores.all());
    }
    const agreements = stores.all();
    watch(1, agreements);
    const asked = world.asked();
    const ledger = await network.ledger();
    const payments = await network.payments();
    const brandOf = (token: string) => cards.get(token)?.brand;
    return {
      agreements,
      faults: faultsIn({ agreements, asked, ledger, payments, brandOf, until }),
      // Each card was saved by a payment of its own.
      charged: ledger.length - count,
      tries: asked.length,
      told: world.told(),
      deaths: world.deaths(),
      from,
      until,
    };
  } finally {
    worker.shutdown();
    await running;
    await network.close();
    await time.close();
  }
}

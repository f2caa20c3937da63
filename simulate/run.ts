import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, Worker } from '@temporalio/worker';
import { diceOf, type Dice } from '../chaos/dice.ts';
import type { Agreement } from '../domain/agreement/agreement.ts';
import { begunBy } from '../domain/agreement/arrange.ts';
import type { SavedCard } from '../domain/card/card.ts';
import { dateAt } from '../domain/agreement/calendar.ts';
import { currencyCode } from '../domain/currencies.ts';
import { merchantId, pgCode, sessionId } from '../domain/ids.ts';
import { money } from '../domain/money.ts';
import { startTimeSkipping, NAMESPACE } from '../test/support/time-skipping.ts';
import { TRANSACTIONS_QUEUE } from '../workflows/ids.ts';
import type { Wish } from './arguments.ts';
import { faultsIn } from './judge.ts';
import { memoryStores } from '../test/support/memory-agreements.ts';
import { openNetwork, type SimulatedNetwork } from './network.ts';
import { pictureOf } from './picture.ts';
import { worldOf } from './world.ts';

const DAY = 24 * 3_600_000;
const MONTH = 30.5 * DAY;
/** So many days pass at a time. */
const STEP_DAYS = 7;

const WORKFLOWS = fileURLToPath(new URL('workflows.ts', import.meta.url));

/** What came of it. */
export interface Simulated {
  readonly agreements: readonly Agreement[];
  readonly faults: readonly string[];
  readonly charged: number;
  readonly tries: number;
  readonly told: ReadonlyMap<string, number>;
  readonly deaths: number;
  readonly seconds: number;
  readonly picture: string;
}

/** Runs so many agreements for so many months on a skipped clock. `TEMPORAL_TEST_SERVER` names the server. */
export async function simulate(
  { agreements: count, months, declineRate, deathRate, seed }: Wish,
  say: (line: string) => void = () => undefined,
): Promise<Simulated> {
  const begun = Date.now();
  const dice = diceOf(seed);
  const time = await startTimeSkipping();
  let clock = await time.now();
  const from = clock;
  const until = from + months * MONTH;
  const network = await openNetwork(() => new Date(clock));
  const cards = await cardsOf(network, count);
  const stores = memoryStores(
    [...cards.values()].map((card) => anAgreement(card, { now: from, dice })),
    cards,
  );
  const world = worldOf({ stores, network, dice, declineRate, deathRate });
  const { activities } = world;
  const worker = await Worker.create({
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
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: WORKFLOWS,
      workflowInterceptorModules: [WORKFLOWS],
      logger: new DefaultLogger('ERROR'),
    }),
    maxCachedWorkflows: 3 * count + 50,
  });
  const running = worker.run();
  try {
    for (const { merchantId: merchant, uuid } of stores.all())
      await time.client.workflow.start('standIn', {
        workflowId: `stand-in/${uuid}`,
        taskQueue: TRANSACTIONS_QUEUE,
        args: [{ merchantId: merchant, uuid }],
      });
    for (let now = from; now < until; now = await time.now()) {
      await time.skip(Math.min(STEP_DAYS * DAY, until - now));
      say(progressOf(stores.all(), { now: await time.now(), from, until }));
    }
    const evidence = {
      agreements: stores.all(),
      asked: world.asked(),
      ledger: await network.ledger(),
      payments: await network.payments(),
      brandOf: (token: string) => cards.get(token)?.brand,
      until,
    };
    return {
      agreements: evidence.agreements,
      faults: faultsIn(evidence),
      charged: evidence.ledger.length - count,
      tries: evidence.asked.length,
      told: world.told(),
      deaths: world.deaths(),
      seconds: (Date.now() - begun) / 1000,
      picture: pictureOf(evidence.agreements, { from, until }),
    };
  } finally {
    worker.shutdown();
    await running;
    await network.close();
    await time.close();
  }
}

async function cardsOf(
  network: SimulatedNetwork,
  count: number,
): Promise<ReadonlyMap<string, SavedCard>> {
  const cards = new Map<string, SavedCard>();
  for (let number = 0; number < count; number += 1) {
    const facts = await network.saveCard(number);
    cards.set(facts.token, {
      ...facts,
      ...OWNER,
      customerId: `customer-${number}`,
      gateway: 'sandbox',
      cvvRequired: false,
      autoDebit: true,
      agreements: [],
      createdAt: 0,
      usedAt: 0,
    });
  }
  return cards;
}

function anAgreement(
  { token, customerId }: SavedCard,
  { now, dice }: { readonly now: number; readonly dice: Dice },
): Agreement {
  const timeZone = ZONES[dice.whole(0, ZONES.length - 1)] ?? 'UTC';
  const days = [7, 14, 30][dice.whole(0, 2)] ?? 30;
  const agreement: Agreement = {
    uuid: randomUUID(),
    ...OWNER,
    customerId,
    version: 1,
    state: 'active',
    terms: { id: `plan-${customerId}`, type: 'recurring' },
    token,
    boundAt: now,
    firstSessionId: SESSION,
    charges: [],
    paid: [],
    createdAt: now,
  };
  return begunBy(
    agreement,
    {
      amount: money(dice.whole(1000, 50_000), KWD),
      publicUrl: 'http://127.0.0.1:9',
      rhythm:
        dice.share() < 0.7
          ? { every: 'months', months: 1, day: dice.whole(1, 31) }
          : { every: 'days', days },
      startsOn: dateAt(now + 10 * DAY, timeZone),
      timeZone,
      at: `${String(dice.whole(0, 23)).padStart(2, '0')}:30`,
    },
    now,
  );
}

const ZONES = ['Asia/Kuwait', 'Europe/Berlin', 'America/New_York', 'Africa/Cairo', 'UTC'];
const KWD = known(currencyCode('KWD'));
const SESSION = known(sessionId('0'.repeat(40)));
const OWNER = {
  merchantId: known(merchantId('simulated')),
  pgCode: known(pgCode('sandbox')),
  sandbox: true,
};

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A constant of the simulation is wrong.');
  return value;
}

function progressOf(
  agreements: readonly Agreement[],
  { now, from, until }: { readonly now: number; readonly from: number; readonly until: number },
): string {
  const cycles = agreements.flatMap(({ autopay }) => autopay?.history ?? []);
  const paid = cycles.filter(({ state }) => state === 'paid').length;
  const share = Math.round((100 * (now - from)) / (until - from));
  return `${dateAt(now, 'UTC')}  ${share} %  ${cycles.length} cycles, ${paid} paid`;
}

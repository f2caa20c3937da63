import { setTimeout as wait } from 'node:timers/promises';
import type { RunningSarraf } from '../../dev/sarraf.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { isBehind } from '../../domain/agreement/due.ts';
import { isRunning } from '../../domain/agreement/look.ts';
import { faultsIn } from '../time-travel/judge.ts';
import type { DrillPatience } from '../chaos/patience.ts';
import { objectIn, textIn, until } from '../answers.ts';
import { openCustomers, type Customers } from './debit-customers.ts';
import type { Debits } from './debit-plan.ts';
import { evidenceOf, strangers } from './debit-recorder.ts';
import type { ConcurrencyEnvironment } from './environment.ts';

/** What is wrong with what the engine has charged by itself. */
export interface DebitFault {
  readonly kind: 'debit';
  readonly about: string;
  readonly detail: string;
}

/**
 * After a crash another worker takes up what the crashed one was at when its heartbeats have been missed. What that had kept and not sent
 * is found never to have come by the first calls of the sandbox's inquiry, 165 seconds later.
 */
const DAY_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 200;

/**
 * Months of agreements, by the merchant's test clock, in the real system: real Schedules, real payments, a network that
 * declines and loses answers, and a worker that is killed while money is due. Each period is charged once or given up by the
 * rules, no network is asked too often, and its ledger has what our books have.
 */
export async function proveDebits(
  environment: ConcurrencyEnvironment,
  patience: DrillPatience,
  { number, debits }: { readonly number: number; readonly debits: Debits },
): Promise<{ readonly line: string; readonly faults: readonly DebitFault[] }> {
  const about = `debits-${number}`;
  const customers = await openCustomers(environment, patience, debits);
  await customers.shop.network.orderFaults(customers.account, networkFaults(debits.seed));
  let latest = 0;
  let kills = 0;
  for (let day = 1; day <= debits.days; day += 1) {
    const kill = debits.kills.find((one) => one.day === day);
    const [now] = await Promise.all([
      passDay(customers),
      kill && killed(environment.system, kill.afterMs),
    ]);
    if (kill) kills += 1;
    latest = now;
  }
  const evidence = await evidenceOf(customers, latest);
  const { agreements, asked } = evidence;
  const cycles = agreements.flatMap(({ autopay }) => autopay?.history ?? []);
  const count = (state: string) => cycles.filter((cycle) => cycle.state === state).length;
  const ended = agreements.filter(({ autopay }) => autopay?.state === 'ended').length;
  return {
    line:
      `${about.padEnd(14)} ${agreements.length} agreements, ${debits.days} days: ${cycles.length} cycles, ${count('paid')} paid, ` +
      `${count('failed')} given up, ${asked.length} tries, ${ended} ended; the worker was killed ${kills} times`,
    faults: [...faultsIn(evidence), ...strangers(evidence)].map((detail) => ({
      kind: 'debit',
      about,
      detail,
    })),
  };
}

/** One charge of five is declined, one answer of five lost after the work was done. */
function networkFaults(seed: number): readonly object[] {
  return [
    { fault: 'declined', on: ['charge'], probability: 0.2, seed },
    { fault: 'answer-lost', on: ['charge', 'inquire'], probability: 0.2, seed: seed + 1 },
  ];
}

/** Lets a day pass for the merchant, and waits until the engine has done what was due in it; gives the time that it is then. */
async function passDay({ shop }: Customers): Promise<number> {
  const { store, run, merchant } = shop;
  // A day that was moved and not answered has passed, and another one passes.
  const moved = await until('the day', async () => {
    const answer = await fetch(`${run.api}/test/clock/advance`, {
      method: 'POST',
      headers: {
        Authorization: `Api-Key ${run.keys.private}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ days: 1 }),
    });
    const body = objectIn(await answer.text());
    return answer.status === 200 && body;
  });
  const now = Date.parse(textIn(moved, 'now'));
  const end = Date.now() + DAY_WITHIN_MS;
  for (;;) {
    const behind = (await store.agreements.unsettled(merchant)).find((one) => isBehind(one, now));
    if (!behind) return now;
    if (Date.now() > end)
      throw new Error(`${standOf(behind)} is behind on ${textIn(moved, 'now')}.`);
    await wait(LOOK_EVERY_MS);
  }
}

async function killed(system: RunningSarraf, afterMs: number): Promise<void> {
  await wait(afterMs);
  system.kill('worker', 'SIGKILL');
  await system.ended('worker');
  await system.restart('worker');
}

function standOf(agreement: Agreement): string {
  const { history = [] } = isRunning(agreement) ? agreement.autopay : {};
  const { name, state, tries } = history.at(-1) ?? {};
  return `Agreement ${agreement.uuid} (${name} ${state}, ${tries?.length} tries)`;
}

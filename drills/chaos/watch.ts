import { setTimeout as wait } from 'node:timers/promises';
import type { Observations } from './observations.ts';
import { isSaleOver, whyNotFinal } from './judge.ts';
import type { Plan, PlannedSale } from './plan.ts';
import type { DrillEnvironment } from './environment.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { unreplayable } from './replays.ts';
import { booksOf, observationsOf, failedRunsOf, saleStandingOf, straysIn } from './recorder.ts';

const LOOK_EVERY_MS = 1000;
/** A delivery that failed twice waits five minutes for its third call, and that one shall be seen, too. */
const WEBHOOKS_WITHIN_MS = 400_000;
const AT_ONCE = 10;

/** Waits until a payment has gone on to another account of its route, or all payers have done what they wanted. */
export async function untilGoneOn(
  { store, merchant }: DrillEnvironment,
  { sales }: Plan,
  clock: Clock,
): Promise<void> {
  const hasGoneOn = async ({ orderNo }: PlannedSale) => {
    const page = { limit: 5, offset: 0 };
    const { results } = await store.transactions.listByOrder(merchant, orderNo, page);
    return results.some(({ attempts }) => attempts.some(({ routing }) => routing?.after));
  };
  while (clock.gone < sales.length) {
    const seen = await again(() => inTurns(sales, hasGoneOn), Infinity);
    if (seen?.includes(true)) return;
    await wait(LOOK_EVERY_MS);
  }
}

/** Looks at every sale until it is final or its time is over, and notes when it was. */
export async function untilFinal(
  environment: DrillEnvironment,
  { sales }: Plan,
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number },
): Promise<void> {
  const lastKill = clock.lastKill ?? Date.now();
  const end = lastKill + withinMs;
  let open = sales;
  while (open.length > 0 && Date.now() < end) {
    await wait(LOOK_EVERY_MS);
    const books = await booksOf(environment);
    await inTurns(open, async ({ orderNo }) => {
      const standing = await again(() => saleStandingOf(environment, orderNo, books), end);
      if (standing && whyNotFinal(standing) === undefined)
        clock.final.set(orderNo, Date.now() - lastKill);
    });
    open = open.filter(({ orderNo }) => !clock.final.has(orderNo));
  }
}

/**
 * Waits until the merchant has heard every notice that was made, and the workflows have nothing left to do, for as long
 * as deliveries are tried in minutes. A merchant that does not want to wait asks for what it has missed, every so often.
 */
export async function untilQuiet(
  environment: DrillEnvironment,
  { sales }: Plan,
  replayEveryMs = Infinity,
): Promise<void> {
  const end = Date.now() + WEBHOOKS_WITHIN_MS;
  let replayAt = Date.now() + replayEveryMs;
  const books = await booksOf(environment);
  let loud = sales;
  while (loud.length > 0 && Date.now() < end) {
    const quiet = new Set<string>();
    await inTurns(loud, async (sale) => {
      const seen = await again(() => observationsOf(environment, sale, books), end);
      if (!seen) return;
      const { documents, heard, run } = seen;
      const [document] = documents;
      const told = new Set(heard.map(({ sequence }) => sequence)).size;
      const waits = document && (told < document.sequence || (run?.isOpen && isSaleOver(document)));
      if (!waits) quiet.add(sale.orderNo);
    });
    loud = loud.filter(({ orderNo }) => !quiet.has(orderNo));
    if (loud.length > 0) await wait(LOOK_EVERY_MS);
    if (Date.now() < replayAt) continue;
    await again(() => askForTheMissed(environment), end);
    replayAt = Date.now() + replayEveryMs;
  }
}

/**
 * Has every delivery called now that would wait for its next call (docs/merchants.md, "Send many again"). Of one whose calls
 * died with their worker nobody knows that there were any: it is queued.
 */
async function askForTheMissed({ run }: DrillEnvironment): Promise<void> {
  for (const state of ['queued', 'sending']) {
    const response = await fetch(`${run.api}/b/webhooks/v1/replays/`, {
      method: 'POST',
      headers: { Authorization: `Api-Key ${run.keys.private}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ state }),
    });
    if (response.status !== 202)
      throw new Error(`A replay was answered ${response.status}: ${await response.text()}`);
  }
}

/** Everything that anybody saw, when all is over. */
export async function gather(
  environment: DrillEnvironment,
  { sales }: Plan,
  {
    clock,
    ...rest
  }: Pick<Observations, 'complaints' | 'falls' | 'turnedAway'> & { readonly clock: Clock },
): Promise<Observations> {
  const books = await booksOf(environment);
  const seen = await inTurns(sales, async (sale) => {
    const { orderNo } = sale;
    const told = clock.told.get(orderNo);
    const finalAfterMs = clock.final.get(orderNo);
    return {
      ...(await observationsOf(environment, sale, books)),
      ...(told !== undefined && { told }),
      ...(finalAfterMs !== undefined && { finalAfterMs }),
    };
  });
  const strays = straysIn(books, seen);
  const runs = seen.flatMap(({ documents, run }) =>
    run ? documents.map(({ sessionId }) => transactionWorkflowId(sessionId)) : [],
  );
  return {
    ...rest,
    sales: seen,
    strays,
    forged: environment.receiver.counts().forged,
    failedRuns: await failedRunsOf(environment),
    unreplayable: await unreplayable(environment, runs),
  };
}

/** The database may be on its way back. */
async function again<T>(look: () => Promise<T>, end: number): Promise<T | undefined> {
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(LOOK_EVERY_MS);
    }
  }
}

/** The work on each value, some at a time, with the results in the order of the values. */
async function inTurns<T, R>(
  values: readonly T[],
  work: (value: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let first = 0; first < values.length; first += AT_ONCE)
    results.push(...(await Promise.all(values.slice(first, first + AT_ONCE).map(work))));
  return results;
}

/** What has happened until now, for those who wait and for those who watch. */
export interface Clock {
  /** Epoch milliseconds. */
  readonly began: number;
  lastKill?: number;
  /** The sessions that the merchant was told of, by order. */
  readonly told: Map<string, string>;
  /** Milliseconds from the last kill until a sale was seen to be final, by order. */
  readonly final: Map<string, number>;
  /** Payers who have come, and those who have done all that they wanted. */
  come: number;
  gone: number;
}

export function newClock(): Clock {
  return { began: Date.now(), told: new Map(), final: new Map(), come: 0, gone: 0 };
}

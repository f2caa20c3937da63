import type { DrillPatience } from '../chaos/patience.ts';
import type { DrillEnvironment } from '../chaos/environment.ts';
import { ask, type CallerRequest } from './callers.ts';
import type { RequestObservation, Case } from './observations.ts';
import type { Round } from './plan.ts';
import { sell, sellAndPay, type ConcurrencySale } from './sale.ts';
import { ACCOUNTS } from './environment.ts';
import { paymentsOf, witness } from './recorder.ts';

/** What is done in a round, and what everybody has seen of it. */
export type Proof = (
  environment: DrillEnvironment,
  patience: DrillPatience,
  round: Round,
) => Promise<readonly Case[]>;

export const PROOFS: Readonly<Record<string, Proof>> = { crowd, instant, unpaid, lost, events };

/** Many refunds at once, together of more than there is: as many as there is money for, and everybody gets an answer. */
async function crowd(environment: DrillEnvironment, patience: DrillPatience, round: Round) {
  const { paid: fils, parts } = round.crowd;
  const sale = await sellAndPay(environment, patience, {
    about: `crowd-${round.number}`,
    fils,
    how: 'capture',
  });
  const asked = await atOnce(environment, patience, { sale, requests: refunds(parts) });
  return [await witness(environment, sale, { asked, winners: 'any' })];
}

/** Everything that can end an amount that is only held, at the same instant: one of them wins. */
async function instant(environment: DrillEnvironment, patience: DrillPatience, round: Round) {
  const { held: fils, order } = round.instant;
  const about = `instant-${round.number}`;
  const sale = await sellAndPay(environment, patience, { about, fils, how: 'authorize' });
  const requests = order.map((kind) => ({ kind }));
  const asked = await atOnce(environment, patience, { sale, requests });
  return [await witness(environment, sale, { asked, winners: 1 })];
}

/** Everything that can end a payment that nobody has paid, at the same instant: one of them wins, and no money moves. */
async function unpaid(environment: DrillEnvironment, patience: DrillPatience, round: Round) {
  const { fils, order } = round.unpaid;
  const about = `unpaid-${round.number}`;
  const sale = await sell(environment, patience, { about, fils, how: 'capture' });
  const requests = order.map((kind) => ({ kind }));
  const asked = await atOnce(environment, patience, { sale, requests });
  return [await witness(environment, sale, { asked, winners: 1, isPaid: false })];
}

/**
 * One answer of five is lost after the work was done, those of inquiries too, and every second time the network does again
 * what it is asked again: one charge, and each refund once.
 */
async function lost(environment: DrillEnvironment, patience: DrillPatience, round: Round) {
  const { paid: fils, parts, keysIgnored, seed } = round.lost;
  const faults = [
    { fault: 'answer-lost', probability: 0.2, seed },
    ...(keysIgnored ? [{ fault: 'key-ignored', probability: 1, seed }] : []),
  ];
  return whileWrong(environment, faults, async () => {
    const about = `lost-${round.number}`;
    const sale = await sellAndPay(environment, patience, { about, fils, how: 'capture' });
    const asked = await atOnce(environment, patience, { sale, requests: refunds(parts) });
    return [await witness(environment, sale, { asked, winners: parts.length })];
  });
}

/**
 * Refunds that the network queues and decides in another order, with callbacks that come late, several times and again
 * when all is over: what each came to is what the network says.
 */
async function events(environment: DrillEnvironment, patience: DrillPatience, round: Round) {
  const { paid: fils, parts, outcomes, seed } = round.events;
  const faults = [
    { fault: 'queued', on: ['refund'], probability: 0.8, seed },
    { fault: 'duplicate-callback', times: 3, probability: 0.5, seed: seed + 1 },
    { fault: 'late-callback', delay_ms: 700, probability: 0.4, seed: seed + 2 },
  ];
  return whileWrong(environment, faults, async () => {
    const about = `events-${round.number}`;
    const sale = await sellAndPay(environment, patience, { about, fils, how: 'capture' });
    const asked = await atOnce(environment, patience, { sale, requests: refunds(parts) });
    await decideAll(environment, sale, outcomes);
    return [await witness(environment, sale, { asked, winners: 'any' })];
  });
}

async function decideAll(
  { network, ...environment }: DrillEnvironment,
  sale: ConcurrencySale,
  outcomes: Round['events']['outcomes'],
) {
  for (const payment of await paymentsOf({ network, ...environment }, sale)) {
    const operations = await network.operations(payment);
    const queued = operations.filter(({ status }) => status === 'QUEUED').toReversed();
    await Promise.all(
      queued.map(({ id }, nth) => network.decide(id, outcomes[nth % outcomes.length] ?? 'done')),
    );
    await network.callBack(payment, 3);
  }
}

function refunds(parts: readonly number[]): readonly CallerRequest[] {
  return parts.map((fils) => ({ kind: 'refund', fils }));
}

function atOnce(
  environment: DrillEnvironment,
  patience: DrillPatience,
  {
    sale,
    requests,
  }: { readonly sale: ConcurrencySale; readonly requests: readonly CallerRequest[] },
): Promise<readonly RequestObservation[]> {
  return Promise.all(requests.map((request) => ask(environment, patience, { sale, request })));
}

async function whileWrong<T>(
  { network }: DrillEnvironment,
  faults: readonly object[],
  work: () => Promise<T>,
): Promise<T> {
  await network.orderFaults(ACCOUNTS.capture, faults);
  try {
    return await work();
  } finally {
    await network.orderFaults(ACCOUNTS.capture, []);
  }
}

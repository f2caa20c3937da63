import type { Agreement } from '../../domain/agreement/agreement.ts';
import { isCycleSettled } from '../../domain/agreement/autopay.ts';
import { periodOf } from '../../domain/agreement/calendar.ts';
import { isWithin, limitsOf } from '../../domain/agreement/retries.ts';
import type { NetworkBooking, Paid } from './network.ts';
import type { NetworkTry } from './world.ts';

/** What the judge looks at: the network's books, and what we have kept. */
export interface TimeTravelObservations {
  readonly agreements: readonly Agreement[];
  readonly asked: readonly NetworkTry[];
  readonly ledger: readonly NetworkBooking[];
  readonly payments: readonly Paid[];
  readonly brandOf: (token: string) => string | undefined;
  /** When the simulation ended, in epoch milliseconds. */
  readonly until: number;
}

/** Everything that is wrong, one sentence each. Empty when no cycle was charged twice or skipped, and no limit exceeded. */
export function faultsIn(evidence: TimeTravelObservations): readonly string[] {
  return [...chargeFaults(evidence), ...skips(evidence), ...limitFaults(evidence)];
}

/** A period has one entry in the network's ledger when we say that it is paid, and none otherwise. */
function chargeFaults({ agreements, asked, ledger }: TimeTravelObservations): readonly string[] {
  const meant = new Map(asked.map((one) => [String(one.reference), `${one.uuid} ${one.period}`]));
  const counts = new Map<string, number>();
  for (const { reference } of ledger) {
    const cycle = meant.get(reference);
    if (cycle !== undefined) counts.set(cycle, (counts.get(cycle) ?? 0) + 1);
  }
  const ours = agreements.flatMap(({ uuid, autopay }) =>
    (autopay?.history ?? []).map(({ name, state }) => ({ cycle: `${uuid} ${name}`, state })),
  );
  const known = new Set(ours.map(({ cycle }) => cycle));
  return [
    ...ours.flatMap(({ cycle, state }) => {
      const charged = counts.get(cycle) ?? 0;
      const wanted = state === 'paid' ? 1 : 0;
      return charged === wanted ? [] : [`${cycle} is ${state} and was charged ${charged} times.`];
    }),
    ...[...counts.keys()]
      .filter((cycle) => !known.has(cycle))
      .map((cycle) => `${cycle} was charged, and we know nothing of it.`),
  ];
}

/** Every period that was due while the agreement was charged has a cycle, and one that is over. */
function skips({ agreements, until }: TimeTravelObservations): readonly string[] {
  return agreements.flatMap(({ uuid, autopay }) => {
    if (!autopay) return [];
    const last = autopay.history.at(-1)?.number ?? 0;
    const faults: string[] = [];
    for (let number = 1; number <= autopay.cycles; number += 1) {
      const period = periodOf(autopay, number);
      if (!period || period.dueAt > until - SETTLED_WITHIN_MS) break;
      if (autopay.state === 'ended' && number > last) break;
      const cycle = autopay.history.find(({ name }) => name === period.name);
      if (!cycle) faults.push(`${uuid} ${period.name} was skipped.`);
      else if (!isCycleSettled(cycle) || cycle.state === 'missed' || cycle.state === 'unknown')
        faults.push(`${uuid} ${period.name} is still ${cycle.state}.`);
    }
    return faults;
  });
}

/** Its four tries take a week, and each comes up to a day late (drills/time-travel/workflows.ts). */
const SETTLED_WITHIN_MS = 12 * 24 * 3_600_000;

/** By the network's own books: no card was tried once too often, or after it had said never. */
function limitFaults({ asked, payments, brandOf }: TimeTravelObservations): readonly string[] {
  const tokens = new Map(asked.map(({ reference, token }) => [String(reference), token]));
  const byCard = new Map<string, Paid[]>();
  for (const payment of payments) {
    const token = tokens.get(payment.reference);
    if (token !== undefined) byCard.set(token, [...(byCard.get(token) ?? []), payment]);
  }
  return [...byCard].flatMap(([token, tried]) => {
    const inOrder = tried.toSorted((one, other) => one.at - other.at);
    const limits = limitsOf(brandOf(token));
    const forbidden = inOrder.findIndex(({ advice }) => advice === 'never_retry');
    const declined: number[] = [];
    const exceeded = inOrder.filter(({ status, at }) => {
      const isTooMuch = !isWithin(limits, declined, at);
      if (status === 'DECLINED') declined.push(at);
      return isTooMuch;
    });
    return [
      ...(exceeded.length > 0 ? [`A card was tried ${exceeded.length} times too often.`] : []),
      ...(forbidden >= 0 && forbidden < inOrder.length - 1
        ? ['A card was tried after its network had said never.']
        : []),
    ];
  });
}

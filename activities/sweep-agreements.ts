import type { Agreement } from '../domain/agreement/agreement.ts';
import { dayOf } from '../domain/agreement/ending.ts';
import type { Store } from '../store/index.ts';
import { round, type Found } from './round.ts';

/** Starts a look at an agreement; worker/deps.ts gives it. Safe to repeat. */
export type StartLook = (agreement: Agreement) => Promise<void>;

/** What was due for a look a moment ago is in the hands of its Schedule, or of the request that changed it. */
const GRACE_MS = 60_000;
/**
 * So many a minute: more would be a rush, and the rest is still there in the next round. Those that wait for their turn are
 * found again, and get no second run, so that no more than these ever wait because of rounds.
 */
const AT_ONCE = 200;

/** How many a round has dealt with. */
export interface SweptAgreements {
  readonly looked: number;
  readonly ended: number;
}

export function agreementSweep(
  { agreements }: { readonly agreements: Pick<Store['agreements'], 'unseen' | 'overdue' | 'end'> },
  startLook: StartLook,
) {
  return {
    /**
     * Has those agreements looked at that nobody has looked at in time, and ends those whose last day is over, so that
     * their cards are free; the longest waiting first. What fails stops nothing else.
     */
    async sweepAgreements(): Promise<SweptAgreements> {
      const now = Date.now();
      const unseen = await agreements.unseen(now - GRACE_MS, AT_ONCE);
      const overdue = await agreements.overdue(dayOf(now), AT_ONCE);
      const found = [
        ...unseen.map((agreement) => ({ agreement, work: () => startLook(agreement) })),
        ...overdue.map((agreement) => ({ agreement, work: () => agreements.end(agreement, now) })),
      ];
      // No mark: what is dealt with is not found again.
      await round(found.map(asFound), now, async () => undefined);
      return { looked: unseen.length, ended: overdue.length };
    },
  };
}

function asFound({
  agreement,
  work,
}: {
  readonly agreement: Agreement;
  readonly work: () => Promise<unknown>;
}): Found {
  const deal = async () => {
    await work();
    return true;
  };
  return { name: agreement.uuid, at: agreement.createdAt, deal };
}

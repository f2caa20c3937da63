import type { Agreement } from '../domain/agreement/agreement.ts';
import type { Store } from '../store/index.ts';

/** Starts a look at an agreement; worker/deps.ts gives it. Safe to repeat. */
export type StartLook = (agreement: Agreement) => Promise<void>;

/** What was due for a look a moment ago is in the hands of its Schedule, or of the request that changed it. */
const GRACE_MS = 60_000;
/** So many a minute: more would be a rush on the database, and the rest is still there in the next round. */
const AT_ONCE = 500;

export type AgreementSweep = ReturnType<typeof agreementSweep>;

export function agreementSweep(
  { agreements }: { readonly agreements: Pick<Store['agreements'], 'unseen'> },
  startLook: StartLook,
) {
  return {
    /** Has those agreements looked at that nobody has looked at in time, the longest waiting first. */
    async sweepAgreements(): Promise<{ readonly looked: number }> {
      const unseen = await agreements.unseen(Date.now() - GRACE_MS, AT_ONCE);
      for (const agreement of unseen) await startLook(agreement);
      return { looked: unseen.length };
    },
  };
}

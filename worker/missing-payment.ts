import type { Lifeline } from '../activities/revivals.ts';
import { nextDue } from '../domain/transaction/inquiry-plan.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';

/** How runs are reached. */
interface Runs {
  readonly isOpen: (transaction: Transaction) => Promise<boolean>;
  readonly start: (transaction: Transaction) => Promise<unknown>;
}

/**
 * Starts the run of a payment that has none and of which something is due. What was kept last is read after the run was
 * seen closed: it may have come to its end by itself meanwhile.
 */
export function missingPayment(
  { find }: Pick<Store['transactions'], 'find'>,
  { isOpen, start }: Runs,
): Lifeline['openPayment'] {
  return async (transaction) => {
    if (await isOpen(transaction)) return false;
    const kept = await find(transaction);
    if (!kept || nextDue(kept, Date.now()) === undefined) return false;
    await start(kept);
    return true;
  };
}

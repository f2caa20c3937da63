import { log } from '@temporalio/activity';
import { toDecimal } from '../domain/money.ts';
import type { Report } from '../domain/transaction/network.ts';
import { lateMoneyOf, type Tombstone } from '../domain/transaction/tombstone.ts';
import type { TransactionRef } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';

/** A network's word on an attempt of a transaction that is not there any more. */
export interface LateWord extends TransactionRef {
  readonly report: Report;
}

type Stores = Pick<Store, 'transactions' | 'invoices' | 'shortLinks' | 'tombstones'>;

export function removalActivities({ transactions, invoices, shortLinks, tombstones }: Stores) {
  return {
    /**
     * Removes a transaction for good, with its invoice and its short links; what remains is written first. Safe to repeat:
     * the tombstone is written once, and what is gone is gone.
     */
    async buryTransaction(tombstone: Tombstone): Promise<void> {
      await tombstones.insert(tombstone);
      await Promise.all([
        invoices.remove(tombstone),
        shortLinks.removeOf(tombstone),
        transactions.remove(tombstone),
      ]);
    },

    /** Writes down money that came for what was removed, and says so loudly. Safe to repeat: once for an attempt. */
    hearOfRemoved: hearOfRemoved(tombstones),
  };
}

/** Gives true when it was news. */
export function hearOfRemoved(tombstones: Stores['tombstones']) {
  return async ({ report, ...ref }: LateWord): Promise<boolean> => {
    const tombstone = await tombstones.find(ref);
    const late = tombstone && lateMoneyOf(tombstone, report, Date.now());
    if (!late || !(await tombstones.addLateMoney(ref, late))) return false;
    const { charged, referenceNumber } = late;
    log.error('money came for a transaction that was removed; it must be refunded at the gateway', {
      sessionId: ref.sessionId,
      referenceNumber,
      charged: `${charged.currency} ${toDecimal(charged)}`,
    });
    return true;
  };
}

import type { Store } from '../../store/index.ts';
import type { ApiMetrics } from './metrics.ts';

/** The store, with every transaction counted that is written for the first time. */
export function countingCreations(store: Store, metrics: ApiMetrics): Store {
  const { transactions, invoices } = store;
  return {
    ...store,
    transactions: {
      ...transactions,
      insert: async (transaction) => {
        const kept = await transactions.insert(transaction);
        // Another object is the one of an earlier request with the same key.
        if (kept === transaction) metrics.transactionCreated(transaction);
        return kept;
      },
    },
    invoices: {
      ...invoices,
      insert: async (issued) => {
        const kept = await invoices.insert(issued);
        if (kept === issued) metrics.transactionCreated(issued.transaction);
        return kept;
      },
    },
  };
}

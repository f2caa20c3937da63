import type { Transaction } from '../domain/transaction/transaction.ts';
import type { Store } from './index.ts';

/** The labels of a transaction that was created; `type` is `bulk` of a row of a file, which nobody is expected to pay soon. */
export interface CreationLabels {
  readonly currency: string;
  readonly type: string;
}

/** The store, with `count` told of every transaction that is written for the first time. */
export function countingCreations(store: Store, count: (labels: CreationLabels) => void): Store {
  const { transactions, invoices } = store;
  const created = ({ amount, type, bulkId }: Transaction) =>
    count({ currency: amount.currency, type: bulkId === undefined ? type : 'bulk' });
  return {
    ...store,
    transactions: {
      ...transactions,
      insert: async (transaction) => {
        const kept = await transactions.insert(transaction);
        // Another object is the one of an earlier try.
        if (kept === transaction) created(transaction);
        return kept;
      },
    },
    invoices: {
      ...invoices,
      insert: async (issued) => {
        const kept = await invoices.insert(issued);
        if (kept === issued) created(issued.transaction);
        return kept;
      },
    },
  };
}

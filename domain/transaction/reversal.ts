import { shownMoney, type Money } from '../money.ts';
import { alerted } from './alert.ts';
import type { Change } from './change.ts';
import type { AttemptReport } from './network.ts';
import type { Transaction } from './transaction.ts';

/**
 * What a network's word changes that it has undone money of an attempt, where no operation of ours has moved it: nothing but that a
 * person is told, once for each word, also before the word that it was paid. Undefined when they were.
 */
export function alertReversal(
  transaction: Transaction,
  { referenceNumber, message }: Pick<AttemptReport, 'referenceNumber' | 'message'>,
  { undone, now }: { readonly undone: Money; readonly now: number },
): Change | undefined {
  const detail = reversalDetail(undone, message);
  const isTold = transaction.alerts.some(
    (alert) => alert.referenceNumber === referenceNumber && alert.detail === detail,
  );
  if (isTold) return undefined;
  return {
    transaction: alerted(transaction, {
      kind: 'manual-action-required',
      referenceNumber,
      at: now,
      detail,
    }),
  };
}

/** What a person is told of it; `message` is the network's own word. */
export function reversalDetail(undone: Money, message: string | undefined): string {
  const why = message === undefined ? '' : `: ${message}`;
  return `The gateway has undone ${shownMoney(undone)} of this payment${why}. Neither its state nor the ledger has changed: ask the gateway, and book what becomes of the money by hand.`;
}

import assert from 'node:assert/strict';
import { operationReported } from '../../api/callbacks/operations.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import {
  memoryInbox,
  memoryOperations,
  memoryTransactions,
} from '../activities/support/memory-store.ts';
import { aNumberedOperation, wordOn } from '../domain/operation/support.ts';
import { anAttempt, aTransaction, CARD, SHOP } from '../support/builders.ts';

const OPERATION = aNumberedOperation(1, { state: 'done' });
const PAYMENT = aTransaction({
  sessionId: OPERATION.parentId,
  state: 'paid',
  attempts: [anAttempt({ state: 'success', referenceNumber: OPERATION.paymentReference })],
});

const notAsked = () => Promise.reject(new Error('not asked here'));

describe("a network's word on an operation", () => {
  it('is told to the operation, and counts as heard by the run that was told', async () => {
    const { heard, unheard, signaled } = await reported([PAYMENT]);
    assert.deepEqual([heard, unheard, signaled], [['reversed'], 0, 1]);
  });

  it('is left to the sweep where its payment was removed for good', async () => {
    const { heard, unheard } = await reported([]);
    assert.deepEqual([heard, unheard], [[], 1]);
  });
});

/** What came of the word that the refund was undone. */
async function reported(payments: readonly Transaction[]) {
  const heard: string[] = [];
  const inbox = memoryInbox();
  const store = {
    inbox,
    operations: memoryOperations(OPERATION),
    transactions: memoryTransactions(...payments),
  };
  const engine = {
    report: notAsked,
    takeIn: notAsked,
    reportOperation: async (_operation: unknown, { result }: { readonly result: string }) => {
      heard.push(result);
      return 'run-1';
    },
  };
  await operationReported(
    { store, engine, logger: { warn: () => undefined } },
    { merchantId: SHOP, code: CARD },
    { eventId: 'event-1', report: wordOn(OPERATION, { result: 'reversed' }), receivedAt: 1 },
  );
  const [unheard, signaled] = [await inbox.unheard(0, 2), await inbox.signaledTo(['run-1'])];
  return { heard, unheard: unheard.length, signaled: signaled.length };
}

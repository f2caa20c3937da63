import assert from 'node:assert/strict';
import { operationReported } from '../../api/callbacks/operations.ts';
import type { Money } from '../../domain/money.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import {
  memoryInbox,
  memoryOperations,
  memoryTransactions,
} from '../activities/support/memory-store.ts';
import { aNumberedOperation, wordOn } from '../domain/operation/support.ts';
import { anAttempt, aTransaction, CARD, kwd, SHOP } from '../support/builders.ts';

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

  it('waits where other money came, and it lets go of what was asked for, as of a page that is closed', async () => {
    const attempt = anAttempt({ fee: kwd('0.250') });
    const { referenceNumber } = attempt;
    const alert = { kind: 'amount-mismatch', referenceNumber, at: 0, detail: 'x' } as const;
    const payment = aTransaction({ state: 'pending', attempts: [attempt], alerts: [alert] });
    const report = {
      kind: 'void',
      paymentReference: referenceNumber,
      amount: attempt.total,
      result: 'done',
      gatewayReference: 'net-1',
    } as const;
    const { takenIn, unheard } = await reported([payment], report);
    assert.deepEqual([takenIn, unheard], [[], 1]);
    const other = await reported([payment], { ...report, amount: kwd('5') });
    assert.deepEqual(other.takenIn, [kwd('5')]);
  });
});

/** What came of a word, which is that the refund was undone where no other is given. */
async function reported(
  payments: readonly Transaction[],
  report: OperationReport = wordOn(OPERATION, { result: 'reversed' }),
) {
  const heard: string[] = [];
  const takenIn: Money[] = [];
  const inbox = memoryInbox();
  const store = {
    inbox,
    operations: memoryOperations(OPERATION),
    transactions: memoryTransactions(...payments),
  };
  const engine = {
    report: notAsked,
    takeIn: async (_payment: unknown, { amount }: { readonly amount: Money }) => {
      takenIn.push(amount);
      return undefined;
    },
    reportOperation: async (_operation: unknown, { result }: { readonly result: string }) => {
      heard.push(result);
      return 'run-1';
    },
  };
  await operationReported(
    { store, engine, logger: { warn: () => undefined } },
    { merchantId: SHOP, code: CARD },
    { eventId: 'event-1', report, receivedAt: 1 },
  );
  const [unheard, signaled] = [await inbox.unheard(0, 2), await inbox.signaledTo(['run-1'])];
  return { heard, takenIn, unheard: unheard.length, signaled: signaled.length };
}

import type { Client } from '@temporalio/client';
import type { Bulk } from '../domain/bulk/bulk.ts';
import type { EventId } from '../domain/ids.ts';
import type { Operation } from '../domain/operation/operation.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { InvoiceHead } from '../store/invoices.ts';
import type { Store } from '../store/index.ts';
import {
  expireUpdate,
  settledSignal,
  submitUpdate,
  type Submission,
  type Submitted,
  type UpdateAnswer,
} from '../workflows/messages.ts';
import {
  bulkIdOf,
  bulkRunOf,
  deliveryIdOf,
  deliveryResumeOf,
  deliveryStartOf,
  invoiceResumeOf,
  operationIdOf,
  operationResumeOf,
  firstRunOf,
  resumeOf,
  transactionIdOf,
  type FirstOutcome,
} from '../workflows/starts.ts';
import { commandUpdateId } from '../workflows/ids.ts';
import { beginningsOn, messagesOn } from './messages.ts';
import { notifyTransaction } from './notify-transaction.ts';
import { ACTIVITY_PATIENCE } from './patience.ts';
import { runsOn } from './runs.ts';
import { answerToLate } from './temporal-errors.ts';

/**
 * All that activities may ask of workflows. No call has a deadline of its own: the time limits of the activity end it, and
 * Temporal tries it again, so that each is safe to repeat.
 *
 * @param teller the run whose activity calls
 */
export function activityEngineOn(
  { workflow }: Pick<Client, 'workflow'>,
  transactions: Pick<Store['transactions'], 'find'>,
  teller: () => string,
) {
  const runs = runsOn(workflow, ACTIVITY_PATIENCE);
  const { start, startMissing, startUnlessOpen, tell, ask, isOpen, cutShort } = runs;
  const { startReport, sendMessage } = beginningsOn(startUnlessOpen);
  return {
    ...messagesOn(runs),
    ...beginningsOn(startMissing),
    // What is over already ends at once.
    startReport,
    sendMessage,
    startBulk: (bulk: Bulk) => startMissing('bulk', bulkRunOf(bulk)),
    isBulkOpen: ({ id }: Bulk) => isOpen(bulkIdOf(id)),
    /** Gives a bulk that has no run a new one, which begins with what is still to be made. */
    resumeBulk: (bulk: Bulk) => start('bulk', bulkRunOf(bulk)),
    /** Has the calls of an event made that never had a run, the first one, too. */
    startDelivery: (eventId: EventId) =>
      startMissing('delivery', deliveryStartOf(eventId, { missing: true })),

    isOpen: ({ sessionId }: Pick<Transaction, 'sessionId'>) => isOpen(transactionIdOf(sessionId)),
    isOperationOpen: ({ sessionId }: Operation) => isOpen(operationIdOf(sessionId)),
    isDeliveryOpen: (eventId: EventId) => isOpen(deliveryIdOf(eventId)),
    /** Runs that callbacks are told to which something else than their own work has ended in this span of epoch milliseconds. */
    runsCutShort: (after: number, until: number) =>
      cutShort(['transaction', 'operation'], after, until),
    /** Gives what has no run a new one, which begins with what was kept. */
    resume: (transaction: Transaction) => start('transaction', resumeOf(transaction)),
    resumeOperation: (operation: Operation) => start('operation', operationResumeOf(operation)),
    /** Opens the run of an invoice that has none; true where it did. It reads what was kept, so that one that is settled ends at once. */
    resumeInvoice: (invoice: InvoiceHead) => startUnlessOpen('invoice', invoiceResumeOf(invoice)),
    resumeDelivery: (eventId: EventId, first: FirstOutcome) =>
      start('delivery', deliveryResumeOf(eventId, first)),

    /**
     * Has a payment that was created for it charged, as a merchant's server does it by the API, if that can begin until a moment
     * (epoch milliseconds). The refusal, where there is one.
     */
    submit: async (
      transaction: Transaction,
      submission: Submission,
      { requestId, beginBy }: { readonly requestId: string; readonly beginBy: number | undefined },
    ) => {
      const answer = await ask(['transaction', firstRunOf(transaction)], submitUpdate, {
        updateId: beginBy === undefined ? requestId : commandUpdateId(requestId, beginBy),
        args: [submission, beginBy],
      }).catch((error: unknown): UpdateAnswer<Submitted> => answerToLate(error));
      return answer.refused;
    },
    /** Ends the time in which somebody can begin to pay it; refused, and nothing, where it is paid or over. */
    expire: async (transaction: Transaction): Promise<void> => {
      await ask(['transaction', resumeOf(transaction)], expireUpdate, { args: [undefined] });
    },
    /** Reaches the open run of the invoice, or opens a new one when the invoice is overdue already. */
    tellInvoice: (invoice: InvoiceHead) =>
      tell(['invoice', invoiceResumeOf(invoice)], settledSignal),
    tellPayment: notifyTransaction(transactions, runs, teller),
  };
}

export type ActivityEngine = ReturnType<typeof activityEngineOn>;

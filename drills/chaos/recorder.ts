import { WorkflowNotFoundError } from '@temporalio/client';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import type { SaleDocument, SaleObservations, SalePayment, SaleRun } from './observations.ts';
import { dinarsOf } from '../dinars.ts';
import type { PlannedSale } from './plan.ts';
import { CHAOS_ACCOUNTS } from './accounts.ts';
import type { DrillEnvironment } from './environment.ts';

/** What the network has, by the reference of the attempt. */
export interface NetworkBooks {
  readonly payments: ReadonlyMap<string, readonly SalePayment[]>;
  readonly moved: ReadonlyMap<string, readonly string[]>;
}

type Source = Pick<DrillEnvironment, 'store' | 'merchant' | 'network' | 'temporal' | 'receiver'>;

/** The network's books as they are now. */
export async function booksOf({ network }: Pick<Source, 'network'>): Promise<NetworkBooks> {
  const payments = await Promise.all(CHAOS_ACCOUNTS.map((code) => network.payments(code)));
  const entries = await Promise.all(CHAOS_ACCOUNTS.map((code) => network.ledger(code)));
  return {
    payments: grouped(
      payments.flat().map((one) => ({
        reference: one.merchant_reference,
        value: { reference: one.merchant_reference, status: one.status },
      })),
    ),
    moved: grouped(
      entries.flat().map(({ merchant_reference, entry, amount, currency }) => ({
        reference: merchant_reference,
        value: `${entry} ${amount} ${currency}`,
      })),
    ),
  };
}

/** The documents of an order, and what the network has of their attempts: enough to say whether it is final. */
export async function saleStandingOf(
  { store, merchant }: Pick<Source, 'store' | 'merchant'>,
  orderNo: string,
  books: NetworkBooks,
): Promise<Pick<SaleObservations, 'documents' | 'payments' | 'moved'>> {
  const { results } = await store.transactions.listByOrder(merchant, orderNo, {
    limit: 5,
    offset: 0,
  });
  const documents = results.map(documentOf);
  const references = documents.flatMap(({ attempts }) =>
    attempts.map(({ referenceNumber }) => referenceNumber),
  );
  return {
    documents,
    payments: references.flatMap((reference) => books.payments.get(reference) ?? []),
    moved: references.flatMap((reference) => books.moved.get(reference) ?? []),
  };
}

/** All that anybody saw of a sale. */
export async function observationsOf(
  source: Source,
  { orderNo, fils, conduct }: PlannedSale,
  books: NetworkBooks,
): Promise<Omit<SaleObservations, 'told' | 'finalAfterMs'>> {
  const standing = await saleStandingOf(source, orderNo, books);
  const [document] = standing.documents;
  const run = document && (await runOf(source, document));
  return {
    orderNo,
    means: conduct.means,
    asked: `${dinarsOf(fils)} KWD`,
    ...standing,
    ...(run && { run }),
    heard: source.receiver.heardOf(orderNo),
  };
}

/** References that the network has and none of these sales. */
export function straysIn(
  books: NetworkBooks,
  sales: readonly SaleObservations[],
): readonly string[] {
  const known = new Set(
    sales.flatMap(({ documents }) =>
      documents.flatMap(({ attempts }) => attempts.map(({ referenceNumber }) => referenceNumber)),
    ),
  );
  return [...new Set([...books.payments.keys(), ...books.moved.keys()])].filter(
    (reference) => !known.has(reference),
  );
}

/**
 * Workflows that failed, were terminated or timed out. A round of a Schedule may: the next one does the same. So may a
 * run in whose place another one has begun anew (workflows/starts.ts).
 */
export async function failedRunsOf({ temporal }: Pick<Source, 'temporal'>) {
  const query =
    'ExecutionStatus IN ("Failed", "Terminated", "TimedOut", "Canceled") AND WorkflowType NOT IN ("sweep", "revive", "autoDebitSweep", "reportSweep", "taskMailSweep")';
  const found: string[] = [];
  for await (const { workflowId } of temporal.workflow.list({ query })) {
    const { status } = await temporal.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING' && status.name !== 'COMPLETED') found.push(workflowId);
  }
  return found;
}

function documentOf({ sessionId, state, attempts, sequence, alerts }: Transaction): SaleDocument {
  return {
    sessionId,
    state,
    sequence,
    attempts: attempts.map(({ referenceNumber, state, unanswered, routing, pgCode }) => ({
      referenceNumber,
      state,
      unanswered: unanswered === true,
      ...(routing && { routedTo: pgCode }),
      ...(routing?.after && { after: routing.after }),
    })),
    alerts: alerts.map(({ kind }) => kind),
  };
}

async function runOf(
  { temporal }: Pick<Source, 'temporal'>,
  { sessionId }: SaleDocument,
): Promise<SaleRun | undefined> {
  try {
    const { status, typedSearchAttributes } = await temporal.workflow
      .getHandle(transactionWorkflowId(sessionId))
      .describe();
    const state = typedSearchAttributes.get(SEARCH_ATTRIBUTES.TransactionState);
    return { isOpen: status.name === 'RUNNING', state: state ?? 'nothing' };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

function grouped<T>(
  entries: readonly { readonly reference: string; readonly value: T }[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const { reference, value } of entries)
    groups.set(reference, [...(groups.get(reference) ?? []), value]);
  return groups;
}

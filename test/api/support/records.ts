import assert from 'node:assert/strict';
import { unposted } from '../../../domain/ledger/post.ts';
import { merchantId, sessionId, type MerchantId, type SessionId } from '../../../domain/ids.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import type { WebhookEvent } from '../../../store/webhook-events.ts';
import type { System } from '../../support/system.ts';
import { until } from '../../support/http.ts';
import { transactionWorkflowId } from '../../../workflows/ids.ts';

/** The seeded merchant. */
export const DEMO = idOf('demo');

/** What the database holds of a transaction; the test fails when it holds nothing. */
export async function transactionOf({ store }: System, id: string): Promise<Transaction> {
  const found = await store.transactions.findForPayer(sessionIdOf(id));
  assert.ok(found, `no transaction ${id}`);
  return found;
}

/** How many documents an order number has. */
export async function countDocuments({ store }: System, orderNo: string, merchant = DEMO) {
  const page = await store.transactions.listByOrder(merchant, orderNo, { limit: 1, offset: 0 });
  return page.count;
}

/** The merchant's notices about a transaction, in their order. */
export function eventsOf({ store }: System, id: string): Promise<readonly WebhookEvent[]> {
  return store.webhookEvents.listOf(DEMO, sessionIdOf(id));
}

/** What the ledger has of a transaction, as soon as it has all: a state can be read a moment before its entries. */
export function ledgerOf(system: System, id: string) {
  return until('the ledger has all of the transaction', async () => {
    const transaction = await transactionOf(system, id);
    const entries = await system.store.ledger.listOf(transaction.merchantId, transaction.sessionId);
    return unposted(transaction, entries, 0).length === 0 && entries;
  });
}

/** Waits for a state of the document, and gives the document. */
export function untilState(
  system: System,
  id: string,
  state: Transaction['state'],
  withinMs?: number,
) {
  const look = async () => {
    const transaction = await transactionOf(system, id);
    return transaction.state === state && transaction;
  };
  return until(`the transaction is ${state}`, look, withinMs);
}

export function sessionIdOf(id: string): SessionId {
  const session = sessionId(id);
  assert.ok(session, `${id} is no session id`);
  return session;
}

export function idOf(merchant: string): MerchantId {
  const id = merchantId(merchant);
  assert.ok(id, `${merchant} is no merchant id`);
  return id;
}

/** How many commands and signals the latest run of a payment has taken. */
export async function messagesTo({ temporal }: System, id: string): Promise<number> {
  const run = temporal.workflow.getHandle(transactionWorkflowId(sessionIdOf(id)));
  const { events } = await run.fetchHistory();
  return (events ?? []).filter(
    (event) =>
      event.workflowExecutionUpdateAcceptedEventAttributes ??
      event.workflowExecutionSignaledEventAttributes,
  ).length;
}

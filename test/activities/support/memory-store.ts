import type { GatewayAccount } from '../../../domain/account.ts';
import type { Merchant } from '../../../domain/merchant.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import type { CallbackInbox, InboxEntry } from '../../../store/callback-inbox.ts';
import type { GatewayAccountStore } from '../../../store/gateway-accounts.ts';
import type { MarkStore } from '../../../store/marks.ts';
import type { MerchantStore } from '../../../store/merchants.ts';
import type { TransactionStore } from '../../../store/transactions.ts';
import {
  eventIdOf,
  type WebhookEvent,
  type WebhookEventStore,
} from '../../../store/webhook-events.ts';

const ensureIndexes = async () => undefined;

/** Documents in memory under the rules of the store: insert once, save only forward. */
export function memoryTransactions(...given: readonly Transaction[]): TransactionStore {
  let all = [...given];
  return {
    ensureIndexes,
    insert: async (transaction) => {
      all.push(transaction);
      return transaction;
    },
    save: async (transaction) => {
      all = all.map((kept) =>
        kept.sessionId === transaction.sessionId && kept.version < transaction.version
          ? transaction
          : kept,
      );
    },
    find: async ({ merchantId, sessionId }) =>
      all.find((kept) => kept.sessionId === sessionId && kept.merchantId === merchantId),
    findForPayer: async (sessionId) => all.find((kept) => kept.sessionId === sessionId),
    findByReference: async (reference) =>
      all.find(({ attempts }) =>
        attempts.some(({ referenceNumber }) => referenceNumber === reference),
      ),
    listByOrder: async (merchantId, orderNo) => {
      const results = all.filter(
        (kept) => kept.merchantId === merchantId && kept.orderNo === orderNo,
      );
      return { count: results.length, results };
    },
    bornBetween: async (after, until) =>
      all
        .filter(
          ({ version, createdAt }) => version === 1 && createdAt > after && createdAt <= until,
        )
        .toSorted((one, other) => one.createdAt - other.createdAt),
  };
}

/** Accounts with the settings that their gateways get. */
export function memoryAccounts(
  ...given: readonly (readonly [GatewayAccount, Readonly<Record<string, unknown>>])[]
): GatewayAccountStore {
  const all = [...given];
  return {
    ensureIndexes,
    put: async (account, settings) => {
      all.push([account, settings]);
    },
    list: async (merchantId) =>
      all.flatMap(([account]) => (account.merchantId === merchantId ? [account] : [])),
    open: async (merchantId, code) => {
      const found = all.find(
        ([account]) => account.merchantId === merchantId && account.code === code,
      );
      return found && { account: found[0], settings: found[1] };
    },
  };
}

/** Merchants, who all sign with the same key. */
export function memoryMerchants(webhookKey: string, ...given: readonly Merchant[]): MerchantStore {
  const all = [...given];
  const find = (id: string) => all.find((merchant) => merchant.id === id);
  return {
    ensureIndexes,
    put: async (merchant) => {
      all.push(merchant);
    },
    find: async (id) => find(id),
    webhookKey: async (id) => (find(id) ? webhookKey : undefined),
  };
}

/** Frozen events, and the calls that were written down. */
export function memoryEvents(...given: readonly WebhookEvent[]): WebhookEventStore {
  const all = new Map(given.map((event) => [event.eventId, event]));
  return {
    ensureIndexes,
    freeze: async (event) => {
      const eventId = eventIdOf(event.sessionId, event.sequence);
      if (!all.has(eventId)) all.set(eventId, { ...event, eventId, calls: [] });
      return eventId;
    },
    find: async (eventId) => all.get(eventId),
    record: async (eventId, call, verdict) => {
      const event = all.get(eventId);
      if (event) all.set(eventId, { ...event, calls: [...event.calls, call], verdict });
    },
    listOf: async (merchantId, sessionId) =>
      [...all.values()].filter(
        (event) => event.merchantId === merchantId && event.sessionId === sessionId,
      ),
  };
}

/** Callbacks that gateways sent. */
export function memoryInbox(...given: readonly InboxEntry[]): CallbackInbox {
  let all = [...given];
  return {
    ensureIndexes,
    receive: async (entry) => {
      const kept = { ...entry, signaled: false };
      all.push(kept);
      return kept;
    },
    markSignaled: async ({ gatewayEventId }) => {
      all = all.map((entry) =>
        entry.gatewayEventId === gatewayEventId ? { ...entry, signaled: true } : entry,
      );
    },
    hasWordOn: async (reference) => all.some((entry) => entry.referenceNumber === reference),
    unheard: async (after, until) =>
      all
        .filter(
          ({ signaled, receivedAt }) => !signaled && receivedAt > after && receivedAt <= until,
        )
        .toSorted((one, other) => one.receivedAt - other.receivedAt),
  };
}

/** Marks that only move forward. */
export function memoryMarks(): MarkStore {
  const all = new Map<string, number>();
  const get = (name: string) => all.get(name) ?? 0;
  return {
    ensureIndexes,
    get: async (name) => get(name),
    advance: async (name, at) => {
      all.set(name, Math.max(get(name), at));
    },
  };
}

import type { Connection } from 'mongoose';
import { apiKeyStore } from './api-keys.ts';
import { callbackInbox } from './callback-inbox.ts';
import { connectStore } from './connection.ts';
import { gatewayAccountStore } from './gateway-accounts.ts';
import { idempotencyClaims } from './idempotency-claims.ts';
import { markStore } from './marks.ts';
import { merchantStore } from './merchants.ts';
import { transactionStore } from './transactions.ts';
import { webhookEventStore } from './webhook-events.ts';

export type Store = ReturnType<typeof storeOn>;

/** All collections of one database. */
export function storeOn(connection: Connection) {
  return {
    transactions: transactionStore(connection),
    webhookEvents: webhookEventStore(connection),
    merchants: merchantStore(connection),
    gatewayAccounts: gatewayAccountStore(connection),
    apiKeys: apiKeyStore(connection),
    inbox: callbackInbox(connection),
    claims: idempotencyClaims(connection),
    marks: markStore(connection),
    /** Resolves when the database answers; rejects when it does not. */
    ping: async (): Promise<void> => {
      await connection.db?.admin().ping();
    },
    close: () => connection.close(),
  };
}

/** Connects and makes sure that every index exists: uniqueness is a promise that code relies on. */
export async function openStore(mongodbUri: string): Promise<Store> {
  const store = storeOn(await connectStore(mongodbUri));
  const { transactions, webhookEvents, merchants, gatewayAccounts, apiKeys, inbox, claims, marks } =
    store;
  for (const part of [
    transactions,
    webhookEvents,
    merchants,
    gatewayAccounts,
    apiKeys,
    inbox,
    claims,
    marks,
  ])
    await part.ensureIndexes();
  return store;
}

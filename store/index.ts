import type { Connection } from 'mongoose';
import { apiKeyStore } from './api-keys.ts';
import { auditLog } from './audit.ts';
import { callbackInbox } from './callback-inbox.ts';
import { connectStore } from './connection.ts';
import { gatewayAccountStore } from './gateway-accounts.ts';
import { idempotencyClaims } from './idempotency-claims.ts';
import { markStore } from './marks.ts';
import { merchantStore } from './merchants.ts';
import { sealer, type Sealer, type StorageKeys } from './sealed.ts';
import { transactionStore } from './transactions.ts';
import { webhookEventStore } from './webhook-events.ts';

export type Store = ReturnType<typeof storeOn>;

/** All collections of one database. */
export function storeOn(connection: Connection, seals: Sealer) {
  return {
    transactions: transactionStore(connection),
    webhookEvents: webhookEventStore(connection),
    merchants: merchantStore(connection, seals),
    gatewayAccounts: gatewayAccountStore(connection, seals),
    apiKeys: apiKeyStore(connection),
    inbox: callbackInbox(connection),
    claims: idempotencyClaims(connection),
    marks: markStore(connection),
    audit: auditLog(connection),
    /** Resolves when the database answers; rejects when it does not. */
    ping: async (): Promise<void> => {
      await connection.db?.admin().ping();
    },
    close: () => connection.close(),
  };
}

/**
 * Connects and makes sure that every index exists: uniqueness is a promise that code relies on. The keys seal the secrets
 * of merchants and gateway accounts.
 */
export async function openStore(mongodbUri: string, keys: StorageKeys): Promise<Store> {
  const store = storeOn(await connectStore(mongodbUri), sealer(keys));
  const { transactions, webhookEvents, merchants, gatewayAccounts, apiKeys } = store;
  const { inbox, claims, marks, audit } = store;
  for (const part of [
    transactions,
    webhookEvents,
    merchants,
    gatewayAccounts,
    apiKeys,
    inbox,
    claims,
    marks,
    audit,
  ])
    await part.ensureIndexes();
  return store;
}

import type { Connection } from 'mongoose';
import { accountLinkStore } from './account-links.ts';
import { agreementStore } from './agreements.ts';
import { apiKeyStore } from './api-keys.ts';
import { attachmentStore } from './attachments.ts';
import { atomicallyOn } from './atomically.ts';
import { auditLog } from './audit.ts';
import { breakerStore } from './breakers.ts';
import { bulkStore } from './bulks.ts';
import { callbackInbox } from './callback-inbox.ts';
import { cardTryStore } from './card-tries.ts';
import { cardStore } from './cards.ts';
import { clockStore } from './clocks.ts';
import { connectStore } from './connection.ts';
import { taskMarkStore } from './task-marks.ts';
import { counterStore } from './counters.ts';
import { devicePayloadStore } from './device-payloads.ts';
import type { passwordHash } from './password.ts';
import { payerDeviceStore } from './payer-devices.ts';
import { gatewayAccountStore } from './gateway-accounts.ts';
import { idempotencyClaims } from './idempotency-claims.ts';
import { ensureIndexes } from './indexes.ts';
import { invoiceSearch } from './invoice-search.ts';
import { invoiceStore } from './invoices.ts';
import { ledgerStore } from './ledger.ts';
import { listColumnStore } from './list-columns.ts';
import { loginPlaceStore } from './login-places.ts';
import { loginStore } from './logins.ts';
import { logoStore } from './logos.ts';
import { watermarkStore } from './watermarks.ts';
import { merchantStore } from './merchants.ts';
import { plugStore } from './message-plugs.ts';
import { moneyViews } from './money-views.ts';
import { templateStore } from './notification-templates.ts';
import { notificationStore } from './notifications.ts';
import { officeLoginStore } from './office-logins.ts';
import { operationSearch } from './operation-search.ts';
import { operationStore } from './operations.ts';
import { previousKeyStore } from './previous-keys.ts';
import { rateLimitStore } from './rate-limits.ts';
import { reportScheduleStore } from './report-schedules.ts';
import { reportSource } from './report-source.ts';
import { reportTokenStore } from './report-tokens.ts';
import { reportStore } from './reports.ts';
import { routeStore } from './routes.ts';
import { savedViewStore } from './saved-views.ts';
import { sealer, type Sealer, type StorageKeys } from './sealed.ts';
import { searchTokens, type SearchKeys, type SearchTokens } from './search-tokens.ts';
import { secondFactorStore } from './second-factors.ts';
import { settingsCache } from './settings-cache.ts';
import { singleSignOnStore } from './single-sign-on.ts';
import { settlementStore } from './settlements.ts';
import { shortLinkStore } from './short-links.ts';
import { signingKeyStore } from './signing-keys.ts';
import { ssoLinkStore } from './sso-links.ts';
import { ssoTryStore } from './sso-tries.ts';
import { tombstoneStore } from './tombstones.ts';
import { transactionSearch } from './transaction-search.ts';
import { transactionStore } from './transactions.ts';
import { unitStore } from './units.ts';
import { userStore } from './users.ts';
import { versionStore } from './versions.ts';
import { walletBooks } from './wallet-books.ts';
import { walletStore } from './wallets.ts';
import { webhookEndpointStore } from './webhook-endpoints.ts';
import { webhookEventStore } from './webhook-events.ts';
import { webhookReplayStore } from './webhook-replays.ts';
import { webhookLists } from './webhook-lists.ts';

export type Store = ReturnType<typeof storeOn>;

interface Warning {
  readonly warn: (facts: { readonly err: unknown }, text: string) => void;
}

const UNKEPT = 'settings are read from MongoDB each time, until it tells of changes again';

/** The rings of keys that the database needs. */
export interface StoreKeys {
  /** Seal the secrets of merchants and gateway accounts. */
  readonly storage: StorageKeys;
  /** Find documents by what is in them. */
  readonly search: SearchKeys;
}

export interface StoreSecrets {
  readonly seals: Sealer;
  readonly tokens: SearchTokens;
}

export function secretsOf({ storage, search }: StoreKeys): StoreSecrets {
  return { seals: sealer(storage), tokens: searchTokens(search) };
}

/** All collections of one database. */
export function storeOn(
  connection: Connection,
  { seals, tokens }: StoreSecrets,
  hash?: typeof passwordHash,
) {
  const settings = settingsCache(connection);
  const atomically = atomicallyOn(connection);
  const transactions = transactionStore(connection, tokens);
  const counters = counterStore(connection);
  const cards = cardStore(connection);
  const versioned = {
    transactions,
    operations: operationStore(connection),
    webhookEvents: webhookEventStore(connection),
    ledger: ledgerStore(connection),
    cards,
    agreements: agreementStore(connection, cards),
    cardTries: cardTryStore(connection),
    devicePayloads: devicePayloadStore(connection, seals),
    notifications: notificationStore(connection, transactions),
  };
  return {
    ...versioned,
    versions: versionStore(atomically, versioned),
    payerDevices: payerDeviceStore(connection, seals),
    moneyViews: moneyViews(connection),
    settlements: settlementStore(connection),
    search: transactionSearch(connection, tokens),
    operationSearch: operationSearch(connection),
    taskMarks: taskMarkStore(connection, atomically, versioned.webhookEvents),
    tombstones: tombstoneStore(connection),
    invoices: invoiceStore(connection, transactions, atomically, tokens),
    invoiceSearch: invoiceSearch(connection, tokens),
    counters,
    wallets: walletStore(connection, counters, atomically),
    walletBooks: walletBooks(connection),
    clocks: clockStore(connection),
    webhookLists: webhookLists(connection),
    webhookReplays: webhookReplayStore(connection),
    webhookEndpoints: webhookEndpointStore(connection, seals, settings),
    previousKeys: previousKeyStore(connection, seals, settings),
    templates: templateStore(connection),
    plugs: plugStore(connection, seals),
    merchants: merchantStore(connection, { sealer: seals, settings, atomically }),
    gatewayAccounts: gatewayAccountStore(connection, { sealer: seals, settings, atomically }),
    routes: routeStore(connection, settings),
    breakers: breakerStore(connection),
    apiKeys: apiKeyStore(connection, settings),
    users: userStore(connection, { counters, atomically }, hash),
    units: unitStore(connection, { settings, atomically }),
    signingKeys: signingKeyStore(connection, seals),
    logins: loginStore(connection),
    officeLogins: officeLoginStore(connection),
    secondFactors: secondFactorStore(connection, seals),
    accountLinks: accountLinkStore(connection),
    loginPlaces: loginPlaceStore(connection),
    singleSignOn: singleSignOnStore(connection, seals, settings),
    ssoLinks: ssoLinkStore(connection),
    ssoTries: ssoTryStore(connection),
    logos: logoStore(connection),
    inbox: callbackInbox(connection),
    claims: idempotencyClaims(connection, seals),
    marks: watermarkStore(connection),
    audit: auditLog(connection),
    rateLimits: rateLimitStore(connection),
    attachments: attachmentStore(connection),
    shortLinks: shortLinkStore(connection),
    reports: reportStore(connection),
    reportSource: reportSource(connection),
    reportSchedules: reportScheduleStore(connection),
    reportTokens: reportTokenStore(connection),
    bulks: bulkStore(connection),
    savedViews: savedViewStore(connection),
    listColumns: listColumnStore(connection),
    /** Resolves when the database answers; rejects when it does not. */
    ping: async (): Promise<void> => {
      await connection.db?.admin().ping();
    },
    /** Settings that rarely change are kept in this process from now on (store/settings-cache.ts). */
    keepSettings: (logger: Warning): void =>
      void settings.start((err) => logger.warn({ err }, UNKEPT)),
    close: async (): Promise<void> => {
      settings.stop();
      await connection.close();
    },
  };
}

/** Connects, and makes sure that every index is there. */
export async function openStore(
  mongodbUri: string,
  keys: StoreKeys,
  hash?: typeof passwordHash,
): Promise<Store> {
  const connection = await connectStore(mongodbUri);
  const store = storeOn(connection, secretsOf(keys), hash);
  await ensureIndexes(connection);
  return store;
}

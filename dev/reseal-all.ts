import type { Store } from '../store/index.ts';

/** Seals every secret in the database with the first of the storage keys; gives how many of each kind were sealed by another. */
export async function resealAll(store: Store) {
  return {
    merchants: await store.merchants.reseal(),
    'gateway accounts': await store.gatewayAccounts.reseal(),
    'clients of single sign-on': await store.singleSignOn.reseal(),
    'webhook endpoints': await store.webhookEndpoints.reseal(),
    'previous webhook keys': await store.previousKeys.reseal(),
    'signing keys': await store.signingKeys.reseal(),
    'plugs of messages': await store.plugs.reseal(),
    'payloads of wallets': await store.devicePayloads.reseal(),
    'addresses of payers': await store.payerDevices.reseal(),
    'second factors': await store.secondFactors.reseal(),
    'answers kept for Idempotency-Key': await store.claims.reseal(),
  };
}

import type { Store } from '../store/index.ts';
import type { UnopenableError } from '../store/sealed.ts';

export interface Resealed {
  /** So many of each kind were sealed by another key. */
  readonly counts: Readonly<Record<string, number>>;
  /** What stays as it is, because it cannot be opened: a sentence for each, which names it. */
  readonly left: readonly string[];
}

/** Seals every secret in the database with the first of the storage keys. */
export async function resealAll(store: Store): Promise<Resealed> {
  const left = new Set<string>();
  const leave = ({ message }: UnopenableError) => void left.add(message);
  const counts = {
    merchants: await store.merchants.reseal(leave),
    'gateway accounts': await store.gatewayAccounts.reseal(leave),
    'clients of single sign-on': await store.singleSignOn.reseal(leave),
    'webhook endpoints': await store.webhookEndpoints.reseal(leave),
    'previous webhook keys': await store.previousKeys.reseal(leave),
    'signing keys': await store.signingKeys.reseal(leave),
    'plugs of messages': await store.plugs.reseal(leave),
    'payloads of wallets': await store.devicePayloads.reseal(leave),
    'addresses of payers': await store.payerDevices.reseal(leave),
    'second factors': await store.secondFactors.reseal(leave),
    'answers kept for Idempotency-Key': await store.claims.reseal(leave),
  };
  return { counts, left: [...left] };
}

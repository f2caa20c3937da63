import type { Store } from '../store/index.ts';
import type { Leave } from '../store/sealed.ts';
import { fewOf } from './few.ts';

export interface Resealed {
  /** So many of each kind were sealed by another key. */
  readonly counts: Readonly<Record<string, number>>;
  /** What stays as it is, because it cannot be opened: of each kind a sentence for the first few, which names it, and how many more. */
  readonly left: readonly string[];
}

/** Seals every secret in the database with the first of the storage keys. */
export async function resealAll(store: Store): Promise<Resealed> {
  const kinds: Readonly<Record<string, (leave: Leave) => Promise<number>>> = {
    merchants: (leave) => store.merchants.reseal(leave),
    'gateway accounts': (leave) => store.gatewayAccounts.reseal(leave),
    'clients of single sign-on': (leave) => store.singleSignOn.reseal(leave),
    'webhook endpoints': (leave) => store.webhookEndpoints.reseal(leave),
    'previous webhook keys': (leave) => store.previousKeys.reseal(leave),
    'signing keys': (leave) => store.signingKeys.reseal(leave),
    'plugs of messages': (leave) => store.plugs.reseal(leave),
    'payloads of wallets': (leave) => store.devicePayloads.reseal(leave),
    'addresses of payers': (leave) => store.payerDevices.reseal(leave),
    'second factors': (leave) => store.secondFactors.reseal(leave),
    'answers kept for Idempotency-Key': (leave) => store.claims.reseal(leave),
  };
  const counts: Record<string, number> = {};
  const left: string[] = [];
  for (const [kind, reseal] of Object.entries(kinds)) {
    const few = fewOf(kind);
    counts[kind] = await reseal(({ message }) => few.add(message));
    left.push(...few.sentences());
  }
  return { counts, left };
}

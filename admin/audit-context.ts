import type { JsonObject } from '../domain/json.ts';
import type { MerchantId } from '../domain/ids.ts';
import type { Store } from '../store/index.ts';

/** Where somebody works: the store, and the name and machine under which the audit log shall have it. */
export interface AuditContext {
  readonly store: Store;
  readonly who: string;
  readonly from: string;
}

/** What somebody is about to do, as the audit log keeps it. No part of it is a secret. */
export interface Act {
  /** Noun and verb. */
  readonly command: string;
  readonly merchantId: MerchantId;
  readonly subject: string;
  readonly change?: object;
}

/** Writes an act down, then does it: what is not written must not happen. */
export async function act<T>(
  { store, who, from }: AuditContext,
  { command, merchantId, subject, change = {} }: Act,
  work: () => Promise<T>,
): Promise<T> {
  await store.audit.append({
    at: Date.now(),
    who,
    from,
    action: { name: 'admin', command, merchantId, subject, change: asJson(change) },
  });
  return work();
}

/** As JSON says it: without what is undefined. */
function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

import type { WebhookEndpoint } from '../../../domain/webhook/endpoint.ts';
import type { PreviousKeyStore } from '../../../store/previous-keys.ts';
import type { WebhookEndpointStore } from '../../../store/webhook-endpoints.ts';

/** Endpoints in memory under the rules of the store; each signs with `secret of <id>`. */
export function memoryEndpoints(...given: readonly WebhookEndpoint[]): WebhookEndpointStore {
  const all = new Map(given.map((endpoint) => [endpoint.id, endpoint]));
  return {
    ensureIndexes: async () => undefined,
    insert: async (endpoint) => {
      if (!all.has(endpoint.id)) all.set(endpoint.id, endpoint);
    },
    save: async (endpoint) => {
      const { id, version } = endpoint;
      if (all.get(id)?.version !== version) return false;
      all.set(id, { ...endpoint, version: version + 1 });
      return true;
    },
    find: async (_merchantId, id) => all.get(id),
    list: async (_merchantId, wanted) =>
      [...all.values()].filter((one) => !wanted?.registered || one.registered),
    secret: async (_merchantId, id) => (all.get(id)?.registered ? `secret of ${id}` : undefined),
    setSecret: async () => undefined,
    remove: async (_merchantId, id) => all.delete(id),
    reseal: async () => 0,
  };
}

/** The key before, which is one and the same for everybody; by default there is none. */
export function memoryPreviousKeys(key?: string): PreviousKeyStore {
  return {
    ensureIndexes: async () => undefined,
    put: async () => undefined,
    find: async () => key,
    reseal: async () => 0,
  };
}

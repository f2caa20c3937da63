import type { WebhookEndpoint } from '../../../domain/webhook/endpoint.ts';
import type { PreviousKeyStore } from '../../../store/previous-keys.ts';
import type { WebhookEndpointStore } from '../../../store/webhook-endpoints.ts';

/** Endpoints in memory under the rules of the store; each signs with `secret of <id>`. */
export function memoryEndpoints(...given: readonly WebhookEndpoint[]): WebhookEndpointStore {
  const all = new Map(given.map((endpoint) => [endpoint.id, endpoint]));
  return {
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
    sealedSecret: async () => undefined,
    setSecret: async () => true,
    remove: async (_merchantId, id) => all.delete(id),
    reseal: async () => 0,
  };
}

/** The keys before, which are the same for everybody; by default there are none. */
export function memoryPreviousKeys(...keys: readonly string[]): PreviousKeyStore {
  return {
    keep: async () => undefined,
    removeAll: async () => undefined,
    find: async () => keys,
    reseal: async () => 0,
  };
}

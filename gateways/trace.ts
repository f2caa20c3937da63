import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string | undefined>();

/** Runs a call as part of the request with this id. */
export function withTracedRequest<T>(requestId: string | undefined, call: () => T): T {
  return current.run(requestId, call);
}

/** The id of the request that caused what runs now; undefined when none did. */
export function tracedRequestId(): string | undefined {
  return current.getStore();
}

/** The header by which a network's log and ours can be laid side by side. Every client sends it with every call. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const requestId = tracedRequestId();
  return requestId === undefined ? {} : { 'X-Request-Id': requestId };
}

import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs everything that a request causes under its id. */
export function withRequestId<T>(requestId: string, call: () => T): T {
  return current.run(requestId, call);
}

/** The id of the request that is being answered; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

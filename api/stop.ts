import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Drain } from './drain.ts';

export interface StopTimes {
  /** How long to go on taking requests while `/readyz` says 503 already, in milliseconds. */
  readonly drainMs: number;
  /** How long to wait for requests under way after that, in milliseconds. */
  readonly graceMs: number;
}

/**
 * Ends a server in order: it says that it is not ready, takes requests until balancers have seen that, then no more;
 * what is under way is answered. Resolves when all has ended or the grace is over; true when nothing was cut off.
 */
export async function stop(server: Server, drain: Drain, times: StopTimes): Promise<boolean> {
  drain.begin();
  await sleep(times.drainMs);
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const late = new AbortController();
  const isWhole = await Promise.race([
    Promise.all([closed, drain.empty()]).then(() => true),
    sleep(times.graceMs, false, { signal: late.signal }),
  ]);
  late.abort();
  server.closeAllConnections();
  return isWhole;
}

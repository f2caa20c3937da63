import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { RECEIVING_LIMITS } from '../../config/defaults.ts';

/**
 * The address of a server that listens on the loopback, or is about to. It keeps its connections as the API does that we serve: Node's own
 * five seconds may end one in the very moment in which the next request comes, when the machine has stood still.
 */
export async function loopbackUrl(server: Server): Promise<string> {
  server.keepAliveTimeout = RECEIVING_LIMITS.idleMs;
  if (!server.listening) await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return `http://127.0.0.1:${address.port}`;
}

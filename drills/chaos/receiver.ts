import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { isSignedBySarraf } from '../../clients/node/src/index.ts';
import type { HeardWebhook } from './observations.ts';

/** The merchant's server. */
export interface Receiver {
  readonly url: string;
  /** What was received and rightly signed about an order. */
  readonly heardOf: (orderNo: string) => readonly HeardWebhook[];
  /** How many calls came, how many of them were turned away, and how many were not signed as agreed. */
  readonly counts: () => {
    readonly calls: number;
    readonly refused: number;
    readonly forged: number;
  };
  readonly close: () => Promise<void>;
}

/** The first call of one event of so many is turned away, so that deliveries have work to do. */
const REFUSES_ONE_OF = 16;

/**
 * Listens on the loopback, checks every signature as a merchant does, and keeps what is genuine. It answers 200, except
 * to the first call of some events, to which it answers 500 and keeps nothing.
 */
export async function openReceiver(webhookKey: () => string): Promise<Receiver> {
  const heard = new Map<string, HeardWebhook[]>();
  const refused = new Set<string>();
  const counts = { calls: 0, refused: 0, forged: 0 };

  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await text(request);
    counts.calls += 1;
    const payload = payloadIn(body);
    const eventId = String(request.headers['x-event-id'] ?? '');
    if (!payload || !isSignedBySarraf(payload, webhookKey())) {
      counts.forged += 1;
      return 400;
    }
    if (isUnlucky(eventId) && !refused.has(eventId)) {
      refused.add(eventId);
      counts.refused += 1;
      return 500;
    }
    const orderNo = String(payload['order_no']);
    const webhook = {
      eventId,
      sequence: Number(request.headers['x-sequence']),
      result: String(payload['result']),
      body,
    };
    heard.set(orderNo, [...(heard.get(orderNo) ?? []), webhook]);
    return 200;
  };

  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    heardOf: (orderNo) => heard.get(orderNo) ?? [],
    counts: () => ({ ...counts }),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function isUnlucky(eventId: string): boolean {
  const [first = 0] = createHash('sha256').update(eventId).digest();
  return first % REFUSES_ONE_OF === 0;
}

function payloadIn(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

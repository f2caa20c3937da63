import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RawCallback } from '../../gateways/gateway.ts';

/** Where the tests of a connector receive what its network posts, so that they need no engine. */
export interface CallbackListener {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Only after `start`. */
  readonly url: () => string;
  /** All that have come, in their order. */
  readonly received: readonly RawCallback[];
  /** The first callback of those that come while or after something is done there, one after the other, that is the one. */
  readonly during: (
    act: () => unknown,
    is: (callback: RawCallback) => boolean,
  ) => Promise<RawCallback>;
}

export function callbackListener(): CallbackListener {
  const received: RawCallback[] = [];
  let url = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: request.headers, body, receivedAt: Date.now() });
      response.end();
    });
  });
  return {
    url: () => url,
    received,
    start: async () => {
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const address = server.address();
      assert.ok(address && typeof address === 'object');
      url = `http://127.0.0.1:${address.port}/`;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
    during: async (act, is) => {
      let next = received.length;
      await act();
      for (;;) {
        for (; next < received.length; next += 1) {
          const callback = received[next];
          if (callback && is(callback)) return callback;
        }
        await sleep(5);
      }
    },
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen } from './listen.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How many connections are open now, and the most that were at the same time. */
  readonly open: () => number;
  readonly most: () => number;
  readonly close: () => Promise<void>;
}

/** A merchant's receiver on the loopback. It has read the call before it answers; an answer may stay away. */
export async function receiver(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    text(request).then(
      (body) => {
        received.push({ method, path: url, headers, body });
        answer(response, request);
        return undefined;
      },
      () => undefined,
    );
  });
  let open = 0;
  let most = 0;
  server.on('connection', (socket) => {
    open += 1;
    most = Math.max(most, open);
    socket.on('close', () => {
      open -= 1;
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    open: () => open,
    most: () => most,
    close: async () => {
      server.closeAllConnections();
      await close(server);
    },
  };
}

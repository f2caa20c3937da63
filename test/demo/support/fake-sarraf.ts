import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { listening } from './listen.ts';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export const SESSION_ID = '0c5cf6f1a9c34a3b7f2e9b1d8a6e4f5c7d8e9f01';

/** An API that records what it hears; it gives the prepared replies first, then creates or reads a payment. */
export async function fakeSarraf() {
  const heard: Heard[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      heard.push({ method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') });
      const { status, body } = replies.shift() ?? {
        status: method === 'POST' ? 201 : 200,
        body: { session_id: SESSION_ID, checkout_url: `${running.url}/pay/1`, state: 'created' },
      };
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  const running = await listening(server.listen(0, '127.0.0.1'));
  return {
    ...running,
    heard,
    next: (status: number, body: unknown) => void replies.push({ status, body }),
  };
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../../../demo/support/listen.ts';

export interface Heard {
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What is done with one request: an answer, or the connection breaks, before or within it, or nothing comes, or no end. */
export type Step =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | 'break'
  | 'cut'
  | 'hang'
  | 'stall';

export const DONE: Step = { status: 200, body: { result: 'success' } };

/** A server that does what it is told with one request after the other, and then answers that all is done. */
export async function scriptedApi(...steps: readonly Step[]) {
  const heard: Heard[] = [];
  const left = [...steps];
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const { method = '', url = '', headers } = request;
        heard.push({ route: `${method} ${url}`, headers, body });
        const step = left.shift() ?? DONE;
        if (step === 'hang') return undefined;
        if (step === 'break') return request.socket.destroy();
        if (step === 'cut' || step === 'stall') {
          response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
          response.write('{"result"');
          if (step === 'cut') setTimeout(() => request.socket.destroy(), 20);
          return undefined;
        }
        const isText = typeof step.body === 'string';
        response.writeHead(step.status, {
          'Content-Type': isText ? 'text/html' : 'application/json',
          ...step.headers,
        });
        return response.end(isText ? step.body : JSON.stringify(step.body));
      },
      () => undefined,
    );
  });
  return { ...(await listening(server.listen(0, '127.0.0.1'))), heard };
}

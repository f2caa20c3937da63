import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What stands before several APIs in production. */
export interface Balancer {
  readonly url: string;
  /** Sends requests on to these from now on. */
  readonly send: (targets: readonly string[]) => void;
  /** Every answer that an API gave, as "POST /path 201" without ids. */
  readonly answers: readonly string[];
  readonly close: () => void;
}

/**
 * Hands each request to the next API. One that refuses the connection is passed over; a connection that ends without an
 * answer ends the caller's too, for nobody knows what was done.
 */
export async function aBalancer(port: number): Promise<Balancer> {
  let targets: readonly string[] = [];
  let turn = 0;
  const answers: string[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    turn += 1;
    for (let tried = 0; tried < targets.length; tried += 1) {
      const target = targets[(turn + tried) % targets.length] ?? '';
      try {
        const status = await forward(target, { request, response, body });
        const path = (request.url ?? '').replaceAll(/[0-9a-f]{40}/g, ':id').split('?')[0];
        answers.push(`${request.method} ${path} ${status}`);
        return;
      } catch (error) {
        if (!isRefused(error)) break;
      }
    }
    response.destroy();
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    send: (to) => {
      targets = to;
    },
    answers,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

async function forward(target: string, { request, response, body }: Exchange): Promise<number> {
  const { method, headers, url } = request;
  const onward = ask(new URL(url ?? '/', target), {
    ...(method !== undefined && { method }),
    headers,
  });
  onward.end(body);
  const [answer]: IncomingMessage[] = await once(onward, 'response');
  if (answer === undefined) throw new Error('There was no answer.');
  const content = await buffer(answer);
  const status = answer.statusCode ?? 0;
  response.writeHead(status, answer.headers).end(content);
  return status;
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

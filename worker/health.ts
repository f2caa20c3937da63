import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/**
 * `/healthz`: this process lives. `/readyz`: all that it needs is reachable (contract/requests#health), and it is not
 * stopping. Resolves when it listens.
 */
export async function serveHealth(
  { host, port }: { readonly host: string; readonly port: number },
  isReady: () => Promise<boolean>,
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (ok: boolean) => {
      response.writeHead(ok ? 200 : 503, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ status: ok ? 'ok' : 'unavailable' }));
    };
    if (request.url === '/healthz') answer(true);
    else if (request.url === '/readyz')
      isReady().then(answer, () => {
        answer(false);
      });
    else response.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

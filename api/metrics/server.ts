import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { ApiMetrics } from './metrics.ts';

/**
 * Gives the metrics at `GET /metrics` on a port of their own, which is not published: they tell what a shop earns.
 * Resolves when it listens.
 */
export async function serveMetrics(
  metrics: Pick<ApiMetrics, 'text' | 'contentType'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

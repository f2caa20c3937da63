import { once } from 'node:events';
import { createServer } from 'node:http';

/** A merchant's server that keeps every webhook as it came, headers included, and answers 200. */
export async function webhookReceiver() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (part: Buffer) => body.push(part));
    request.on('end', () => {
      received.push(JSON.stringify(request.rawHeaders) + Buffer.concat(body).toString());
      response.writeHead(200).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received: (): readonly string[] => received,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

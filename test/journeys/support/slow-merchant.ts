import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';

/** A merchant's server that keeps its answer to webhooks back until it is told what to say. */
export async function aSlowMerchant() {
  const mouth = new EventEmitter();
  const said = once(mouth, 'said');
  const server = createServer((request, response) => {
    request.resume();
    void said.then(([status]) => response.writeHead(Number(status)).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    say: (status: number) => void mouth.emit('said', status),
    close: async (): Promise<void> => {
      mouth.emit('said', 200);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { once } from 'node:events';
import type { Server } from 'node:http';

export interface Running {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Waits until a server listens; give it port 0 to have a free one. */
export async function listening(server: Server): Promise<Running> {
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { serveHealth } from '../../worker/health.ts';

describe('the health of a worker', () => {
  it('is not served where its port is taken, and says which', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    assert.ok(typeof address === 'object' && address !== null);
    const { port } = address;
    try {
      await assert.rejects(
        serveHealth({ host: '127.0.0.1', port }, async () => true),
        { code: 'EADDRINUSE', port },
      );
    } finally {
      holder.close();
    }
  });
});

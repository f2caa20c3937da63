import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { anyPort, findPorts, isFree, isListening } from '../../dev/ports.ts';

describe('ports', () => {
  const server = createServer();
  let taken = 0;

  beforeEach(async () => {
    const { port } = await findPorts({ port: anyPort() });
    taken = port;
    server.listen(taken, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('keeps a preferred port that is free', async () => {
    const { port } = await findPorts({ port: anyPort() });
    assert.deepEqual(await findPorts({ api: port }), { api: port });
  });

  it('replaces a taken port by a free one above it', async () => {
    const { api } = await findPorts({ api: taken });
    assert.ok(api > taken && api < taken + 200, `${api} should follow ${taken}`);
    assert.equal(await isFree(api), true);
  });

  it('gives no port twice', async () => {
    const ports = await findPorts({ api: taken, demo: taken, simulator: taken });
    assert.equal(new Set(Object.values(ports)).size, 3);
  });

  it('says what to do when no port is left', async () => {
    await assert.rejects(findPorts({ api: 70_000 }), /No free port between 70000 and 70200/);
  });

  it('tells a port that answers from one that does not', async () => {
    const { port } = await findPorts({ port: anyPort() });
    assert.equal(await isListening(taken), true);
    assert.equal(await isListening(port), false);
    assert.equal(await isFree(taken), false);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { RECEIVING_LIMITS } from '../../config/defaults.ts';
import { serverOf } from '../../api/server.ts';

describe('a request that does not come to its end', () => {
  for (const [what, sent] of [
    ['in its head', 'POST / HTTP/1.1\r\nHost: x\r\n'],
    ['in its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a"'],
  ] as const)
    it(`is ended with 408 when it stops ${what}`, async () => {
      const server = serverOf(
        (request, response) => {
          request.resume().on('end', () => response.end('whole'));
        },
        { headersMs: 100, requestMs: 200, idleMs: 5000, everyMs: 20 },
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      assert.ok(typeof address === 'object' && address);
      const socket = connect(address.port, '127.0.0.1');
      let answer = '';
      socket.on('data', (part: Buffer) => (answer += part.toString()));
      socket.write(sent);
      await once(socket, 'close');
      server.close();
      assert.match(answer, /^HTTP\/1\.1 408 /);
    });
});

describe('a connection without a request', () => {
  it('is kept longer than those keep it who send requests, and they are told how long', async () => {
    const server = serverOf((_request, response) => void response.end(), RECEIVING_LIMITS);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address);
    const { headers } = await fetch(`http://127.0.0.1:${address.port}/`);
    server.close();
    assert.equal(headers.get('keep-alive'), 'timeout=75');
  });
});

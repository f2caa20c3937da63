import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callsTo } from '../../../clients/web/src/calls.ts';
import { readConfig } from '../../../clients/web/src/config.ts';

describe('a request of the web SDK', () => {
  const heard: string[] = [];
  let lost = 0;
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.headers.authorization}`);
    lost -= 1;
    if (lost >= 0) request.socket.destroy();
    else response.end('{"good":true}');
  });
  const calls = () => {
    const read = readConfig({
      selector: 'x',
      merchant_id: `127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'public',
      session_id: '0'.repeat(40),
    });
    assert.ok('settings' in read);
    return callsTo(read.settings);
  };
  before((done) => void server.listen(0, '127.0.0.1', done));
  after((done) => {
    server.closeAllConnections();
    server.close(done);
  });
  beforeEach(() => void (heard.length = 0));

  it('is made once more in silence where it only reads and the network was lost', async () => {
    lost = 1;
    assert.deepEqual(await calls().read(), { status: 200, body: { good: true } });
    assert.deepEqual(heard, ['GET Api-Key public', 'GET Api-Key public']);
  });

  it('is not made a third time', async () => {
    lost = 9;
    assert.deepEqual(await calls().viewed(), { status: 0, body: undefined });
    assert.equal(heard.length, 2);
  });

  it('is made once where it pays, cancels or deletes, because nobody knows whether it arrived', async () => {
    lost = 9;
    const { charge, cancel, remove } = calls();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    for (const ask of [() => charge(url, {}, 'key'), () => cancel(url), () => remove(url)]) {
      heard.length = 0;
      assert.equal((await ask()).status, 0);
      assert.equal(heard.length, 1);
    }
  });
});

import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa, { type Context } from 'koa';
import { secureBehind, within } from '../../api/networks.ts';

describe('the addresses that are within networks', () => {
  const isIn = within(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
  for (const [address, expected] of [
    ['10.1.255.1', true],
    ['10.2.0.1', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['::ffff:10.1.0.1', true],
    ['not an address', false],
  ] as const)
    it(`${expected ? 'have' : 'have not'} ${address}`, () => {
      assert.equal(isIn(address), expected);
    });

  it('are none where there are no networks', () => {
    assert.equal(within([])('127.0.0.1'), false);
  });

  it('cannot be asked for in what is no network', () => {
    assert.throws(() => within(['somewhere']));
  });
});

describe('a connection', () => {
  for (const [what, proxies, peer, said, expected] of [
    ['is not secure by itself', [], '203.0.113.9', undefined, false],
    ['is not secure because anybody says so', [], '203.0.113.9', 'https', false],
    ['is secure when a trusted proxy says so', ['10.0.0.0/8'], '10.0.0.1', 'https', true],
    ['is not secure when a trusted proxy says http', ['10.0.0.0/8'], '10.0.0.1', 'http', false],
    ['is as the nearest proxy says', ['10.0.0.0/8'], '10.0.0.1', 'https, http', false],
    ['is not secure when a stranger says so', ['10.0.0.0/8'], '203.0.113.9', 'https', false],
  ] as const)
    it(what, () => {
      assert.equal(secureBehind([...proxies])(contextFrom(peer, said)), expected);
    });
});

function contextFrom(peer: string, said: string | undefined): Context {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (said !== undefined) request.headers['x-forwarded-proto'] = said;
  return new Koa().createContext(request, new ServerResponse(request));
}

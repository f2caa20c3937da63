import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { clientAddressBehind, networkOf } from '../../api/client-address.ts';

/** A request that came from `peer` with this `X-Forwarded-For`. */
function cameFrom(peer: string | undefined, forwarded = ''): Context {
  const request = {
    req: { socket: { remoteAddress: peer } },
    get: (name: string) => (name === 'X-Forwarded-For' ? forwarded : ''),
  };
  return request as unknown as Context;
}

describe("the client's address", () => {
  const PROXIES = ['10.0.0.0/8', '192.0.2.7', '2001:db8:ff::/48'];

  const cases: readonly (readonly [
    what: string,
    peer: string | undefined,
    forwarded: string,
    address: string,
  ])[] = [
    ['is the connection without a proxy', '203.0.113.9', '', '203.0.113.9'],
    ['ignores what a stranger claims', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['is what a proxy has seen', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [
      'ignores what came before a proxy',
      '10.1.2.3',
      '127.0.0.1, 6.6.6.6, 198.51.100.1',
      '198.51.100.1',
    ],
    [
      'goes through several proxies',
      '10.1.2.3',
      '6.6.6.6, 198.51.100.1, 192.0.2.7',
      '198.51.100.1',
    ],
    [
      'knows a proxy that speaks IPv6',
      '::ffff:10.1.2.3',
      '2001:db8:1::9, 2001:db8:ff::1',
      '2001:db8:1::9',
    ],
    ['is the proxy when it says nonsense', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['is the proxy when it says nothing', '10.1.2.3', '', '10.1.2.3'],
    ['takes no port and no trick for an address', '10.1.2.3', '1.2.3.4:80', '10.1.2.3'],
    ['writes IPv4 inside of IPv6 as IPv4', '::FFFF:203.0.113.9', '', '203.0.113.9'],
    ['writes IPv6 in one way', '2001:DB8:0:0:0:0:0:9', '', '2001:db8::9'],
    ['has a value when the connection is gone', undefined, '', '0.0.0.0'],
  ];
  for (const [what, peer, forwarded, address] of cases)
    it(what, () => {
      assert.equal(clientAddressBehind(PROXIES)(cameFrom(peer, forwarded)), address);
    });

  it('believes nobody when no proxy is named', () => {
    assert.equal(clientAddressBehind([])(cameFrom('127.0.0.1', '198.51.100.1')), '127.0.0.1');
  });

  it('cannot be made with what is no network', () => {
    assert.throws(() => clientAddressBehind(['balancer']), /address/i);
  });
});

describe('the network of an address', () => {
  const cases = [
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ] as const;
  for (const [address, network] of cases)
    it(`of ${address} is ${network}`, () => {
      assert.equal(networkOf(address), network);
    });
});

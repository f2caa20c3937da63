import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { allowList, isAllowed, opensOwnMachine } from '../../transports/addresses.ts';

describe('an address', () => {
  const PUBLIC = [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    '2001:0:808:808::f7f7:f7f7',
  ];
  for (const address of PUBLIC)
    it(`${address} is public`, () => {
      assert.equal(isAllowed(address, []), true);
    });

  it('of the old internet is public unless a registry keeps it back', () => {
    fc.assert(
      fc.property(fc.oneof(anyNumber, nearTheEdge), (number) => {
        const address = dotted(number);
        assert.equal(isAllowed(address, []), !isKeptBack(number), address);
      }),
      { numRuns: 5000 },
    );
  });

  it('is judged alike when another one carries it', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        const address = dotted(number);
        const hex = number.toString(16).padStart(8, '0');
        const [high, low] = [hex.slice(0, 4), hex.slice(4)];
        for (const carrier of [
          `::ffff:${address}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::`,
        ])
          assert.equal(isAllowed(carrier, []), !isKeptBack(number), carrier);
      }),
      { numRuns: 2000 },
    );
  });

  for (const text of [
    '',
    'localhost',
    '127.1',
    '8.8.8',
    '0x08080808',
    '[2606:4700::1111]',
    '8.8.8.8/32',
  ])
    it(`is not what ${JSON.stringify(text)} is`, () => {
      assert.equal(isAllowed(text, []), false);
    });
});

describe('the allow-list', () => {
  const allow = allowList(['10.1.0.0/16', '192.168.7.9', 'fd12::/16', '::1']);
  const OPEN = [
    '10.1.0.0',
    '10.1.255.255',
    '192.168.7.9',
    '::ffff:10.1.2.3',
    'fd12:1::1',
    '::1',
    '8.8.8.8',
  ];
  const SHUT = [
    '10.0.255.255',
    '10.2.0.0',
    '192.168.7.8',
    '192.168.7.10',
    'fd13::1',
    '::2',
    '127.0.0.1',
  ];

  for (const address of OPEN)
    it(`opens ${address}`, () => {
      assert.equal(isAllowed(address, allow), true);
    });
  for (const address of SHUT)
    it(`leaves ${address} shut`, () => {
      assert.equal(isAllowed(address, allow), false);
    });

  it('must hold all that an address carries', () => {
    // Teredo: the server is 127.0.0.1, the client 10.0.0.1.
    const address = '2001:0:7f00:1:0:0:f5ff:fffe';
    assert.equal(isAllowed(address, allowList(['127.0.0.1'])), false);
    assert.equal(isAllowed(address, allowList(['127.0.0.1', '10.0.0.1'])), true);
  });

  for (const text of [
    '',
    'shop.example',
    '10/8',
    '127.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '*',
  ])
    it(`does not take ${JSON.stringify(text)}`, () => {
      assert.throws(() => allowList([text]), /is no network: write an address/);
    });
});

describe('the own machine', () => {
  const OPENING = [
    '127.0.0.0/8',
    '127.0.0.1',
    '127.9.0.0/16',
    '0.0.0.0',
    '0.0.0.0/0',
    '96.0.0.0/3',
    '169.254.169.254',
    '169.254.0.0/16',
    '168.0.0.0/6',
    '128.0.0.0/1',
    '::1',
    '::',
    '::/0',
    'fe80::/10',
    'fe80::1',
    'fd00:ec2::254',
    'fd00::/8',
    'fd20:ce::/64',
    '100.100.100.200',
    '100.64.0.0/10',
    '192.0.0.192',
    '168.63.129.16',
    '168.63.0.0/16',
  ];
  const HARMLESS = [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/16',
    'fd12:3456::/32',
    '126.0.0.0/8',
  ];

  for (const network of OPENING)
    it(`is opened by ${network}`, () => {
      assert.deepEqual(opensOwnMachine(['10.0.0.0/8', network]), [network]);
    });
  for (const network of HARMLESS)
    it(`stays shut behind ${network}`, () => {
      assert.deepEqual(opensOwnMachine([network]), []);
    });
});

/** The registry of special-purpose addresses (RFC 6890 and what was added), and multicast, in our own words. */
const KEPT_BACK: readonly (readonly [first: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

const anyNumber = fc.nat({ max: 0xffff_ffff });
/** The first and the last address of each of them, and their neighbours. */
const nearTheEdge = fc
  .tuple(fc.constantFrom(...KEPT_BACK), fc.constantFrom(-1, 0, 'last', 'after'))
  .map(([[first, bits], where]) => {
    const size = 2 ** (32 - bits);
    const offset = where === 'last' ? size - 1 : where === 'after' ? size : Number(where);
    return (numberOf(first) + offset + 2 ** 32) % 2 ** 32;
  });

function isKeptBack(number: number): boolean {
  return KEPT_BACK.some(([first, bits]) => {
    const from = numberOf(first);
    return number >= from && number < from + 2 ** (32 - bits);
  });
}

function numberOf(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

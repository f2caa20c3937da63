/** A URL that a merchant may give. `{port}` is where the trap listens. */
export interface Target {
  readonly url: string;
  /** What DNS says of the host, in place of the real one. */
  readonly resolves?: readonly string[];
  /** Why no connection is made. */
  readonly refusal: typeof NOT_ALLOWED | typeof NO_WEB_URL;
  /** Whether it leads to the trap on 127.0.0.1 when nothing stops it. */
  readonly isLoopback: boolean;
}

export const NOT_ALLOWED = 'no connection: nobody answers there, or the address is not public';
export const NO_WEB_URL = 'not an http or https URL without a user name';

/** 127.0.0.1 in every notation that a URL may have: decimal, octal, hex, short, in other digits, behind odd slashes. */
const LOOPBACK_URLS = [
  'http://127.0.0.1:{port}/',
  'http://127.0.0.1.:{port}/',
  'http://127.1:{port}/',
  'http://127.0.1:{port}/',
  'http://127.1.:{port}/',
  'http://2130706433:{port}/',
  'http://2130706433.:{port}/',
  'http://0x7f000001:{port}/',
  'http://0x7F.0.0.1:{port}/',
  'http://0x7f.1:{port}/',
  'http://0x7f.0x0.0x0.0x1:{port}/',
  'http://0x00000000007f.1:{port}/',
  'http://0177.0.0.1:{port}/',
  'http://00000177.0.0.1:{port}/',
  'http://017700000001:{port}/',
  'http://0177.0x0.1:{port}/',
  'http://127.0x1:{port}/',
  'http://127.000.000.001:{port}/',
  'http://１２７.０.０.１:{port}/',
  'http://１２７。０。０。１:{port}/',
  'http://127。0。0。1:{port}/',
  'http://127．0．0．1:{port}/',
  'http://127｡0｡0｡1:{port}/',
  'http://①②⑦.⓪.⓪.①:{port}/',
  'http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:{port}/',
  'http://%31%32%37.0.0.1:{port}/',
  'http://127%2e0%2e0%2e1:{port}/',
  'http://127.0.0.1\u00ad:{port}/',
  'http:127.0.0.1:{port}/',
  'http:/127.0.0.1:{port}/',
  'http:///127.0.0.1:{port}/',
  String.raw`http:\\127.0.0.1:{port}\x`,
  'HTTP://127.0.0.1:{port}/',
  '  http://127.0.0.1:{port}/  ',
  'ht\ntp://127.0.\t0.1:{port}/',
  'http://127.0.0.1:{port}#@shop.example.test/',
  'http://127.0.0.1:{port}?@shop.example.test/',
  String.raw`http://127.0.0.1:{port}\@shop.example.test/`,
];

/** Names that are the loopback without asking anybody. */
const LOOPBACK_NAMES = [
  'http://localhost:{port}/',
  'http://LocalHost:{port}/',
  'http://localhost.:{port}/',
  'http://shop.localhost:{port}/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:{port}/',
  'http://localhoſt:{port}/',
  'http://ｌｏｃａｌｈｏｓｔ:{port}/',
  'http://lo%63alhost:{port}/',
];

/** Addresses that are not of the public internet, or carry one that is not. */
const OTHER_HOSTS = [
  // This machine.
  '0.0.0.0',
  '0',
  '0x0',
  '0.1.2.3',
  '127.0.0.2',
  '127.255.255.254',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:FFFF:127.0.0.1]',
  '[::ffff:0.0.0.0]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  // Where clouds keep the credentials of a machine.
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '[::ffff:169.254.169.254]',
  '169.254.170.2',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  // Private, shared, link-local.
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.0.1',
  '[::ffff:192.168.0.1]',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.0.1',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fdff::1]',
  // For tests, documents, many, nobody.
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '198.19.255.254',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '[ff02::1]',
  '[ff0e::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[2001:2::1]',
  '[2001:20::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
  // Another address inside: 6to4, NAT64, Teredo (server, then client).
  '[2002:7f00:1::1]',
  '[2002:a9fe:a9fe::1]',
  '[2002:a00:1::1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::127.0.0.1]',
  '[64:ff9b:1::8.8.8.8]',
  '[2001:0:7f00:1::f7f7:f7f7]',
  '[2001:0:808:808:0:0:80ff:fffe]',
];

/** Names that lead where they should not, and look-ups that answer oddly. */
const LYING_NAMES: readonly (readonly [host: string, ...addresses: string[]])[] = [
  ['loopback.example.test', '127.0.0.1'],
  ['127.0.0.1.example.test', '127.0.0.1'],
  ['six.example.test', '::1'],
  ['mapped.example.test', '::ffff:127.0.0.1'],
  ['zone.example.test', 'fe80::1%lo'],
  ['zone-of-loopback.example.test', '::1%lo'],
  ['unspecified.example.test', '0.0.0.0'],
  ['metadata.google.internal', '169.254.169.254'],
  ['private.example.test', '10.1.2.3'],
  ['shared.example.test', '100.64.1.1'],
  ['nat64.example.test', '64:ff9b::7f00:1'],
  ['6to4.example.test', '2002:7f00:1::'],
  ['first-private.example.test', '127.0.0.1', '93.184.216.34'],
  ['last-private.example.test', '93.184.216.34', '2606:4700::1111', '127.0.0.1'],
  ['last-private-six.example.test', '93.184.216.34', '::1'],
  ['short.example.test', '127.1'],
  ['hex.example.test', '0x7f000001'],
  ['name.example.test', 'localhost'],
  ['xn--r8jz45g.example.test', '192.168.1.1'],
];

/** What is refused before anybody thinks of an address. */
const NO_WEB_URLS = [
  'http://shop.example.test@127.0.0.1:{port}/',
  'http://shop.example.test:80@127.0.0.1:{port}/',
  'http://shop@example.test@127.0.0.1:{port}/',
  'http://1.1.1.1 &@127.0.0.1:{port}/',
  'http://:secret@127.0.0.1:{port}/',
  'http://127.0.0.1:{port}@shop.example.test/',
  'http://[fe80::1%25eth0]:{port}/',
  'http://[::1%25lo]:{port}/',
  'http://[::1%lo]:{port}/',
  'http://127.0.0.1%00.example.test:{port}/',
  'http://256.0.0.1:{port}/',
  'http://127.0.0.1.1:{port}/',
  'http://[127.0.0.1]:{port}/',
  'http://',
  '//127.0.0.1:{port}/',
  '127.0.0.1:{port}',
  '',
  'file:///etc/passwd',
  'ftp://127.0.0.1:{port}/',
  'gopher://127.0.0.1:{port}/_x',
  'ws://127.0.0.1:{port}/',
  'unix:/var/run/docker.sock',
  'data:text/plain,x',
];

export const CORPUS: readonly Target[] = [
  ...[...LOOPBACK_URLS, ...LOOPBACK_NAMES].map((url) => target(url, { isLoopback: true })),
  target('https://127.0.0.1:{port}/'),
  target('https://localhost:{port}/'),
  ...OTHER_HOSTS.map((host) => target(`http://${host}:{port}/`)),
  ...LYING_NAMES.map(([host, ...resolves]) =>
    target(`http://${host}:{port}/`, { resolves, isLoopback: resolves[0] === '127.0.0.1' }),
  ),
  ...NO_WEB_URLS.map((url) => target(url, { refusal: NO_WEB_URL })),
];

function target(url: string, given: Partial<Target> = {}): Target {
  return { url, refusal: NOT_ALLOWED, isLoopback: false, ...given };
}

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

/** Networks that are open although they are not public. */
export type AllowList = readonly Network[];

/**
 * Reads networks in CIDR notation; an address alone is a network of one. Names are no entries: whoever answers for a
 * name decides where it leads. Throws a RangeError on anything else.
 */
export function allowList(networks: readonly string[]): AllowList {
  return networks.map((text) => {
    const [base = '', ...bits] = text.split('/');
    // ipaddr.js alone would read "10/8" as 0.0.0.10/8.
    if (isIP(base) !== 0 && bits.length === 0) return single(ipaddr.parse(base));
    if (isIP(base) !== 0 && ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
    throw new RangeError(`${text} is no network: write an address, or one like 10.0.0.0/8.`);
  });
}

/**
 * Whether our servers may connect to an address: it is of the public internet, or in the allow-list. An address that
 * carries another one inside (IPv4-mapped, NAT64, 6to4, Teredo) is judged by what it carries. A text that is no address
 * is not allowed.
 */
export function isAllowed(address: string, allow: AllowList): boolean {
  if (isIP(address) === 0) return false;
  return carried(ipaddr.parse(address)).every((one) => isPublic(one) || within(one, allow));
}

/**
 * The entries that open a machine's own loopback, or an address at which a cloud gives a machine its metadata and credentials.
 * No merchant's receiver is there, except on a developer's machine.
 */
export function opensOwnMachine(networks: readonly string[]): readonly string[] {
  return networks.filter((text) =>
    allowList([text]).some((entry) => OWN_MACHINE.some((own) => overlap(entry, own))),
  );
}

const OWN_MACHINE = allowList([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '::/127',
  'fe80::/10',
  // Metadata outside of the link-local networks: AWS, Google, Alibaba, Oracle; the host agent of Azure.
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
]);

/** What the registries have given out for global unicast (RFC 4291 2.4); ipaddr.js counts all that is unnamed. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** Public by its number, but answered inside a cloud only: the host agent of Azure. */
const NOT_PUBLIC = allowList(['168.63.129.16']);

function isPublic(address: Address): boolean {
  return (
    address.range() === 'unicast' &&
    !within(address, NOT_PUBLIC) &&
    (address.kind() === 'ipv4' || matches(address, GLOBAL_V6))
  );
}

/** The addresses that a packet may end at: the address itself, or those inside of it. */
function carried(address: Address): readonly Address[] {
  const bytes = address.toByteArray();
  if (address.kind() === 'ipv4') return [address];
  const v4 = (from: number, mask = 0) =>
    new ipaddr.IPv4(bytes.slice(from, from + 4).map((byte) => byte ^ mask));
  if (matches(address, MAPPED) || matches(address, NAT64)) return [v4(12)];
  if (matches(address, SIX_TO_FOUR)) return [v4(2)];
  // A Teredo address names its server, and its client with every bit turned.
  if (matches(address, TEREDO)) return [v4(4), v4(12, 0xff)];
  return [address];
}

const MAPPED = ipaddr.parseCIDR('::ffff:0:0/96');
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');
const SIX_TO_FOUR = ipaddr.parseCIDR('2002::/16');
const TEREDO = ipaddr.parseCIDR('2001::/32');

function within(address: Address, networks: AllowList): boolean {
  return networks.some((network) => matches(address, network));
}

function matches(address: Address, [base, bits]: Network): boolean {
  const [one, other] = [address.toByteArray(), base.toByteArray()];
  return one.length === other.length && sameBits(one, other, bits);
}

function overlap([one, oneBits]: Network, [other, otherBits]: Network): boolean {
  const [left, right] = [one.toByteArray(), other.toByteArray()];
  return left.length === right.length && sameBits(left, right, Math.min(oneBits, otherBits));
}

function sameBits(one: readonly number[], other: readonly number[], bits: number): boolean {
  return one.every((byte, index) => {
    const counted = Math.min(8, Math.max(0, bits - index * 8));
    return (byte ^ (other[index] ?? 0)) >> (8 - counted) === 0;
  });
}

function single(address: Address): Network {
  return [address, address.toByteArray().length * 8];
}

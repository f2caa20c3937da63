import type { Context } from 'koa';
import { BlockList, isIP } from 'node:net';

/** The IP address from which a request comes, in the one way that we write it. */
export type ClientAddress = (ctx: Context) => string;

/**
 * What `X-Forwarded-For` says is believed only as far as proxies of these networks have written it: from the right, up
 * to the first address that is none of them. Without networks the connection alone counts. Networks are addresses or
 * CIDR; throws for one that is neither.
 */
export function clientAddressBehind(networks: readonly string[]): ClientAddress {
  const proxies = listOf(networks);
  const isProxy = (address: string): boolean =>
    proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (ctx) => {
    let address = plain(ctx.req.socket.remoteAddress ?? '') ?? '0.0.0.0';
    const hops = ctx.get('X-Forwarded-For').split(',').toReversed();
    for (const hop of hops) {
      const before = isProxy(address) ? plain(hop.trim()) : undefined;
      if (before === undefined) return address;
      address = before;
    }
    return address;
  };
}

/** What counts as one place: an IPv4 address, or the /64 that a household gets of IPv6. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const between = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  return `${[...start, ...between, ...end].slice(0, 4).join(':')}::/64`;
}

/** One spelling for one address: an IPv4 address inside of IPv6 is itself, a zone is left out. */
function plain(text: string): string | undefined {
  const address = text.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return undefined;
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

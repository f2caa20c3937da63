import type { Context } from 'koa';
import { BlockList, isIP } from 'node:net';
import { clientAddressBehind } from './client-address.ts';

/** Says of an IP address whether it is in one of the networks, which are addresses or CIDR. Throws for one that is neither. */
export function within(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whether the caller's own connection is encrypted: this one is, or a proxy of these networks says so in
 * `X-Forwarded-Proto`. What anybody else says there is not believed.
 */
export function secureBehind(proxies: readonly string[]): (ctx: Context) => boolean {
  const peerOf = clientAddressBehind([]);
  const isProxy = within(proxies);
  return (ctx) => {
    if ('encrypted' in ctx.req.socket && ctx.req.socket.encrypted === true) return true;
    // The last word is that of the proxy next to us.
    const said = ctx.get('X-Forwarded-Proto').split(',').at(-1) ?? '';
    return said.trim().toLowerCase() === 'https' && isProxy(peerOf(ctx));
  };
}

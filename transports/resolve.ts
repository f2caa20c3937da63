import { Resolver } from 'node:dns/promises';

/** Every address that a name leads to. Rejects when it leads nowhere. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Asks DNS for a name, IPv4 addresses first. The system's own look-up is not used: it has four threads for the whole
 * process, and a few names whose servers are silent would stop every other call. So neither the hosts file nor search
 * domains are known here; `localhost` and what is below it is the loopback, as RFC 6761 6.3 has it.
 */
export function dnsResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    if (/(?:^|\.)localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1'];
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  };
}

import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { isAllowed, type AllowList } from './addresses.ts';
import type { Resolve } from './resolve.ts';

export type Connect = buildConnector.connector;

/**
 * The one thing that anybody hears where there is no connection: whether a name exists, who refuses or is silent behind it, and
 * whether its address is one of ours, is not for the merchant to learn. The cause is for programs alone.
 */
export class NoConnection extends Error {
  /** Asking again would give the same, unless somebody changes what the name leads to. */
  readonly isRefused: boolean;

  constructor(cause: unknown) {
    super('no connection: nobody answers there, or the address is not public', { cause });
    this.name = 'NoConnection';
    this.isRefused = cause instanceof AddressNotAllowed;
  }
}

class AddressNotAllowed extends Error {}

export interface SsrfGuardOptions {
  readonly allow: AllowList;
  readonly resolve: Resolve;
  /** The longest that a connection may take to come about, in milliseconds. */
  readonly timeoutMs: number;
  /** Certificates to trust instead of the public authorities'. */
  readonly ca?: string;
}

/**
 * Makes connections to addresses that are allowed and to no others (server-side request forgery). It judges the address
 * that is connected to, at the moment of connecting: a name is resolved once for each connection, and of what it leads
 * to everything must be allowed. Certificates are verified whatever the environment says.
 */
export function ssrfGuard({ allow, resolve, timeoutMs, ca }: SsrfGuardOptions): Connect {
  const connect = buildConnector({
    timeout: timeoutMs,
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
    lookup: allowedOnly(resolve, allow),
    // Node gives an address 250 ms before it gives it up for the next one: too few for the other side of the world.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 2500,
  });
  return (options, callback) => {
    // For an address there is no look-up, so it is judged here.
    if (isIP(options.hostname) !== 0 && !isAllowed(options.hostname, allow))
      callback(new NoConnection(new AddressNotAllowed()), null);
    else
      connect(options, (...[error, socket]) => {
        if (error) callback(isAboutTls(error) ? error : new NoConnection(error), null);
        else callback(null, socket);
      });
  };
}

/** Of a certificate only who has an open port can be told, and no port that is not public is reached. */
function isAboutTls(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return /TLS|SSL|CERT|SELF_SIGNED|SIGNATURE|ISSUER|EPROTO/.test(code);
}

/** A look-up as `net` wants it, which fails when one of the addresses is not allowed. */
function allowedOnly(resolve: Resolve, allow: AllowList): LookupFunction {
  const addressesOf = callbackify(async (hostname: string) => {
    const found = await resolve(hostname);
    if (found.length === 0) throw new Error(`no address for ${hostname}`);
    if (!found.every((address) => isAllowed(address, allow))) throw new AddressNotAllowed();
    return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  });
  return (hostname, { all }, callback) => {
    addressesOf(hostname, (error, found) => {
      const [first] = error ? [] : found;
      if (error || first === undefined) callback(error, []);
      else if (all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

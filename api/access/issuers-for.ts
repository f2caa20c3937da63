import { isIssuerAddress } from '../../domain/single-sign-on.ts';
import { allowList, opensOwnMachine } from '../../transports/addresses.ts';
import { issuerAsker } from '../../transports/issuer.ts';
import { dnsResolve } from '../../transports/resolve.ts';
import { ssrfGuard } from '../../transports/ssrf-guard.ts';
import { issuersOn, type Issuers } from './issuers.ts';

/** Who does not connect by then does not answer in time. */
const CONNECT_MS = 4000;

/**
 * The issuers of an installation: asked over HTTPS at addresses of the public internet, or of the networks in `allow`; in the embedded mode
 * also on this machine without HTTPS. Throws where one in production would be asked on its own machine.
 */
export function issuersFor({
  allow,
  mode,
}: {
  readonly allow: readonly string[];
  readonly mode: 'embedded' | 'production';
}): Issuers {
  const own = opensOwnMachine(allow);
  if (mode === 'production' && own.length > 0)
    throw new RangeError(
      `SSO_ALLOW opens this machine or the metadata of its cloud to any merchant's issuer, by ${own.join(', ')}. ` +
        'Name narrower networks, or set SARRAF_MODE=embedded on a machine for development.',
    );
  const mayAsk = (url: URL) => isIssuerAddress(url, { loopback: mode === 'embedded' });
  const connect = ssrfGuard({
    allow: allowList(allow),
    resolve: dnsResolve(),
    timeoutMs: CONNECT_MS,
  });
  return issuersOn({ ask: issuerAsker({ connect, mayAsk }), mayAsk });
}

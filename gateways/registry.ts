import { adyen } from './adyen/index.ts';
import { cash } from './cash/index.ts';
import type { JsonObject } from '../domain/json.ts';
import {
  GatewayFault,
  type AccountSettings,
  type DeviceWalletSession,
  type Gateway,
} from './gateway.ts';
import { sandbox } from './sandbox/index.ts';
import { stripe } from './stripe/index.ts';

const GATEWAYS: readonly Gateway[] = [sandbox, cash, adyen, stripe];
const BY_SLUG = new Map(GATEWAYS.map((gateway) => [gateway.traits.slug, gateway]));

/** The names of all connectors that are built in. */
export const GATEWAY_SLUGS: readonly string[] = [...BY_SLUG.keys()];

/** The connector of that name; undefined when none is built in, as for what a wallet pays. */
export function gatewayNamed(slug: string): Gateway | undefined {
  return BY_SLUG.get(slug);
}

/** The connector that serves an account. Throws when no connector of this name is built in. */
export function gatewayFor(slug: string): Gateway {
  const gateway = gatewayNamed(slug);
  if (!gateway)
    throw new RangeError(
      `There is no gateway "${slug}"; built in are ${GATEWAY_SLUGS.join(', ')}.`,
    );
  return gateway;
}

/** The merchant session for a page, or why the network gave none. Undefined where it gives none to anybody. */
export async function deviceWalletSessionOf(
  slug: string,
  settings: AccountSettings,
  about: DeviceWalletSession,
): Promise<{ readonly session: JsonObject } | { readonly fault: GatewayFault } | undefined> {
  const { deviceWalletSession } = gatewayFor(slug);
  if (!deviceWalletSession) return undefined;
  try {
    return { session: await deviceWalletSession(settings, about) };
  } catch (fault) {
    if (fault instanceof GatewayFault) return { fault };
    throw fault;
  }
}

import type { GatewayAccount } from '../domain/account.ts';
import type { MerchantId, PgCode } from '../domain/ids.ts';
import type { AccountSettings, Gateway } from '../gateways/gateway.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { Store } from '../store/index.ts';
import { notThere, wrongSettings } from './failures.ts';

/** A network as one account uses it. */
export interface AccountConnector {
  readonly gateway: Gateway;
  readonly settings: AccountSettings;
}

interface FoundConnector extends AccountConnector {
  /** Whether something new may be paid with it. */
  readonly isActive: boolean;
}

/** Finds the connector of an account. Fails for good, before anything is sent, when there is none that it can use. */
export function connectors(gatewayAccounts: Store['gatewayAccounts']) {
  return async (merchantId: MerchantId, pgCode: PgCode): Promise<FoundConnector> => {
    const found = await gatewayAccounts.open(merchantId, pgCode);
    if (!found) throw notThere(`gateway account ${pgCode}`);
    return checked(found.account, found.settings);
  };
}

/**
 * Whether the network tells what became of a request by the same request under its key, of which the first was made then, in
 * epoch milliseconds.
 */
export function isRepeatable({ traits: { afterSilence } }: Gateway, askedAt: number): boolean {
  return afterSilence.by === 'repetition' && Date.now() - askedAt < afterSilence.withinMs;
}

function checked(
  { merchantId, code, gateway: slug, active: isActive }: GatewayAccount,
  settings: AccountSettings,
): FoundConnector {
  try {
    const gateway = gatewayFor(slug);
    gateway.checkSettings(settings);
    return { gateway, settings, isActive };
  } catch (error) {
    throw wrongSettings(`${code} of ${merchantId}`, error);
  }
}

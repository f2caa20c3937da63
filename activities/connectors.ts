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

/** Finds the connector of an account. Fails for good, before anything is sent, when there is none that it can use. */
export function connectors(gatewayAccounts: Store['gatewayAccounts']) {
  return async (merchantId: MerchantId, pgCode: PgCode): Promise<AccountConnector> => {
    const found = await gatewayAccounts.open(merchantId, pgCode);
    if (!found) throw notThere(`gateway account ${pgCode}`);
    return checked(found.account, found.settings);
  };
}

function checked(
  { merchantId, code, gateway: slug }: GatewayAccount,
  settings: AccountSettings,
): AccountConnector {
  try {
    const gateway = gatewayFor(slug);
    gateway.checkSettings(settings);
    return { gateway, settings };
  } catch (error) {
    throw wrongSettings(`${code} of ${merchantId}`, error);
  }
}

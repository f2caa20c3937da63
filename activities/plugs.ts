import type { GatewayAccount } from '../domain/account.ts';
import type { MerchantId, PgCode } from '../domain/ids.ts';
import type { AccountSettings, Gateway } from '../gateways/gateway.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { Store } from '../store/index.ts';
import { notThere, wrongSettings } from './failures.ts';

/** A network as one account uses it. */
export interface GatewayPlug {
  readonly gateway: Gateway;
  readonly settings: AccountSettings;
}

/** Finds the plug of an account. Fails for good, before anything is sent, when there is none that it can use. */
export function plugs(gatewayAccounts: Store['gatewayAccounts']) {
  return async (merchantId: MerchantId, pgCode: PgCode): Promise<GatewayPlug> => {
    const found = await gatewayAccounts.open(merchantId, pgCode);
    if (!found) throw notThere(`gateway account ${pgCode}`);
    return checked(found.account, found.settings);
  };
}

function checked(
  { merchantId, code, gateway: slug }: GatewayAccount,
  settings: AccountSettings,
): GatewayPlug {
  try {
    const gateway = gatewayFor(slug);
    gateway.checkSettings(settings);
    return { gateway, settings };
  } catch (error) {
    throw wrongSettings(`${code} of ${merchantId}`, error);
  }
}

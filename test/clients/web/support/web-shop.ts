import { sandboxNetworkOf } from '../../../api/support/network.ts';
import { merchantAt } from '../../../support/http.ts';
import type { System } from '../../../support/system.ts';
import { aMerchantPage } from './merchant-page.ts';
import { aVault } from './vault.ts';

export type WebShop = Awaited<ReturnType<typeof aWebShop>>;

/** The seeded merchant with a page of their own, and an account for saved cards, until it is closed. */
export async function aWebShop(system: System) {
  const page = await aMerchantPage(system);
  const vault = await aVault(system);
  return {
    ...page,
    merchant: merchantAt(system.run.api, system.run.keys.private),
    vault,
    moved: (session: string) => sandboxNetworkOf(system).moved(session),
    close: async (): Promise<void> => {
      await page.close();
      await vault.close();
    },
  };
}

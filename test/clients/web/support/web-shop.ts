import { sandboxNetworkOf } from '../../../api/support/network.ts';
import { merchantAt, part, SALE, textIn, type Json } from '../../../support/http.ts';
import type { System } from '../../../support/system.ts';
import { aMerchantPage } from './merchant-page.ts';
import { aVault } from './vault.ts';

export type WebShop = Awaited<ReturnType<typeof aWebShop>>;

/** The seeded merchant with a page of their own, and an account for saved cards, until it is closed. */
export async function aWebShop(system: System) {
  const page = await aMerchantPage(system);
  const vault = await aVault(system);
  const merchant = merchantAt(system.run.api, system.run.keys.private);
  return {
    ...page,
    merchant,
    /** A sale by card or in cash whose page needs not read it first: what the merchant's server was given for `setupPreload`. */
    preloaded: async (
      more: Json = {},
    ): Promise<{ readonly id: string; readonly preload: Json }> => {
      const { body } = await merchant.create({
        ...SALE,
        pg_codes: ['sandbox', 'cash'],
        include_sdk_setup_preload: true,
        ...more,
      });
      return {
        id: textIn(body, 'session_id'),
        preload: part(body, 'sdk_setup_preload_payload'),
      };
    },
    vault,
    moved: (session: string) => sandboxNetworkOf(system).moved(session),
    close: async (): Promise<void> => {
      await page.close();
      await vault.close();
    },
  };
}

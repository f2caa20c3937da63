import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { GatewayAccount } from '../../../domain/account.ts';
import { amountOf, codeOf, kwd } from '../../support/builders.ts';
import type { System } from '../../support/system.ts';
import type { Shop } from '../support/shop.ts';

/** A customer whom no other test knows. */
export const aCustomer = (): string => `customer-${randomBytes(4).toString('hex')}`;

/** What tests see and set of the wallets of a shop. */
export function walletsOf({ store }: System, { id: merchantId }: Pick<Shop, 'id'>) {
  return {
    /** A customer's wallet in the sandbox, in dinars. */
    of: (customerId: string) =>
      store.wallets.find({ merchantId, customerId, currency: kwd('0').currency, sandbox: true }),
    /** Puts so much into it; gives whose it is. */
    give: async (customerId: string, decimal: string, currency = 'KWD'): Promise<string> => {
      const amount = amountOf(decimal, currency);
      await store.wallets.move({
        holder: { merchantId, customerId, currency: amount.currency, sandbox: true },
        key: `test:${customerId}:${currency}`,
        type: 'credit_adjustment',
        amount,
        origin: {},
        now: Date.now(),
      });
      return customerId;
    },
    /** Which services an account of the shop has from now on. */
    serve: async (
      code: string,
      paymentServices: GatewayAccount['paymentServices'],
    ): Promise<void> => {
      const opened = await store.gatewayAccounts.open(merchantId, codeOf(code));
      assert.ok(opened);
      const account = { ...opened.account, paymentServices };
      await store.gatewayAccounts.put(account, { ...opened.settings });
    },
  };
}

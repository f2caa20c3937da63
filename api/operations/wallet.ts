import { compare, isPositive } from '../../domain/money.ts';
import { available } from '../../domain/operation/amounts.ts';
import { decisiveAttempt } from '../../domain/transaction/settled.ts';

import { refuseCredit } from '../../domain/wallet/movement.ts';
import type { ApiDeps } from '../deps.ts';
import type { CheckedRequest } from './request.ts';

/**
 * Says no at once where the customer's wallet would say it later (contract/operations#refund-to-wallet), so that nobody
 * has to approve what cannot be done. A courtesy: the credit itself is what decides. What is refused for another reason
 * is left to the rules.
 */
export async function refuseWhatWalletRefuses(
  { store }: Pick<ApiDeps, 'store'>,
  { transaction, amount, destination }: CheckedRequest,
): Promise<void> {
  const { merchantId, customer } = transaction;
  const attempt = decisiveAttempt(transaction);
  const left = available(transaction, 'refund');
  const wanted = amount ?? left;
  if (destination !== 'wallet' || customer.id === undefined || !attempt) return;
  if (!isPositive(left) || compare(wanted, left) > 0) return;
  const { currency } = left;
  const holder = { merchantId, customerId: customer.id, currency, sandbox: attempt.sandbox };
  const [account, merchant] = await Promise.all([
    store.wallets.find(holder),
    store.merchants.find(merchantId),
  ]);
  refuseCredit(account, wanted, merchant?.walletPolicy ?? {});
}

import type { MerchantId, PgCode } from '../domain/ids.ts';
import type { TombstoneStore } from './tombstones.ts';
import type { NamedAttempt, TransactionStore } from './transactions.ts';

interface NamingStores {
  readonly transactions: Pick<TransactionStore, 'paymentsNamed'>;
  readonly tombstones: Pick<TombstoneStore, 'paymentsNamed'>;
}

/**
 * The attempt whose payment a gateway calls so, also of what was removed for good: at this account, else at another one of the
 * merchant, for several may be one at the gateway, and then each of them is told.
 */
export async function paymentNamed(
  { transactions, tombstones }: NamingStores,
  { merchantId, pgCode }: { readonly merchantId: MerchantId; readonly pgCode: PgCode },
  gatewayPayment: string,
): Promise<NamedAttempt | undefined> {
  // In the order of a removal, so that what is removed meanwhile is found.
  const there = await transactions.paymentsNamed(merchantId, gatewayPayment);
  const named =
    there.length > 0 ? there : await tombstones.paymentsNamed(merchantId, gatewayPayment);
  return named.find((one) => one.pgCode === pgCode) ?? named[0];
}

import { untakenNow } from '../domain/agreement/debit.ts';
import type { Attempt, Transaction } from '../domain/transaction/transaction.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { Store } from '../store/index.ts';

/** Where the agreement of a payment is found, and what its accounts can take. */
export interface Moving {
  readonly agreements: Pick<Store['agreements'], 'findNamed'>;
  readonly merchants: Pick<Store['merchants'], 'find'>;
  readonly gatewayAccounts: Pick<Store['gatewayAccounts'], 'list'>;
}

/**
 * Why a success of this attempt would move its agreement to an account that cannot take what the engine charges
 * (contract/agreements#first-payment); undefined where it would not.
 */
export async function whyUntaken(
  { agreements, merchants, gatewayAccounts }: Moving,
  transaction: Transaction,
  { pgCode, sandbox, charges }: Attempt,
): Promise<string | undefined> {
  const { merchantId, agreement, customer } = transaction;
  if (!agreement || customer.id === undefined || charges?.by === 'merchant') return undefined;
  const name = { merchantId, customerId: customer.id, sandbox, id: agreement.id };
  const [known, merchant, accounts] = await Promise.all([
    agreements.findNamed(name),
    merchants.find(merchantId),
    gatewayAccounts.list(merchantId),
  ]);
  if (!merchant) return undefined;
  return untakenNow(known, transaction, {
    merchant,
    accounts,
    traitsOf: (slug) => gatewayFor(slug).traits,
    now: Date.now(),
  }).get(pgCode);
}

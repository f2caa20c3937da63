import { untakenNow } from '../domain/agreement/debit.ts';
import type { PgCode } from '../domain/ids.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { Store } from '../store/index.ts';

/** Where the agreement of a payment is found, and what its accounts can take. */
export interface UntakenStores {
  readonly agreements: Pick<Store['agreements'], 'findNamed'>;
  readonly merchants: Pick<Store['merchants'], 'find'>;
  readonly gatewayAccounts: Pick<Store['gatewayAccounts'], 'list'>;
  readonly clocks: Pick<Store['clocks'], 'ahead'>;
}

/**
 * Why a success at these accounts would move the agreement of a payment by its customer to one that cannot take what the engine
 * charges (contract/agreements#first-payment), by code.
 */
export async function untakenOf(
  { agreements, merchants, gatewayAccounts, clocks }: UntakenStores,
  transaction: Transaction,
  { sandbox }: { readonly sandbox: boolean },
): Promise<ReadonlyMap<PgCode, string>> {
  const { merchantId, agreement, customer } = transaction;
  if (!agreement || customer.id === undefined) return new Map();
  const name = { merchantId, customerId: customer.id, sandbox, id: agreement.id };
  const [known, merchant, accounts, ahead] = await Promise.all([
    agreements.findNamed(name),
    merchants.find(merchantId),
    gatewayAccounts.list(merchantId),
    clocks.ahead(merchantId),
  ]);
  if (!merchant) return new Map();
  return untakenNow(known, transaction, {
    merchant,
    accounts,
    traitsOf: (slug) => gatewayFor(slug).traits,
    now: Date.now() + ahead,
  });
}

import type { PgCode } from '../../domain/ids.ts';
import { decisiveAttempt } from '../../domain/transaction/settled.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Capabilities } from '../../domain/operation/promise.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { ApiDeps } from '../deps.ts';

/**
 * What the account that took the payment can do, as it is set now (contract/operations#conditions). An account that is
 * gone can do nothing.
 */
export async function capabilitiesOf(
  { store }: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
): Promise<Capabilities> {
  const { merchantId, amount } = transaction;
  const code = paidWith(transaction);
  const accounts = await store.gatewayAccounts.list(merchantId);
  const account = accounts.find((one) => one.code === code);
  if (!account)
    return { supported: [], enabled: [], defaultCurrency: amount.currency, wallet: false };
  const { traits } = gatewayFor(account.gateway);
  const amountStep = traits.amountStep?.[account.defaultCurrency];
  return {
    supported: traits.operations,
    captures: traits.captures,
    enabled: account.operations,
    defaultCurrency: account.defaultCurrency,
    ...(amountStep !== undefined && { amountStep }),
    wallet: account.paymentServices.includes('wallet'),
  };
}

/** The account whose money an operation moves; undefined where nobody has tried to pay. */
export function paidWith(transaction: Transaction): PgCode | undefined {
  return transaction.settledPgCode ?? decisiveAttempt(transaction)?.pgCode;
}

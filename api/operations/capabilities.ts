import type { PgCode } from '../../domain/ids.ts';
import { decisiveAttempt } from '../../domain/transaction/settled.ts';
import { attemptOf, type Transaction } from '../../domain/transaction/transaction.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { refuseUnlessPossible, type Capabilities } from '../../domain/operation/promise.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { ApiDeps } from '../deps.ts';

/**
 * What the account that took the payment can do, as it is set now (contract/operations#conditions). An account that is
 * gone can do nothing.
 */
export async function capabilitiesOf(
  { store }: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
  code = paidWith(transaction),
): Promise<Capabilities> {
  const { merchantId, amount } = transaction;
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

/**
 * Throws where the account cannot do any more what was asked for, as it is set now: it may have waited for days (contract/operations#approval).
 */
export async function refuseWhatAccountRefuses(
  deps: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
  { kind, destination, pgCode, paymentReference }: Operation,
): Promise<void> {
  const attempt = attemptOf(transaction, paymentReference);
  if (!attempt) return;
  const capabilities = await capabilitiesOf(deps, transaction, pgCode);
  refuseUnlessPossible({ kind, destination, capabilities }, attempt);
}

/** The account whose money an operation moves; undefined where nobody has tried to pay. */
export function paidWith(transaction: Transaction): PgCode | undefined {
  return transaction.settledPgCode ?? decisiveAttempt(transaction)?.pgCode;
}

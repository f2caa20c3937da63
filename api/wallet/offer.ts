import { add, compare, isPositive, zero, type Money } from '../../domain/money.ts';
import type { PgCode } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { availableBalance, type WalletAccount } from '../../domain/wallet/account.ts';
import { reservationKey, isOpenPart } from '../../domain/wallet/part.ts';
import { takesWallet } from '../../domain/wallet/request.ts';
import type { Purse } from '../../domain/wallet/whole.ts';
import { holderFor } from '../../domain/wallet/spending.ts';
import type { ApiDeps } from '../deps.ts';

/** The wallet with which a payer can pay, wholly or in part. */
export interface WalletOffer {
  /** The account whose customers have this wallet; it stands for the payment where the wallet pays all. */
  readonly pgCode: PgCode;
  /** What can be spent on this transaction now: what its own earlier tries have set aside is free for it. */
  readonly spendable: Money;
}

/**
 * The wallet of the transaction's customer, where there is one that can be used here: an account of the transaction has
 * the wallet service, nothing is only held, somebody is named, and there is money in it. It is an offer: whether the
 * money is still there is known when it is set aside.
 */
export async function walletOffer(
  { store }: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
): Promise<WalletOffer | undefined> {
  if (!takesWallet(transaction)) return undefined;
  const [[service], { status, spendable }] = await Promise.all([
    walletServices(store, transaction),
    purseOf(store, transaction),
  ]);
  if (service === undefined || status !== 'active' || !isPositive(spendable)) return undefined;
  return { pgCode: service, spendable };
}

/** The accounts of the transaction that have the wallet service, in its order. */
export async function walletServices(
  { gatewayAccounts }: Pick<ApiDeps['store'], 'gatewayAccounts'>,
  { merchantId, methods }: Transaction,
): Promise<readonly PgCode[]> {
  const accounts = await gatewayAccounts.list(merchantId);
  return methods
    .map(({ pgCode }) => pgCode)
    .filter((code) =>
      accounts.some(
        (one) => one.code === code && one.active && one.paymentServices.includes('wallet'),
      ),
    );
}

/** What the wallet of the transaction's customer has for it; nothing where there is no customer or no wallet. */
export async function purseOf(
  store: Pick<ApiDeps['store'], 'wallets'>,
  transaction: Transaction,
): Promise<Purse> {
  const { customer, methods, amount } = transaction;
  const [method] = methods;
  const isNamed = customer.id !== undefined && method !== undefined;
  const account = isNamed ? await store.wallets.find(holderFor(transaction, method)) : undefined;
  if (!account) return { spendable: zero(amount.currency) };
  const free = add(availableBalance(account), await ownReservations(store, transaction, account));
  // A reservation that was given free between the two looks would count twice.
  const spendable = compare(free, account.balance) < 0 ? free : account.balance;
  return { status: account.status, spendable };
}

/** What earlier tries have set aside in this wallet: those before a change of the currency did so in another one. */
async function ownReservations(
  { wallets }: Pick<ApiDeps['store'], 'wallets'>,
  transaction: Transaction,
  account: WalletAccount,
): Promise<Money> {
  const { merchantId } = transaction;
  const reserved = await Promise.all(
    transaction.attempts
      .filter(isOpenPart)
      .map((attempt) => wallets.operationOf(merchantId, reservationKey(transaction, attempt))),
  );
  return reserved.reduce(
    (sum, operation) =>
      operation?.status === 'pending' && operation.accountId === account.id
        ? add(sum, operation.amount)
        : sum,
    zero(account.currency),
  );
}

import { randomUUID } from 'node:crypto';
import type { MerchantId } from '../../domain/ids.ts';
import { adjustmentEntry } from '../../domain/ledger/wallet-book.ts';
import { parseMoney, toDecimal } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { WalletAccount, WalletStatus } from '../../domain/wallet/account.ts';
import type { WalletOperation } from '../../domain/wallet/entry.ts';
import type { WalletPolicy } from '../../domain/wallet/policy.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { changeMerchant, findMerchant } from './merchants.ts';

/** The wallet of this id. Throws `not_found`. */
export async function walletOf(
  { store }: AuditContext,
  merchantId: MerchantId,
  id: string,
): Promise<WalletAccount> {
  const wallet = await store.wallets.account(merchantId, id);
  if (!wallet)
    throw new CliError('not_found', `The merchant "${merchantId}" has no wallet "${id}".`);
  return wallet;
}

/** Suspends a wallet, makes it active again, or closes it for good. Throws `wrong` where the rules say no. */
export async function setWalletStatus(
  auditContext: AuditContext,
  wallet: WalletAccount,
  {
    status,
    reason,
    verb,
  }: { readonly status: WalletStatus; readonly reason: string; readonly verb: string },
): Promise<WalletAccount> {
  const { merchantId, id } = wallet;
  const what = {
    command: `wallets ${verb}`,
    merchantId,
    subject: id,
    change: { from: wallet.status, to: status, reason },
  };
  return act(auditContext, what, () =>
    allowed(() =>
      auditContext.store.wallets.setStatus(merchantId, id, { status, now: Date.now() }),
    ),
  );
}

/** Puts money into a wallet by hand, or takes it out. Throws `wrong` where the rules or the policy say no. */
export async function adjustWallet(
  auditContext: AuditContext,
  wallet: WalletAccount,
  {
    verb,
    amount: typed,
    reason,
  }: { readonly verb: 'credit' | 'debit'; readonly amount: string; readonly reason: string },
): Promise<WalletOperation> {
  const { merchantId, id, currency } = wallet;
  const amount = parseMoney(typed, currency);
  if ('fault' in amount || amount.minor === 0)
    throw new CliError('wrong', `"${typed}" is no amount of ${currency} that can be moved.`);
  const { walletPolicy } = await findMerchant(auditContext, merchantId);
  const what = {
    command: `wallets ${verb}`,
    merchantId,
    subject: id,
    change: { amount: toDecimal(amount), currency, reason },
  };
  return act(auditContext, what, () =>
    allowed(async () => {
      const type = `${verb}_adjustment` as const;
      const operation = await auditContext.store.wallets.move({
        holder: wallet,
        key: `adjustment:${randomUUID()}`,
        type,
        amount,
        origin: { reason, by: auditContext.who },
        ...(walletPolicy && { policy: walletPolicy }),
        now: Date.now(),
      });
      const { id: operationId, createdAt } = operation;
      const { sandbox } = wallet;
      // The wallet is what counts: what is lost from here on `ledger verify` misses, and posts when it may.
      await auditContext.store.ledger.post([
        adjustmentEntry({ merchantId, operationId, type, amount, createdAt, sandbox }),
      ]);
      return operation;
    }),
  );
}

/** Changes what a merchant's wallets may hold, and gives it; what is not named stays, and an empty list takes a limit away. */
export async function setWalletPolicy(
  auditContext: AuditContext,
  merchantId: MerchantId,
  change: WalletPolicy,
): Promise<WalletPolicy> {
  const { walletPolicy = {} } = await changeMerchant(auditContext, merchantId, {
    command: 'wallets policy',
    change: (now) => ({ ...now, walletPolicy: withoutEmpty({ ...now.walletPolicy, ...change }) }),
  });
  return walletPolicy;
}

/** An empty list of currencies would forbid all of them. */
function withoutEmpty({ currencies, highestCredit, highestBalance }: WalletPolicy): WalletPolicy {
  return {
    ...(currencies?.length && { currencies }),
    ...(highestCredit?.length && { highestCredit }),
    ...(highestBalance?.length && { highestBalance }),
  };
}

async function allowed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw new CliError('wrong', error.message);
    throw error;
  }
}

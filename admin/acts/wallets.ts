import { randomUUID } from 'node:crypto';
import type { MerchantId } from '../../domain/ids.ts';
import { adjustmentEntry } from '../../domain/ledger/wallet-book.ts';
import { parseMoney, shownMoney, toDecimal } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isSameMoney } from '../../domain/transaction/amount.ts';
import type { WalletAccount, WalletStatus } from '../../domain/wallet/account.ts';
import type { WalletOperation } from '../../domain/wallet/entry.ts';
import type { WalletPolicy } from '../../domain/wallet/policy.ts';
import type { Store } from '../../store/index.ts';
import type { MovementRequest } from '../../store/wallets.ts';
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

/** What was put into a wallet by hand, or taken out. */
export interface Adjusted {
  readonly operation: WalletOperation;
  /** Whether the ledger is known to have its entry. */
  readonly isPosted: boolean;
}

/**
 * Puts money into a wallet by hand, or takes it out: once for each key, which is a new one where none is given. Throws `wrong`
 * where the rules or the policy say no, and `exists` where the key stands for another adjustment. Where nobody knows whether
 * the money has moved, the error names the key.
 */
export async function adjustWallet(
  auditContext: AuditContext,
  wallet: WalletAccount,
  {
    verb,
    amount: typed,
    reason,
    key: given,
  }: {
    readonly verb: 'credit' | 'debit';
    readonly amount: string;
    readonly reason: string;
    readonly key?: string;
  },
): Promise<Adjusted> {
  const { merchantId, id, currency } = wallet;
  const { store, who } = auditContext;
  const amount = parseMoney(typed, currency);
  if ('fault' in amount || amount.minor === 0)
    throw new CliError('wrong', `"${typed}" is no amount of ${currency} that can be moved.`);
  const { walletPolicy } = await findMerchant(auditContext, merchantId);
  const key = given ?? randomUUID();
  const what = {
    command: `wallets ${verb}`,
    merchantId,
    subject: id,
    // Whose terminal is lost finds the key here; two acts under one key have moved the money once.
    change: { amount: toDecimal(amount), currency, reason, key },
  };
  const request = {
    holder: wallet,
    key: `adjustment:${key}`,
    type: `${verb}_adjustment`,
    amount,
    origin: { reason, by: who },
    ...(walletPolicy && { policy: walletPolicy }),
    now: Date.now(),
  } as const;
  return act(auditContext, what, async () => {
    let operation: WalletOperation;
    try {
      operation = await allowed(() => moveOrFind(store, request));
      if (given !== undefined) await refuseUnlessSame(store, wallet, { operation, request });
    } catch (error) {
      if (error instanceof CliError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `It is not known whether the money has moved. Type the command again only with --key ${key}: under it the money moves once. ${why}`,
        { cause: error },
      );
    }
    return { operation, isPosted: await post(store, wallet, { operation, request }) };
  });
}

/** The adjustment, also where it stands and only the answer was lost. */
async function moveOrFind({ wallets }: Store, request: MovementRequest): Promise<WalletOperation> {
  try {
    return await wallets.move(request);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const standing = await wallets.operationOf(request.holder.merchantId, request.key);
    if (!standing) throw error;
    return standing;
  }
}

interface Moved {
  readonly operation: WalletOperation;
  readonly request: MovementRequest;
}

/** Throws `exists` where the key of this request stands for something else. */
async function refuseUnlessSame(
  { wallets }: Store,
  wallet: WalletAccount,
  { operation: { id, merchantId, accountId, amount }, request }: Moved,
): Promise<void> {
  const [entry] = await wallets.entriesOf(merchantId, id);
  const isSame =
    accountId === wallet.id && isSameMoney(amount, request.amount) && entry?.type === request.type;
  if (!isSame)
    throw new CliError(
      'exists',
      `This key stands for another adjustment, of ${shownMoney(amount)} in the wallet ${accountId}. Nothing was moved.`,
    );
}

/**
 * Has the ledger have the entry; false where it may not. The wallet is what counts: its money has moved all the same, and
 * `ledger verify` misses what is lost here, and posts it when it may.
 */
async function post(
  { ledger }: Store,
  { merchantId, sandbox }: WalletAccount,
  { operation: { id: operationId, createdAt }, request: { type, amount } }: Moved,
): Promise<boolean> {
  try {
    await ledger.post([
      adjustmentEntry({ merchantId, operationId, type, amount, createdAt, sandbox }),
    ]);
    return true;
  } catch {
    return false;
  }
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

import type { ClosedWallet } from '../../activities/removed-wallets.ts';
import { walletPartActivities } from '../../activities/wallet-parts.ts';
import type { Money } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { openAccount, type WalletAccount } from '../../domain/wallet/account.ts';
import type { WalletOperation } from '../../domain/wallet/entry.ts';
import { inStatus, moved } from '../../domain/wallet/movement.ts';
import { OPENING_OPERATIONS, concluded } from '../../domain/wallet/operation.ts';
import type { WalletStore } from '../../store/wallets.ts';
import { SHOP } from './builders.ts';

/** The wallets of one test, in memory, by our rules. */
export interface FakeWallets {
  /** A customer's wallet with so much in it; gives how it stands, whenever it is asked. */
  readonly open: (customerId: string, balance: Money) => () => WalletAccount;
  /** Closes an empty one, for good. */
  readonly close: (customerId: string) => void;
  /** Each operation, in its order: key and status. */
  readonly operations: () => readonly (readonly [string, string])[];
  /** What went back into closed ones, of payments that were removed. */
  readonly closed: readonly ClosedWallet[];
  readonly script: {
    /** Runs before a wallet is asked: a test may hold it back, or fail it. */
    before: (act: keyof WalletParts) => void | Promise<void>;
    /** Runs when it has done it: a test may lose its answer. */
    after: (act: keyof WalletParts) => void | Promise<void>;
  };
  /** What a worker runs. */
  readonly activities: WalletParts;
}

type WalletParts = ReturnType<typeof walletPartActivities>;

/** No wallet yet. */
export function fakeWallets(): FakeWallets {
  const accounts = new Map<string, WalletAccount>();
  const operations = new Map<string, WalletOperation>();
  const script: FakeWallets['script'] = { before: () => undefined, after: () => undefined };

  function accountOf(id: string): WalletAccount {
    const account = accounts.get(id);
    if (!account) throw new Refusal('amount_exceeds_balance', 'There is no such wallet.');
    return account;
  }

  const wallets: Pick<WalletStore, 'move' | 'conclude' | 'operationOf' | 'account'> = {
    move: async ({ holder, key, type, amount, origin, now }) => {
      const known = operations.get(key);
      if (known) return known;
      const after = moved(accountOf(holder.customerId), { type, amount, now });
      accounts.set(holder.customerId, after);
      const operation: WalletOperation = {
        ...origin,
        ...OPENING_OPERATIONS[type],
        id: operations.size + 1,
        merchantId: holder.merchantId,
        accountId: holder.customerId,
        key,
        amount,
        balance: after.balance,
        createdAt: now,
        updatedAt: now,
      };
      operations.set(key, operation);
      return operation;
    },
    conclude: async ({ key }, how, now) => {
      const operation = operations.get(key);
      if (!operation) throw new Refusal('not_found', 'There is no such operation.');
      const status = concluded(operation, how);
      if (status === undefined) return operation;
      const { accountId, amount } = operation;
      const after = moved(accountOf(accountId), { type: how, amount, now });
      accounts.set(accountId, after);
      const changed = { ...operation, status, balance: after.balance, updatedAt: now };
      operations.set(key, changed);
      return changed;
    },
    operationOf: async (_merchantId, key) => operations.get(key),
    account: async (_merchantId, id) => accounts.get(id),
  };
  const closed: ClosedWallet[] = [];
  const parts = walletPartActivities({ wallets }, async (one) => void closed.push(one));

  async function acting<T>(act: keyof WalletParts, work: () => Promise<T>): Promise<T> {
    await script.before(act);
    const done = await work();
    await script.after(act);
    return done;
  }

  return {
    open: (customerId: string, balance: Money) => {
      const { currency } = balance;
      const holder = { merchantId: SHOP, customerId, currency, sandbox: false };
      const account = openAccount(holder, { id: customerId, number: 1, now: 0 });
      accounts.set(customerId, { ...account, balance });
      return () => accountOf(customerId);
    },
    close: (customerId) => {
      accounts.set(customerId, inStatus(accountOf(customerId), 'closed', 0));
    },
    operations: () => [...operations.values()].map(({ key, status }) => [key, status] as const),
    closed,
    script,
    activities: {
      reservePart: (command) => acting('reservePart', () => parts.reservePart(command)),
      spendPart: (command) => acting('spendPart', () => parts.spendPart(command)),
      releasePart: (name) => acting('releasePart', () => parts.releasePart(name)),
      returnPart: (name) => acting('returnPart', () => parts.returnPart(name)),
    },
  };
}

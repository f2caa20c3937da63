import { randomUUID } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Money } from '../domain/money.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  openAccount,
  WALLET_STATUSES,
  type Holder,
  type WalletAccount,
  type WalletStatus,
} from '../domain/wallet/account.ts';
import type { EntryType, Origin, WalletEntry, WalletOperation } from '../domain/wallet/entry.ts';
import { directionOf, inStatus, moved } from '../domain/wallet/movement.ts';
import {
  OPENING_OPERATIONS,
  concluded,
  type OpeningEntryType,
  type Conclusion,
} from '../domain/wallet/operation.ts';
import type { WalletPolicy } from '../domain/wallet/policy.ts';
import type { Atomically } from './atomically.ts';
import { isDuplicate } from './connection.ts';
import type { CounterStore } from './counters.ts';
import { moneySchema } from './money.ts';
import { replace } from './replace.ts';
import { queuePerName } from './queue-per-name.ts';
import { walletLists } from './wallet-lists.ts';
import type { FieldsOf } from './fields.ts';

const text = { type: String };
const needed = { type: String, required: true };
const number = { type: Number, required: true };
const money = { type: moneySchema, required: true };

const accountSchema = new Schema(
  {
    id: needed,
    number,
    merchantId: needed,
    customerId: needed,
    currency: needed,
    sandbox: { type: Boolean, required: true },
    status: { type: String, required: true, enum: WALLET_STATUSES },
    balance: money,
    reserved: money,
    createdAt: number,
    updatedAt: number,
  } satisfies FieldsOf<WalletAccount>,
  { collection: 'wallet_accounts', versionKey: false, strict: 'throw', id: false },
);
accountSchema.index({ merchantId: 1, customerId: 1, currency: 1, sandbox: 1 }, { unique: true });
accountSchema.index({ merchantId: 1, id: 1 }, { unique: true });
accountSchema.index({ merchantId: 1, customerId: 1, number: -1 });

const operationSchema = new Schema(
  {
    id: number,
    merchantId: needed,
    accountId: needed,
    key: needed,
    type: needed,
    status: needed,
    amount: money,
    balance: money,
    sessionId: text,
    pgCode: text,
    reason: text,
    by: text,
    createdAt: number,
    updatedAt: number,
  } satisfies FieldsOf<WalletOperation>,
  { collection: 'wallet_operations', versionKey: false, strict: 'throw', id: false },
);
operationSchema.index({ merchantId: 1, id: 1 }, { unique: true });
operationSchema.index({ merchantId: 1, key: 1 }, { unique: true });

const entrySchema = new Schema(
  {
    id: number,
    merchantId: needed,
    accountId: needed,
    operationId: number,
    type: needed,
    direction: needed,
    amount: money,
    balance: money,
    reserved: money,
    sessionId: text,
    pgCode: text,
    createdAt: number,
  } satisfies FieldsOf<WalletEntry>,
  { collection: 'wallet_entries', versionKey: false, strict: 'throw', id: false },
);
entrySchema.index({ merchantId: 1, id: 1 }, { unique: true });
entrySchema.index({ merchantId: 1, accountId: 1, id: -1 });
entrySchema.index({ merchantId: 1, operationId: 1, id: 1 });

const plain = { _id: 0 } as const;

/** Somebody wants money moved. The key names the request: the same one twice is one movement. */
export interface MovementRequest {
  readonly holder: Holder;
  readonly key: string;
  readonly type: OpeningEntryType;
  readonly amount: Money;
  readonly origin: Origin;
  readonly policy?: WalletPolicy;
  readonly now: number;
}

export type WalletStore = ReturnType<typeof walletStore>;

/**
 * Wallets: `wallet_accounts`, `wallet_operations` and `wallet_entries`. Whatever moves is written in one transaction of
 * the database with the balance, so nothing is lost, doubled or half done however many write at once.
 */
export function walletStore(
  connection: Connection,
  counters: CounterStore,
  atomically: Atomically,
) {
  const accounts = connection.model<WalletAccount>('WalletAccount', accountSchema);
  const operations = connection.model<WalletOperation>('WalletOperation', operationSchema);
  const entries = connection.model<WalletEntry>('WalletEntry', entrySchema);

  const find = async (holder: Holder): Promise<WalletAccount | undefined> =>
    (await accounts.findOne(holderOf(holder), plain).lean<WalletAccount>()) ?? undefined;
  const operationBy = async (filter: {
    readonly merchantId: MerchantId;
    readonly key?: string;
    readonly id?: number;
  }): Promise<WalletOperation | undefined> =>
    (await operations.findOne(filter, plain).lean<WalletOperation>()) ?? undefined;
  const accountOf = async (
    merchantId: MerchantId,
    id: string,
  ): Promise<WalletAccount | undefined> =>
    (await accounts.findOne({ merchantId, id }, plain).lean<WalletAccount>()) ?? undefined;

  // The database decides among processes, at the price of beginning again; within one they need not meet at all.
  const inTurn = queuePerName();

  const replaceAccount = async (account: WalletAccount): Promise<void> => {
    const identity = { merchantId: account.merchantId, id: account.id };
    await replace(accounts, { identity, document: account });
  };

  const begin = async (request: MovementRequest): Promise<WalletOperation> => {
    const { holder, key, type, amount, origin, policy, now } = request;
    const { merchantId } = holder;
    const id = await counters.take(merchantId, 'wallet', 1);
    // Writers of one account stand in each other's way; all but one begin again, from what is then.
    return atomically(async () => {
      const known = await operationBy({ merchantId, key });
      if (known) return known;
      const found = await find(holder);
      const account = found ?? openAccount(holder, { id: randomUUID(), number: id, now });
      const after = moved(account, { type, amount, now }, policy);
      const operation: WalletOperation = {
        ...origin,
        ...OPENING_OPERATIONS[type],
        id,
        merchantId,
        accountId: account.id,
        key,
        amount,
        balance: after.balance,
        createdAt: now,
        updatedAt: now,
      };
      if (found) await replaceAccount(after);
      else await new accounts(after).save();
      await new operations(operation).save();
      await new entries(entryOf(operation, after, { id, type, now })).save();
      return operation;
    });
  };

  return {
    /**
     * Moves money once for each key, and gives the operation; a repeated request gives the first one. The first credit opens
     * the account. Throws what `moved` throws, and then nothing is written.
     */
    move: (request: MovementRequest): Promise<WalletOperation> =>
      inTurn(JSON.stringify(holderOf(request.holder)), async () => {
        try {
          return await begin(request);
        } catch (error) {
          // Two first credits, or the same request twice, at one instant: what the other one wrote is there now.
          if (!isDuplicate(error)) throw error;
          return begin(request);
        }
      }),

    /**
     * Ends the reservation of this key, or takes its end back. Once is enough, and twice is harmless. Throws `not_found`
     * when there is none, `invalid_state` when it has ended otherwise.
     */
    conclude: async (
      { merchantId, key }: { readonly merchantId: MerchantId; readonly key: string },
      how: Conclusion,
      now: number,
    ): Promise<WalletOperation> => {
      const entryId = await counters.take(merchantId, 'wallet', 1);
      return atomically(async () => {
        const operation = await operationBy({ merchantId, key });
        const account = operation && (await accountOf(merchantId, operation.accountId));
        if (!account) throw new Refusal('not_found', 'There is no such wallet operation.');
        const status = concluded(operation, how);
        if (status === undefined) return operation;
        const after = moved(account, { type: how, amount: operation.amount, now });
        const changed = { ...operation, status, balance: after.balance, updatedAt: now };
        await replaceAccount(after);
        const identity = { merchantId, key };
        await replace(operations, { identity, document: changed });
        const entry = entryOf(changed, after, { id: entryId, type: how, now });
        await new entries(entry).save();
        return changed;
      });
    },

    /** Puts an account in another status. Throws `not_found`, and what `inStatus` throws. */
    setStatus: (
      merchantId: MerchantId,
      id: string,
      { status, now }: { readonly status: WalletStatus; readonly now: number },
    ): Promise<WalletAccount> =>
      atomically(async () => {
        const account = await accountOf(merchantId, id);
        if (!account) throw new Refusal('not_found', 'There is no such wallet.');
        const changed = inStatus(account, status, now);
        if (changed !== account) await replaceAccount(changed);
        return changed;
      }),

    find: (holder: Holder): Promise<WalletAccount | undefined> => find(holder),
    account: (merchantId: MerchantId, id: string): Promise<WalletAccount | undefined> =>
      accountOf(merchantId, id),
    operationOf: (merchantId: MerchantId, key: string): Promise<WalletOperation | undefined> =>
      operationBy({ merchantId, key }),
    operation: (merchantId: MerchantId, id: number): Promise<WalletOperation | undefined> =>
      operationBy({ merchantId, id }),

    ...walletLists({ accounts, entries }),
  };
}

function holderOf({ merchantId, customerId, currency, sandbox }: Holder): Holder {
  return { merchantId, customerId, currency, sandbox };
}

function entryOf(
  { merchantId, accountId, id: operationId, amount, sessionId, pgCode }: WalletOperation,
  { balance, reserved }: WalletAccount,
  { id, type, now }: { readonly id: number; readonly type: EntryType; readonly now: number },
): WalletEntry {
  return {
    id,
    merchantId,
    accountId,
    operationId,
    type,
    direction: directionOf(type),
    amount,
    balance,
    reserved,
    ...(sessionId !== undefined && { sessionId }),
    ...(pgCode !== undefined && { pgCode }),
    createdAt: now,
  };
}

import type { Model } from 'mongoose';
import type { MerchantId, SessionId } from '../domain/ids.ts';
import type { CurrencyCode } from '../domain/currencies.ts';
import type { WalletAccount, WalletStatus } from '../domain/wallet/account.ts';
import type { Direction, EntryType, WalletEntry } from '../domain/wallet/entry.ts';

/**
 * A part of a list that is sorted by a falling number: what follows the cursor, or what is before it. Without a cursor
 * the list's beginning, or backward its end.
 */
export interface CursorWindow {
  readonly cursor?: number;
  readonly direction: 'forward' | 'backward';
  readonly perPage: number;
}

export interface CursorPage<T> {
  /** How long the whole list is. */
  readonly count: number;
  readonly results: readonly T[];
  /** Whether anything comes after the results, and before them. */
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

export interface EntryFilter {
  readonly accountIds: readonly string[];
  readonly type?: EntryType;
  readonly direction?: Direction;
  readonly sessionId?: SessionId | string;
  readonly pgCode?: string;
  /** Epoch milliseconds, both inclusive. */
  readonly from?: number;
  readonly until?: number;
}

export interface AccountFilter {
  readonly customerId?: string;
  readonly currency?: CurrencyCode;
  readonly status?: WalletStatus;
}

interface Models {
  readonly accounts: Model<WalletAccount>;
  readonly entries: Model<WalletEntry>;
}

/** The lists that merchants see, newest first. */
export function walletLists({ accounts, entries }: Models) {
  return {
    listAccounts: (
      merchantId: MerchantId,
      { customerId, currency, status }: AccountFilter,
      window: CursorWindow,
    ): Promise<CursorPage<WalletAccount>> =>
      page(
        accounts,
        {
          merchantId,
          ...(customerId !== undefined && { customerId }),
          ...(currency !== undefined && { currency }),
          ...(status && { status }),
        },
        { ...window, by: 'number' },
      ),

    listEntries: (
      merchantId: MerchantId,
      { accountIds, type, direction, sessionId, pgCode, from, until }: EntryFilter,
      window: CursorWindow,
    ): Promise<CursorPage<WalletEntry>> =>
      page(
        entries,
        {
          merchantId,
          accountId: { $in: accountIds },
          ...(type && { type }),
          ...(direction && { direction }),
          ...(sessionId !== undefined && { sessionId }),
          ...(pgCode !== undefined && { pgCode }),
          ...((from !== undefined || until !== undefined) && {
            createdAt: {
              ...(from !== undefined && { $gte: from }),
              ...(until !== undefined && { $lte: until }),
            },
          }),
        },
        { ...window, by: 'id' },
      ),

    /** What an operation has made so far, in its order. */
    entriesOf: (merchantId: MerchantId, operationId: number): Promise<readonly WalletEntry[]> =>
      entries
        .find({ merchantId, operationId }, { _id: 0 })
        .sort({ id: 1 })
        .lean<WalletEntry[]>()
        .exec(),

    /** Whether the merchant has any wallet at all. */
    any: async (merchantId: MerchantId): Promise<boolean> =>
      (await accounts.exists({ merchantId })) !== null,
  };
}

async function page<T extends object>(
  model: Model<T>,
  filter: object,
  { by, cursor, direction, perPage }: CursorWindow & { readonly by: keyof T & string },
): Promise<CursorPage<T>> {
  const isForward = direction === 'forward';
  const beyond = cursor !== undefined && { [by]: isForward ? { $lt: cursor } : { $gt: cursor } };
  const [count, found] = await Promise.all([
    model.countDocuments(filter),
    // One more than is shown tells whether there are more.
    model
      .find({ $and: [filter, { ...beyond }] }, { _id: 0 })
      .sort({ [by]: isForward ? -1 : 1 })
      .limit(perPage + 1)
      .lean<T[]>(),
  ]);
  const shown = found.slice(0, perPage);
  const isMore = found.length > perPage;
  const hasBehind =
    cursor !== undefined && (await isAnyAt(model, filter, { by, cursor, isForward }));
  return {
    count,
    results: isForward ? shown : shown.toReversed(),
    hasNext: isForward ? isMore : hasBehind,
    hasPrevious: isForward ? hasBehind : isMore,
  };
}

/** Whether the list has something on the other side of the cursor, the cursor's own row included. */
async function isAnyAt<T extends object>(
  model: Model<T>,
  filter: object,
  {
    by,
    cursor,
    isForward,
  }: { readonly by: string; readonly cursor: number; readonly isForward: boolean },
): Promise<boolean> {
  const other = { [by]: isForward ? { $gte: cursor } : { $lte: cursor } };
  return (await model.exists({ $and: [filter, other] })) !== null;
}

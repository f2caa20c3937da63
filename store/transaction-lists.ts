import type { Model } from 'mongoose';
import type { MerchantId, SessionId } from '../domain/ids.ts';
import type { Money } from '../domain/money.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { TransactionType } from '../domain/transaction/type.ts';

/** A part of a list. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
  /** Only these; all when left out. */
  readonly types?: readonly TransactionType[];
}

/** That part, and how long the whole list is. */
export interface TransactionPage {
  readonly count: number;
  readonly results: readonly Transaction[];
}

/** The lists that merchants see, page by page; `given` turns what lies in the database into transactions. */
export function transactionLists<Kept>(model: Model<Kept>, given: (kept: Kept) => Transaction) {
  const page = async (
    wanted: object,
    by: 'createdAt' | 'deletedAt',
    { limit, offset, types }: Window,
  ): Promise<TransactionPage> => {
    const filter = { ...wanted, ...(types && { type: { $in: types } }) };
    const [count, results] = await Promise.all([
      model.countDocuments(filter),
      model
        .find(filter, { _id: 0, foundBy: 0 })
        .sort({ [by]: -1 })
        .skip(offset)
        .limit(limit)
        .lean<Kept[]>(),
    ]);
    return { count, results: results.map(given) };
  };

  return {
    /** Newest first, without what was archived. */
    listByOrder: (
      merchantId: MerchantId,
      orderNo: string,
      window: Window,
    ): Promise<TransactionPage> =>
      page({ merchantId, orderNo, deletedAt: { $exists: false } }, 'createdAt', window),

    /** What was archived, the latest first; of one order number when that is given. */
    listDeleted: (
      merchantId: MerchantId,
      { orderNo, ...window }: Window & { readonly orderNo?: string },
    ): Promise<TransactionPage> =>
      page(
        { merchantId, deletedAt: { $exists: true }, ...(orderNo !== undefined && { orderNo }) },
        'deletedAt',
        window,
      ),

    /** Which of these transactions are archived. */
    archivedAmong: async (
      merchantId: MerchantId,
      sessionIds: readonly SessionId[],
    ): Promise<ReadonlySet<SessionId>> => {
      const wanted: object = {
        merchantId,
        sessionId: { $in: sessionIds },
        deletedAt: { $exists: true },
      };
      const found = await model
        .find(wanted, { _id: 0, sessionId: 1 })
        .hint({ sessionId: 1 })
        .lean<Pick<Transaction, 'sessionId'>[]>();
      return new Set(found.map(({ sessionId }) => sessionId));
    },

    /** What was asked for by each of these transactions; one that is gone has no entry. */
    amountsOf: async (
      merchantId: MerchantId,
      sessionIds: readonly SessionId[],
    ): Promise<ReadonlyMap<SessionId, Money>> => {
      const wanted: object = { merchantId, sessionId: { $in: sessionIds } };
      const found = await model
        .find(wanted, { _id: 0, sessionId: 1, amount: 1 })
        .lean<Pick<Transaction, 'sessionId' | 'amount'>[]>();
      return new Map(found.map(({ sessionId, amount }) => [sessionId, amount]));
    },

    /** The types of some transactions of a merchant; what is gone has none. */
    typesOf: async (
      merchantId: MerchantId,
      sessionIds: readonly SessionId[],
    ): Promise<ReadonlyMap<SessionId, TransactionType>> => {
      const wanted: object = { merchantId, sessionId: { $in: sessionIds } };
      const found = await model
        .find(wanted, { _id: 0, sessionId: 1, type: 1 })
        .lean<Pick<Transaction, 'sessionId' | 'type'>[]>();
      return new Map(found.map(({ sessionId, type }) => [sessionId, type]));
    },
  };
}

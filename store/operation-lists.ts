import type { Model } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Operation, OperationKind, ApprovalState } from '../domain/operation/operation.ts';
import type { Window } from './transaction-lists.ts';

/** Which requests are wanted; what is left out does not matter. */
export interface RequestFilter {
  readonly state?: ApprovalState;
  readonly kind?: OperationKind;
  /** The session id of the payment. */
  readonly parentId?: string;
  readonly pgCode?: string;
  readonly currency?: string;
  /** Half open, in epoch milliseconds. */
  readonly createdFrom?: number;
  readonly createdUntil?: number;
  /** The number of the user who asked for it. */
  readonly requestedBy?: number;
}

/** A part of the requests, and how many there are. */
export interface RequestPage {
  readonly count: number;
  readonly results: readonly Operation[];
}

/** The lists of operations that merchants see; `given` turns what lies in the database into operations. */
export function operationLists<Kept>(model: Model<Kept>, given: (kept: Kept) => Operation) {
  return {
    /** How many requests fit. */
    countRequests: (merchantId: MerchantId, wanted: RequestFilter): Promise<number> =>
      model.countDocuments({ merchantId, ...filterOf(wanted) }).exec(),

    /** Operations that a person has or had to do with, newest first. */
    listRequests: async (
      merchantId: MerchantId,
      wanted: RequestFilter,
      { limit, offset }: Pick<Window, 'limit' | 'offset'>,
    ): Promise<RequestPage> => {
      const filter = { merchantId, ...filterOf(wanted) };
      const [count, results] = await Promise.all([
        model.countDocuments(filter),
        model
          .find(filter, { _id: 0 })
          .sort({ createdAt: -1, sessionId: 1 })
          .skip(offset)
          .limit(limit)
          .lean<Kept[]>(),
      ]);
      return { count, results: results.map(given) };
    },
  };
}

function filterOf(wanted: RequestFilter): object {
  const { state, kind, parentId, pgCode, currency, requestedBy } = wanted;
  const { createdFrom, createdUntil } = wanted;
  const hasSpan = createdFrom !== undefined || createdUntil !== undefined;
  return {
    'approval.state': state ?? { $exists: true },
    ...(kind && { kind }),
    ...(parentId !== undefined && { parentId }),
    ...(pgCode !== undefined && { pgCode }),
    ...(currency !== undefined && { 'amount.currency': currency }),
    ...(requestedBy !== undefined && { 'initiator.id': requestedBy }),
    ...(hasSpan && {
      createdAt: {
        ...(createdFrom !== undefined && { $gte: createdFrom }),
        ...(createdUntil !== undefined && { $lt: createdUntil }),
      },
    }),
  };
}

import type { Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import { OPERATION_KINDS, OPERATION_STATES } from '../domain/operation/operation.ts';
import type { OperationFilter } from '../domain/search/operation-filter.ts';
import type { TransactionType } from '../domain/transaction/type.ts';
import { amountsWithin, anyOf, boundedSearch, LOOKS, withinSpan } from './bounded-search.ts';
import type { Cursor } from './cursors.ts';
import { givenOperation, OPERATION_INDEXES, type StoredOperation } from './operations.ts';

/** Finds the operations of a merchant, newest first (contract/search#operations). */
export function operationSearch(connection: Connection, looks = LOOKS) {
  const bounded = boundedSearch(connection.model<StoredOperation>('Operation').collection, {
    shown: (kept: StoredOperation) => ({ operation: givenOperation(kept) }),
    leftOut: { gatewayResponse: 0, extra: 0 },
    looks,
  });

  return {
    /** A page of those that fit. Rejects with the driver's error when it takes too long. */
    search: (
      merchantId: MerchantId,
      filter: OperationFilter,
      { limit, after }: { readonly limit: number; readonly after?: Cursor | undefined },
    ) => {
      const { lead, index } = leadOf(filter);
      const { created = {}, types } = filter;
      return bounded.page(
        {
          lead: { merchantId, ...lead },
          rest: restOf(filter),
          index,
          time: 'createdAt',
          isNewestFirst: true,
          span: created,
          after,
          ...(types && { joined: ofPaymentsOf(types) }),
        },
        limit,
      );
    },
  };
}

/** By which index the search goes: the one that leads to the fewest. What one name leads to is so little that it may be sorted. */
function leadOf(filter: OperationFilter): { readonly lead: object; readonly index: string } {
  const { sessionId, parentId, referenceNumber, kinds, states } = filter;
  if (referenceNumber !== undefined)
    return { lead: { referenceNumber }, index: 'referenceNumber_1' };
  if (sessionId !== undefined) return { lead: { sessionId }, index: 'sessionId_1' };
  if (parentId !== undefined)
    return { lead: { parentId }, index: 'merchantId_1_parentId_1_createdAt_1' };
  if (!kinds && !states) return { lead: {}, index: OPERATION_INDEXES.created };
  return {
    lead: { kind: { $in: kinds ?? OPERATION_KINDS }, state: { $in: states ?? OPERATION_STATES } },
    index: OPERATION_INDEXES.state,
  };
}

function restOf(filter: OperationFilter): readonly object[] {
  const { sessionId, parentId, kinds, states, pgCodes, currencies, destinations } = filter;
  const { sources, initiatorId, ended, amountFrom, amountUntil } = filter;
  return [
    ...(sessionId === undefined ? [] : [{ sessionId }]),
    ...(parentId === undefined ? [] : [{ parentId }]),
    ...anyOf('kind', kinds),
    ...anyOf('state', states),
    ...anyOf('pgCode', pgCodes),
    ...anyOf('amount.currency', currencies),
    ...anyOf('destination', destinations),
    ...anyOf('source', sources),
    ...(initiatorId === undefined ? [] : [{ 'initiator.id': initiatorId }]),
    ...withinSpan('concludedAt', ended),
    ...amountsWithin('amount', amountFrom, amountUntil),
  ];
}

/** An operation does not say of which type its payment is. */
function ofPaymentsOf(types: readonly TransactionType[]): readonly object[] {
  return [
    {
      $lookup: {
        from: 'transactions',
        localField: 'parentId',
        foreignField: 'sessionId',
        pipeline: [{ $project: { _id: 0, type: 1 } }],
        as: 'payment',
      },
    },
    { $match: { 'payment.type': { $in: types } } },
    { $project: { payment: 0, gatewayResponse: 0, extra: 0 } },
  ];
}

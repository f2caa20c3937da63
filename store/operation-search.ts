import type { Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Money } from '../domain/money.ts';
import { OPERATION_KINDS, OPERATION_STATES } from '../domain/operation/operation.ts';
import type { OperationFilter } from '../domain/search/operation-filter.ts';
import type { TransactionType } from '../domain/transaction/type.ts';
import {
  amountsWithin,
  anyOf,
  boundedSearch,
  LOOKS,
  withinSpan,
  type BoundedQuery,
} from './bounded-search.ts';
import type { Cursor } from './cursors.ts';
import { givenOperation, OPERATION_INDEXES, type StoredOperation } from './operations.ts';

/** Finds the operations of a merchant, newest first (contract/search#operations). */
export function operationSearch(connection: Connection, looks = LOOKS) {
  const bounded = boundedSearch(connection.model<StoredOperation>('Operation').collection, {
    shown: (kept: StoredOperation) => ({ operation: givenOperation(kept) }),
    fields: { gatewayResponse: 0, extra: 0 },
    looks,
  });

  return {
    /** A page of those that fit. Rejects with the driver's error when it takes too long. */
    search: (
      merchantId: MerchantId,
      filter: OperationFilter,
      { limit, after }: { readonly limit: number; readonly after?: Cursor | undefined },
    ) => bounded.page(queryOf(merchantId, filter, after), limit),

    /** How many fit, up to `MOST_COUNTED` and one more; fewer where only those that were looked at are counted. */
    count: (merchantId: MerchantId, filter: OperationFilter): Promise<number> =>
      bounded.count(queryOf(merchantId, filter, undefined)),
  };
}

function queryOf(
  merchantId: MerchantId,
  filter: OperationFilter,
  after: Cursor | undefined,
): BoundedQuery {
  const { lead, index } = leadOf(filter);
  const { created = {}, types } = filter;
  return {
    lead: { merchantId, ...lead },
    rest: restOf(filter),
    index,
    time: 'createdAt',
    isNewestFirst: true,
    span: created,
    after,
    ...(types && { joined: ofPaymentsOf(types) }),
  };
}

/** By which index the search goes: the one that leads to the fewest. What one name leads to is so little that it may be sorted. */
function leadOf(filter: OperationFilter): { readonly lead: object; readonly index: string } {
  const { sessionId, parentId, referenceNumber, kinds, states } = filter;
  const { gatewayReference, orderNo, amounts } = filter;
  if (referenceNumber !== undefined)
    return { lead: { referenceNumber }, index: 'referenceNumber_1' };
  if (sessionId !== undefined) return { lead: { sessionId }, index: 'sessionId_1' };
  if (parentId !== undefined)
    return { lead: { parentId }, index: 'merchantId_1_parentId_1_createdAt_1' };
  if (gatewayReference !== undefined)
    return { lead: { gatewayReference }, index: OPERATION_INDEXES.gateway };
  if (orderNo !== undefined)
    return { lead: { parentOrderNo: orderNo }, index: OPERATION_INDEXES.order };
  if (amounts) return { lead: anyAmount(amounts), index: OPERATION_INDEXES.amount };
  if (!kinds && !states) return { lead: {}, index: OPERATION_INDEXES.created };
  return {
    lead: { kind: { $in: kinds ?? OPERATION_KINDS }, state: { $in: states ?? OPERATION_STATES } },
    index: OPERATION_INDEXES.state,
  };
}

function restOf(filter: OperationFilter): readonly object[] {
  const { sessionId, parentId, kinds, states, pgCodes, currencies, destinations } = filter;
  const { gatewayReference, orderNo, amounts } = filter;
  const { sources, initiatorId, reasons, ended, amountFrom, amountUntil } = filter;
  return [
    ...(sessionId === undefined ? [] : [{ sessionId }]),
    ...(parentId === undefined ? [] : [{ parentId }]),
    ...(gatewayReference === undefined ? [] : [{ gatewayReference }]),
    ...(orderNo === undefined ? [] : [{ parentOrderNo: orderNo }]),
    ...(amounts
      ? [
          {
            $or: amounts.map(({ minor, currency }) => ({
              'amount.minor': minor,
              'amount.currency': currency,
            })),
          },
        ]
      : []),
    ...anyOf('kind', kinds),
    ...anyOf('state', states),
    ...anyOf('pgCode', pgCodes),
    ...anyOf('amount.currency', currencies),
    ...anyOf('destination', destinations),
    ...anyOf('source', sources),
    ...(initiatorId === undefined ? [] : [{ 'initiator.id': initiatorId }]),
    ...anyOf('reasonCode', reasons),
    ...withinSpan('concludedAt', ended),
    ...amountsWithin('amount', amountFrom, amountUntil),
  ];
}

/** By this the index leads there; which sum is of which currency is asked of what it leads to. */
function anyAmount(amounts: readonly Money[]): object {
  return {
    'amount.minor': { $in: amounts.map(({ minor }) => minor) },
    'amount.currency': { $in: amounts.map(({ currency }) => currency) },
  };
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

import type { mongo, Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { HalfOpen, TransactionFilter, TransactionOrder } from '../domain/search/filter.ts';
import {
  ALERT_KINDS,
  type PaymentChannel,
  type Transaction,
} from '../domain/transaction/transaction.ts';
import type { OperationEntry } from '../domain/operation/operation.ts';
import type { AttemptCount } from '../domain/tasks/gateway.ts';
import { searchTerms } from '../domain/search/terms.ts';
import type { TaskPayment } from '../domain/tasks/task.ts';
import {
  amountsWithin,
  anyOf,
  boundedSearch,
  LOOKS,
  withinSpan,
  type BoundedQuery,
  type FoundOf,
} from './bounded-search.ts';
import type { Cursor } from './cursors.ts';
import { tokensAsked, type SearchTokens } from './search-tokens.ts';
import { given, SEARCH_INDEXES, searchFields, type Kept } from './transactions.ts';
import { newestUnmarked } from './unmarked.ts';

/** The orders of lists, or the last alerted first, which shows only what has an alert: for tasks. */
export type SearchOrder = TransactionOrder | '-alerted';

export interface SearchWindow {
  readonly order: SearchOrder;
  readonly limit: number;
  readonly after?: Cursor | undefined;
}

/** Those that were found, and where each stands. */
export type Found = FoundOf<{ readonly transaction: Transaction }>;

/** So many payments say how the accounts do through which they were tried. */
const MOST_TRIED = 1000;

/** So many documents are marked anew between two words of it. */
const MARKED_BETWEEN_WORDS = 10_000;

/** Finds the transactions of a merchant (contract/search#pages). */
export function transactionSearch(connection: Connection, tokens: SearchTokens, looks = LOOKS) {
  // The driver's own cursor: what is read is not changed.
  const { collection } = connection.model<Kept>('Transaction');
  const bounded = boundedSearch(collection, {
    shown: (kept: Kept) => ({ transaction: given(kept) }),
    fields: { foundBy: 0 },
    byTokens: SEARCH_INDEXES.found,
    looks,
  });
  const forTasks = boundedSearch(collection, {
    shown: ({ createdAt: _createdAt, alertedAt: _alertedAt, ...payment }: OrderedPayment) => ({
      payment,
    }),
    fields: TASK_FIELDS,
    byTokens: SEARCH_INDEXES.found,
    looks,
  });

  return {
    /** A page of those that fit. Rejects with the driver's error when it takes too long. */
    search: (merchantId: MerchantId, filter: TransactionFilter, window: SearchWindow) =>
      bounded.page(queryOf(merchantId, filter, window), window.limit),

    /** The same, of each what tasks are derived from and no more. */
    tasks: (merchantId: MerchantId, filter: TransactionFilter, window: SearchWindow) =>
      forTasks.page(queryOf(merchantId, filter, window), window.limit),

    /** How many fit, up to `MOST_COUNTED` and one more; fewer where only those that were looked at are counted. */
    count: (
      merchantId: MerchantId,
      filter: TransactionFilter,
      order: SearchOrder,
    ): Promise<number> => bounded.count(queryOf(merchantId, filter, { order })),

    /**
     * How the attempts have ended that a merchant's accounts have had since then (epoch milliseconds), of the last thousand payments that
     * were tried.
     */
    attemptCounts: async (
      merchantId: MerchantId,
      since: number,
    ): Promise<readonly AttemptCount[]> => {
      const isError = { $eq: ['$attempts.state', 'error'] };
      const counted = await collection
        .aggregate<Omit<AttemptCount, 'firstErrorAt'> & { readonly firstErrorAt: number | null }>(
          [
            // The index has those that were tried last first.
            { $match: { merchantId, 'attempts.createdAt': { $gte: since } } },
            { $limit: MOST_TRIED },
            {
              $project: { attempts: { pgCode: 1, state: 1, createdAt: 1 } },
            },
            { $unwind: '$attempts' },
            { $match: { 'attempts.createdAt': { $gte: since } } },
            {
              $group: {
                _id: '$attempts.pgCode',
                attempts: { $sum: 1 },
                errors: { $sum: { $cond: [isError, 1, 0] } },
                firstErrorAt: { $min: { $cond: [isError, '$attempts.createdAt', null] } },
              },
            },
            { $project: { _id: 0, pgCode: '$_id', attempts: 1, errors: 1, firstErrorAt: 1 } },
          ],
          { hint: SEARCH_INDEXES.tried },
        )
        .toArray();
      return counted.map(({ firstErrorAt, ...rest }) => ({
        ...rest,
        ...(firstErrorAt !== null && { firstErrorAt }),
      }));
    },

    /**
     * Whether one of these filters asks by tokens, and payments of the merchant were marked with a search key that is not among ours:
     * then these are not found. The oldest payment and the newest one are looked at.
     */
    isKeyLost: async (
      merchantId: MerchantId,
      filters: readonly Pick<TransactionFilter, 'terms'>[],
    ): Promise<boolean> => {
      if (!filters.some(({ terms = [] }) => terms.length > 0)) return false;
      const ends = await Promise.all(
        ([1, -1] as const).map(async (direction) => {
          const [kept] = await collection
            .find<Kept & { readonly _id: mongo.ObjectId }>(
              { merchantId },
              { hint: SEARCH_INDEXES.created, sort: { createdAt: direction, _id: direction } },
            )
            .limit(1)
            .toArray();
          if (!kept) return true;
          const { _id, ...rest } = kept;
          const ours = searchTerms(given(rest)).flatMap((term) => tokens.asked(term));
          return (await collection.countDocuments({ _id, foundBy: { $in: ours } })) > 0;
        }),
      );
      return ends.includes(false);
    },

    /**
     * When the newest payment was created that may be missing, because it was not marked yet (`newestUnmarked`); undefined where none
     * may be, and where nothing is asked that is found by marks.
     */
    unmarkedUntil: async (
      merchantId: MerchantId,
      filters: readonly TransactionFilter[],
      order: SearchOrder,
    ): Promise<number | undefined> =>
      filters.some((filter) => asksMarks(filter, order))
        ? newestUnmarked(
            connection.model('Transaction').collection,
            merchantId,
            SEARCH_INDEXES.found,
          )
        : undefined,

    /**
     * Writes anew by what each document is found: of all of them, for a new key in front of the others; or only where nothing is
     * written yet. Gives how many were written. Safe to repeat, and beside whoever saves: of a later version nothing is changed.
     */
    markAnew: async (
      which: 'all' | 'unmarked',
      tell: (done: number) => void = () => undefined,
    ): Promise<number> => {
      const wanted = which === 'all' ? {} : { foundBy: { $exists: false } };
      let done = 0;
      for await (const { _id, ...kept } of collection.find<Kept & { readonly _id: mongo.ObjectId }>(
        wanted,
      )) {
        const { version } = kept;
        const fields = searchFields(given(kept), tokens);
        const { modifiedCount } = await collection.updateOne({ _id, version }, { $set: fields });
        done += modifiedCount;
        if (modifiedCount > 0 && done % MARKED_BETWEEN_WORDS === 0) tell(done);
      }
      return done;
    },
  };

  function queryOf(
    merchantId: MerchantId,
    filter: TransactionFilter,
    { order, after }: Pick<SearchWindow, 'order' | 'after'>,
  ): BoundedQuery {
    const groups = tokensAsked(tokens, filter.terms);
    const { lead, name } = leadOf(filter, order, groups.length > 0);
    const isNewestFirst = order !== 'created';
    return {
      lead: { merchantId, ...lead },
      groups,
      rest: restOf(filter, order),
      index: name,
      time: TIMES[order],
      isNewestFirst,
      span: spanOf(filter, order) ?? {},
      after,
    };
  }
}

/** Whether it is answered by what `searchFields` has written into the documents. */
function asksMarks({ terms = [], refunded, paid, alert }: TransactionFilter, order: SearchOrder) {
  const isByMark = [refunded, paid, alert].some((asked) => asked !== undefined);
  return terms.length > 0 || isByMark || order === '-paid';
}

type OrderedPayment = TaskPayment & Pick<Kept, 'createdAt' | 'alertedAt'>;

/** All fields of `TaskPayment`, and those by which it is ordered. */
const TASK_FIELDS = {
  ...({
    merchantId: 1,
    sessionId: 1,
    orderNo: 1,
    state: 1,
    settledPgCode: 1,
    settledAmount: 1,
    disputes: 1,
    alerts: 1,
    createdAt: 1,
    alertedAt: 1,
  } satisfies Readonly<Record<Exclude<keyof OrderedPayment, 'attempts' | 'operations'>, 1>>),
  attempts: {
    referenceNumber: 1,
    pgCode: 1,
    gateway: 1,
    sandbox: 1,
    kind: 1,
    state: 1,
    total: 1,
    fee: 1,
    exchange: 1,
    wallet: 1,
    createdAt: 1,
    concludedAt: 1,
    gatewayReference: 1,
    gatewayPayment: 1,
    inquired: 1,
  } satisfies Readonly<Record<keyof TaskPayment['attempts'][number], 1>>,
  operations: {
    sessionId: 1,
    version: 1,
    kind: 1,
    amount: 1,
    destination: 1,
    state: 1,
    source: 1,
    referenceNumber: 1,
    paymentReference: 1,
    trackingKey: 1,
    givenUp: 1,
    asksForAll: 1,
    createdAt: 1,
    reversedAt: 1,
    reversedBeforeTold: 1,
    endsHold: 1,
    reasonCode: 1,
  } satisfies Readonly<Record<keyof OperationEntry, 1>>,
};

const TIMES = {
  '-created': 'createdAt',
  created: 'createdAt',
  '-paid': 'paidAt',
  '-alerted': 'alertedAt',
} as const satisfies Readonly<Record<SearchOrder, keyof Kept>>;

/** Of the time by which the list is ordered. */
function spanOf({ paid, created }: TransactionFilter, order: SearchOrder): HalfOpen | undefined {
  if (order === '-alerted') return undefined;
  return order === '-paid' ? paid : created;
}

/** By which index the search goes: the one that leads to the fewest. What else is asked for is asked of what it leads to. */
function leadOf(
  { sessionIds, states, alert }: TransactionFilter,
  order: SearchOrder,
  hasTerms: boolean,
): { readonly lead: object; readonly name: string } {
  const { created, state, paid, found, alert: alerting, alerted } = SEARCH_INDEXES;
  if (order === '-paid') return { lead: { paidAt: { $gt: 0 } }, name: paid };
  if (order === '-alerted') {
    const kinds = typeof alert === 'object' ? alert : ALERT_KINDS;
    return { lead: { 'alerts.kind': { $in: kinds }, alertedAt: { $gt: 0 } }, name: alerted };
  }
  if (sessionIds) return { lead: { sessionId: { $in: sessionIds } }, name: 'sessionId_1' };
  if (hasTerms) return { lead: {}, name: found };
  if (alert) return { lead: { hasAlert: true }, name: alerting };
  if (states) return { lead: { state: { $in: states } }, name: state };
  return { lead: {}, name: created };
}

function restOf(filter: TransactionFilter, order: SearchOrder): readonly object[] {
  const { sessionIds, states, types, kinds, paymentTypes, currencies, pgCodes, channels } = filter;
  const { created, paid, amountFrom, amountUntil, orderNoStart } = filter;
  const { alert, refunded, webhookFailing, sandbox, identified, deleted, pendingSince } = filter;
  return [
    { deletedAt: { $exists: deleted === true } },
    ...(sessionIds ? [{ sessionId: { $in: sessionIds } }] : []),
    ...anyOf('state', states),
    ...anyOf('type', types),
    ...anyOf('kind', kinds),
    ...anyOf('paymentType', paymentTypes),
    ...anyOf('amount.currency', currencies),
    ...(channels ? [channelIn(channels)] : []),
    ...(pgCodes
      ? [{ $or: [{ settledPgCode: { $in: pgCodes } }, { 'attempts.pgCode': { $in: pgCodes } }] }]
      : []),
    ...(TIMES[order] === 'createdAt' ? [] : withinSpan('createdAt', created)),
    ...(TIMES[order] === 'paidAt' ? [] : withinSpan('paidAt', paid)),
    ...amountsWithin('amount', amountFrom, amountUntil),
    ...(orderNoStart === undefined
      ? []
      : [{ orderNo: { $gte: orderNoStart, $lt: `${orderNoStart}\u{10ffff}` } }]),
    ...(alert === undefined ? [] : [alertIn(alert)]),
    ...(refunded === undefined ? [] : [REFUNDS[refunded]]),
    ...(pendingSince === undefined
      ? []
      : [
          {
            attempts: {
              $elemMatch: {
                state: 'pending',
                createdAt: { $lte: pendingSince },
                'inquired.heard': { $ne: 'open' },
              },
            },
          },
        ]),
    ...(webhookFailing === undefined
      ? []
      : [{ 'notice.status': webhookFailing ? 'failed' : { $ne: 'failed' } }]),
    ...(identified ? [{ 'customer.id': { $exists: true } }] : []),
    ...(sandbox === undefined ? [] : [{ 'methods.sandbox': sandbox ? true : { $ne: true } }]),
  ];
}

const REFUNDS = {
  none: { paidAt: { $exists: true }, refunded: { $exists: false } },
  part: { refunded: 'part' },
  all: { refunded: 'all' },
} as const;

/** Our own page says nothing of itself. */
function channelIn(channels: readonly PaymentChannel[]): object {
  const said = { 'attempts.channel': { $in: channels } };
  return channels.includes('hosted')
    ? { $or: [said, { attempts: { $elemMatch: { channel: { $exists: false } } } }] }
    : said;
}

function alertIn(alert: Exclude<TransactionFilter['alert'], undefined>): object {
  return { 'alerts.kind': typeof alert === 'boolean' ? { $exists: alert } : { $in: alert } };
}

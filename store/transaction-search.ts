import { mongo, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { HalfOpen, TransactionFilter, TransactionOrder } from '../domain/search/filter.ts';
import { TERM_KINDS, type Term } from '../domain/search/terms.ts';
import type { PaymentChannel, Transaction } from '../domain/transaction/transaction.ts';
import type { Cursor } from './cursors.ts';
import type { SearchTokens } from './search-tokens.ts';
import { given, SEARCH_INDEXES, searchFields, type Kept } from './transactions.ts';

export interface SearchWindow {
  readonly order: TransactionOrder;
  readonly limit: number;
  readonly after?: Cursor | undefined;
}

/** One that was found, and where it stands. */
export interface FoundTransaction {
  readonly transaction: Transaction;
  readonly place: Cursor;
}

export interface Found {
  /** In order. */
  readonly results: readonly FoundTransaction[];
  /** Where the next page begins; left out where nothing more fits. */
  readonly next?: Cursor;
  /** Set where the list ends before it is full: so far was looked, and what lies behind is to be asked for by `next`. */
  readonly searchedUntil?: number;
}

/**
 * How many transactions one query looks at, so that its time does not grow with the merchant. The first look goes less far,
 * because most pages are full by then.
 */
const LOOKS: readonly [first: number, most: number] = [1000, 20_000];
export const MOST_COUNTED = 1000;
/** A database that needs longer than this is an error, not a wait. */
const PATIENCE_MS = 1500;

/** So many documents are marked anew between two words of it. */
const MARKED_BETWEEN_WORDS = 10_000;

/** Finds the transactions of a merchant (contract/search#pages). */
export function transactionSearch(connection: Connection, tokens: SearchTokens, looks = LOOKS) {
  const [, most] = looks;
  // The driver's own cursor: what is read is not changed.
  const { collection } = connection.model<Kept>('Transaction');

  const searchIn = async (query: Query, limit: number): Promise<Found> => {
    for (const many of looks) {
      const end = await placeBehind(query, many);
      const found = await read(query, limit + 1, end);
      const results = found.slice(0, limit);
      const last = results.at(-1);
      if (last && found.length > limit) return { results, next: last.place };
      if (!end) return { results };
      if (many === most) return { results, next: end, searchedUntil: end.at };
    }
    throw new Error('There is always a last look.');
  };

  return {
    /** A page of those that fit. Rejects with the driver's error when it takes too long. */
    search: (merchantId: MerchantId, filter: TransactionFilter, window: SearchWindow) =>
      searchIn(queryOf(merchantId, filter, window), window.limit),

    /** How many fit, up to `MOST_COUNTED` and one more; fewer where only those that were looked at are counted. */
    count: async (merchantId: MerchantId, filter: TransactionFilter): Promise<number> => {
      const query = queryOf(merchantId, filter, { order: '-created' });
      const end = await placeBehind(query, most);
      return collection.countDocuments(conditionOf(query, end), {
        hint: query.index,
        limit: MOST_COUNTED + 1,
        maxTimeMS: PATIENCE_MS,
      });
    },

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
      for await (const { _id, ...kept } of collection.find<Kept & Positioned>(wanted)) {
        const { version } = kept;
        const fields = searchFields(given(kept), tokens);
        const { modifiedCount } = await collection.updateOne({ _id, version }, { $set: fields });
        done += modifiedCount;
        if (modifiedCount > 0 && done % MARKED_BETWEEN_WORDS === 0) tell(done);
      }
      return done;
    },
  };

  /** The place of the so many-th document that the index leads to, from where the page begins; undefined where there are fewer. */
  async function placeBehind(query: Query, many: number): Promise<Cursor | undefined> {
    const [last] = await collection
      .find<Positioned>(led(query), {
        projection: { _id: 1, [query.time]: 1 },
        hint: query.index,
        sort: query.sort,
        skip: many - 1,
        limit: 1,
        maxTimeMS: PATIENCE_MS,
      })
      .toArray();
    return last && placeOf(last, query);
  }

  async function read(
    query: Query,
    limit: number,
    end: Cursor | undefined,
  ): Promise<readonly FoundTransaction[]> {
    const found = await collection
      .find<Kept & Positioned>(conditionOf(query, end), {
        projection: { foundBy: 0 },
        hint: query.index,
        sort: query.sort,
        limit,
        maxTimeMS: PATIENCE_MS,
      })
      .toArray();
    return found.map(({ _id, ...kept }) => ({
      transaction: given(kept),
      place: placeOf({ ...kept, _id }, query),
    }));
  }

  function queryOf(
    merchantId: MerchantId,
    filter: TransactionFilter,
    { order, after }: Pick<SearchWindow, 'order' | 'after'>,
  ): Query {
    const groups = [...(filter.terms ?? [])].toSorted((a, b) => rarity(a) - rarity(b));
    const wanted = groups.map((group) => ({
      foundBy: { $in: group.flatMap((term) => tokens.asked(term)) },
    }));
    const { lead, name, more } = leadOf(filter, order, wanted);
    const isNewestFirst = order !== 'created';
    const time = order === '-paid' ? 'paidAt' : 'createdAt';
    const span = order === '-paid' ? filter.paid : filter.created;
    return {
      lead: { merchantId, ...lead },
      rest: [...more, ...restOf(filter, order)],
      index: name,
      time,
      isNewestFirst,
      sort: { [time]: isNewestFirst ? -1 : 1, _id: isNewestFirst ? -1 : 1 },
      span: span ?? {},
      after,
    };
  }
}

interface Positioned {
  readonly _id: mongo.ObjectId;
  readonly createdAt: number;
  readonly paidAt?: number | undefined;
}

interface Query {
  /** What the index answers by itself. */
  readonly lead: object;
  /** What is asked of each document that it leads to. */
  readonly rest: readonly object[];
  readonly index: string;
  readonly time: 'createdAt' | 'paidAt';
  readonly isNewestFirst: boolean;
  readonly sort: Readonly<Record<string, 1 | -1>>;
  readonly span: HalfOpen;
  readonly after: Cursor | undefined;
}

function placeOf({ _id, createdAt, paidAt }: Positioned, { time }: Query): Cursor {
  return { at: (time === 'paidAt' ? paidAt : createdAt) ?? createdAt, id: _id.toHexString() };
}

/** The part of the index in which the page lies, from its beginning. */
function led({ lead, time, span, after, isNewestFirst }: Query): object {
  const { from, until } = span;
  const behind = after && isNewestFirst ? { $lte: after.at } : after && { $gte: after.at };
  const bounds = [
    ...(from === undefined ? [] : [{ [time]: { $gte: from } }]),
    ...(until === undefined ? [] : [{ [time]: { $lt: until } }]),
    ...(behind ? [{ [time]: behind }] : []),
    ...(time === 'paidAt' ? [{ paidAt: { $gt: 0 } }] : []),
    ...(after ? [isBeyond(after, { time, isNewestFirst })] : []),
  ];
  return { ...lead, ...(bounds.length > 0 && { $and: bounds }) };
}

function conditionOf(query: Query, end: Cursor | undefined): object {
  const { rest, isNewestFirst, time } = query;
  const before = end && {
    $nor: [isBeyond(end, { time, isNewestFirst })],
    [time]: isNewestFirst ? { $gte: end.at } : { $lte: end.at },
  };
  return { $and: [led(query), ...rest, ...(before ? [before] : [])] };
}

/** Behind a place, in the order of the list. */
function isBeyond(
  { at, id }: Cursor,
  { time, isNewestFirst }: Pick<Query, 'time' | 'isNewestFirst'>,
): object {
  const further = isNewestFirst ? '$lt' : '$gt';
  const named = mongo.ObjectId.createFromHexString(id);
  return { $or: [{ [time]: { [further]: at } }, { [time]: at, _id: { [further]: named } }] };
}

function rarity(group: readonly Term[]): number {
  return Math.max(...group.map(({ kind }) => TERM_KINDS.indexOf(kind)));
}

/** By which index the search goes: the one that leads to the fewest. What else is asked for is asked of what it leads to. */
function leadOf(
  { sessionIds, states, alert }: TransactionFilter,
  order: TransactionOrder,
  [rarest, ...others]: readonly object[],
): { readonly lead: object; readonly name: string; readonly more: readonly object[] } {
  const { created, state, paid, found, alert: alerted } = SEARCH_INDEXES;
  const more = [...(rarest ? [rarest] : []), ...others];
  if (order === '-paid') return { lead: {}, name: paid, more };
  if (sessionIds) return { lead: { sessionId: { $in: sessionIds } }, name: 'sessionId_1', more };
  if (rarest) return { lead: rarest, name: found, more: others };
  if (alert) return { lead: { hasAlert: true }, name: alerted, more };
  if (states) return { lead: { state: { $in: states } }, name: state, more };
  return { lead: {}, name: created, more };
}

function restOf(filter: TransactionFilter, order: TransactionOrder): readonly object[] {
  const { sessionIds, states, types, kinds, paymentTypes, currencies, pgCodes, channels } = filter;
  const { created, paid, amountFrom, amountUntil, orderNoStart, cardBrand } = filter;
  const { alert, refunded, webhookFailing, sandbox, deleted } = filter;
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
    ...(order === '-paid' ? within('createdAt', created) : within('paidAt', paid)),
    ...(amountFrom
      ? [{ 'amount.currency': amountFrom.currency, 'amount.minor': { $gte: amountFrom.minor } }]
      : []),
    ...(amountUntil
      ? [{ 'amount.currency': amountUntil.currency, 'amount.minor': { $lte: amountUntil.minor } }]
      : []),
    ...(orderNoStart === undefined
      ? []
      : [{ orderNo: { $gte: orderNoStart, $lt: `${orderNoStart}\u{10ffff}` } }]),
    ...(cardBrand === undefined ? [] : [{ $or: BRANDS.map((name) => ({ [name]: cardBrand })) }]),
    ...(alert === undefined ? [] : [alertIn(alert)]),
    ...(refunded === undefined ? [] : [REFUNDS[refunded]]),
    ...(webhookFailing === undefined
      ? []
      : [{ 'notice.status': webhookFailing ? 'failed' : { $ne: 'failed' } }]),
    ...(sandbox === undefined ? [] : [{ 'methods.sandbox': sandbox ? true : { $ne: true } }]),
  ];
}

const BRANDS = ['attempts.card.brand', 'attempts.charges.brand', 'attempts.pgParams.card_type'];

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

function anyOf(name: string, values: readonly string[] | undefined): readonly object[] {
  return values ? [{ [name]: { $in: values } }] : [];
}

function within(name: string, span: HalfOpen | undefined): readonly object[] {
  if (!span) return [];
  const { from, until } = span;
  const bounds = {
    ...(from !== undefined && { $gte: from }),
    ...(until !== undefined && { $lt: until }),
  };
  return [{ [name]: { ...bounds, $exists: true } }];
}

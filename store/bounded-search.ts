import { mongo, type Collection } from 'mongoose';
import type { Money } from '../domain/money.ts';
import type { HalfOpen } from '../domain/search/filter.ts';
import type { Cursor } from './cursors.ts';

/**
 * How many documents one query looks at, so that its time does not grow with the merchant. The first look goes less far,
 * because most pages are full by then.
 */
export const LOOKS: readonly [first: number, most: number] = [1000, 20_000];
export const MOST_COUNTED = 1000;
/** A database that needs longer than this is an error, not a wait. */
const PATIENCE_MS = 1500;

/** A page of what was found, each with where it stands. */
export interface FoundOf<Shown> {
  /** In order. */
  readonly results: readonly (Shown & { readonly place: Cursor })[];
  /** Where the next page begins; left out where nothing more fits. */
  readonly next?: Cursor;
  /** Set where the list ends before it is full: so far was looked, and what lies behind is to be asked for by `next`. */
  readonly searchedUntil?: number;
}

/** What is looked for, and by which index (contract/search#pages). */
export interface BoundedQuery {
  /** What the index answers by itself. */
  readonly lead: object;
  /** What is asked of each document that it leads to. */
  readonly rest: readonly object[];
  /** Its name. After `lead` it has `time` and then `_id`, so that nothing is sorted. */
  readonly index: string;
  /** The field by which the list is ordered: epoch milliseconds. */
  readonly time: string;
  readonly isNewestFirst: boolean;
  readonly span: HalfOpen;
  readonly after: Cursor | undefined;
  /** Stages that ask another collection about each document that fits, and leave out what does not fit by that. */
  readonly joined?: readonly object[];
}

/** Searches a collection, by the driver's own cursor, in the order of an index, looking at so many documents and no more. */
export function boundedSearch<Kept extends object, Shown extends object>(
  collection: Collection,
  {
    shown,
    leftOut,
    looks = LOOKS,
  }: {
    readonly shown: (kept: Kept) => Shown;
    /** Fields that are not read. */
    readonly leftOut?: Readonly<Partial<Record<keyof Kept, 0>>>;
    readonly looks?: typeof LOOKS;
  },
) {
  const [, most] = looks;

  return {
    /** A page of those that fit. Rejects with the driver's error when it takes too long. */
    page: async (query: BoundedQuery, limit: number): Promise<FoundOf<Shown>> => {
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
    },

    /** How many fit, up to `MOST_COUNTED` and one more; fewer where only those that were looked at are counted. */
    count: async (query: BoundedQuery): Promise<number> => {
      const { index: hint, joined = [] } = query;
      const end = await placeBehind(query, most);
      const [found] = await collection
        .aggregate<{ readonly many: number }>(
          [
            { $match: conditionOf(query, end) },
            ...joined,
            { $limit: MOST_COUNTED + 1 },
            { $count: 'many' },
          ],
          { hint, maxTimeMS: PATIENCE_MS },
        )
        .toArray();
      return found?.many ?? 0;
    },
  };

  /** The place of the so many-th document that the index leads to, from where the page begins; undefined where there are fewer. */
  async function placeBehind(query: BoundedQuery, many: number): Promise<Cursor | undefined> {
    const [last] = await collection
      .find<Positioned>(led(query), {
        projection: { _id: 1, [query.time]: 1 },
        hint: query.index,
        sort: sortOf(query),
        skip: many - 1,
        limit: 1,
        maxTimeMS: PATIENCE_MS,
      })
      .toArray();
    return last && placeOf(last, query);
  }

  async function read(query: BoundedQuery, limit: number, end: Cursor | undefined) {
    const { index: hint, joined } = query;
    const options = { hint, maxTimeMS: PATIENCE_MS };
    const condition = conditionOf(query, end);
    const found = joined
      ? collection.aggregate<Kept & Positioned>(
          [{ $match: condition }, { $sort: sortOf(query) }, ...joined, { $limit: limit }],
          options,
        )
      : collection.find<Kept & Positioned>(condition, {
          ...options,
          ...(leftOut && { projection: leftOut }),
          sort: sortOf(query),
          limit,
        });
    return (await found.toArray()).map(({ _id, ...kept }) => ({
      ...shown(kept as unknown as Kept),
      place: placeOf({ ...kept, _id }, query),
    }));
  }
}

type Positioned = { readonly _id: mongo.ObjectId } & Readonly<Record<string, unknown>>;
type Order = Pick<BoundedQuery, 'time' | 'isNewestFirst'>;

function sortOf({ time, isNewestFirst }: Order): Readonly<Record<string, 1 | -1>> {
  const direction = isNewestFirst ? -1 : 1;
  return { [time]: direction, _id: direction };
}

function placeOf({ _id, ...kept }: Positioned, { time }: Order): Cursor {
  return { at: Number(kept[time]), id: _id.toHexString() };
}

/** The part of the index in which the page lies, from its beginning. */
function led({ lead, time, span, after, isNewestFirst }: BoundedQuery): object {
  const { from, until } = span;
  const behind = after && isNewestFirst ? { $lte: after.at } : after && { $gte: after.at };
  const bounds = [
    ...(from === undefined ? [] : [{ [time]: { $gte: from } }]),
    ...(until === undefined ? [] : [{ [time]: { $lt: until } }]),
    ...(behind ? [{ [time]: behind }] : []),
    ...(after ? [isBeyond(after, { time, isNewestFirst })] : []),
  ];
  return { ...lead, ...(bounds.length > 0 && { $and: bounds }) };
}

function conditionOf(query: BoundedQuery, end: Cursor | undefined): object {
  const { rest, isNewestFirst, time } = query;
  const before = end && {
    $nor: [isBeyond(end, { time, isNewestFirst })],
    [time]: isNewestFirst ? { $gte: end.at } : { $lte: end.at },
  };
  return { $and: [led(query), ...rest, ...(before ? [before] : [])] };
}

/** Behind a place, in the order of the list. */
function isBeyond({ at, id }: Cursor, { time, isNewestFirst }: Order): object {
  const further = isNewestFirst ? '$lt' : '$gt';
  const named = mongo.ObjectId.createFromHexString(id);
  return { $or: [{ [time]: { [further]: at } }, { [time]: at, _id: { [further]: named } }] };
}

/** Conditions of a list: what is left out does not matter. */
export function anyOf(name: string, values: readonly string[] | undefined): readonly object[] {
  return values ? [{ [name]: { $in: values } }] : [];
}

export function withinSpan(name: string, span: HalfOpen | undefined): readonly object[] {
  if (!span) return [];
  const { from, until } = span;
  const bounds = {
    ...(from !== undefined && { $gte: from }),
    ...(until !== undefined && { $lt: until }),
  };
  return [{ [name]: { ...bounds, $exists: true } }];
}

/** Both included, and of one currency. */
export function amountsWithin(
  name: string,
  from: Money | undefined,
  until: Money | undefined,
): readonly object[] {
  const [currency, minor] = [`${name}.currency`, `${name}.minor`];
  return [
    ...(from ? [{ [currency]: from.currency, [minor]: { $gte: from.minor } }] : []),
    ...(until ? [{ [currency]: until.currency, [minor]: { $lte: until.minor } }] : []),
  ];
}

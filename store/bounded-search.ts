import { mongo, type Collection } from 'mongoose';
import type { Money } from '../domain/money.ts';
import type { HalfOpen } from '../domain/search/filter.ts';
import type { Cursor } from './cursors.ts';

/**
 * How many documents one query looks at, so that its time does not grow with the merchant. It looks no further than a full page at
 * first, because most pages are full by then; then at so many, then at the most.
 */
export const LOOKS: readonly [first: number, most: number] = [1000, 20_000];
export const MOST_COUNTED = 1000;
/** A database that needs longer than this is an error, not a wait. */
const PATIENCE_MS = 1500;
/** Of so many words it is asked which leads to the fewest; of many more, asking costs more than it saves. */
const MOST_WEIGHED = 5;

/** A page of what was found, each with where it stands. */
export interface FoundOf<Shown> {
  /** In order. */
  readonly results: readonly (Shown & { readonly place: Cursor })[];
  /** Where the next page begins; left out where nothing more fits. */
  readonly next?: Cursor;
  /** Set where the list ends before it is full: so far was looked, and what lies behind is to be asked for by `next`. */
  readonly searchedUntil?: number;
}

/** Groups of tokens, of each of which a document has at least one. */
export type TokenGroups = readonly (readonly bigint[])[];

/** What is looked for, and by which index (contract/search#pages). */
export interface BoundedQuery extends Way {
  /** The index answers one of them behind `lead`, where it is the one by tokens; the others are asked of each document. */
  readonly groups?: TokenGroups;
}

/** A question that one part of an index leads through. */
interface Way {
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
    fields,
    byTokens,
    looks = LOOKS,
  }: {
    readonly shown: (kept: Kept) => Shown;
    /** What of a document is read; where nothing is said, all of it. The time by which a list is ordered has to be in it. */
    readonly fields?: Readonly<Partial<Record<keyof Kept, 0 | 1 | Readonly<Record<string, 1>>>>>;
    /** The name of the index that has `foundBy` behind `lead`. */
    readonly byTokens?: string;
    readonly looks?: typeof LOOKS;
  },
) {
  const [, most] = looks;

  return {
    /** A page of those that fit. Rejects with the driver's error when it takes too long. */
    page: async (query: BoundedQuery, limit: number): Promise<FoundOf<Shown>> => {
      const { found, end } = await looked(query, limit + 1, {
        find: (way, until) => read(way, limit + 1, until),
        manyOf: ({ length }) => length,
      });
      const results = found.slice(0, limit);
      const last = results.at(-1);
      if (last && found.length > limit) return { results, next: last.place };
      return end ? { results, next: end, searchedUntil: end.at } : { results };
    },

    /** How many fit, up to `MOST_COUNTED` and one more; fewer where only those that were looked at are counted. */
    count: async (query: BoundedQuery): Promise<number> => {
      const { found } = await looked(query, MOST_COUNTED + 1, {
        find: countUntil,
        manyOf: (many) => many,
      });
      return found;
    },
  };

  /**
   * Finds by the way that leads to the fewest, and looks further until there is enough. `end` is how far it has come; undefined
   * where nothing lies behind.
   */
  async function looked<Found>(
    query: BoundedQuery,
    enough: number,
    {
      find,
      manyOf,
    }: {
      readonly find: (way: Way, end: Cursor | undefined) => Promise<Found>;
      readonly manyOf: (found: Found) => number;
    },
  ): Promise<{ readonly found: Found; readonly end?: Cursor }> {
    const further = looks.filter((many) => many > enough);
    let ways = await Promise.all(
      waysOf(query, query.index === byTokens).map(async (way): Promise<Begun> => ({
        way,
        ahead: await aheadOf(way),
      })),
    );
    for (const many of [Math.min(enough, most), ...further]) {
      const reached = await Promise.all(
        ways.map(async (begun): Promise<Reached> => ({
          begun,
          end: await placeBehind(begun, many),
        })),
      );
      const { begun, end } = reached.reduce(furtherOf);
      const found = await find(begun.way, end);
      if (!end) return { found };
      if (manyOf(found) >= enough || many === most) return { found, end };
      ways = [begun];
    }
    throw new Error('There is always a last look.');
  }

  async function countUntil(way: Way, end: Cursor | undefined): Promise<number> {
    const { index: hint, joined = [] } = way;
    const [found] = await collection
      .aggregate<{ readonly many: number }>(
        [
          { $match: conditionOf(way, end) },
          ...joined,
          { $limit: MOST_COUNTED + 1 },
          { $count: 'many' },
        ],
        { hint, maxTimeMS: PATIENCE_MS },
      )
      .toArray();
    return found?.many ?? 0;
  }

  /** How many stand at the very instant of the cursor and were shown, or are it. */
  async function aheadOf({ lead, time, isNewestFirst, after, index: hint }: Way): Promise<number> {
    if (!after) return 0;
    const names = { [isNewestFirst ? '$gte' : '$lte']: nameAt(after) };
    const condition = { $and: [lead, { [time]: after.at, _id: names }] };
    return collection.countDocuments(condition, { hint, maxTimeMS: PATIENCE_MS });
  }

  /**
   * The place of the so many-th document that the index leads to, from where the page begins; undefined where there are fewer. Read
   * from the index alone, which it could not be if those ahead were left out by a condition.
   */
  async function placeBehind({ way, ahead }: Begun, many: number): Promise<Cursor | undefined> {
    const { time, index } = way;
    const [last] = await collection
      .find<Positioned>(within(way), {
        projection: { _id: 1, [time]: 1 },
        hint: index,
        sort: sortOf(way),
        skip: ahead + many - 1,
        limit: 1,
        maxTimeMS: PATIENCE_MS,
      })
      .toArray();
    return last && placeOf(last, way);
  }

  async function read(query: Way, limit: number, end: Cursor | undefined) {
    const { index: hint, joined } = query;
    const options = { hint, maxTimeMS: PATIENCE_MS };
    const condition = conditionOf(query, end);
    const sort = sortOf(query, end && isOneInstant(query, end));
    const found = joined
      ? collection.aggregate<Kept & Positioned>(
          [{ $match: condition }, { $sort: sort }, ...joined, { $limit: limit }],
          options,
        )
      : collection.find<Kept & Positioned>(condition, {
          ...options,
          ...(fields && { projection: fields }),
          sort,
          limit,
        });
    return (await found.toArray()).map(({ _id, ...kept }) => ({
      ...shown(kept as unknown as Kept),
      place: placeOf({ ...kept, _id }, query),
    }));
  }
}

type Positioned = { readonly _id: mongo.ObjectId } & Readonly<Record<string, unknown>>;
type Order = Pick<Way, 'time' | 'isNewestFirst'>;

/** Every way to the same documents. */
function waysOf({ groups = [], ...way }: BoundedQuery, isByTokens: boolean): readonly Way[] {
  if (!isByTokens)
    return [
      { ...way, rest: [...way.rest, ...groups.map((group) => ({ foundBy: { $in: group } }))] },
    ];
  return groups.slice(0, MOST_WEIGHED).map((leading) => ({
    ...way,
    lead: { ...way.lead, foundBy: { $in: leading } },
    rest: [...way.rest, ...groups.filter((group) => group !== leading).map(hasOneOf)],
  }));
}

/** Asked of a document alone: of two conditions on the tokens, MongoDB would choose itself by which the index leads. */
function hasOneOf(group: readonly bigint[]): object {
  return { $expr: { $or: group.map((token) => ({ $in: [token, '$foundBy'] })) } };
}

/** A way, and how many of those to which it leads were shown before, though its bounds have them. */
interface Begun {
  readonly way: Way;
  readonly ahead: number;
}

interface Reached {
  readonly begun: Begun;
  readonly end: Cursor | undefined;
}

/** As many documents reach furthest by the way that leads to the fewest. */
function furtherOf(one: Reached, other: Reached): Reached {
  if (!one.end || !other.end) return one.end ? other : one;
  const isOther = one.begun.way.isNewestFirst
    ? other.end.at < one.end.at
    : other.end.at > one.end.at;
  return isOther ? other : one;
}

function sortOf(
  { time, isNewestFirst }: Order,
  isByNameAlone = false,
): Readonly<Record<string, 1 | -1>> {
  const direction = isNewestFirst ? -1 : 1;
  return { ...(!isByNameAlone && { [time]: direction }), _id: direction };
}

function placeOf({ _id, ...kept }: Positioned, { time }: Order): Cursor {
  return { at: Number(kept[time]), id: _id.toHexString() };
}

/** The part of the index in which the page lies, from the instant of its beginning. */
function within({ lead, time, span, after, isNewestFirst }: Way): object {
  const { from, until } = span;
  const behind = after && isNewestFirst ? { $lte: after.at } : after && { $gte: after.at };
  const bounds = [
    ...(from === undefined ? [] : [{ [time]: { $gte: from } }]),
    ...(until === undefined ? [] : [{ [time]: { $lt: until } }]),
    ...(behind ? [{ [time]: behind }] : []),
  ];
  return { ...lead, ...(bounds.length > 0 && { $and: bounds }) };
}

function conditionOf(way: Way, end: Cursor | undefined): object {
  const { lead, rest, time, after } = way;
  if (end && isOneInstant(way, end)) {
    const [until, behind] = way.isNewestFirst ? ['$gte', '$lt'] : ['$lte', '$gt'];
    const names = { [until]: nameAt(end), ...(after && { [behind]: nameAt(after) }) };
    return { $and: [{ ...lead, [time]: end.at, _id: names }, ...rest] };
  }
  const bounds = [
    ...(after ? [isBeyond(after, way)] : []),
    ...(end
      ? [
          {
            $nor: [isBeyond(end, way)],
            [time]: way.isNewestFirst ? { $gte: end.at } : { $lte: end.at },
          },
        ]
      : []),
  ];
  return { $and: [within(way), ...bounds, ...rest] };
}

/**
 * Whether all that is looked at is of one instant, as invoices are that fall due on one day. Then the index is asked for names
 * alone: MongoDB merges several parts of it in order only as long as the time is no single value.
 */
function isOneInstant({ after, span, isNewestFirst }: Way, end: Cursor): boolean {
  return end.at === (after?.at ?? (isNewestFirst ? undefined : span.from));
}

function nameAt({ id }: Cursor): mongo.ObjectId {
  return mongo.ObjectId.createFromHexString(id);
}

/** Behind a place, in the order of the list. */
function isBeyond(place: Cursor, { time, isNewestFirst }: Order): object {
  const { at } = place;
  const further = isNewestFirst ? '$lt' : '$gt';
  return {
    $or: [{ [time]: { [further]: at } }, { [time]: at, _id: { [further]: nameAt(place) } }],
  };
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

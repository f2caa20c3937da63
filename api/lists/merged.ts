import { isoUtc } from '../../domain/duration.ts';
import { MOST_COUNTED, type FoundOf } from '../../store/bounded-search.ts';
import type { Cursor } from '../../store/cursors.ts';

/**
 * The pages of all these filters as one, and what an answer says beside them: how many fit, where that is asked for and there is one
 * filter alone; where nothing fits, whether that may be for want of the key by which it would be found; and where older ones may be missing,
 * because they are not marked yet, since when all are found.
 */
export async function foundByAll<Filter extends object, Shown extends object>(
  filters: readonly Filter[],
  {
    search,
    count,
    isKeyLost,
    unmarkedUntil,
  }: {
    readonly search: (filter: Filter) => Promise<FoundOf<Shown>>;
    readonly count: (filter: Filter) => Promise<number>;
    readonly isKeyLost?: () => Promise<boolean>;
    readonly unmarkedUntil?: () => Promise<number | undefined>;
  },
  {
    wantsCount,
    ...order
  }: {
    readonly isNewestFirst: boolean;
    readonly limit: number;
    readonly wantsCount: boolean;
  },
) {
  const [only, ...others] = filters;
  const [found, many, unmarked] = await Promise.all([
    Promise.all(filters.map((one) => search(one))),
    wantsCount && only && others.length === 0 ? count(only) : undefined,
    unmarkedUntil?.(),
  ]);
  const page = mergedPages(found, order);
  const isLost = page.results.length === 0 && (await isKeyLost?.());
  return {
    page,
    beside: {
      ...counted(many),
      ...(isLost === true && { search_key_lost: true as const }),
      ...(unmarked !== undefined && {
        index_complete: false as const,
        // Whole seconds are said: what was created within this one may be missing, too.
        index_complete_after: isoUtc(Math.ceil(unmarked / 1000) * 1000),
      }),
    },
  };
}

/** Pages of several readings as one: as far as all of them are complete, and none twice. */
function mergedPages<Shown extends object>(
  found: readonly FoundOf<Shown>[],
  { isNewestFirst, limit }: { readonly isNewestFirst: boolean; readonly limit: number },
): FoundOf<Shown> {
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const direction = isNewestFirst ? -1 : 1;
  const byPlace = (a: Cursor, b: Cursor) => direction * (a.at - b.at || (a.id < b.id ? -1 : 1));
  const horizon = found
    .flatMap(({ next }) => (next ? [next] : []))
    .toSorted(byPlace)
    .at(0);
  const each = new Map<string, FoundOf<Shown>['results'][number]>();
  for (const { results } of found)
    for (const one of results)
      if (!horizon || isSame(one.place, horizon) || byPlace(one.place, horizon) < 0)
        each.set(one.place.id, one);
  const all = [...each.values()].toSorted((a, b) => byPlace(a.place, b.place));
  const results = all.slice(0, limit);
  const last = results.at(-1);
  if (last && all.length > limit) return { results, next: last.place };
  if (!horizon) return { results };
  const isFull = results.length === limit;
  return { results, next: horizon, ...(!isFull && { searchedUntil: horizon.at }) };
}

function isSame(one: Cursor, other: Cursor): boolean {
  return one.at === other.at && one.id === other.id;
}

/** How many fit, as a list says it (contract/search#pages); nothing where it was not asked for. */
export function counted(many: number | undefined) {
  return {
    ...(many !== undefined && { count: Math.min(many, MOST_COUNTED) }),
    ...(many !== undefined && many > MOST_COUNTED && { count_more: true as const }),
  };
}

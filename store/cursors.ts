/** Where a reader that goes page by page has come: what follows lies behind it in the order of the list, by instant and then by id. */
export interface Cursor {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly id: string;
}

/** A page of what was created, or is due, until an instant, oldest first. */
export interface PageOf {
  readonly until: number;
  readonly after?: Cursor | undefined;
  readonly limit: number;
}

/** The documents of a page, for a collection whose ids and times have these names; to be sorted by both. */
export function following(
  name: string,
  { until, after }: Pick<PageOf, 'until' | 'after'>,
  time = 'createdAt',
): object {
  if (!after) return { [time]: { $lte: until } };
  const { at, id } = after;
  return {
    [time]: { $gte: at, $lte: until },
    $or: [{ [time]: { $gt: at } }, { [time]: at, [name]: { $gt: id } }],
  };
}

import { log } from '@temporalio/activity';
import type { Cursor, PageOf } from '../../store/cursors.ts';
import type { WatermarkStore } from '../../store/watermarks.ts';

/** What a person was called for, counted. */
export interface CalledFor {
  /** For so many of what was removed, money came that nobody knew of. */
  readonly lateMoney: number;
  /** Of so many of what was removed, a payer's bank has begun or lost a dispute. */
  readonly disputes: number;
  /** For so many of what was removed, the gateway has undone money. */
  readonly undone: number;
  /** For so many that have failed for long a person was called, and they are passed over from now on. */
  readonly givenUp: number;
}

/** What came of a look; what nobody was called for is left out. */
export interface Reconciled extends Partial<CalledFor> {
  /** So many had something to do. */
  readonly mended: number;
  /** Names of what could not be mended, with the reason; another look comes back to it. */
  readonly failed: readonly string[];
  /** Where the next page begins; without it this was the last one. */
  readonly next?: Cursor;
}

/** What a person has to look at, of what was removed: there is no document for it. */
export type RemovedAlert = 'late-money' | 'dispute' | 'manual-action-required';

const COUNTED_AS = {
  'late-money': 'lateMoney',
  dispute: 'disputes',
  'manual-action-required': 'undone',
} as const satisfies Readonly<Record<RemovedAlert, keyof CalledFor>>;

/** Looks at what may have to be mended, and mends it. Safe to repeat. */
type Look = (after?: Cursor) => Promise<Reconciled>;

/** What has to be mended, and how. */
interface Mending<T> {
  /** For people who look for the fault; its name follows. */
  readonly what: string;
  readonly place: (one: T) => Cursor;
  /** True when there was something to do. Safe to repeat. */
  readonly mend: (one: T) => Promise<boolean | RemovedAlert>;
  /** Calls a person for what has failed for a day, before it is passed over; true where that is news. Safe to repeat. */
  readonly giveUp?: (one: T) => Promise<boolean>;
  /** All at the same time, because others outside are waited for; else one after the other, as they were found. */
  readonly atOnce?: true;
}

/** What is younger is still in the hands of the request that made it. Milliseconds. */
export const GRACE_MS = 60_000;
/** What is younger may still be in the hands of whoever made it, or of their next try. Milliseconds. */
const LOST_AFTER_MS = 5 * 60_000;
/** What fails for longer is passed over: a mark that stays behind makes every look longer. Milliseconds. */
const GIVE_UP_MS = 24 * 60 * 60_000;
const PAGE = 100;

/**
 * Looks once at everything that is new since the last look, oldest first, and moves the mark behind it, or to what failed:
 * the next look comes back to that, for a day.
 */
export function onceFromMark<T>(
  marks: Pick<WatermarkStore, 'get' | 'advance'>,
  {
    mark,
    find,
    ...mending
  }: Mending<T> & {
    readonly mark: string;
    readonly find: (after: number, until: number) => Promise<readonly T[]>;
  },
): Look {
  return async () => {
    const until = Date.now() - GRACE_MS;
    const found = await find(await marks.get(mark), until);
    let isStuck = false;
    const reconciled = await mendAll(found, mending, async (one, isOver) => {
      const { at } = mending.place(one);
      isStuck ||= !isOver;
      // Step by step, so that a look that is cut off has come somewhere. Others may have the same instant.
      if (!isStuck) await marks.advance(mark, at - 1);
    });
    if (!isStuck) await marks.advance(mark, until);
    return reconciled;
  };
}

/** Looks at what its document says is due. There is no mark: what was mended is not found again. */
export function whileDue<T>({
  find,
  ...mending
}: Mending<T> & { readonly find: (now: number) => Promise<readonly T[]> }): Look {
  return async () => mendAll(await find(Date.now()), mending);
}

/** Looks at all that is not over, a page at a time, whenever it was created, but for what is younger than `age`. */
export function pageByPage<T>({
  find,
  age = LOST_AFTER_MS,
  limit = PAGE,
  ...mending
}: Mending<T> & {
  readonly find: (page: PageOf) => Promise<readonly T[]>;
  readonly age?: number;
  readonly limit?: number;
}): Look {
  return async (after) => {
    const found = await find({ until: Date.now() - age, after, limit });
    const last = found.at(-1);
    return {
      ...(await mendAll(found, mending)),
      ...(last !== undefined && found.length === limit && { next: mending.place(last) }),
    };
  };
}

/** What fails stops nothing else. Over is what was mended, and what is passed over. */
async function mendAll<T>(
  found: readonly T[],
  { what, place, mend, giveUp, atOnce }: Mending<T>,
  dealtWith: (one: T, isOver: boolean) => Promise<void> = async () => undefined,
): Promise<Reconciled> {
  let mended = 0;
  const called: { -readonly [What in keyof CalledFor]?: number } = {};
  const failed: string[] = [];

  function count(what: keyof CalledFor): void {
    called[what] = (called[what] ?? 0) + 1;
  }

  async function deal(one: T): Promise<void> {
    try {
      const done = await mend(one);
      if (done) mended += 1;
      if (typeof done === 'string') count(COUNTED_AS[done]);
    } catch (error) {
      const { id, at } = place(one);
      log.error('could not be reconciled', { what, id, error });
      failed.push(`${what} ${id} (${String(error)})`);
      const isOld = at <= Date.now() - GRACE_MS - GIVE_UP_MS;
      await dealtWith(one, isOld && (await isGivenUp(one)));
      return;
    }
    await dealtWith(one, true);
  }

  async function isGivenUp(one: T): Promise<boolean> {
    try {
      if (await giveUp?.(one)) count('givenUp');
      return true;
    } catch (error) {
      log.error('nobody could be called', { what, id: place(one).id, error });
      return false;
    }
  }

  if (atOnce) await Promise.all(found.map(deal));
  else for (const one of found) await deal(one);
  return { mended, failed, ...called };
}

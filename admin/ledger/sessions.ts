import type { KeptOperation, Session } from '../../domain/ledger/compare.ts';
import { bookOf } from '../../domain/ledger/buried.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import type { Booked } from '../../domain/ledger/money-events.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Tombstone } from '../../domain/transaction/tombstone.ts';
import type { Store } from '../../store/index.ts';

/** What is compared, and what it is read with. */
export interface Books {
  readonly moneyViews: Store['moneyViews'];
  readonly tombstones: Pick<Store['tombstones'], 'bySession' | 'find' | 'buriedReferences'>;
  readonly ledger: Pick<Store['ledger'], 'bySession' | 'listOf' | 'post' | 'postedReferences'>;
  readonly operations: Pick<Store['operations'], 'ofPayments'>;
}

/** So many sessions are in memory at a time. */
const BATCH = 100;

/**
 * All sessions that have an attempt or a ledger entry, batch by batch: transactions, what is left of removed ones, and
 * entries are read side by side in the order of session ids, so that each is read once and none has to be kept.
 */
export async function* sessionsOf(books: Books): AsyncGenerator<readonly Session[]> {
  const transactions = peeking(books.moneyViews.bySession());
  const tombstones = peeking(books.tombstones.bySession());
  const entries = peeking(books.ledger.bySession());
  let batch: Session[] = [];
  for (;;) {
    const next = [await transactions.peek(), await tombstones.peek(), await entries.peek()];
    const sessionId = least(next.flatMap((one) => one?.sessionId ?? []));
    if (sessionId === undefined) break;
    batch.push(await sessionOf(sessionId, { transactions, tombstones, entries }));
    if (batch.length === BATCH) {
      yield await withOperations(books, batch);
      batch = [];
    }
  }
  if (batch.length > 0) yield await withOperations(books, batch);
}

async function sessionOf(
  sessionId: SessionId,
  {
    transactions,
    tombstones,
    entries,
  }: {
    readonly transactions: Peeking<Booked>;
    readonly tombstones: Peeking<Tombstone>;
    readonly entries: Peeking<LedgerEntry>;
  },
): Promise<Session> {
  const isThere = (await transactions.peek())?.sessionId === sessionId;
  const isBuried = (await tombstones.peek())?.sessionId === sessionId;
  const found = isThere ? await transactions.take() : undefined;
  const tombstone = isBuried ? await tombstones.take() : undefined;
  // While it is being removed there are both.
  const transaction = found ?? (tombstone && bookOf(tombstone));
  const posted: LedgerEntry[] = [];
  while ((await entries.peek())?.sessionId === sessionId) {
    const entry = await entries.take();
    if (entry) posted.push(entry);
  }
  return { sessionId, ...(transaction && { transaction }), entries: posted, operations: [] };
}

async function withOperations(
  { operations }: Books,
  batch: readonly Session[],
): Promise<readonly Session[]> {
  const kept = new Map<SessionId, KeptOperation[]>();
  const merchants = batch.flatMap(({ transaction }) => transaction?.merchantId ?? []);
  for (const { parentId, ...operation } of await operations.ofPayments(
    [...new Set(merchants)],
    batch.map(({ sessionId }) => sessionId),
  ))
    kept.set(parentId, [...(kept.get(parentId) ?? []), operation]);
  return batch.map((session) => ({ ...session, operations: kept.get(session.sessionId) ?? [] }));
}

interface Peeking<T> {
  readonly peek: () => Promise<T | undefined>;
  readonly take: () => Promise<T | undefined>;
}

/** A stream whose next element can be looked at before it is taken. */
function peeking<T>(source: AsyncIterable<T>): Peeking<T> {
  const iterator = source[Symbol.asyncIterator]();
  let next: Promise<T | undefined> | undefined;
  const read = async () => {
    const { done, value } = await iterator.next();
    return done ? undefined : value;
  };
  return {
    peek: () => (next ??= read()),
    take: async () => {
      const taken = await (next ??= read());
      next = undefined;
      return taken;
    },
  };
}

function least(ids: readonly SessionId[]): SessionId | undefined {
  return ids.reduce<SessionId | undefined>(
    (one, other) => (one === undefined || other < one ? other : one),
    undefined,
  );
}

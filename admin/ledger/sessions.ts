import type { KeptOperation, Session } from '../../domain/ledger/compare.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import type { Booked } from '../../domain/ledger/money-events.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { Store } from '../../store/index.ts';

export type Books = Pick<Store, 'moneyViews' | 'ledger' | 'operations'>;

/** So many sessions are in memory at a time. */
const BATCH = 100;

/**
 * All sessions that have an attempt or a ledger entry, batch by batch: transactions and entries are read side by side in
 * the order of session ids, so that each is read once and none has to be kept.
 */
export async function* sessionsOf(books: Books): AsyncGenerator<readonly Session[]> {
  const transactions = peeking(books.moneyViews.bySession());
  const entries = peeking(books.ledger.bySession());
  let batch: Session[] = [];
  for (;;) {
    const sessionId = least(
      (await transactions.peek())?.sessionId,
      (await entries.peek())?.sessionId,
    );
    if (sessionId === undefined) break;
    batch.push(await sessionOf(sessionId, transactions, entries));
    if (batch.length === BATCH) {
      yield await withOperations(books, batch);
      batch = [];
    }
  }
  if (batch.length > 0) yield await withOperations(books, batch);
}

async function sessionOf(
  sessionId: SessionId,
  transactions: Peeking<Booked>,
  entries: Peeking<LedgerEntry>,
): Promise<Session> {
  const found = (await transactions.peek())?.sessionId === sessionId;
  const transaction = found ? await transactions.take() : undefined;
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

function least(one: SessionId | undefined, other: SessionId | undefined): SessionId | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

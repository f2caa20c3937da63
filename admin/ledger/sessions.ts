import type { Session } from '../../domain/ledger/compare.ts';
import { bookOf } from '../../domain/ledger/buried.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import type { Figured } from '../../domain/ledger/transaction-figures.ts';
import type { KeptOperation } from '../../domain/ledger/operation-figures.ts';
import type { MerchantId, SessionId } from '../../domain/ids.ts';
import type { Tombstone } from '../../domain/transaction/tombstone.ts';
import type { Store } from '../../store/index.ts';

/** What is compared, and what it is read with. */
export interface ComparedBooks {
  readonly moneyViews: Pick<
    Store['moneyViews'],
    'bySession' | 'find' | 'ownersOf' | 'toldOf' | 'invoicesOf'
  >;
  readonly tombstones: Pick<Store['tombstones'], 'bySession' | 'find' | 'removedReferences'>;
  readonly ledger: Pick<Store['ledger'], 'bySession' | 'listOf' | 'postedReferences'>;
  readonly operations: {
    readonly ofPayments: (
      merchantIds: readonly MerchantId[],
      parentIds: readonly SessionId[],
    ) => Promise<readonly (KeptOperation & { readonly parentId: SessionId })[]>;
  };
}

/** So many sessions are in memory at a time. */
const BATCH = 100;

/**
 * All sessions that have an attempt or a ledger entry, batch by batch: transactions, what is left of removed ones, and
 * entries are read side by side in the order of session ids, so that each is read once and none has to be kept.
 */
export async function* sessionsOf(books: ComparedBooks): AsyncGenerator<readonly Session[]> {
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
      yield await withRecords(books, batch);
      batch = [];
    }
  }
  if (batch.length > 0) yield await withRecords(books, batch);
}

async function sessionOf(
  sessionId: SessionId,
  {
    transactions,
    tombstones,
    entries,
  }: {
    readonly transactions: Peeking<Figured>;
    readonly tombstones: Peeking<Tombstone>;
    readonly entries: Peeking<LedgerEntry>;
  },
): Promise<Session> {
  const isThere = (await transactions.peek())?.sessionId === sessionId;
  const isRemoved = (await tombstones.peek())?.sessionId === sessionId;
  const found = isThere ? await transactions.take() : undefined;
  const tombstone = isRemoved ? await tombstones.take() : undefined;
  // While it is being removed there are both.
  const transaction = found ?? (tombstone && bookOf(tombstone));
  const posted: LedgerEntry[] = [];
  while ((await entries.peek())?.sessionId === sessionId) {
    const entry = await entries.take();
    if (entry) posted.push(entry);
  }
  return {
    sessionId,
    ...(transaction && { transaction }),
    ...(found && { figured: found }),
    entries: posted,
    operations: [],
  };
}

/** The sessions with the documents of their operations, and with what merchants were told. */
export async function withRecords(
  { operations, moneyViews }: ComparedBooks,
  batch: readonly Session[],
): Promise<readonly Session[]> {
  const merchants = [...new Set(batch.flatMap(({ transaction }) => transaction?.merchantId ?? []))];
  const ids = batch.map(({ sessionId }) => sessionId);
  const billed = batch.flatMap(({ sessionId, figured }) =>
    figured?.invoiceNumber === undefined ? [] : [sessionId],
  );
  const [kept, told, invoices] = await Promise.all([
    operations.ofPayments(merchants, ids),
    moneyViews.toldOf(merchants, ids),
    billed.length > 0 ? moneyViews.invoicesOf(billed) : [],
  ]);
  const operationsOf = grouped(kept, ({ parentId }) => parentId);
  const toldOf = grouped(told, ({ sessionId }) => sessionId);
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.sessionId, invoice]));
  return batch.map((session) => ({
    ...session,
    ...invoiceIn(invoiceOf.get(session.sessionId)),
    operations: operationsOf.get(session.sessionId) ?? [],
    told: toldOf.get(session.sessionId) ?? [],
  }));
}

function invoiceIn(invoice: Invoice | undefined): Pick<Session, 'invoice'> {
  return invoice ? { invoice } : {};
}

function grouped<T>(
  all: readonly T[],
  keyOf: (one: T) => SessionId,
): ReadonlyMap<SessionId, readonly T[]> {
  const groups = new Map<SessionId, T[]>();
  for (const one of all) {
    const others = groups.get(keyOf(one));
    if (others) others.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
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

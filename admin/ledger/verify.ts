import { sessionDifferences, type Session } from '../../domain/ledger/compare.ts';
import { bookOf } from '../../domain/ledger/buried.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import type { Difference } from '../../domain/ledger/difference.ts';
import {
  nameDifferences,
  networkDifferences,
  type Movement,
} from '../../domain/ledger/network-book.ts';
import { unposted } from '../../domain/ledger/post.ts';
import type { MerchantId, ReferenceNumber, SessionId } from '../../domain/ids.ts';
import { BOOK_OF, MOST_REFERENCES, type NetworkBook } from './network-book.ts';
import { secondLooks } from './second-looks.ts';
import { sessionsOf, withRecords, type ComparedBooks } from './sessions.ts';

export interface Verification {
  readonly books: ComparedBooks;
  /** Compared too, when it is given. */
  readonly network?: ComparedNetwork;
  /** Posts what transactions imply and the ledger lacks. */
  readonly repairs?: Repairs;
  /** Told each difference as soon as it is found. */
  readonly tell: (difference: Difference) => void;
  /** Told after each part how far it is. */
  readonly progress: (sofar: VerifiedCounts) => void;
  /** How long a payment under way gets to be kept everywhere, in milliseconds. */
  readonly settleMs: number;
}

/** Posts the entries that the ledger lacks of one session. It adds; it changes nothing. */
export type Repairs = (
  session: Pick<LedgerEntry, 'merchantId' | 'sessionId'>,
  missing: readonly LedgerEntry[],
) => Promise<void>;

/** A book, and the gateway whose payments are in it: `BOOK_OF` when it is not said. */
export interface ComparedNetwork extends NetworkBook {
  readonly gateway?: string;
}

export interface VerifiedCounts {
  readonly sessions: number;
  readonly entries: number;
  /** Lines of the network's book that were read. */
  readonly movements: number;
  readonly posted: number;
  readonly differences: number;
}

/**
 * Compares the ledger with transactions and operations and, when there is one, with the network's book: each is read once,
 * a part at a time. Every difference is told.
 */
export async function verify(verification: Verification): Promise<VerifiedCounts> {
  const { books, network, repairs, tell, progress, settleMs } = verification;
  const counts = { sessions: 0, entries: 0, movements: 0, posted: 0, differences: 0 };
  const confirmed = secondLooks(settleMs);
  const found = (difference: Difference) => {
    counts.differences += 1;
    tell(difference);
  };

  for await (const read of sessionsOf(books)) {
    const batch = repairs ? await repaired(read, repairs) : read;
    const seen = await differencesIn(batch, network);
    const differing = await confirmed(seen, async () =>
      differencesIn(await again(books, batch, seen), network),
    );
    for (const differences of differing.values()) differences.forEach(found);
    counts.sessions += batch.length;
    counts.entries += batch.reduce((sum, { entries }) => sum + entries.length, 0);
    progress(counts);
  }
  if (network)
    for await (const page of network.pages()) {
      (await strays(books, page)).forEach(found);
      counts.movements += page.length;
      progress(counts);
    }
  return counts;

  async function repaired(batch: readonly Session[], post: Repairs): Promise<readonly Session[]> {
    const at = Date.now();
    return Promise.all(
      batch.map(async (session) => {
        const { transaction, entries, operations } = session;
        if (!transaction) return session;
        const ended = new Map(operations.map((one) => [one.referenceNumber, one.concludedAt]));
        // What says itself when it happened, such as what undoes an operation, is not of the end of that.
        const missing = missingOf(transaction, entries, 0).map((entry) => ({
          ...entry,
          at: entry.at === 0 ? (ended.get(entry.referenceNumber) ?? at) : entry.at,
        }));
        if (missing.length === 0) return session;
        await post(transaction, missing);
        counts.posted += missing.length;
        return { ...session, entries: [...entries, ...missing] };
      }),
    );
  }
}

/** What cannot be reckoned is told as a difference, and not mended. */
function missingOf(...args: Parameters<typeof unposted>): ReturnType<typeof unposted> {
  try {
    return unposted(...args);
  } catch {
    return [];
  }
}

/** The differences of each session that has any. */
async function differencesIn(
  batch: readonly Session[],
  network: ComparedNetwork | undefined,
): Promise<ReadonlyMap<SessionId, readonly Difference[]>> {
  const gateway = network?.gateway ?? BOOK_OF;
  const movements = network ? await movementsOf(batch, network, gateway) : undefined;
  const found = new Map<SessionId, readonly Difference[]>();
  for (const session of batch) {
    const differences = [
      ...sessionDifferences(session),
      ...(movements ? withNetwork(session, movements, gateway) : []),
    ];
    if (differences.length > 0) found.set(session.sessionId, differences);
  }
  return found;
}

type ByReference = ReadonlyMap<ReferenceNumber, readonly Movement[]>;

async function movementsOf(
  batch: readonly Session[],
  network: NetworkBook,
  of: string,
): Promise<ByReference> {
  const references = [...new Set(batch.flatMap((session) => referencesOf(session, of)))];
  const found = new Map<ReferenceNumber, Movement[]>();
  for (let at = 0; at < references.length; at += MOST_REFERENCES)
    for (const movement of await network.of(references.slice(at, at + MOST_REFERENCES))) {
      const others = found.get(movement.paymentReference);
      if (others) others.push(movement);
      else found.set(movement.paymentReference, [movement]);
    }
  return found;
}

/** Of every attempt, whatever we think became of it, and of every entry, whatever its transaction says. */
function referencesOf({ transaction, entries }: Session, of: string): readonly ReferenceNumber[] {
  return [
    ...(transaction?.attempts ?? [])
      .filter(({ gateway }) => gateway === of)
      .map(({ referenceNumber }) => referenceNumber),
    ...entries
      .filter(({ gateway }) => gateway === of)
      .map(({ paymentReference }) => paymentReference),
  ];
}

function withNetwork(session: Session, movements: ByReference, of: string): readonly Difference[] {
  const { sessionId, transaction, entries } = session;
  const merchantId: MerchantId | undefined = transaction?.merchantId ?? entries[0]?.merchantId;
  if (merchantId === undefined) return [];
  const theirs = [...new Set(referencesOf(session, of))].flatMap((one) => movements.get(one) ?? []);
  const ours = entries.filter(({ gateway }) => gateway === of);
  const owner = { merchantId, sessionId };
  return [
    ...networkDifferences(owner, ours, theirs),
    ...nameDifferences(owner, transaction?.attempts ?? [], theirs),
  ];
}

/** The differing sessions as they are now. */
async function again(
  books: ComparedBooks,
  batch: readonly Session[],
  differing: ReadonlyMap<SessionId, unknown>,
): Promise<readonly Session[]> {
  const { moneyViews, tombstones, ledger } = books;
  const found = await Promise.all(
    batch
      .filter(({ sessionId }) => differing.has(sessionId))
      .map(async ({ sessionId, transaction: before, entries: [first] }): Promise<Session> => {
        const merchantId = before?.merchantId ?? first?.merchantId;
        if (merchantId === undefined) return { sessionId, entries: [], operations: [] };
        const [figured, tombstone, entries] = await Promise.all([
          moneyViews.find(merchantId, sessionId),
          tombstones.find({ merchantId, sessionId }),
          ledger.listOf(merchantId, sessionId),
        ]);
        const transaction = figured ?? (tombstone && bookOf(tombstone));
        return {
          sessionId,
          ...(transaction && { transaction }),
          ...(figured && { figured }),
          entries,
          operations: [],
        };
      }),
  );
  return withRecords(books, found);
}

/** What the network has of payments that are nobody's here. The others were compared with their sessions. */
async function strays(
  { moneyViews, tombstones, ledger }: ComparedBooks,
  page: readonly Movement[],
): Promise<readonly Difference[]> {
  const references = [...new Set(page.map(({ paymentReference }) => paymentReference))];
  const known = new Set([
    ...(await moneyViews.ownersOf(references)).map(({ referenceNumber }) => referenceNumber),
    ...(await ledger.postedReferences(references)),
    ...(await tombstones.removedReferences(references)),
  ]);
  return page
    .filter(({ paymentReference }) => !known.has(paymentReference))
    .map(({ paymentReference, kind, amount }) => ({
      kind: 'no-transaction',
      reference: paymentReference,
      about: kind,
      other: amount,
    }));
}

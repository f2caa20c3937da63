import assert from 'node:assert/strict';
import { MOST_REFERENCES, type NetworkBook } from '../../admin/ledger/network-book.ts';
import type { ComparedBooks } from '../../admin/ledger/sessions.ts';
import { verify } from '../../admin/ledger/verify.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { LedgerEntry } from '../../domain/ledger/entry.ts';
import { movementOf, type Movement } from '../../domain/ledger/network-book.ts';
import { entriesOf } from '../../domain/ledger/post.ts';
import { tombstoneOf } from '../../domain/transaction/tombstone.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import {
  anOperationRequest,
  chosen,
  operated,
  succeeded,
} from '../domain/ledger/support/operations.ts';
import { anAttempt, CREATED_AT, kwd, referenceOf, sessionOf } from '../support/builders.ts';

const SESSIONS = 450;
/** So many sessions may be in memory at a time. */
const BATCH = 100;
const PAGE = 150;

/** Every third one was removed for good, with money that had come late; the others were paid and refunded in part. */
function transactionAt(at: number): Transaction {
  const name = at.toString(16).padStart(6, '0');
  const open = chosen('purchase', {
    sessionId: sessionOf(`a${name}`),
    attempts: [
      anAttempt({
        amount: kwd('100'),
        fee: kwd('2'),
        referenceNumber: referenceOf(`demo-${name}`),
      }),
    ],
  });
  if (isRemoved(at)) return succeeded({ ...open, state: 'canceled' });
  return operated(succeeded(open), anOperationRequest('refund', `c${name}`, { amount: kwd('30') }));
}

const isRemoved = (at: number) => at % 3 === 0;

const none = () => assert.fail('Nothing differs, so nothing is looked at again.');

/** Books that make each document when it is read, and note how far their reader is ahead of what it compared. */
function largeBooks(sessions = SESSIONS) {
  const seen = { streams: 0, read: 0, compared: 0, ahead: 0, asked: 0 };
  const noted = <T>(one: T): T => {
    seen.read += 1;
    seen.ahead = Math.max(seen.ahead, seen.read - seen.compared);
    return one;
  };
  function* numbers(wanted: (at: number) => boolean): Generator<number> {
    seen.streams += 1;
    for (let at = 0; at < sessions; at += 1) if (wanted(at)) yield at;
  }
  const books: ComparedBooks = {
    moneyViews: {
      bySession: async function* () {
        for (const at of numbers((one) => !isRemoved(one))) yield noted(transactionAt(at));
      },
      find: none,
      ownersOf: async () => [],
      toldOf: async () => [],
      invoicesOf: none,
    },
    tombstones: {
      bySession: async function* () {
        for (const at of numbers(isRemoved))
          yield noted(tombstoneOf(transactionAt(at), { now: CREATED_AT }));
      },
      removedReferences: async () => [],
      find: none,
    },
    ledger: {
      bySession: async function* () {
        for (const at of numbers(() => true))
          for (const entry of entriesOf(transactionAt(at), CREATED_AT)) yield entry;
      },
      listOf: none,
      postedReferences: async (references) => references,
    },
    operations: {
      ofPayments: async (_merchants, parents) => {
        assert.ok(parents.length <= BATCH, `${parents.length} at a time`);
        seen.compared += parents.length;
        return parents.flatMap((parentId) => {
          const { operations = [] } = transactionAt(numberOf(parentId));
          return operations.map((entry) => ({ ...entry, parentId }));
        });
      },
    },
  };
  const network: NetworkBook = {
    of: async (references) => {
      assert.ok(references.length <= MOST_REFERENCES);
      seen.asked += references.length;
      return references.flatMap((reference) =>
        movementsOf(Number.parseInt(reference.replace('demo-', ''), 16)),
      );
    },
    async *pages() {
      for (let from = 0; from < SESSIONS; from += PAGE)
        yield Array.from({ length: PAGE }, (_one, index) => movementsOf(from + index)).flat();
    },
  };
  return { books, network, seen };
}

/** The same, where the ledger lacks all entries of one session of each batch at first; when these are looked at again, it has them or not. */
function lackingBooks(
  batches: number,
  { isKeptBySecondLook }: { readonly isKeptBySecondLook: boolean },
) {
  const { books } = largeBooks(batches * BATCH);
  const seen = { again: 0 };
  const lacking: ComparedBooks = {
    ...books,
    moneyViews: {
      ...books.moneyViews,
      find: async (_merchant, sessionId) => {
        const at = numberOf(sessionId);
        return isRemoved(at) ? undefined : transactionAt(at);
      },
    },
    tombstones: {
      ...books.tombstones,
      find: async ({ sessionId }) => {
        const at = numberOf(sessionId);
        return isRemoved(at) ? tombstoneOf(transactionAt(at), { now: CREATED_AT }) : undefined;
      },
    },
    ledger: {
      ...books.ledger,
      bySession: async function* () {
        for await (const entry of books.ledger.bySession())
          if (numberOf(entry.sessionId) % BATCH !== 1) yield entry;
      },
      listOf: async (_merchant, sessionId) => {
        seen.again += 1;
        return isKeptBySecondLook ? entriesOf(transactionAt(numberOf(sessionId)), CREATED_AT) : [];
      },
    },
  };
  return { books: lacking, seen };
}

function movementsOf(at: number): readonly Movement[] {
  return entriesOf(transactionAt(at), CREATED_AT).flatMap(
    (entry: LedgerEntry) => movementOf(entry) ?? [],
  );
}

function numberOf(sessionId: SessionId): number {
  return Number.parseInt(sessionId.slice(-6), 16);
}

describe('ledger:verify of a large ledger', () => {
  it('reads each book once, and holds no more than a batch of it', async () => {
    const { books, network, seen } = largeBooks();
    const counts = await verify({
      books,
      network,
      settleMs: 0,
      tell: ({ kind, reference }) => assert.fail(`${kind} ${reference}`),
      progress: () => undefined,
    });
    const entries = (SESSIONS / 3) * 5;
    assert.deepEqual(counts, {
      sessions: SESSIONS,
      entries,
      movements: entries,
      posted: 0,
      differences: 0,
    });
    assert.equal(seen.streams, 3);
    // One more of each stream, to know that a session is over.
    assert.ok(seen.ahead <= BATCH + 2, `${seen.ahead} were in memory`);
    assert.deepEqual([seen.read, seen.asked], [SESSIONS, SESSIONS]);
  });

  for (const isKeptBySecondLook of [true, false])
    it(
      isKeptBySecondLook
        ? 'looks again at all that was just being kept, however often that is so'
        : 'looks again at what truly differs in twenty batches, and then takes it as it is',
      async () => {
        const batches = 25;
        const { books, seen } = lackingBooks(batches, { isKeptBySecondLook });
        const differing = new Set<string>();
        await verify({
          books,
          settleMs: 0,
          tell: ({ sessionId = '' }) => differing.add(sessionId),
          progress: () => undefined,
        });
        const expected = isKeptBySecondLook ? [0, batches] : [batches, 20];
        assert.deepEqual([differing.size, seen.again], expected);
      },
    );
});

import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { transactionActivities } from '../../activities/transactions.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Change } from '../../domain/transaction/change.ts';
import type { Store } from '../../store/index.ts';
import { tellOfRefusedDocuments } from '../../worker/refused-documents.ts';
import { INFO } from '../activities/support/in-activity.ts';
import { useDatabase } from '../store/database.ts';
import { anAttempt, aTransaction, sessionOf } from '../support/builders.ts';

const CREATED_NOW = aTransaction();
const SECRET = 'sara@example.test';

async function nobody(): Promise<void> {}

describe('a document that the database refuses', () => {
  const database = useDatabase();
  let counted = 0;
  const lines: (readonly unknown[])[] = [];
  const counters = { documentRefused: () => void (counted += 1) };
  const told = (...line: readonly unknown[]) => void lines.push(line);
  beforeEach(() => {
    counted = 0;
    lines.length = 0;
  });

  /** Keeps a change as the worker does, on a real database; gives what Temporal is told. */
  async function kept(
    transaction: Transaction,
    { attempt, store = database().store }: { readonly attempt: number; readonly store?: Store },
  ): Promise<unknown> {
    const activities = transactionActivities(store, {
      callAtOnce: async () => undefined,
      tellInvoice: nobody,
      open: nobody,
      openNotifications: nobody,
    });
    const change: Change = { transaction };
    const telling = tellOfRefusedDocuments(counters, { error: told });
    const { inbound } = telling({ info: { ...INFO, attempt } } as Parameters<typeof telling>[0]);
    const next = () => activities.keepTransaction(change);
    return inbound
      ?.execute?.({ args: [change], headers: {} }, next)
      .catch((failure: unknown) => failure);
  }

  function refusal(failure: unknown): ApplicationFailure {
    assert.ok(failure instanceof ApplicationFailure, String(failure));
    assert.equal(failure.type, 'DocumentRefused');
    assert.equal(failure.nonRetryable, false);
    assert.equal(failure.cause, undefined);
    assert.ok(!JSON.stringify([failure, failure.stack, lines]).includes(SECRET));
    return failure;
  }

  const withStranger = { ...CREATED_NOW, version: 2, stranger: SECRET } as Transaction;

  it('is named to whoever looks at the run, and tried again soon', async () => {
    await database().store.transactions.insert(CREATED_NOW);
    const { message, nextRetryDelay } = refusal(await kept(withStranger, { attempt: 2 }));
    assert.match(
      message,
      new RegExp(`transaction ${CREATED_NOW.sessionId}: field stranger is not in`),
    );
    assert.equal(nextRetryDelay, undefined);
    assert.deepEqual([counted, lines], [0, []]);
  });

  it('is told of from the third try on, each of which is a minute after the one before', async () => {
    await database().store.transactions.insert(CREATED_NOW);
    const { nextRetryDelay } = refusal(await kept(withStranger, { attempt: 3 }));
    assert.equal(nextRetryDelay, '1 minute');
    assert.equal(counted, 1);
    const { sessionId } = CREATED_NOW;
    const field = { field: 'stranger', why: 'is not in schema' };
    assert.deepEqual(lines, [
      [
        { sessionId, workflowId: undefined, activity: 'tested', attempt: 3, ...field },
        'the database refuses a document until another worker is deployed',
      ],
    ]);
  });

  it('has a value of another type, or lacks one', async () => {
    await database().store.transactions.insert(CREATED_NOW);
    for (const [field, value] of [
      ['seenAt', SECRET],
      ['language', null],
    ] as const) {
      const changed = { ...CREATED_NOW, version: 2, [field]: value } as unknown as Transaction;
      const { message } = refusal(await kept(changed, { attempt: 1 }));
      assert.ok(message.includes(`field ${field} is `), message);
    }
  });

  it('has a name that another document has', async () => {
    const { transactions } = database().store;
    const attempts = [anAttempt()];
    await transactions.insert(aTransaction({ sessionId: sessionOf('b1'), attempts }));
    await transactions.insert(CREATED_NOW);
    const { message } = refusal(
      await kept({ ...CREATED_NOW, version: 2, attempts }, { attempt: 1 }),
    );
    assert.match(message, /field attempts.referenceNumber is that of another document/);
  });

  it('is none where the database is away: that passes', async () => {
    const away = new Error('connection timed out');
    const { store } = database();
    const broken = { ...store, versions: { keep: () => Promise.reject(away) } };
    const failure = await kept({ ...CREATED_NOW, version: 2 }, { attempt: 9, store: broken });
    assert.equal(failure, away);
    assert.deepEqual([counted, lines], [0, []]);
  });
});

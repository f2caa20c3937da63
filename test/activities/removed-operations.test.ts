import assert from 'node:assert/strict';
import { tellAlsoRemoved } from '../../activities/removed-operations.ts';
import type { CallPerson } from '../../activities/removed-mails.ts';
import { takeInRemoved } from '../../activities/removals.ts';
import { hearOperation } from '../../domain/operation/hear.ts';
import { entryOf, type Operation } from '../../domain/operation/operation.ts';
import { saysOvertaken } from '../../domain/operation/overtaken.ts';
import type { RefusalNote } from '../../domain/refusal.ts';
import { tombstoneOf, type Tombstone } from '../../domain/transaction/tombstone.ts';
import { notifyTransaction } from '../../engine/notify-transaction.ts';
import { aNumberedOperation, wordOn } from '../domain/operation/support.ts';
import { anAttempt, aTransaction, CREATED_AT, kwd, sessionOf } from '../support/builders.ts';
import { inActivity } from './support/in-activity.ts';
import { memoryLedger, memoryOperations } from './support/memory-store.ts';
import { memoryTombstones } from './support/memory-tombstones.ts';

describe('what an operation tells a payment that was removed', () => {
  const ATTEMPT = anAttempt({ state: 'failed' });
  const { referenceNumber, total } = ATTEMPT;
  const GIVEN_BACK = aNumberedOperation(1, {
    amount: total,
    source: 'pg',
    state: 'done',
    gatewayReference: 're_1',
    paymentReference: referenceNumber,
  });
  const UNDOING = wordOn(GIVEN_BACK, { result: 'reversed', gatewayReference: 're_1' });
  const UNDONE = changed(GIVEN_BACK, hearOperation(GIVEN_BACK, UNDOING, CREATED_AT + 1));
  const GONE: RefusalNote = { code: 'not_found', detail: 'The transaction was removed.' };

  /** Late money, which was given back before the removal. */
  const removed = (...operations: readonly Operation[]): Tombstone => ({
    ...tombstoneOf(
      aTransaction({ sessionId: sessionOf('a1'), state: 'canceled', attempts: [ATTEMPT] }),
      { now: CREATED_AT },
    ),
    lateMoney: [{ referenceNumber, charged: total, at: CREATED_AT }],
    ...(operations.length > 0 && { operations: operations.map(entryOf) }),
  });

  function told(tombstones: readonly Tombstone[], ...kept: readonly Operation[]) {
    const calls: string[] = [];
    const call: CallPerson = async (_tombstone, news) =>
      void calls.push(news.what === 'dispute' ? news.what : news.name);
    const stores = {
      call,
      countAlert: () => undefined,
      tombstones: memoryTombstones(...tombstones),
      ledger: memoryLedger(),
      operations: memoryOperations(...kept),
    };
    const tell = tellAlsoRemoved(stores, async () => ({ refused: GONE }));
    return {
      stores,
      calls,
      tell: (operation: Operation) => inActivity(() => tell(operation)),
      states: async () => {
        const found = await stores.tombstones.find(removed());
        return found?.operations?.map(({ state, reversedAt, version }) => [
          state,
          reversedAt !== undefined,
          version,
        ]);
      },
      posted: async () =>
        (await stores.ledger.listOf(GIVEN_BACK.merchantId, GIVEN_BACK.parentId)).map(
          ({ event }) => event,
        ),
    };
  }

  it('is written into its tombstone, the ledger and the operation, once', async () => {
    const { tell, stores, states, posted, calls } = told([removed(GIVEN_BACK)], GIVEN_BACK);
    for (let time = 0; time < 2; time += 1)
      assert.deepEqual(await tell(UNDONE), { kept: UNDONE.version });
    assert.deepEqual(await states(), [
      ['done', false, 1],
      ['done', true, 2],
    ]);
    assert.deepEqual(await posted(), ['refund-reversed']);
    assert.deepEqual(await stores.operations.find(UNDONE), UNDONE);
    assert.equal(calls.length, 1);
  });

  it('is the same as the sweep writes that hears the same word', async () => {
    const { tell, stores, states, posted, calls } = told([removed(GIVEN_BACK)], GIVEN_BACK);
    const tombstone = await stores.tombstones.find(removed());
    assert.ok(tombstone);
    await inActivity(() =>
      Promise.all([
        takeInRemoved(stores, tombstone, { report: UNDOING, names: GIVEN_BACK }),
        tell(UNDONE),
      ]),
    );
    assert.deepEqual(await posted(), ['refund-reversed']);
    assert.equal((await states())?.length, 2);
    assert.equal(new Set(calls).size, 1, 'one mail, by its name');
  });

  it('is done after all, whatever was known of it, and is not unsaid', async () => {
    const rejected: Operation = { ...GIVEN_BACK, state: 'rejected', version: 3 };
    const { tell, states, posted } = told([removed(rejected)], rejected);
    assert.deepEqual(await tell({ ...GIVEN_BACK, version: 2 }), { kept: 4 });
    assert.deepEqual(await posted(), ['refund']);
    const late = await tell({ ...rejected, version: 3 });
    assert.ok('refused' in late && saysOvertaken(late.refused));
    assert.deepEqual((await states())?.at(-1), ['done', false, 4]);
  });

  it('of a hold that a capture ends is written with the rest that the gateway lets go, once', async () => {
    const held = removed();
    const attempts = held.attempts.map((one) => ({ ...one, kind: 'authorize' as const }));
    const capture = {
      ...GIVEN_BACK,
      kind: 'capture',
      amount: kwd('4.000'),
      endsHold: true,
    } as const;
    const { sessionId, referenceNumber: name } = capture;
    const { tell, stores, posted } = told([{ ...held, attempts }]);
    const report = { ...wordOn(capture), endsHold: true, gatewayReference: 'cap_1' } as const;
    const heard = () =>
      inActivity(async () => {
        const tombstone = await stores.tombstones.find(held);
        return (
          tombstone &&
          takeInRemoved(stores, tombstone, { report, names: { sessionId, referenceNumber: name } })
        );
      });
    await heard();
    await heard();
    await tell({ ...capture, version: 2 });
    assert.deepEqual(await posted(), ['stray', 'void']);
    const found = await stores.tombstones.find(held);
    assert.deepEqual(
      found?.operations?.map(({ kind, amount }) => [kind, amount]),
      [
        ['capture', kwd('4.000')],
        ['void', kwd('8.500')],
        ['capture', kwd('4.000')],
      ],
    );
    const [, rest] = found.operations;
    assert.equal(rest && (await stores.operations.find({ ...capture, ...rest }))?.source, 'pg');
  });

  it('is refused where it has yet to be done', async () => {
    const { tell, states } = told([removed()]);
    assert.deepEqual(await tell(aNumberedOperation(2, { amount: kwd('1.000') })), {
      refused: GONE,
    });
    assert.equal(await states(), undefined);
  });

  it('is kept with the operation where nobody knows of the payment', async () => {
    const { tell, stores } = told([], GIVEN_BACK);
    assert.deepEqual(await tell(UNDONE), { kept: UNDONE.version });
    assert.deepEqual(await stores.operations.find(UNDONE), UNDONE);
  });

  it('is a refusal of the engine, which asks no run where there is no document', async () => {
    const tell = notifyTransaction(
      { find: async () => undefined },
      {
        askOpen: async () => undefined,
        ask: () => Promise.reject(new Error('No run must begin.')),
      },
      () => 'run',
    );
    assert.deepEqual(await tell(UNDONE), { refused: GONE });
  });
});

function changed(before: Operation, next: Operation | undefined): Operation {
  assert.ok(next);
  return { ...next, version: before.version + 1 };
}

import assert from 'node:assert/strict';
import type { Operation } from '../../domain/operation/operation.ts';
import { aNumberedOperation } from '../domain/operation/support.ts';
import { CREATED_AT, sessionOf, SHOP } from '../support/builders.ts';
import { useAdmin } from './support/command-line.ts';

describe('the command line of documents', function () {
  this.timeout(120_000);
  const { database, done } = useAdmin();
  const ALL = { after: undefined, until: CREATED_AT + 1_000_000, limit: 100 };

  async function kept(nth: number, given: Partial<Operation>): Promise<string> {
    const operation = aNumberedOperation(nth, { merchantId: SHOP, ...given });
    await database().store.operations.insert(operation);
    return operation.sessionId;
  }

  async function frozen(tail: string, calls: readonly ('failed' | 'delivered')[]): Promise<string> {
    const { webhookEvents } = database().store;
    const id = await webhookEvents.freeze({
      merchantId: SHOP,
      sessionId: sessionOf(tail),
      sequence: 1,
      url: 'https://shop.example.test/hook',
      payload: {},
      createdAt: CREATED_AT,
    });
    for (const [at, verdict] of calls.entries())
      await webhookEvents.record(id, { call: at + 1, at: CREATED_AT, tookMs: 1 }, verdict);
    return id;
  }

  it('lets the reviver see what was kept before there was one, and nothing that is over', async () => {
    const { store, connection } = database();
    const open = [
      await kept(1, { state: 'promised' }),
      await kept(2, { state: 'queued' }),
      await kept(3, { state: 'promised', version: 7 }),
    ];
    await kept(4, { state: 'done' });
    await kept(5, { state: 'queued', alert: 'The gateway has forgotten it.' });
    const lost = [await frozen('a1', []), await frozen('a2', ['failed'])];
    await frozen('a3', ['delivered']);
    await frozen('a4', ['failed', 'failed']);
    await connection.collection('operations').updateMany({}, { $unset: { underWay: 1 } });
    await connection.collection('webhook_events').updateMany({}, { $unset: { unsettled: 1 } });
    assert.deepEqual(await store.operations.underWay(ALL), []);
    assert.deepEqual(await store.webhookEvents.unsettled(ALL), []);

    assert.deepEqual(await done(['documents', 'mark']), { operations: 3, webhooks: 2 });
    assert.deepEqual(
      (await store.operations.underWay(ALL)).map(({ sessionId }) => sessionId).toSorted(),
      open.toSorted(),
    );
    assert.deepEqual(
      (await store.webhookEvents.unsettled(ALL)).map(({ eventId }) => eventId).toSorted(),
      lost.toSorted(),
    );
    assert.deepEqual(await done(['documents', 'mark']), { operations: 0, webhooks: 0 });
  });
});

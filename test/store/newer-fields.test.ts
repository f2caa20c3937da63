import assert from 'node:assert/strict';
import type { Connection } from 'mongoose';
import { beginAttempt } from '../../domain/transaction/attempt.ts';
import { conclude } from '../../domain/transaction/conclude.ts';
import { settle } from '../../domain/operation/settle.ts';
import { aNumberedOperation } from '../domain/operation/support.ts';
import {
  aMethod,
  anAgreement,
  aTransaction,
  CREATED_AT,
  CARD,
  kwd,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { HOLDER } from '../support/wallets.ts';
import { useDatabase } from './database.ts';

const NEWER = { since: 'the next release', list: [{ deep: true }] };

/** Two releases run side by side during an upgrade: what the newer one has written, the older one reads and saves. */
describe('a document with fields that this release does not know', () => {
  const database = useDatabase();
  const write = (collection: string, filter: object, fields: object) =>
    database().connection.collection(collection).updateOne(filter, { $set: fields });

  it('of a transaction is changed by the rules and saved without losing any', async () => {
    const { store, connection } = database();
    const sessionId = sessionOf('f1');
    const created = aTransaction({ sessionId, methods: [aMethod({ pgCode: CARD })] });
    const begun = beginAttempt(created, {
      pgCode: CARD,
      referenceNumber: referenceOf('demoNEWER1'),
      now: CREATED_AT,
    });
    assert.ok(begun.step === 'new');
    const kept = settle(begun.transaction, aNumberedOperation(1, { parentId: sessionId }));
    assert.ok(kept);
    await store.transactions.insert({
      ...kept,
      alerts: [{ kind: 'late-money', referenceNumber: referenceOf('demoA'), at: 1, detail: 'x' }],
    });
    await write(
      'transactions',
      { sessionId },
      {
        newer: NEWER,
        'methods.0.newer': NEWER,
        'attempts.0.newer': NEWER,
        'operations.0.newer': NEWER,
        'alerts.0.newer': NEWER,
        'customer.newer': NEWER,
      },
    );
    const found = await store.transactions.find({ merchantId: SHOP, sessionId });
    assert.ok(found);
    const outcome = { result: 'success', kind: 'purchase', charged: kwd('12.500') } as const;
    const change = conclude(
      found,
      { referenceNumber: referenceOf('demoNEWER1'), outcome },
      CREATED_AT,
    );
    assert.ok(change);
    await store.transactions.save({ ...change.transaction, version: found.version + 1 });
    const there = await read(connection, 'transactions', { sessionId });
    assert.ok(there);
    assert.equal(there['state'], 'paid');
    assert.equal(
      await store.transactions.standingOf({ ...change.transaction, version: found.version + 1 }),
      'kept',
    );
    for (const holder of [
      there,
      there['methods'][0],
      there['attempts'][0],
      there['operations'][0],
      there['alerts'][0],
      there['customer'],
    ])
      assert.deepEqual(holder['newer'], NEWER);
  });

  it('of an operation', async () => {
    const { store, connection } = database();
    const operation = aNumberedOperation(2, { merchantId: SHOP, state: 'promised' });
    await store.operations.insert(operation);
    await write('operations', { sessionId: operation.sessionId }, { newer: NEWER });
    const found = await store.operations.find(operation);
    assert.ok(found);
    const version = found.version + 1;
    assert.equal(await store.operations.save({ ...found, version, state: 'done' }), 'promised');
    const there = await read(connection, 'operations', { sessionId: operation.sessionId });
    assert.deepEqual([there?.['state'], there?.['newer']], ['done', NEWER]);
  });

  it('of an agreement, whose charges must not stop while releases change', async () => {
    const { store, connection } = database();
    const agreement = anAgreement({ state: 'active' });
    const { uuid } = agreement;
    await store.agreements.insert(agreement);
    await write('agreements', { uuid }, { newer: NEWER });
    await store.agreements.end(agreement, CREATED_AT);
    const there = await read(connection, 'agreements', { uuid });
    assert.deepEqual([there?.['state'], there?.['newer']], ['ended', NEWER]);
  });

  it('of a wallet and its reservation', async () => {
    const { store, connection } = database();
    const request = { holder: HOLDER, origin: {}, amount: kwd('5'), now: CREATED_AT };
    await store.wallets.move({ ...request, key: 'in', type: 'credit_adjustment' });
    const { accountId } = await store.wallets.move({
      ...request,
      key: 'set aside',
      type: 'reserve',
    });
    await write('wallet_accounts', { id: accountId }, { newer: NEWER });
    await write('wallet_operations', { key: 'set aside' }, { newer: NEWER });
    const { merchantId } = HOLDER;
    await store.wallets.conclude({ merchantId, key: 'set aside' }, 'debit_payment', CREATED_AT);
    const account = await read(connection, 'wallet_accounts', { id: accountId });
    const operation = await read(connection, 'wallet_operations', { key: 'set aside' });
    assert.deepEqual([account?.['newer'], account?.['balance'].minor], [NEWER, 0]);
    assert.deepEqual([operation?.['newer'], operation?.['status']], [NEWER, 'completed']);
  });
});

function read(connection: Connection, collection: string, filter: object) {
  return connection.collection(collection).findOne(filter);
}

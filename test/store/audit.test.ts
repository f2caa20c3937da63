import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { AuditEntry } from '../../store/audit.ts';
import { connectStore } from '../../store/connection.ts';
import { openStore, type Store } from '../../store/index.ts';
import { TEST_KEYS } from '../support/keys.ts';

const ENTRY: AuditEntry = {
  at: Date.UTC(2026, 0, 15, 9),
  who: 'sara',
  from: '203.0.113.7',
  action: {
    name: 'codec.decode',
    namespace: 'default',
    payloads: 3,
    workflowIds: ['transaction/0123'],
  },
};

describe('the audit log', () => {
  let connection: Connection;
  let store: Store;

  before(async () => {
    const given = process.env['MONGODB_URI'];
    assert.ok(given, 'MONGODB_URI names no MongoDB: run this by "npm test", which starts one.');
    const uri = new URL(given);
    uri.pathname = `/audit-${randomUUID().slice(0, 8)}`;
    connection = await connectStore(uri.href);
    store = await openStore(uri.href, TEST_KEYS);
  });
  after(async () => {
    await connection.dropDatabase();
    await connection.close();
    await store.close();
  });

  it('keeps every entry whole, the same one twice included', async () => {
    await store.audit.append(ENTRY);
    await store.audit.append(ENTRY);
    const kept = await connection
      .collection('audit')
      .find({}, { projection: { _id: 0 } })
      .toArray();
    assert.deepEqual(kept, [ENTRY, ENTRY]);
  });

  it('offers no way to change or remove one', () => {
    assert.deepEqual(Object.keys(store.audit).toSorted(), ['append', 'ensureIndexes']);
  });
});

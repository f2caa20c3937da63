import assert from 'node:assert/strict';
import type { AuditEntry } from '../../store/audit.ts';
import { useDatabase } from './database.ts';

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
  const database = useDatabase();

  it('keeps every entry whole, the same one twice included', async () => {
    const { connection, store } = database();
    await store.audit.append(ENTRY);
    await store.audit.append(ENTRY);
    const kept = await connection
      .collection('audit')
      .find({}, { projection: { _id: 0 } })
      .toArray();
    assert.deepEqual(kept, [ENTRY, ENTRY]);
  });

  it('offers no way to change or remove one', () => {
    assert.deepEqual(Object.keys(database().store.audit).toSorted(), ['append', 'ensureIndexes']);
  });
});

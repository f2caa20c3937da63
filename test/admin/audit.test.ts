import assert from 'node:assert/strict';
import type { AuditEntry } from '../../store/audit-entry.ts';
import { useAdmin } from './support/command-line.ts';

const ENTRY: AuditEntry = {
  at: Date.UTC(2026, 0, 15, 9),
  who: 'user:sara',
  from: '203.0.113.7',
  action: { name: 'request', route: 'sdk.cancel', requestId: 'r', merchantId: 'pearl' },
};

describe('audit verify', function () {
  this.timeout(120_000);
  const { database, run, done, refused } = useAdmin();
  const entries = () => database().connection.collection<{ _id: number }>('audit');
  let head = '';

  it('tells the head of a chain that is whole, and takes it as what was noted', async () => {
    assert.equal((await done(['audit', 'verify'])).entries, 0);
    for (let count = 0; count < 5; count += 1) await database().store.audit.append(ENTRY);
    const told = await done(['audit', 'verify']);
    assert.equal(told.entries, 5);
    assert.match(told.head, /^5:[0-9a-f]{64}$/);
    ({ head } = told);
    await database().store.audit.append(ENTRY);
    assert.equal((await done(['audit', 'verify', '--head', head])).entries, 6);
  });

  it('fails at an end that was cut off, when the head was noted', async () => {
    await entries().deleteMany({ _id: { $gte: 4 } });
    assert.equal((await run(['audit', 'verify'])).code, 0);
    const { code, err } = await refused(['audit', 'verify', '--head', head]);
    assert.equal(code, 1);
    assert.match(err, /Entry 4 and all after it are missing/);
  });

  it('fails at the first entry that was changed, and names it', async () => {
    await entries().updateOne({ _id: 2 }, { $set: { who: 'user:mallory' } });
    await entries().updateOne({ _id: 3 }, { $set: { who: 'user:mallory' } });
    const { code, err } = await refused(['audit', 'verify']);
    assert.equal(code, 1);
    assert.match(err, /Entry 2 was changed.* Before it 1 entry is right\./);
  });

  it('does not take a head that is none', async () => {
    for (const none of ['5', `x:${'f'.repeat(64)}`, '5:abc', ''])
      assert.equal((await refused(['audit', 'verify', '--head', none])).code, 2);
  });
});

import assert from 'node:assert/strict';
import { checkChain, START } from '../../store/audit-chain.ts';
import { auditLog, BY_SUBJECT } from '../../store/audit.ts';
import { connectStore } from '../../store/connection.ts';
import { sessionOf, SHOP } from '../support/builders.ts';
import { useDatabase } from './database.ts';
import type { AuditEntry } from '../../store/audit-entry.ts';

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

describe('the audit log', function () {
  this.timeout(120_000);
  const database = useDatabase();
  const collection = () => database().connection.collection<{ _id: number }>('audit');
  /** As another process has it, which knows nothing of what was removed between two tests. */
  const log = () => auditLog(database().connection);
  const whole = async () => {
    const { head, broken } = await checkChain(log().entries(), {});
    assert.equal(broken, undefined);
    return head;
  };
  beforeEach(async () => {
    await collection().deleteMany({});
  });

  it('keeps every entry whole, the same one twice included', async () => {
    const audit = log();
    await audit.append(ENTRY);
    await audit.append(ENTRY);
    const kept = await collection()
      .find({}, { projection: { _id: 0, previous: 0, hash: 0 } })
      .toArray();
    assert.deepEqual(kept, [ENTRY, ENTRY]);
    assert.equal((await whole()).seq, 2);
  });

  it('finds what was done to a payment of a merchant and its operations, looks at nothing else, and sorts nothing', async () => {
    const audit = log();
    const payment = sessionOf('a1');
    const child = sessionOf('c1');
    const request = { name: 'request', route: 'any', requestId: 'r', merchantId: SHOP } as const;
    const at = (ms: number, session: string, merchant: string = SHOP): AuditEntry => ({
      ...ENTRY,
      at: ENTRY.at + ms,
      action: { ...request, merchantId: merchant, sessionId: session },
    });
    for (const entry of [
      ENTRY,
      at(1, payment),
      at(4, payment),
      at(3, child),
      at(5, child),
      at(2, sessionOf('b2')),
      at(3, payment, 'another'),
    ])
      await audit.append(entry);
    const found = await audit.ofSessions(SHOP, [payment, child], {
      since: ENTRY.at + 3,
      limit: 2,
    });
    assert.deepEqual(
      found.map((entry) => [entry.at - ENTRY.at, entry.action.sessionId]),
      [
        [3, child],
        [4, payment],
      ],
    );
    const plan = await collection()
      .find({
        'action.sessionId': { $in: [payment, child] },
        'action.merchantId': SHOP,
        at: { $gte: ENTRY.at },
      })
      .sort({ at: 1, _id: 1 })
      .hint(BY_SUBJECT)
      .explain('executionStats');
    assert.equal(
      (plan as { readonly executionStats: { readonly totalDocsExamined: number } }).executionStats
        .totalDocsExamined,
      5,
    );
    assert.doesNotMatch(JSON.stringify(plan), /"stage":"SORT"/);
  });

  it('offers no way to change or remove one', () => {
    assert.deepEqual(Object.keys(database().store.audit).toSorted(), [
      'append',
      'entries',
      'note',
      'ofSessions',
    ]);
  });

  it('stays one chain when several processes write at once, and keeps every entry once', async () => {
    const connections = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const uri = new URL(process.env['MONGODB_URI'] ?? '');
        uri.pathname = `/${database().connection.name}`;
        return connectStore(uri.href);
      }),
    );
    try {
      const logs = connections.map((connection) => auditLog(connection));
      const names = Array.from({ length: 400 }, (_, at) => `user:${at}`);
      await Promise.all(
        names.map((who, at) => {
          const log = logs[at % logs.length];
          assert.ok(log);
          return at % 3 === 0 ? log.note({ ...ENTRY, who }) : log.append({ ...ENTRY, who });
        }),
      );
      assert.equal((await whole()).seq, names.length);
      const kept = await collection().distinct('who');
      assert.deepEqual(new Set(kept), new Set(names));
      assert.equal(kept.length, names.length);
    } finally {
      await Promise.all(connections.map((connection) => connection.close()));
    }
  });

  it('has an entry when it says so', async () => {
    const audit = log();
    await audit.append(ENTRY);
    assert.equal(await collection().countDocuments(), 1);
    await audit.note(ENTRY);
    assert.equal(await collection().countDocuments(), 2);
  });

  it('goes on behind what others have written since', async () => {
    const audit = log();
    await audit.append(ENTRY);
    await log().append(ENTRY);
    await audit.append(ENTRY);
    assert.equal((await whole()).seq, 3);
  });

  it('keeps what the database writes in another way than JSON', async () => {
    const change = { rate: 1.1, big: 2 ** 52, no: null, half: '\ud83d', deep: [{ list: [] }] };
    await log().append({
      ...ENTRY,
      who: 'سارة 💳',
      action: { name: 'admin', command: 'x', merchantId: 'demo', subject: '', change },
    });
    assert.equal((await whole()).seq, 1);
  });

  it('fails for whoever waits when the database cannot be had', async () => {
    const gone = await connectStore(process.env['MONGODB_URI'] ?? '');
    const silent = auditLog(gone);
    await gone.close();
    await assert.rejects(silent.append(ENTRY));
    await assert.rejects(silent.note(ENTRY));
    await log().append(ENTRY);
    assert.equal((await whole()).seq, 1);
  });

  it('begins before its first entry', async () => {
    assert.deepEqual(await whole(), START);
  });
});

import assert from 'node:assert/strict';
import type { Context } from 'koa';
import type { Caller } from '../../../api/access/caller.ts';
import type { ApiDeps } from '../../../api/deps.ts';
import { alertsSeen } from '../../../api/transactions/alerts.ts';
import type { TaskMark } from '../../../domain/tasks/mark.ts';
import { alertTask } from '../../../domain/tasks/task.ts';
import { kwd, SHOP } from '../../support/builders.ts';
import { chosen, doneThere, succeeded } from '../../domain/ledger/support/operations.ts';

describe('the alerts of a payment', () => {
  const late = succeeded({ ...chosen('purchase'), state: 'canceled' });
  const [alert] = late.alerts;
  assert.ok(alert);
  const { id } = alertTask(late, alert);
  const mark: TaskMark = {
    merchantId: SHOP,
    taskId: id,
    state: 'handled',
    by: { id: 7, username: 'ali' },
    at: 0,
    note: 'It is back.',
    version: 1,
  };
  const store = {
    taskMarks: { of: async () => new Map([[id, mark]]) },
  } as unknown as ApiDeps['store'];
  const user = { superuser: false, service: false, permissions: ['alert.handle'] };
  const caller = { kind: 'user', merchantId: SHOP, user } as unknown as Caller;
  const ctx = { state: { caller } } as unknown as Context;

  it('keep what somebody noted when their money has answered them, and are no task then', async () => {
    const even = doneThere(late, 'refund', {
      amount: kwd('102'),
      reference: alert.referenceNumber,
    });
    const shown = { state: 'handled', by: mark.by, at: '1970-01-01T00:00:00Z', note: mark.note };
    const seen = async (payment: typeof late) =>
      (await alertsSeen({ store }, ctx, payment)).map((one) => [one.task_id, one.mark]);
    assert.deepEqual(await seen(late), [[id, shown]]);
    assert.deepEqual(await seen(even), [[undefined, shown]]);
    // In no inbox, and so under no id that can be called done.
    assert.deepEqual(await seen({ ...late, deletedAt: 1 }), [[undefined, shown]]);
  });
});

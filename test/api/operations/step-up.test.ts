import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { theSystem } from '../../support/system.ts';
import { aStaff, type Staff } from '../operation-requests/support/staff.ts';

describe('a sum from which on people show once more who they are, asked for at the same moment', function () {
  this.timeout(120_000);
  let staff: Staff;
  before(async () => {
    staff = await aStaff(await theSystem(), { enabled: false, stepUpFrom: { KWD: 10_000 } });
  });

  it('is got past by nobody, and what was refused is done by the same key once it is shown', async () => {
    const id = await staff.payment();
    const refund = (key: string, more = {}) =>
      staff.refund('admin', id, '4.000', {}, { 'Idempotency-Key': key, ...more });
    const keys = [randomUUID(), randomUUID(), randomUUID()];
    const answers = await Promise.all(keys.map((key) => refund(key)));
    const done = answers.filter(({ status }) => status === 200);
    assert.equal(done.length, 2, answers.map(({ text }) => text).join('\n'));
    const refused = answers.findIndex(({ status }) => status === 401);
    const { code, detail, ...more } = answers[refused]?.body ?? {};
    assert.deepEqual([code, more], ['step_up_required', {}], String(detail));
    assert.deepEqual(await staff.refunded(id), ['refund 4.000 KWD', 'refund 4.000 KWD']);
    const key = keys[refused] ?? '';
    assert.equal((await refund(key)).status, 401);
    const shown = { 'X-Step-Up': encodeURIComponent(staff.people.admin.password) };
    assert.equal((await refund(key, shown)).status, 200);
    assert.equal((await staff.refunded(id)).length, 3);
  });
});

import assert from 'node:assert/strict';
import { generateKeySync, randomUUID } from 'node:crypto';
import { openStore } from '../../store/index.ts';
import { TEST_KEYS } from '../support/keys.ts';
import { theSystem, type System } from '../support/system.ts';
import { until } from '../support/http.ts';
import { aStaff, type Staff } from './operation-requests/support/staff.ts';
import { OPERATION } from './support/operating.ts';
import { transactionOf } from './support/records.ts';
import { WEBHOOK_KEY } from './support/shop.ts';

const CASH = '/b/pbl/v2/payment/cash/';

describe('a merchant whose webhook key cannot be opened', function () {
  this.timeout(120_000);
  let system: System;
  let staff: Staff;
  before(async () => {
    system = await theSystem();
    staff = await aStaff(system, { enabled: false });
  });

  /** Seals the webhook key with a storage key that the API does not have. */
  async function lose(paid: string): Promise<void> {
    const merchant = await system.store.merchants.find(staff.shop.id);
    assert.ok(merchant);
    const lost = { id: 'lost', secret: generateKeySync('aes', { length: 256 }) };
    const sealing = await openStore(system.run.mongodb, { storage: [lost], search: TEST_KEYS });
    try {
      await sealing.merchants.put(merchant, WEBHOOK_KEY);
    } finally {
      await sealing.close();
    }
    // What the API has in memory is good for a second more.
    await until('the API cannot open it', async () => {
      const asked = await staff.shop.client.call('POST', '/b/pbl/v2/inquiry/', {
        session_id: paid,
      });
      return asked.status === 500;
    });
  }

  it('has nothing begun that is answered 500, and the same key does it once the storage key is back', async () => {
    const [paid, judged] = [await staff.payment(), await staff.payment()];
    const open = await staff.shop.client.sale({ pg_codes: ['cash'] });
    await staff.policy({ enabled: true });
    const request = await staff.request('maker', judged);
    await staff.policy({ enabled: false });
    await lose(paid);

    const once = { 'Idempotency-Key': randomUUID() };
    const refund = { operation: 'refund', session_id: paid };
    const asked = [
      await staff.ask('key', 'POST', OPERATION, refund, once),
      await staff.decide('checker', request, 'approve'),
      await staff.ask('key', 'POST', CASH, { session_id: open }),
    ];
    for (const { status, text } of asked) assert.equal(status, 500, text);
    assert.deepEqual((await transactionOf(system, paid)).operations ?? [], []);
    assert.deepEqual((await transactionOf(system, open)).attempts, []);

    // It is sealed anew, by the key that there is.
    await staff.policy({ enabled: false });
    assert.equal((await staff.read(request))['state'], 'pending');
    const again = await staff.ask('key', 'POST', OPERATION, refund, once);
    assert.deepEqual([again.status, again.body['result']], [200, 'success'], again.text);
    assert.deepEqual(await staff.refunded(paid), ['refund 12.340 KWD']);
    assert.deepEqual(await staff.refunded(judged), []);
  });
});

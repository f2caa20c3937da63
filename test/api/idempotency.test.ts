import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { theSystem, type System } from '../support/system.ts';
import { SALE, send, textIn, TRANSACTIONS } from '../support/http.ts';
import { DEMO } from './support/records.ts';

describe('creating with an Idempotency-Key', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });

  it('makes one transaction of 50 parallel calls', async () => {
    const order = `KEY-${randomUUID()}`;
    const { api, keys } = system.run;
    const call = () =>
      send(`${api}${TRANSACTIONS}`, {
        method: 'POST',
        headers: {
          Authorization: `Api-Key ${keys.private}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': order,
        },
        body: JSON.stringify({ ...SALE, order_no: order }),
      });
    const answers = await Promise.all(Array.from({ length: 50 }, call));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const sessions = new Set(answers.map(({ body }) => textIn(body, 'session_id')));
    assert.equal(sessions.size, 1);
    const { count } = await system.store.transactions.listByOrder(DEMO, order, {
      limit: 10,
      offset: 0,
    });
    assert.equal(count, 1);
  });
});

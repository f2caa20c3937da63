import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { theHouse, type House } from '../support/house.ts';
import { SALE, send, text, TRANSACTIONS } from '../support/http.ts';
import { DEMO } from './support/records.ts';

describe('creating with an Idempotency-Key', () => {
  let house: House;
  before(async function () {
    this.timeout(120_000);
    house = await theHouse();
  });

  it('makes one transaction of 50 parallel calls', async () => {
    const order = `KEY-${randomUUID()}`;
    const { api, keys } = house.run;
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
    const sessions = new Set(answers.map(({ body }) => text(body, 'session_id')));
    assert.equal(sessions.size, 1);
    const { count } = await house.store.transactions.listByOrder(DEMO, order, {
      limit: 10,
      offset: 0,
    });
    assert.equal(count, 1);
  });
});

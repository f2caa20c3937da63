import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { theHouse, type House } from '../support/house.ts';
import { merchantAt, SALE, send, TRANSACTIONS, type Json } from '../support/http.ts';
import { documentsOf } from './support/records.ts';

describe('card data in a request', () => {
  let house: House;
  before(async function () {
    this.timeout(120_000);
    house = await theHouse();
  });

  const orderNo = `card-${randomUUID()}`;
  /** Twelve digits that nothing else in the logs can contain by chance. */
  const secret = `4000${randomInt(10 ** 11, 10 ** 12)}`;

  const NAMES = [
    'card_number',
    'cardNumber',
    'CARD-NUMBER',
    'pan',
    'cvv',
    'CVV2',
    'cvc',
    'security_code',
  ];
  for (const name of NAMES)
    it(`is refused by the name of the field: ${name}`, async () => {
      const { call } = merchantAt(house.run.api, house.run.keys.private);
      const { status, body, text } = await call('POST', TRANSACTIONS, {
        ...SALE,
        order_no: orderNo,
        [name]: secret,
      });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body), [name]);
      assert.ok(!text.includes(secret));
    });

  const DEEP: Readonly<Record<string, Json>> = {
    'an object': { billing_address: { card_number: secret } },
    'a free object': { extra: { a: { b: [{ cvv: secret }] } } },
    'an unknown object': { whatever: { payment: { pan: secret } } },
    'a faulty field': { amount: { card_number: secret } },
    'a list': { pg_codes: [{ cvc: secret }] },
  };
  for (const [where, fields] of Object.entries(DEEP))
    it(`is found inside ${where}`, async () => {
      const { create } = merchantAt(house.run.api, house.run.keys.private);
      const { status, body } = await create({ ...SALE, order_no: orderNo, ...fields });
      assert.equal(status, 400);
      assert.equal(Object.keys(body).length, 1);
      assert.match(JSON.stringify(body), /Card data must never be sent here/);
    });

  it('is found in forms, multipart forms and JSON inside a form', async () => {
    const headers = { Authorization: `Api-Key ${house.run.keys.private}` };
    const fields = { type: 'e_commerce', amount: '1', currency_code: 'KWD', pg_codes: 'sandbox' };
    const url = `${house.run.api}${TRANSACTIONS}`;
    const hidden = JSON.stringify({ a: { card_number: secret } });
    const multipart = new FormData();
    for (const [key, value] of Object.entries({ ...fields, order_no: orderNo, cvv: secret }))
      multipart.set(key, value);
    const bodies = [
      new URLSearchParams({ ...fields, order_no: orderNo, card_number: secret }),
      new URLSearchParams({ ...fields, order_no: orderNo, extra: hidden }),
      multipart,
    ];
    for (const body of bodies) {
      const answer = await send(url, { method: 'POST', headers, body });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, /Card data must never be sent here/);
    }
  });

  it('is refused in PUT and PATCH too, and changes nothing', async () => {
    const merchant = merchantAt(house.run.api, house.run.keys.private);
    const id = await merchant.sale();
    for (const change of [merchant.put, merchant.patch]) {
      const { status } = await change(id, { ...SALE, order_no: 'changed', cvv: secret });
      assert.equal(status, 400);
    }
    assert.ok(!('order_no' in (await merchant.read(id)).body));
  });

  it('is in no log and in no database afterwards', async () => {
    assert.equal(await documentsOf(house, orderNo), 0);
    const logs = house.logs();
    assert.match(logs, /pymt-txn/, 'the logs tell of the requests');
    assert.ok(!logs.includes(secret));
  });

  it('leaves room for words that only look similar', async () => {
    const { create } = merchantAt(house.run.api, house.run.keys.private);
    const { status, text } = await create({
      ...SALE,
      extra: { company: 'x', span: 1, card_color: 'red', number: 5 },
      card_acceptance_criteria: { min_expiry_time: 30 },
    });
    assert.equal(status, 201, text);
  });
});

import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  send,
  SALE,
  textIn,
  TRANSACTIONS,
  type MerchantClient,
} from '../support/http.ts';
import { aBillBody, aRow, INVOICES } from './support/invoices.ts';
import { OPERATION, operating, type Operating } from './support/operating.ts';

/** As JSON numbers; as texts none of them is an amount of dinars. */
const NO_AMOUNTS = ['1e3', '1E+0', '12.34500000000000001', '1.0000000000000000000000001', '-0'];

describe('an amount that is a number of JSON', () => {
  let system: System;
  let merchant: MerchantClient;
  let at: Operating;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    at = operating(system, merchant);
  });

  /** Sends a body in which `NUMBER` stands, as written. */
  const ask = (method: string, path: string, body: unknown, number: string) =>
    send(`${system.run.api}${path}`, {
      method,
      headers: {
        Authorization: `Api-Key ${system.run.keys.private}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body).replaceAll('"NUMBER"', number),
    });

  it('is read as it stands there, not as the nearest double', async () => {
    const id = await merchant.sale();
    const paid = await at.paid();
    const asks: readonly (readonly [string, string, unknown, RegExp])[] = [
      ['POST', TRANSACTIONS, { ...SALE, amount: 'NUMBER' }, /^\{"amount"/],
      ['PATCH', `${TRANSACTIONS}${id}/`, { amount: 'NUMBER' }, /^\{"amount"/],
      ['PUT', `${TRANSACTIONS}${id}/`, { ...SALE, amount: 'NUMBER' }, /^\{"amount"/],
      [
        'POST',
        OPERATION,
        { operation: 'refund', session_id: paid, amount: 'NUMBER' },
        /^\{"amount"/,
      ],
      ['POST', INVOICES, aBillBody({ discount_amount: 'NUMBER' }), /^\{"discount_amount"/],
      [
        'POST',
        INVOICES,
        aBillBody({ invoice_items: [aRow({ unit_price: 'NUMBER' })] }),
        /^\{"invoice_items":\[\{"unit_price"/,
      ],
      [
        'POST',
        TRANSACTIONS,
        {
          ...SALE,
          payment_type: 'auto_debit',
          agreement: { type: 'recurring', max_amount_per_cycle: 'NUMBER' },
        },
        /"max_amount_per_cycle"/,
      ],
    ];
    for (const [method, path, body, said] of asks)
      for (const number of NO_AMOUNTS) {
        const answer = await ask(method, path, body, number);
        assert.equal(answer.status, 400, `${method} ${path} ${number}: ${answer.text}`);
        assert.match(answer.text, said, `${method} ${path} ${number}`);
      }
    assert.equal((await merchant.read(id)).body['amount'], '12.340');
    assert.equal((await at.stands(paid))['state'], 'paid');
  });

  it('may have zeros beyond what it needs', async () => {
    const created = await ask('POST', TRANSACTIONS, { ...SALE, amount: 'NUMBER' }, '12.3400000');
    assert.equal(created.status, 201, created.text);
    assert.equal(created.body['amount'], '12.340');
    const id = textIn(created.body, 'session_id');
    const changed = await ask('PATCH', `${TRANSACTIONS}${id}/`, { amount: 'NUMBER' }, '5.0');
    assert.equal(changed.body['amount'], '5.000', changed.text);
  });

  it('is left as it is in what is the merchant’s own', async () => {
    const created = await ask(
      'POST',
      TRANSACTIONS,
      { ...SALE, extra: { amount: 'NUMBER' } },
      '1.50',
    );
    assert.deepEqual(created.body['extra'], { amount: 1.5 }, created.text);
  });
});

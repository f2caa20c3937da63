import assert from 'node:assert/strict';
import { invoiceBody } from '../../api/invoices/schema.ts';
import { theSystem, type System } from '../support/system.ts';
import { send, type Json } from '../support/http.ts';
import { anApiKey } from './support/another-merchant.ts';
import { aBillBody, aRow, billerAt, INVOICES, type Biller } from './support/invoices.ts';

const REQUIRED = ['This field is required.'];

describe('an invoice with bad input', () => {
  let system: System;
  let biller: Biller;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    biller = billerAt(system);
  });

  it('is told of every field that is missing', async () => {
    const { status, body } = await biller.bill({});
    assert.equal(status, 400);
    assert.deepEqual(body, {
      type: REQUIRED,
      currency_code: REQUIRED,
      pg_codes: REQUIRED,
      invoice_number: REQUIRED,
      due_date: REQUIRED,
      invoice_items: REQUIRED,
    });
  });

  it('is told of what is an amount in no currency beside the currency that is missing', async () => {
    const { currency_code: _none, ...bill } = aBillBody({
      amount: '-1',
      invoice_items: [aRow({ unit_price: 'x' }), aRow()],
    });
    const { status, body } = await biller.bill(bill);
    const wrong = ['A valid amount is required: digits with an optional decimal point, no sign.'];
    assert.deepEqual(
      [status, body],
      [400, { currency_code: REQUIRED, amount: wrong, invoice_items: [{ unit_price: wrong }, {}] }],
    );
  });

  it('is told of all faults of shape, money and business at once, row by row', async () => {
    const { status, body } = await biller.bill(
      aBillBody({
        pg_codes: ['sandbox', 'nobody'],
        invoice_items: [
          aRow({ total_excl_tax: '5.820' }),
          { sku: 's', description: 'd', quantity: '1' },
          aRow({ unit_price: '1.0001' }),
          aRow(),
        ],
        customer_email: 'nobody',
        tax_rate: '101',
      }),
    );
    assert.equal(status, 400);
    const { pg_codes: methods, ...others } = body;
    assert.match(String(methods), /^"nobody" is not a payment method; use one of .*sandbox/);
    assert.deepEqual(others, {
      customer_email: ['Enter a valid e-mail address.'],
      tax_rate: ['Ensure this value is between 0 and 100.'],
      invoice_items: [
        { total_excl_tax: ['Expected 5.815, got 5.820.'] },
        { unit_price: REQUIRED },
        { unit_price: ['Ensure that there are no more than 3 decimal places (KWD).'] },
        {},
      ],
    });
  });

  it('is told expected and received values of every figure, and nothing is created', async () => {
    const bill = aBillBody({
      amount: '5.810',
      invoice_items: [aRow({ total_excl_tax: '5.820' })],
    });
    const { status, body } = await biller.bill(bill);
    assert.equal(status, 400);
    assert.deepEqual(body, {
      amount: ['Expected 5.815, got 5.810.'],
      invoice_items: [{ total_excl_tax: ['Expected 5.815, got 5.820.'] }],
    });
  });

  /** What is changed in a good bill, and the only fields of which something is said. */
  const BILLS: readonly (readonly [string, Json, readonly string[]])[] = [
    [
      'both discounts',
      { discount_amount: '1', discount_percentage: '1' },
      ['discount_amount', 'discount_percentage'],
    ],
    ['a discount beyond the subtotal', { discount_amount: '5.816' }, ['discount_amount']],
    ['a total of nothing', { discount_amount: '5.815' }, ['amount']],
    ['a total below the least', { discount_amount: '5.806' }, ['amount']],
    ['a gateway that only authorizes', { pg_codes: ['sandbox-hold'] }, ['pg_codes']],
    ['an unknown currency', { currency_code: 'XXX' }, ['currency_code']],
    ['a number of 256 characters', { invoice_number: 'x'.repeat(256) }, ['invoice_number']],
    ['an empty number', { invoice_number: '' }, ['invoice_number']],
    ['a number that is one', { invoice_number: 7 }, ['invoice_number']],
    ['a company name of 65 characters', { company_name: 'x'.repeat(65) }, ['company_name']],
    ['a date of another form', { due_date: '31/12/2099' }, ['due_date']],
    ['a day that the calendar lacks', { due_date: '2099-02-30' }, ['due_date']],
    ['no items', { invoice_items: [] }, ['invoice_items']],
    ['items that are no list', { invoice_items: 'x' }, ['invoice_items']],
    ['an item that is no object', { invoice_items: [5] }, ['invoice_items']],
    ['an item that is null', { invoice_items: [null, aRow()] }, ['invoice_items']],
    ['a rate with three decimals', { tax_rate: '5.125' }, ['tax_rate']],
    ['a claim that is an object', { amount: { value: 1 } }, ['amount']],
    ['a claim that is true', { subtotal: true }, ['subtotal']],
    ['an agreement', { agreement: { id: 'A-1' } }, ['agreement']],
    ['another payment type', { payment_type: 'save_card' }, ['payment_type']],
    ['an item without price', { invoice_items: [aRow({ unit_price: null })] }, ['invoice_items']],
    [
      'a sku of 256 characters',
      { invoice_items: [aRow({ sku: 'x'.repeat(256) })] },
      ['invoice_items'],
    ],
    [
      'a text of 256 characters',
      { invoice_items: [aRow({ description: 'x'.repeat(256) })] },
      ['invoice_items'],
    ],
    [
      '1001 items',
      { invoice_items: Array.from({ length: 1001 }, () => aRow()) },
      ['invoice_items'],
    ],
  ];
  for (const [what, change, fields] of BILLS)
    it(`is refused with ${what}`, async () => {
      const { status, body } = await biller.bill(aBillBody(change));
      assert.deepEqual([status, Object.keys(body).toSorted()], [400, fields.toSorted()]);
    });

  it('is taken with null for all that may be left out', async () => {
    const fields = Object.keys(invoiceBody.describe()['keys'] as object);
    const nothing = Object.fromEntries(fields.map((field) => [field, null]));
    const { status, text } = await biller.bill({ ...nothing, ...aBillBody() });
    assert.equal(status, 201, text);
  });

  it('is refused with 10,000 items in little time, and with 1,000 it is not', async () => {
    const bare = { sku: 's', description: 'd', quantity: '1', unit_price: '1' };
    // The least of three, because nothing makes it quicker than it is.
    let took = Infinity;
    for (let turn = 0; turn < 3; turn += 1) {
      const started = performance.now();
      const refused = await biller.bill(
        aBillBody({ invoice_items: Array.from({ length: 10_000 }, () => bare) }),
      );
      took = Math.min(took, performance.now() - started);
      assert.deepEqual(
        [refused.status, refused.body],
        [400, { detail: 'The body has more than 25000 values.', code: 'parse_error' }],
      );
    }
    const before = performance.now();
    const taken = await biller.bill(
      aBillBody({ invoice_items: Array.from({ length: 1000 }, () => bare) }),
    );
    assert.deepEqual([taken.status, taken.body['amount']], [201, '1000.000']);
    const other = performance.now() - before;
    assert.ok(took < 5 * other, `It took ${took} ms, and to take 1,000 took ${other} ms.`);
  });

  it('is refused without a private key, and in a form that is not read', async () => {
    const post = (headers: Record<string, string>) =>
      send(`${system.run.api}${INVOICES}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(aBillBody()),
      });
    const json = { 'Content-Type': 'application/json' };
    assert.equal((await post(json)).status, 401);
    const wrong = await post({ ...json, Authorization: `Api-Key ${system.run.keys.public}` });
    assert.equal(wrong.body['code'], 'public_key_not_allowed');
    const plain = { 'Content-Type': 'text/plain' };
    assert.equal((await post(plain)).status, 415);
    const revoked = await anApiKey(system, { revoked: true });
    assert.equal((await post({ ...json, Authorization: `Api-Key ${revoked}` })).status, 401);
  });
});

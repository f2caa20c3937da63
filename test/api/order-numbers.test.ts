import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, SALE, type MerchantClient } from '../support/http.ts';
import { aBillBody, aRow, INVOICES } from './support/invoices.ts';

describe('an order number', () => {
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    const system: System = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  for (const order_no of ['', null])
    it(`that is ${JSON.stringify(order_no)} counts as left out when a payment is created`, async () => {
      const sale = await merchant.create({ ...SALE, order_no });
      assert.equal(sale.status, 201, sale.text);
      assert.ok(!('order_no' in sale.body));
      const bill = await merchant.call('POST', INVOICES, aBillBody({ order_no }));
      assert.equal(bill.status, 201, bill.text);
    });

  it('and what is like it have nothing that nobody sees', async () => {
    // Marks and overrides of direction, joiners, blanks of no width, a soft hyphen, a filler of Hangul, a tag.
    const invisible = Array.from('\u202e\u202a\u2066\u200f\u200d\u200b\ufeff\u00ad\u3164\u{e0041}');
    for (const sign of invisible) {
      const name = `A${sign}1`;
      const wanted: readonly (readonly [string, string, object])[] = [
        ['order_no', '/b/checkout/v1/pymt-txn/', { ...SALE, order_no: name }],
        ['customer_id', '/b/checkout/v1/pymt-txn/', { ...SALE, customer_id: name }],
        ['invoice_number', INVOICES, aBillBody({ invoice_number: name })],
        ['sku', INVOICES, aBillBody({ invoice_items: [aRow({ sku: name })] })],
      ];
      for (const [field, path, body] of wanted) {
        const { status, text } = await merchant.call('POST', path, body);
        assert.equal(status, 400, `${field}: ${text}`);
        assert.match(text, new RegExp(`"${field}":\\["(?:Invisible|Control) characters`));
      }
    }
  });

  it('and what is like it are written in one way, so that two that look the same are the same', async () => {
    // Blanks at an end, one of no breaking; and a letter with its accent behind it.
    for (const name of ['42 ', ' 42', '42\u00a0', 'Caf\u0065\u0301']) {
      const agreed = { payment_type: 'auto_debit', customer_id: 'c-1' };
      const agreement = { id: name, type: 'other' };
      const wanted: readonly (readonly [string, string, object])[] = [
        ['order_no', '/b/checkout/v1/pymt-txn/', { ...SALE, order_no: name }],
        ['customer_id', '/b/checkout/v1/pymt-txn/', { ...SALE, customer_id: name }],
        ['id', '/b/checkout/v1/pymt-txn/', { ...SALE, ...agreed, agreement }],
        ['invoice_number', INVOICES, aBillBody({ invoice_number: name })],
      ];
      for (const [field, path, body] of wanted) {
        const { status, text } = await merchant.call('POST', path, body);
        assert.equal(status, 400, `${field}: ${text}`);
        assert.match(text, new RegExp(`"${field}":\\["Leave out blanks`));
      }
    }
    for (const name of ['42', 'Caf\u00e9', 'A 42']) {
      const sale = await merchant.create({ ...SALE, order_no: name, customer_id: name });
      assert.equal(sale.status, 201, sale.text);
      assert.deepEqual([sale.body['order_no'], sale.body['customer_id']], [name, name]);
    }
  });

  it('is told apart from a name, whose letters may need joiners and marks', async () => {
    const names = { customer_first_name: 'می\u200cخواهم', customer_last_name: 'Ali\u200f' };
    assert.equal((await merchant.create({ ...SALE, ...names })).status, 201);
    const turned = await merchant.create({ ...SALE, customer_last_name: 'gpj.\u202eexe' });
    assert.deepEqual(Object.keys(turned.body), ['customer_last_name']);
  });
});

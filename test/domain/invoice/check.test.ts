import assert from 'node:assert/strict';
import { assess, type InvoiceProposal, type ItemProposal } from '../../../domain/invoice/check.ts';

const ITEM: ItemProposal = { quantity: '1.111', unit_price: '5.234' };
const NOT_BOTH = ['Send discount_amount or discount_percentage, not both.'];
const TOO_LARGE = 'The amount is too large: at most KWD 1000000000000.000.';
const FORMAT = ['A valid amount is required: digits with an optional decimal point, no sign.'];
const UNSIGNED = ['A valid number is required: digits with an optional decimal point, no sign.'];

describe('the check of an invoice', () => {
  it('names each figure that differs, with both values, at both levels, all at once', () => {
    const { faults, assessed } = assess({
      currency_code: 'KWD',
      invoice_items: [{ ...ITEM, total_excl_tax: '5.820' }],
      amount: '5.810',
    });
    assert.deepEqual(faults, {
      amount: ['Expected 5.815, got 5.810.'],
      invoice_items: [{ total_excl_tax: ['Expected 5.815, got 5.820.'] }],
    });
    assert.ok(assessed);
  });

  it('names every one of the nine, and gives right rows an empty entry', () => {
    const wrong = { tax_amount: '9', total_excl_tax: '9', total_incl_tax: '9' };
    const { faults } = assess({
      currency_code: 'KWD',
      invoice_items: [ITEM, { ...ITEM, ...wrong }],
      ...wrong,
      amount: '9',
      subtotal: '9',
      shipping_incl_tax: '9',
    });
    assert.deepEqual(faults, {
      amount: expected('11.630'),
      subtotal: expected('11.630'),
      tax_amount: expected('0.000'),
      total_excl_tax: expected('11.630'),
      total_incl_tax: expected('11.630'),
      shipping_incl_tax: expected('0.000'),
      invoice_items: [
        {},
        {
          tax_amount: expected('0.000'),
          total_excl_tax: expected('5.815'),
          total_incl_tax: expected('5.815'),
        },
      ],
    });
  });

  it('takes a figure for what it means: fewer or more zeros are the same amount', () => {
    for (const amount of ['5.815', '5.8150', '05.815000'])
      assert.deepEqual(faultsOf({ amount }), {}, amount);
    assert.deepEqual(faultsOf({ tax_amount: '0' }), {});
  });

  it('compares nothing that follows from something wrong, and the rest all the same', () => {
    const { faults, assessed } = assess({
      currency_code: 'KWD',
      invoice_items: [
        { ...ITEM, quantity: '-1', total_incl_tax: '1' },
        { ...ITEM, total_incl_tax: '1' },
      ],
      amount: '1',
    });
    assert.deepEqual(faults, {
      invoice_items: [{ quantity: UNSIGNED }, { total_incl_tax: ['Expected 5.815, got 1.'] }],
    });
    assert.equal(assessed, undefined);
  });

  /** One thing wrong with an item, and what is said of it. */
  const ITEMS: readonly (readonly [ItemProposal, object])[] = [
    [{ discount_amount: '1', discount_percentage: '1' }, both()],
    [{ discount_amount: '5.816' }, exceeding('5.815', 'quantity times unit_price')],
    [{ unit_price: '5.2341' }, { unit_price: decimals(3) }],
    [{ unit_price: '-1' }, { unit_price: FORMAT }],
    [{ unit_price: '1e3' }, { unit_price: FORMAT }],
    [{ unit_price: '١٢' }, { unit_price: FORMAT }],
    [{ unit_price: '9'.repeat(25) }, { unit_price: tooLong() }],
    [{ unit_price: '9'.repeat(24) }, { unit_price: [TOO_LARGE] }],
    [{ unit_price: '999999999999', quantity: '999999' }, tooLargeLine()],
    [{ unit_price: '1000000000000.001', quantity: '1' }, tooLargeLine()],
    [{ quantity: '0' }, { quantity: ['Ensure this value is greater than 0.'] }],
    [{ quantity: '0.000000' }, { quantity: ['Ensure this value is greater than 0.'] }],
    [{ quantity: '1.0000001' }, { quantity: decimals(6) }],
    [{ quantity: '1,5' }, { quantity: UNSIGNED }],
    [{ quantity: '.5' }, { quantity: UNSIGNED }],
    [{ quantity: '1'.repeat(25) }, { quantity: tooLong() }],
    [{ tax_rate: '100.01' }, { tax_rate: outside() }],
    [{ tax_rate: '101' }, { tax_rate: outside() }],
    [{ tax_rate: '5.001' }, { tax_rate: decimals(2) }],
    [{ tax_rate: '-5' }, { tax_rate: UNSIGNED }],
    [{ tax_rate: '5%' }, { tax_rate: UNSIGNED }],
    [{ tax_rate: '0'.repeat(25) }, { tax_rate: tooLong() }],
    [{ discount_percentage: '200' }, { discount_percentage: outside() }],
    [{ discount_amount: '0.0001' }, { discount_amount: decimals(3) }],
    [{ tax_amount: '1.2345' }, { tax_amount: decimals(3) }],
    [{ total_incl_tax: 'abc' }, { total_incl_tax: FORMAT }],
  ];
  for (const [given, row] of ITEMS)
    it(`refuses an item with ${brief(given)}`, () => {
      const { faults } = assess({
        currency_code: 'KWD',
        invoice_items: [{ ...ITEM, ...given }],
      });
      assert.deepEqual(faults, { invoice_items: [row] });
    });

  const INVOICES: readonly (readonly [Partial<InvoiceProposal>, object])[] = [
    [{ discount_amount: '1', discount_percentage: '1' }, both()],
    [{ discount_amount: '5.816' }, exceeding('5.815', 'the subtotal')],
    [{ tax_rate: '15.005' }, { tax_rate: decimals(2) }],
    [{ shipping_excl_tax: '1.0001' }, { shipping_excl_tax: decimals(3) }],
    [{ shipping_tax_rate: '100.1' }, { shipping_tax_rate: outside() }],
    [{ subtotal: '5.8151' }, { subtotal: decimals(3) }],
    [{ shipping_incl_tax: '-1' }, { shipping_incl_tax: FORMAT }],
  ];
  for (const [given, told] of INVOICES)
    it(`refuses an invoice with ${brief(given)}`, () => {
      assert.deepEqual(faultsOf(given), told);
    });

  /** Values at the very edge of what is allowed. */
  const EDGES: readonly Partial<InvoiceProposal>[] = [
    { discount_amount: '5.815', shipping_excl_tax: '1' },
    { discount_percentage: '100', shipping_excl_tax: '1' },
    { tax_rate: '100.00' },
    { tax_rate: '0.01' },
    { shipping_tax_rate: '15' },
    { invoice_items: [{ ...ITEM, discount_amount: '5.815' }], shipping_excl_tax: '1' },
    { invoice_items: [{ quantity: '0.000001', unit_price: '0' }], shipping_excl_tax: '1' },
    { invoice_items: [{ quantity: '1', unit_price: '1000000000000.000' }] },
  ];
  for (const given of EDGES)
    it(`takes ${brief(given)}`, () => {
      assert.deepEqual(faultsOf(given), {});
    });

  it('refuses a whole that is too large to be exact, though each line is not', () => {
    const line = { quantity: '1', unit_price: '1000000000000.000' };
    const { faults, assessed } = assess({
      currency_code: 'KWD',
      invoice_items: Array.from({ length: 10 }, () => line),
    });
    assert.deepEqual(faults, { amount: [TOO_LARGE] });
    assert.equal(assessed, undefined);
  });

  it('counts the decimals of the currency: none, two, three, four', () => {
    assert.deepEqual(price('JPY', '1.5'), refused('JPY', 0));
    assert.deepEqual(price('SAR', '1.005'), refused('SAR', 2));
    assert.deepEqual(price('KWD', '1.0005'), refused('KWD', 3));
    assert.deepEqual(price('CLF', '1.00005'), refused('CLF', 4));
    assert.deepEqual(price('CLF', '1.0005'), {});
  });

  it('says of money in a currency that does not exist how it is written, and what it can of the rest', () => {
    const { faults, assessed } = assess({
      currency_code: 'XXX',
      invoice_items: [{ ...ITEM, unit_price: 'abc', tax_rate: '101' }],
      amount: '1.23456',
    });
    const unit_price = [
      'A valid amount is required: digits with an optional decimal point, no sign.',
    ];
    assert.deepEqual(faults, { invoice_items: [{ unit_price, tax_rate: outside() }] });
    assert.equal(assessed, undefined);
  });

  it('assesses nothing without items', () => {
    assert.deepEqual(assess({ currency_code: 'KWD', invoice_items: [] }), { faults: {} });
  });
});

function faultsOf(given: Partial<InvoiceProposal>) {
  return assess({ currency_code: 'KWD', invoice_items: [ITEM], ...given }).faults;
}

function both() {
  return { discount_amount: NOT_BOTH, discount_percentage: NOT_BOTH };
}

function exceeding(value: string, what: string) {
  return { discount_amount: [`It cannot exceed ${what}, ${value}.`] };
}

function tooLargeLine() {
  return { unit_price: ['Quantity times unit_price is too large.'] };
}

function decimals(count: number) {
  const currency = count === 3 ? ' (KWD)' : '';
  return [`Ensure that there are no more than ${count} decimal places${currency}.`];
}

function tooLong() {
  return ['Ensure this field has no more than 24 characters.'];
}

function outside() {
  return ['Ensure this value is between 0 and 100.'];
}

function brief(given: object): string {
  return JSON.stringify(given).slice(0, 90);
}

function expected(value: string) {
  return [`Expected ${value}, got 9.`];
}

/** What is said of an item with this unit price. */
function price(currency_code: string, unit_price: string) {
  return assess({ currency_code, invoice_items: [{ quantity: '1', unit_price }] }).faults;
}

function refused(code: string, units: number) {
  const sentence = `Ensure that there are no more than ${units} decimal places (${code}).`;
  return { invoice_items: [{ unit_price: [sentence] }] };
}

import assert from 'node:assert/strict';
import { currencyCode } from '../../../domain/currencies.ts';
import { operationReadings } from '../../../domain/search/operation-query.ts';
import { kwd } from '../../support/builders.ts';

const CURRENCIES = ['KWD', 'USD'].map(currencyCode).filter((one) => one !== undefined);
const amounts = (text: string) => operationReadings(text, CURRENCIES)[0]?.filter.amounts;
const TEXTS = ['order_no', 'gateway_reference'];

describe('the one box of the list of operations', () => {
  for (const [text, expected] of [
    ['A'.repeat(40), ['session_id']],
    ['PEARLA2B3C4D5', ['reference_number', ...TEXTS]],
    ['12.500', ['amount', ...TEXTS]],
    ['١٢٫٥ KWD', ['amount', ...TEXTS]],
    ['KWD 12.5', ['amount', ...TEXTS]],
    ['ORD/2026-7', TEXTS],
    ['sara@example.test', TEXTS],
  ] as const)
    it(`reads "${text.slice(0, 20)}" as ${expected.join(', ')}`, () => {
      const read = operationReadings(text, CURRENCIES);
      assert.deepEqual([...new Set(read.map(({ understoodAs }) => understoodAs.field))], expected);
    });

  it('finds an order number that has Arabic digits, and one that has others than were typed', () => {
    const orders = operationReadings('طلب-١٢', CURRENCIES).flatMap(({ filter }) =>
      filter.orderNo === undefined ? [] : [filter.orderNo],
    );
    assert.deepEqual(orders, ['طلب-١٢', 'طلب-12']);
  });

  it('takes an amount without a currency for one of each, and of the named one alone with it', () => {
    assert.deepEqual(amounts('12.5 kwd'), [kwd('12.5')]);
    assert.deepEqual(
      amounts('12.5')?.map(({ currency }) => currency),
      ['KWD', 'USD'],
    );
  });
});

import assert from 'node:assert/strict';
import { InvalidFields } from '../../../api/middleware/errors.ts';
import { amountShown } from '../../../api/sdk/shown-amount.ts';
import { aMethod, amountOf, aTransaction, CARD, inDinars, kwd } from '../../support/builders.ts';

const feeRule = { type: 'fixed', values: { KWD: '0.250' } } as const;
const withFee = aTransaction({ methods: [aMethod({ fee: kwd('0.250'), feeRule })] });
const press = (shown?: string, part?: string) =>
  amountShown(withFee, {
    pgCode: CARD,
    shown,
    field: 'total',
    ...(part !== undefined && { part: kwd(part) }),
  });
const exchanged = aTransaction({
  amount: amountOf('10.00', 'USD'),
  methods: [aMethod(inDinars())],
});
const faultOf = (
  field: 'amount' | 'total',
  shown: string,
  transaction = withFee,
  currency?: string,
) => {
  try {
    amountShown(transaction, { pgCode: CARD, shown, currency, field });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof InvalidFields);
    return error.fields;
  }
};

describe('what the payer was shown of an amount', () => {
  for (const [shown, transaction] of [
    ['12.750', withFee],
    ['12.75', withFee],
    // In the currency in which the method charges.
    ['3.112', exchanged],
  ] as const)
    it(`is what is charged: ${shown}`, () =>
      assert.equal(faultOf('total', shown, transaction), undefined));

  for (const [shown, transaction, total] of [
    ['12.500', withFee, 'KWD 12.750'],
    ['12.751', withFee, 'KWD 12.750'],
    ['', withFee, 'KWD 12.750'],
    ['10.00', exchanged, 'KWD 3.112'],
  ] as const)
    it(`is not what is charged: "${shown}"`, () => {
      for (const field of ['amount', 'total'] as const)
        assert.deepEqual(faultOf(field, shown, transaction), {
          [field]: [`${total} is to be paid now: read the payment again and show that.`],
        });
    });

  it('is not what is charged where the same number is of another currency by now', () => {
    for (const [shown, transaction, right, other] of [
      ['12.750', withFee, 'KWD', 'BHD'],
      ['3.112', exchanged, 'KWD', 'USD'],
    ] as const) {
      assert.equal(faultOf('total', shown, transaction, right), undefined);
      for (const field of ['amount', 'total'] as const)
        assert.deepEqual(Object.keys(faultOf(field, shown, transaction, other) ?? {}), [field]);
    }
  });

  it('goes with the press, so that what changes before it arrives is refused there, too', () => {
    assert.deepEqual(press('12.750'), { amount: kwd('12.500'), total: kwd('12.750') });
    assert.deepEqual(press('4.250', '4.000'), { amount: kwd('4.000'), total: kwd('4.250') });
    assert.deepEqual(press(undefined, '4.000'), { amount: kwd('4.000') });
    // Who does not say what was shown pays whatever it costs by then, as ever.
    assert.deepEqual(press(), {});
  });
});

import assert from 'node:assert/strict';
import { methodFor, type FeeRule } from '../../domain/account.ts';
import { toDecimal, type Money } from '../../domain/money.ts';
import { amountOf, anAccount, kwd, someTraits } from '../support/builders.ts';

describe('methodFor', () => {
  it('names account and gateway as the payer and the webhooks will see them', () => {
    const account = anAccount({ name: 'Pearl card', sandbox: true, kind: 'authorize' });
    assert.deepEqual(methodFor(account, someTraits(), kwd('12.500')), {
      pgCode: 'card',
      name: 'Pearl card',
      gateway: 'sandbox',
      gatewayName: 'Sandbox',
      offline: false,
      kind: 'authorize',
      fee: kwd('0'),
      multipleAttempts: true,
      sandbox: true,
    });
  });

  it('takes from the traits that no network is asked', () => {
    const method = methodFor(anAccount(), someTraits({ offline: true }), kwd('1'));
    assert.equal(method.offline, true);
  });

  it('keeps the words that explain the fee', () => {
    const fee: FeeRule = { type: 'percent', value: '2', description: 'Card fee' };
    assert.equal(methodFor(anAccount({ fee }), someTraits(), kwd('1')).feeDescription, 'Card fee');
  });

  it('has no key for words that nobody wrote', () => {
    const method = methodFor(anAccount(), someTraits(), kwd('1'));
    assert.ok(!('feeDescription' in method));
  });
});

describe('the fee', () => {
  for (const [rate, amount, fee] of [
    ['2.5', '10.000', '0.250'],
    ['2.75', '12.340', '0.339'], // 0.33935
    ['0.05', '1.000', '0.001'], // 0.0005 is half a fils, which counts as one.
    ['0.04', '1.000', '0.000'],
    ['0', '10.000', '0.000'],
    ['100', '10.000', '10.000'],
  ] as const)
    it(`of ${rate} % on KWD ${amount} is ${fee}`, () => {
      assert.equal(toDecimal(feeOn(kwd(amount), { type: 'percent', value: rate })), fee);
    });

  it('of a percentage has no decimals where the currency has none', () => {
    const fee = feeOn(amountOf('350', 'JPY'), { type: 'percent', value: '1' });
    assert.deepEqual(fee, amountOf('4', 'JPY')); // 3.5
  });

  const fixed: FeeRule = { type: 'fixed', values: { KWD: '0.25', SAR: '3' } };

  it('that is fixed depends on the currency, not on the amount', () => {
    assert.deepEqual(feeOn(kwd('0.010'), fixed), kwd('0.250'));
    assert.deepEqual(feeOn(kwd('900.000'), fixed), kwd('0.250'));
    assert.deepEqual(feeOn(amountOf('10', 'SAR'), fixed), amountOf('3.00', 'SAR'));
  });

  it('that is fixed for other currencies is nothing in this one', () => {
    assert.deepEqual(feeOn(amountOf('10', 'JPY'), fixed), amountOf('0', 'JPY'));
  });

  it('that no currency can hold is our own fault, and loud', () => {
    assert.throws(() => feeOn(kwd('1'), { type: 'fixed', values: { KWD: '0.0001' } }), {
      name: 'RangeError',
      message: /fixed fee for KWD/,
    });
  });

  it('is nothing without a rule', () => {
    assert.deepEqual(feeOn(amountOf('10', 'SAR'), undefined), amountOf('0', 'SAR'));
  });
});

function feeOn(amount: Money, fee: FeeRule | undefined): Money {
  return methodFor(anAccount(fee ? { fee } : {}), someTraits(), amount).fee;
}

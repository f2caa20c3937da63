import assert from 'node:assert/strict';
import { methodFor } from '../../domain/account.ts';
import { feeWordsIn, type FeeRule } from '../../domain/fee.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import { toDecimal, type Money } from '../../domain/money.ts';
import { aMethod, amountOf, anAccount, kwd, someTraits } from '../support/builders.ts';

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
      inquiry: DEFAULT_INQUIRY,
    });
  });

  it('has the inquiries of the account where it sets its own', () => {
    const inquiry = { ...DEFAULT_INQUIRY, firstAfterSeconds: 8 * 60 };
    assert.deepEqual(methodFor(anAccount({ inquiry }), someTraits(), kwd('1')).inquiry, inquiry);
  });

  it('takes from the traits that no network is asked', () => {
    const method = methodFor(anAccount(), someTraits({ offline: true }), kwd('1'));
    assert.equal(method.offline, true);
    assert.ok(!('inquiry' in method), 'and so there is nobody to inquire of');
  });

  it('keeps the words that explain the fee', () => {
    const fee: FeeRule = {
      type: 'percent',
      value: '2',
      description: 'Card fee',
      descriptionAr: 'رسوم البطاقة',
      chargeDefaultCurrency: true,
    };
    const method = methodFor(anAccount({ fee }), someTraits(), kwd('1'));
    assert.equal(feeWordsIn(method, 'en'), 'Card fee');
    assert.equal(feeWordsIn(method, 'ar'), 'رسوم البطاقة');
  });

  it('falls back to the only words that there are', () => {
    const method = aMethod({ feeDescription: 'Card fee' });
    assert.equal(feeWordsIn(method, 'ar'), 'Card fee');
    assert.equal(feeWordsIn(aMethod(), 'ar'), undefined);
  });

  it('explains no fee that is not taken', () => {
    const fee: FeeRule = { type: 'percent', value: '2', description: 'Card fee' };
    const method = methodFor(anAccount({ fee }), someTraits(), kwd('1'));
    assert.equal(feeWordsIn(method, 'en'), undefined);
  });

  it('has no inquiries where the account says that its gateway cannot be asked', () => {
    const method = methodFor(anAccount({ inquiry: 'never' }), someTraits(), kwd('1'));
    assert.ok(!('inquiry' in method));
  });

  it('keeps cards as the account does, and has no key for it where that keeps none', () => {
    const account = anAccount({ tokenizable: true, cvvRequired: false, autoDebit: true });
    const method = methodFor(account, someTraits(), kwd('1'));
    assert.deepEqual(method.savesCards, { cvvRequired: false, autoDebit: true });
    assert.ok(!('savesCards' in methodFor(anAccount(), someTraits(), kwd('1'))));
  });

  it('takes no fee of nothing', () => {
    const fee = { type: 'fixed', values: { KWD: '0.250' } } as const;
    const { fee: taken } = methodFor(anAccount({ fee }), someTraits(), kwd('0'));
    assert.deepEqual(taken, kwd('0'));
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

  // The currency of the transaction, what the rule says of the default currency KWD, and the fee of 10 %.
  for (const [text, currency, chargeDefaultCurrency, expected] of [
    ['10.000', 'KWD', undefined, '0.000'],
    ['10.000', 'KWD', false, '0.000'],
    ['10.000', 'KWD', true, '1.000'],
    ['10.00', 'SAR', undefined, '1.00'],
    ['10.00', 'SAR', false, '1.00'],
    ['10.00', 'SAR', true, '1.00'],
  ] as const)
    it(`of 10 % on ${currency} at an account in KWD is ${expected} when its own currency is charged: ${chargeDefaultCurrency}`, () => {
      const fee: FeeRule = {
        type: 'percent',
        value: '10',
        ...(chargeDefaultCurrency !== undefined && { chargeDefaultCurrency }),
      };
      const account = anAccount({ fee, currencies: ['KWD', 'SAR'] });
      assert.deepEqual(
        methodFor(account, someTraits(), amountOf(text, currency)).fee,
        amountOf(expected, currency),
      );
    });

  it('of a converted amount is in the currency of the charge', () => {
    const fee: FeeRule = { type: 'percent', value: '1.5' };
    const account = anAccount({ fee, exchange: { rates: { USD: '0.3066' } } });
    const method = methodFor(account, someTraits(), amountOf('10.00', 'USD'));
    assert.deepEqual(method.exchange, {
      from: amountOf('10.00', 'USD'),
      rate: '0.3066',
      to: kwd('3.066'),
    });
    assert.deepEqual(method.fee, kwd('0.046')); // 0.04599
  });

  it('that is fixed is the one of the currency of the charge', () => {
    const account = anAccount({ fee: fixed, exchange: { rates: { USD: '0.3066' } } });
    const method = methodFor(account, someTraits(), amountOf('10.00', 'USD'));
    assert.deepEqual(method.fee, kwd('0.250'));
  });
});

/** The fee where it is taken in every currency; where it is not has its own tests. */
function feeOn(amount: Money, rule: FeeRule | undefined): Money {
  const fee = rule && { ...rule, chargeDefaultCurrency: true };
  return methodFor(anAccount(fee ? { fee } : {}), someTraits(), amount).fee;
}

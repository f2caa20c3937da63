import assert from 'node:assert/strict';
import { assert as holds, double, integer, oneof, property, string } from 'fast-check';
import { money, toDecimal } from '../../../domain/money.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { amountToPay, isAmountOf, readAmount } from '../../../domain/transaction/amount.ts';
import { beginAttempt, replaceAttempt } from '../../../domain/transaction/attempt.ts';
import { methodAt } from '../../../domain/transaction/method.ts';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { paymentPayload } from '../../../domain/webhook/payload.ts';
import {
  aMethod,
  amountOf,
  aReport,
  aTransaction,
  CREATED_AT,
  CARD,
  kwd,
  referenceOf,
} from '../../support/builders.ts';

const editable = aTransaction({ amountEditable: true });
const PERCENT = { type: 'percent', value: '2' } as const;
const withFee = aTransaction({
  amountEditable: true,
  methods: [aMethod({ fee: kwd('0.250'), feeRule: PERCENT })],
});
const byCard = { pgCode: CARD, referenceNumber: referenceOf('demoNEW234'), now: CREATED_AT + 1000 };
const settings = { pgParamsFormat: 'flat' } as const;

describe('the amount that a payer types', () => {
  const read: readonly (readonly [string, string])[] = [
    ['12.500', '12.500'],
    ['5', '5.000'],
    [' 5.5 ', '5.500'],
    ['0.001', '0.001'],
    ['٥٫٢٥', '5.250'],
    ['۱۲', '12.000'],
    ['5.5000', '5.500'],
  ];
  for (const [text, amount] of read)
    it(`is ${amount} when it is ${JSON.stringify(text)}`, () => {
      assert.deepEqual(readAmount(editable, text), kwd(amount));
    });

  const wrong: readonly (readonly [string, string])[] = [
    ['', 'unreadable'],
    ['five', 'unreadable'],
    ['-1', 'unreadable'],
    ['1e3', 'unreadable'],
    ['1,5', 'unreadable'],
    ['1,500', 'unreadable'],
    ['1,50.000', 'unreadable'],
    ['1,000.000', 'too-much'],
    ['0', 'nothing'],
    ['0.000', 'nothing'],
    ['1.0005', 'decimals'],
    ['12.501', 'too-much'],
    ['99999999999999999999', 'too-much'],
    ['1'.repeat(25), 'too-much'],
  ];
  for (const [text, problem] of wrong)
    it(`is ${problem} when it is ${JSON.stringify(text)}`, () => {
      assert.deepEqual(readAmount(editable, text), { problem });
    });

  it('may have its thousands apart, as the page shows them', () => {
    const dear = aTransaction({ amountEditable: true, amount: kwd('2500.000') });
    assert.deepEqual(readAmount(dear, '1,234.500'), kwd('1234.500'));
    assert.deepEqual(readAmount(dear, '١,٢٣٤٫٥٠٠'), kwd('1234.500'));
    assert.deepEqual(readAmount(dear, '١٬٥٠٠'), kwd('1500.000'));
    // It could be one and a half.
    assert.deepEqual(readAmount(dear, '1,500'), { problem: 'unreadable' });
    const yen = aTransaction({ amountEditable: true, amount: amountOf('25000', 'JPY') });
    assert.deepEqual(readAmount(yen, '12,000'), amountOf('12000', 'JPY'));
  });

  it('is more than nothing and at most what is asked for, or refused, whatever the text', () => {
    holds(
      property(oneof(string(), double().map(String)), (text) => {
        const amount = readAmount(editable, text);
        if ('problem' in amount) return;
        assert.ok(amount.minor > 0 && amount.minor <= editable.amount.minor);
      }),
    );
  });

  it('is read back from its own text', () => {
    holds(
      property(integer({ min: 1, max: editable.amount.minor }), (minor) => {
        const amount = money(minor, 'KWD' as typeof editable.amount.currency);
        assert.deepEqual(readAmount(editable, toDecimal(amount)), amount);
      }),
    );
  });
});

describe('a part of the amount', () => {
  it('is paid where the payer may choose', () => {
    assert.deepEqual(amountToPay(editable, kwd('5.000')), kwd('5.000'));
  });

  it('is the whole when nothing was chosen', () => {
    assert.deepEqual(amountToPay(editable), kwd('12.500'));
    assert.deepEqual(amountToPay(aTransaction()), kwd('12.500'));
  });

  for (const [what, transaction, amount] of [
    ['where the payer has no choice', aTransaction(), kwd('5.000')],
    ['of nothing', editable, kwd('0')],
    ['of more than the whole', editable, kwd('12.501')],
    ['in another currency', editable, amountOf('5.00', 'USD')],
  ] as const)
    it(`is refused ${what}`, () => {
      assert.throws(
        () => beginAttempt(transaction, { ...byCard, amount }),
        (error) => error instanceof Refusal && error.fields?.['amount'] !== undefined,
      );
    });

  it('is what the network is asked for, with the fee of that part', () => {
    const beginning = beginAttempt(withFee, { ...byCard, amount: kwd('5.000') });
    assert.ok(beginning.step === 'new');
    assert.deepEqual(beginning.attempt.fee, kwd('0.100'));
    assert.deepEqual(beginning.attempt.total, kwd('5.100'));
    assert.deepEqual(beginning.transaction.amount, kwd('12.500'));
  });

  it('has no fee where the method has none, and the fee that was shown for the whole', () => {
    assert.deepEqual(methodAt(editable, aMethod(), kwd('5.000')).fee, kwd('0'));
    const [method = aMethod()] = withFee.methods;
    assert.deepEqual(methodAt(withFee, method, kwd('12.500')).fee, kwd('0.250'));
  });

  it('is charged in the currency of the account at the rate that was fixed with the whole', () => {
    const exchange = { from: kwd('12.500'), rate: '3.25', to: amountOf('40.63', 'USD') };
    const method = aMethod({ fee: amountOf('0.81', 'USD'), feeRule: PERCENT, exchange });
    const transaction = aTransaction({ amountEditable: true, methods: [method] });
    const first = beginAttempt(transaction, { ...byCard, amount: kwd('5.000') });
    assert.ok(first.step === 'new');
    assert.deepEqual(first.attempt.fee, amountOf('0.33', 'USD'));
    assert.deepEqual(first.attempt.total, amountOf('16.58', 'USD'));
    const change = conclude(first.transaction, aReport(first.attempt), CREATED_AT + 2000);
    assert.deepEqual(change?.transaction.settledAmount, kwd('5.000'));
    assert.deepEqual(change.transaction.paidAmount, kwd('5.102'));
    assert.equal(
      beginAttempt(first.transaction, { ...byCard, amount: kwd('5.000') }).step,
      'same',
      'the same amount is another attempt',
    );
  });

  it('is refused when it is nothing in the currency of the account', () => {
    const exchange = { from: kwd('12.500'), rate: '3.25', to: amountOf('40.63', 'USD') };
    const fee = amountOf('0', 'USD');
    const transaction = aTransaction({
      amountEditable: true,
      methods: [aMethod({ fee, exchange })],
    });
    assert.throws(
      () => beginAttempt(transaction, { ...byCard, amount: kwd('0.001') }),
      (error) => error instanceof Refusal && error.fields?.['amount'] !== undefined,
    );
  });

  it('leads to the attempt that is under way with it, and asks first about one with another', () => {
    const first = beginAttempt(editable, { ...byCard, amount: kwd('5.000') });
    assert.ok(first.step === 'new');
    const again = beginAttempt(first.transaction, { ...byCard, amount: kwd('5.000') });
    assert.equal(again.step, 'same');
    const other = { ...byCard, referenceNumber: referenceOf('demoNEW235'), amount: kwd('7.000') };
    assert.equal(beginAttempt(first.transaction, other).step, 'ask-first');
    const { attempt } = replaceAttempt(first.transaction, other);
    assert.deepEqual(attempt.total, kwd('7.000'));
  });

  it('settles the transaction, and the webhook tells what remains', () => {
    const first = beginAttempt(withFee, { ...byCard, amount: kwd('5.000') });
    assert.ok(first.step === 'new');
    const change = conclude(first.transaction, aReport(first.attempt), CREATED_AT + 2000);
    assert.ok(change?.notice);
    const { state, amount, settledAmount, paidAmount } = change.transaction;
    assert.equal(state, 'paid');
    assert.deepEqual(
      [amount, settledAmount, paidAmount],
      [kwd('12.500'), kwd('5.000'), kwd('5.100')],
    );
    const payload = paymentPayload(change.transaction, change.notice, settings);
    assert.equal(payload['amount'], '12.500');
    assert.equal(payload['settled_amount'], '5.000');
    assert.equal(payload['paid_amount'], '5.100');
    assert.equal(payload['remaining_amount'], '7.500');
    assert.deepEqual(payload['amount_details'], {
      currency_code: 'KWD',
      amount: '5.000',
      fee: '0.100',
      total: '5.100',
    });
  });

  it('leaves nothing over when it was the whole, and nothing is said of what remains', () => {
    for (const transaction of [editable, aTransaction()]) {
      const first = beginAttempt(transaction, byCard);
      assert.ok(first.step === 'new');
      const change = conclude(first.transaction, aReport(first.attempt), CREATED_AT + 2000);
      assert.ok(change?.notice);
      const payload = paymentPayload(change.transaction, change.notice, settings);
      assert.equal(payload['remaining_amount'], undefined);
    }
  });

  it('counts as the price, but nothing else does', () => {
    assert.equal(isAmountOf(editable, kwd('0.001')), true);
    assert.equal(isAmountOf(editable, kwd('12.501')), false);
    assert.equal(isAmountOf(aTransaction(), kwd('12.499')), false);
    assert.equal(isAmountOf(aTransaction(), kwd('12.500')), true);
    assert.equal(isAmountOf(editable, amountOf('1.00', 'USD')), false);
  });
});

describe("the payer's second phone", () => {
  const known = aTransaction({ customer: { id: 'c1', phone2: '+96555550000' } });

  for (const [what, phone2, customer] of [
    ['changes to what they typed', '+96566660000', { id: 'c1', phone2: '+96566660000' }],
    ['goes when they emptied it', '', { id: 'c1' }],
    ['stays when the form had none', undefined, known.customer],
  ] as const)
    it(what, () => {
      const beginning = beginAttempt(known, {
        ...byCard,
        ...(phone2 !== undefined && { customerPhone2: phone2 }),
      });
      assert.ok(beginning.step === 'new');
      assert.deepEqual(beginning.transaction.customer, customer);
    });
});

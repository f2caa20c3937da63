import assert from 'node:assert/strict';
import { sumInDecimal, type Money } from '../../../domain/money.ts';
import { customersOf, paidSince, yearBefore } from '../../../domain/search/customers.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  amountOf,
  anAttempt,
  anEntry,
  aTransaction,
  CREATED_AT,
  DAY_MS,
  kwd,
} from '../../support/builders.ts';

const by = (customer: Transaction['customer'], daysAgo: number) =>
  aTransaction({ customer, createdAt: CREATED_AT - daysAgo * DAY_MS });

const paid = (amount: Money, given: Partial<Transaction> = {}) =>
  aTransaction({
    state: 'paid',
    amount,
    attempts: [anAttempt({ state: 'success', amount })],
    settledAmount: amount,
    paidAmount: amount,
    ...given,
  });
const figures = (payments: readonly Transaction[], since = 0) =>
  paidSince(payments, since).map((one) => [
    one.currency,
    one.sandbox,
    one.paid.length,
    sumInDecimal(one.paid, one.currency),
    sumInDecimal(one.refunded, one.currency),
  ]);

describe('the customers of payments', () => {
  it('are those who are named, in the order of their newest payments, as these say it', () => {
    assert.deepEqual(
      customersOf([
        by({ id: 'c-2', email: 'two@shop.example' }, 0),
        by({ email: 'nobody@shop.example' }, 1),
        by({ id: 'c-1', firstName: 'Sara', email: 'new@shop.example' }, 2),
        by({ id: 'c-2', firstName: 'Omar' }, 3),
        by({ id: 'c-1', lastName: 'Al-Ali', email: 'old@shop.example', phone: '+96550000001' }, 4),
      ]),
      [
        {
          id: 'c-2',
          contact: { email: 'two@shop.example', firstName: 'Omar' },
          payments: 2,
          lastAt: CREATED_AT,
        },
        {
          id: 'c-1',
          // Sara Al-Ali is in no payment.
          contact: { firstName: 'Sara', email: 'new@shop.example', phone: '+96550000001' },
          payments: 2,
          lastAt: CREATED_AT - 2 * DAY_MS,
        },
      ],
    );
  });
});

describe('what a customer has paid', () => {
  it('is summed up by currency, without what nobody has paid, and test money by itself', () => {
    const attempts = [anAttempt({ state: 'success', sandbox: true })];
    assert.deepEqual(
      figures([
        paid(kwd('100.001'), { operations: [anEntry({ amount: kwd('3.000') })] }),
        paid(kwd('0.002'), { operations: [anEntry({ state: 'failed', amount: kwd('0.001') })] }),
        paid(amountOf('7', 'JPY')),
        paid(kwd('12.500'), { attempts }),
        aTransaction(),
        paid(kwd('5'), { state: 'authorized', paidAmount: kwd('0') }),
      ]),
      [
        ['JPY', false, 1, '7', '0'],
        ['KWD', false, 2, '100.003', '3.000'],
        ['KWD', true, 1, '12.500', '0.000'],
      ],
    );
  });

  it('is less what the gateway itself has voided of a charge, and never what it has let go of a hold', () => {
    const voided = anEntry({ kind: 'void', state: 'done', amount: kwd('10') });
    assert.deepEqual(
      figures([
        paid(kwd('10'), { operations: [voided] }),
        paid(kwd('15'), {
          state: 'authorized',
          paidAmount: kwd('5'),
          operations: [anEntry({ kind: 'capture', state: 'done', amount: kwd('5') }), voided],
        }),
      ]),
      [['KWD', false, 2, '15.000', '10.000']],
    );
  });

  it('counts from an instant on, that one included', () => {
    const payments = [paid(kwd('1')), paid(kwd('2'), { createdAt: CREATED_AT - 1 })];
    assert.deepEqual(figures(payments, CREATED_AT), [['KWD', false, 1, '1.000', '0.000']]);
    assert.deepEqual(figures(payments, CREATED_AT + 1), []);
  });

  it('is asked for since the same day of the year before', () => {
    for (const [now, then] of [
      ['2026-11-26T10:00:00Z', '2025-11-26T10:00:00Z'],
      ['2028-02-29T00:00:00Z', '2027-03-01T00:00:00Z'],
    ] as const)
      assert.equal(yearBefore(Date.parse(now)), Date.parse(then));
  });
});

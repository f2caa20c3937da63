import assert from 'node:assert/strict';
import {
  available,
  capturable,
  goneBack,
  refundable,
  refundedShare,
  voidable,
} from '../../../domain/operation/amounts.ts';
import type { OperationEntry, OperationState } from '../../../domain/operation/operation.ts';
import { operatedAmounts, settle } from '../../../domain/operation/settle.ts';
import { toDecimal, type Money } from '../../../domain/money.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { amountOf, anAttempt, aTransaction, kwd } from '../../support/builders.ts';
import { aNumberedEntry, aNumberedOperation } from './support.ts';

/** A hundred dinars with a fee of two, as in the table of contract/operations#amounts. */
function paid(given: Partial<Transaction> = {}): Transaction {
  const settledAmount = given.settledAmount ?? kwd('100.000');
  return aTransaction({
    state: 'paid',
    amount: kwd('100.000'),
    attempts: [anAttempt({ state: 'success', amount: settledAmount, fee: kwd('2.000') })],
    settledAmount,
    paidAmount: kwd('102.000'),
    ...given,
  });
}

function authorized(): Transaction {
  return paid({ state: 'authorized', kind: 'authorize', paidAmount: kwd('0') });
}

function after(
  transaction: Transaction,
  ...done: readonly (readonly [OperationEntry['kind'], string])[]
): Transaction {
  return done.reduce<Transaction>((held, [kind, amount], index) => {
    const operation = aNumberedOperation(index, { kind, amount: kwd(amount), state: 'done' });
    const settled = settle(held, operation);
    assert.ok(settled);
    return settled;
  }, transaction);
}

const text = (money: Money | undefined) => (money ? toDecimal(money) : '0.000');

describe('amounts with operations', () => {
  const vectors: readonly (readonly [string, Transaction, readonly string[]])[] = [
    ['A purchase paid', paid(), ['100.000', '102.000', '0.000', '0.000']],
    ['B + refund 30', after(paid(), ['refund', '30']), ['100.000', '102.000', '30.000', '0.000']],
    [
      'C + full refund',
      after(paid(), ['refund', '100']),
      ['100.000', '102.000', '100.000', '0.000'],
    ],
    [
      'D authorize, full capture',
      after(authorized(), ['capture', '102']),
      ['100.000', '102.000', '0.000', '0.000'],
    ],
    [
      'E authorize, capture 50',
      after(authorized(), ['capture', '50']),
      ['100.000', '50.000', '0.000', '0.000'],
    ],
    [
      'F authorize, void',
      after(authorized(), ['void', '100']),
      ['100.000', '0.000', '0.000', '100.000'],
    ],
    [
      'G payer enters 80',
      paid({ settledAmount: kwd('80'), paidAmount: kwd('82') }),
      ['80.000', '82.000', '0.000', '0.000'],
    ],
    ['H never paid', aTransaction(), ['0.000', '0.000', '0.000', '0.000']],
    [
      'I save_card',
      paid({
        amount: kwd('0'),
        settledAmount: kwd('0'),
        paidAmount: kwd('0'),
        attempts: [anAttempt({ state: 'success', amount: kwd('0') })],
      }),
      ['0.000', '0.000', '0.000', '0.000'],
    ],
  ];
  for (const [name, transaction, figures] of vectors)
    it(`are those of vector ${name}`, () => {
      const { refunded, voided } = operatedAmounts(transaction);
      const { settledAmount, paidAmount } = transaction;
      assert.deepEqual([settledAmount, paidAmount, refunded, voided].map(text), figures);
    });

  const left: readonly (readonly [string, Transaction, readonly string[]])[] = [
    ['a purchase', paid(), ['100.000', '0.000', '0.000']],
    ['an authorization', authorized(), ['0.000', '102.000', '100.000']],
    ['one captured in part', after(authorized(), ['capture', '50']), ['50.000', '52.000', '0.000']],
    [
      'one captured with its fee',
      after(authorized(), ['capture', '102']),
      ['100.000', '0.000', '0.000'],
    ],
    [
      'one captured and refunded',
      after(authorized(), ['capture', '50'], ['refund', '20']),
      ['30.000', '52.000', '0.000'],
    ],
    [
      'a purchase that was voided at its gateway',
      after(paid(), ['void', '60'], ['void', '40']),
      ['0.000', '0.000', '0.000'],
    ],
    ['a voided one', after(authorized(), ['void', '100']), ['0.000', '0.000', '0.000']],
    [
      'one that the payer paid less of',
      paid({ settledAmount: kwd('80') }),
      ['80.000', '0.000', '0.000'],
    ],
    ['an unpaid one', aTransaction(), ['0.000', '0.000', '0.000']],
    ['an expired one', aTransaction({ state: 'expired' }), ['0.000', '0.000', '0.000']],
  ];
  for (const [name, transaction, figures] of left)
    it(`leave of ${name} so much to refund, capture and void`, () => {
      const found = [refundable, capturable, voidable].map((rule) => text(rule(transaction)));
      assert.deepEqual(found, figures);
    });

  const taken: readonly (readonly [OperationState, string])[] = [
    ['awaiting', '70.000'],
    ['promised', '70.000'],
    ['queued', '70.000'],
    ['unclear', '70.000'],
    ['done', '70.000'],
    ['rejected', '100.000'],
    ['failed', '100.000'],
    ['dropped', '100.000'],
  ];
  for (const [state, expected] of taken)
    it(`leave ${expected} while a refund of 30 is ${state}`, () => {
      const operations = [aNumberedEntry(1, { amount: kwd('30.000'), state })];
      assert.equal(text(available(paid({ operations }), 'refund')), expected);
    });
});

describe('what has gone back', () => {
  it('is all, a part or nothing of what the merchant may give, whatever a bank claims of the rest', () => {
    const half = after(paid(), ['refund', '30']);
    const dispute = {
      disputeId: 'du_1',
      referenceNumber: anAttempt().referenceNumber,
      state: 'open',
      amount: kwd('72'),
      movements: [],
      saidAt: 1,
    } as const;
    for (const [transaction, share] of [
      [paid(), 'none'],
      [half, 'part'],
      [{ ...half, disputes: [dispute] }, 'part'],
      [after(paid(), ['refund', '100']), 'all'],
      // At the gateway itself, the fee too.
      [after(paid(), ['refund', '102']), 'all'],
      // Voided there, of an account that charges at once.
      [after(paid(), ['void', '60']), 'part'],
      [after(paid(), ['void', '100']), 'all'],
      [after(paid(), ['refund', '30'], ['void', '70']), 'all'],
      [after(authorized(), ['void', '100']), 'none'],
    ] as const)
      assert.equal(refundedShare(transaction), share);
  });

  it('counts what the gateway itself has voided of a charge, and of all of it the fee, as the receipt does', () => {
    for (const [transaction, back] of [
      [paid(), '0.000'],
      [after(paid(), ['refund', '30']), '30.000'],
      [after(paid(), ['void', '60']), '60.000'],
      [after(paid(), ['refund', '30'], ['void', '60']), '90.000'],
      [after(paid(), ['void', '100']), '102.000'],
      [after(authorized(), ['capture', '40'], ['refund', '10'], ['void', '62']), '10.000'],
      [after(authorized(), ['void', '100']), '0.000'],
      [aTransaction(), '0.000'],
    ] as const)
      assert.equal(text(goneBack(transaction)), back);
  });

  it('leaves nothing to refund or capture, never less', () => {
    assert.equal(text(refundable(after(paid(), ['refund', '102']))), '0.000');
    assert.equal(text(capturable(after(authorized(), ['capture', '120']))), '0.000');
  });

  it('can be counted where money came in a currency that is asked for no more', () => {
    const attempt = anAttempt({
      state: 'success',
      amount: amountOf('26', 'SAR'),
      fee: amountOf('0', 'SAR'),
    });
    const back = aNumberedEntry(0, {
      kind: 'refund',
      amount: amountOf('26', 'SAR'),
      state: 'done',
    });
    for (const state of ['pending', 'failed', 'paid'] as const) {
      const edited = aTransaction({
        state,
        amount: kwd('2'),
        attempts: [attempt],
        operations: [back],
      });
      for (const kind of ['refund', 'capture', 'void'] as const)
        assert.equal(text(available(edited, kind)), '0.000');
      assert.equal(refundedShare(edited), 'none');
      assert.equal(text(operatedAmounts(edited).refunded), '0.000');
    }
  });
});

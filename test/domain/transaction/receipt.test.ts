import assert from 'node:assert/strict';
import { toDecimal, type Money } from '../../../domain/money.ts';
import { settle } from '../../../domain/operation/settle.ts';
import type { Operation } from '../../../domain/operation/operation.ts';
import { hasReceipt, receiptOf } from '../../../domain/transaction/receipt.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  aMerchant,
  amountOf,
  anAttempt,
  aTransaction,
  CARD,
  inDinars,
  kwd,
  referenceOf,
  sessionOf,
} from '../../support/builders.ts';
import { aNumberedOperation } from '../operation/support.ts';

/** A hundred dinars with a fee of two. */
function paid(given: Partial<Transaction> = {}): Transaction {
  const settledAmount = given.settledAmount ?? kwd('100');
  return aTransaction({
    state: 'paid',
    amount: kwd('100'),
    attempts: given.attempts ?? [
      anAttempt({ state: 'success', amount: settledAmount, fee: kwd('2') }),
    ],
    settledPgCode: CARD,
    settledAmount,
    paidAmount: kwd('102'),
    ...given,
  });
}

const held = () => paid({ state: 'authorized', kind: 'authorize', paidAmount: kwd('0') });

/** What a wallet has paid forty of. */
function withWallet(): Transaction {
  const attempt = anAttempt({ state: 'success', amount: kwd('60'), fee: kwd('2') });
  const wallet = { amount: kwd('40'), sessionId: sessionOf('d1'), state: 'spent' } as const;
  return paid({ attempts: [{ ...attempt, wallet }] });
}

type Done = Partial<Operation> & Pick<Operation, 'kind' | 'amount'>;

function after(transaction: Transaction, ...done: readonly Done[]): Transaction {
  return done.reduce<Transaction>((before, operation, index) => {
    const settled = settle(before, aNumberedOperation(index, { state: 'done', ...operation }));
    assert.ok(settled);
    return settled;
  }, transaction);
}

const of = (kind: Operation['kind'], amount: string): Done => ({ kind, amount: kwd(amount) });
const shown = (amount: Money) => `${amount.currency} ${toDecimal(amount)}`;

describe('a receipt', () => {
  const cases: readonly (readonly [string, Transaction, string, string])[] = [
    ['a payment with its fee', paid(), 'paid', '102.000'],
    ['a part that the payer chose', paid({ settledAmount: kwd('80') }), 'paid', '82.000'],
    ['a wallet beside a card', withWallet(), 'paid', '102.000'],
    ['a part given back', after(paid(), of('refund', '30')), 'partly-refunded', '72.000'],
    ['all given back but the fee', after(paid(), of('refund', '100')), 'refunded', '2.000'],
    [
      'all given back in parts',
      after(paid(), of('refund', '99'), of('refund', '1')),
      'refunded',
      '2.000',
    ],
    [
      'all given back but what the wallet paid',
      after(withWallet(), of('refund', '60')),
      'refunded',
      '42.000',
    ],
    ['a void at the gateway itself', after(paid(), of('void', '102')), 'refunded', '0.000'],
    ['money that is held', held(), 'authorized', '0.000'],
    ['held money that was let go', after(held(), of('void', '100')), 'released', '0.000'],
    ['a part collected', after(held(), of('capture', '50')), 'partly-collected', '50.000'],
    ['all collected', after(held(), of('capture', '102')), 'collected', '102.000'],
    [
      'collected and given back in part',
      after(held(), of('capture', '50'), of('refund', '20')),
      'partly-refunded',
      '30.000',
    ],
    [
      'collected and all given back',
      after(held(), of('capture', '50'), of('refund', '50')),
      'refunded',
      '0.000',
    ],
    [
      'all collected and all given back but the fee',
      after(held(), of('capture', '102'), of('refund', '100')),
      'refunded',
      '2.000',
    ],
    [
      'all collected and given back in part',
      after(held(), of('capture', '102'), of('refund', '99')),
      'partly-refunded',
      '3.000',
    ],
    [
      'a refund that the gateway has not made yet',
      after(paid(), { ...of('refund', '30'), state: 'queued' }),
      'paid',
      '102.000',
    ],
    [
      'a refund that failed',
      after(paid(), { ...of('refund', '30'), state: 'failed' }),
      'paid',
      '102.000',
    ],
  ];
  for (const [name, transaction, standing, net] of cases)
    it(`says what came of ${name}`, () => {
      const receipt = receiptOf(transaction);
      assert.deepEqual(receipt && [receipt.standing, shown(receipt.net)], [standing, `KWD ${net}`]);
    });

  it('is in the currency of the transaction, whatever the account charged', () => {
    const amount = amountOf('10.00', 'USD');
    const attempt = anAttempt({ state: 'success', amount: kwd('3.066'), ...inDinars() });
    const transaction = paid({ amount, settledAmount: amount, attempts: [attempt] });
    assert.equal(shown(receiptOf(transaction)?.net ?? amount), 'USD 10.15');
  });

  it('lists what is done and what waits at the gateway, and nothing that came to nothing', () => {
    const transaction = after(
      paid(),
      of('refund', '1'),
      { ...of('refund', '2'), state: 'queued' },
      { ...of('refund', '3'), state: 'failed' },
      { ...of('refund', '4'), state: 'awaiting' },
      { ...of('refund', '5'), state: 'rejected' },
      // Of other money, which came a second time.
      { ...of('refund', '6'), paymentReference: referenceOf('demoBBBBBB') },
    );
    const { operations = [], refunded } = receiptOf(transaction) ?? {};
    assert.deepEqual(
      operations.map(({ amount }) => toDecimal(amount)),
      ['1.000', '2.000'],
    );
    assert.equal(refunded && toDecimal(refunded), '1.000');
  });

  it('is there only where money was taken or held', () => {
    const nothing: readonly Transaction[] = [
      aTransaction(),
      aTransaction({ state: 'failed', attempts: [anAttempt({ state: 'failed' })] }),
      paid({ state: 'cod' }),
      paid({ paymentType: 'save_card' }),
    ];
    for (const transaction of nothing) assert.equal(receiptOf(transaction), undefined);
  });

  it('is kept from payers by the setting of the plugin', () => {
    const merchant = aMerchant();
    assert.equal(hasReceipt(paid(), merchant), true);
    assert.equal(hasReceipt(aTransaction(), merchant), false);
    const e_commerce = { enabled: true, receipts: false };
    const silent = { ...merchant, plugins: { ...merchant.plugins, e_commerce } };
    assert.equal(hasReceipt(paid(), silent), false);
    assert.equal(hasReceipt(paid({ type: 'payment_request' }), silent), true);
  });
});

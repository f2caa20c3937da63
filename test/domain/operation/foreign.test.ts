import assert from 'node:assert/strict';
import { grossOf } from '../../../domain/ledger/compare.ts';
import { operationDifferences } from '../../../domain/ledger/operation-figures.ts';
import { entriesOf } from '../../../domain/ledger/post.ts';
import { toDecimal, type Money } from '../../../domain/money.ts';
import { capturable, refundable, refundedShare } from '../../../domain/operation/amounts.ts';
import { foreignOperation, isTooEarly, stillToHear } from '../../../domain/operation/foreign.ts';
import { hearOperation } from '../../../domain/operation/hear.ts';
import { wordOnOtherPayment } from '../../../domain/operation/other-payment.ts';
import type { OperationReport } from '../../../domain/operation/report.ts';
import { operatedAmounts, takeIn } from '../../../domain/operation/settle.ts';
import { finalization } from '../../../domain/wallet/finalization.ts';
import { childFields } from '../../../domain/webhook/children.ts';
import { receiptOf } from '../../../domain/transaction/receipt.ts';
import type { Attempt, Transaction } from '../../../domain/transaction/transaction.ts';
import {
  anOperationRequest,
  chosen,
  doneThere,
  operated,
  paid,
  succeeded,
} from '../ledger/support/operations.ts';
import {
  amountOf,
  anAttempt,
  aTransaction,
  CREATED_AT,
  inDinars,
  kwd,
  referenceOf,
  sessionOf,
} from '../../support/builders.ts';

const FIRST = referenceOf('demoAAAAAA');
const SECOND = referenceOf('demoBBBBBB');

/** Ten dollars, charged as 3.066 dinars and a fee of 0.046. */
function inDollars(kind: Attempt['kind']): Transaction {
  const { exchange, fee } = inDinars();
  const attempt = anAttempt({ amount: exchange.to, fee, exchange, kind });
  return succeeded(aTransaction({ state: 'pending', amount: exchange.from, attempts: [attempt] }));
}

/** Paid twice: the second time by the same kind of attempt. */
function paidTwice(kind: Attempt['kind']): Transaction {
  const once = paid(kind);
  const second = anAttempt({
    amount: kwd('100'),
    fee: kwd('2'),
    kind,
    referenceNumber: SECOND,
  });
  return succeeded({ ...once, attempts: [...once.attempts, second] });
}

const text = (money: Money) => `${money.currency} ${toDecimal(money)}`;

describe('what was done at the gateway itself', () => {
  it('leaves so much less to refund, in the currency of the transaction', () => {
    const bought = inDollars('purchase');
    const part = doneThere(bought, 'refund', { amount: kwd('1.533'), reference: FIRST });
    assert.equal(text(refundable(part)), 'USD 5.00');
    assert.equal(text(operatedAmounts(part).refunded), 'USD 5.00');
    assert.equal(childFields(part)['refunded_amount'], '5.00');
    const { exchange } = inDinars();
    const whole = doneThere(bought, 'refund', { amount: exchange.to, reference: FIRST });
    assert.equal(text(refundable(whole)), 'USD 0.00');
  });

  it('captures a hold that was made in another currency, and the payment knows how much', () => {
    const held = inDollars('authorize');
    const part = doneThere(held, 'capture', { amount: kwd('1.533'), reference: FIRST });
    assert.equal(part.paidAmount && text(part.paidAmount), 'USD 5.00');
    const [attempt] = held.attempts;
    assert.ok(attempt);
    const whole = doneThere(held, 'capture', { amount: attempt.total, reference: FIRST });
    assert.equal(text(capturable(whole)), 'USD 0.00');
  });

  for (const [part, times] of [
    ['1.022', 3],
    ['0.511', 6],
  ] as const)
    it(`in ${times} parts of ${part} that come to all comes to all, whatever each is when it is rounded`, () => {
      const parts = Array.from({ length: times }, (_, at) => `f${at + 1}`);
      const whole = (kind: Attempt['kind'], done: 'refund' | 'capture') =>
        parts.reduce(
          (before, name) => doneThere(before, done, { amount: kwd(part), reference: FIRST, name }),
          inDollars(kind),
        );
      const refunded = whole('purchase', 'refund');
      assert.equal(text(operatedAmounts(refunded).refunded), 'USD 10.00');
      assert.equal(text(refundable(refunded)), 'USD 0.00');
      assert.equal(refundedShare(refunded), 'all');
      const { paidAmount } = whole('authorize', 'capture');
      assert.equal(paidAmount && text(paidAmount), 'USD 10.00');
    });

  it('as a capture of what was charged at once is no further money', () => {
    const report: OperationReport = {
      kind: 'capture',
      paymentReference: FIRST,
      result: 'done',
      amount: kwd('102'),
      gatewayReference: 'capture_of_its_own',
    };
    const names = { sessionId: sessionOf('f9'), referenceNumber: referenceOf('demoTHERE9') };
    const taken = (transaction: Transaction) =>
      foreignOperation(transaction, report, { ...names, now: CREATED_AT }) !== undefined;
    const bought = chosen('purchase');
    assert.deepEqual(
      [bought, succeeded(bought), paid('authorize'), chosen('authorize')].map(taken),
      [false, false, true, true],
    );
    const of = { ...report, paymentReference: SECOND };
    assert.deepEqual(
      (['purchase', 'authorize'] as const).map(
        (kind) => foreignOperation(paidTwice(kind), of, { ...names, now: CREATED_AT })?.kind,
      ),
      [undefined, 'capture'],
    );
  });

  it('of which the gateway tells before it tells of the payment comes to the same as after it', () => {
    const capture = { amount: kwd('40'), reference: FIRST } as const;
    const after = doneThere(paid('authorize'), 'capture', capture);
    const before = succeeded(doneThere(chosen('authorize'), 'capture', capture));
    assert.deepEqual(before.paidAmount, kwd('40'));
    for (const figure of [capturable, refundable, ({ paidAmount }: Transaction) => paidAmount])
      assert.deepEqual(figure(before), figure(after));
  });

  it('may be told of while nothing but the page has a name, and is undone under the name of the payment', () => {
    const [page, psp] = ['PL1', 'PSP1'];
    const { attempts, ...payment } = chosen('purchase');
    const waiting = {
      ...payment,
      attempts: attempts.map((attempt) => ({ ...attempt, gatewayReference: page })),
    };
    const report = { ...WORD, result: 'done', gatewayPayment: psp } as const;
    const names = { sessionId: sessionOf('f9'), referenceNumber: referenceOf('demoTHERE9') };
    const word = { transaction: waiting };
    assert.equal(wordOnOtherPayment(word, report), undefined);
    const done = foreignOperation(waiting, report, { ...names, now: CREATED_AT });
    assert.ok(done);
    const reversed = hearOperation(done, { ...report, result: 'reversed' }, CREATED_AT);
    assert.equal(reversed?.reversedAt, CREATED_AT);
    const taken = takeIn(waiting, done, CREATED_AT)?.transaction;
    assert.ok(taken);
    assert.deepEqual(operationDifferences(taken, [done]), []);
    const known = {
      ...payment,
      attempts: attempts.map((attempt) => ({ ...attempt, gatewayPayment: 'PSP2' })),
    };
    assert.equal(foreignOperation(known, report, { ...names, now: CREATED_AT }), undefined);
    assert.equal(
      wordOnOtherPayment({ transaction: known }, report)?.report.outcome.result,
      'pending',
    );
  });

  it('lets go of nothing that nobody is known to have held', () => {
    const word = { kind: 'void', paymentReference: FIRST } as const;
    assert.equal(isTooEarly(chosen('authorize'), word), true);
    assert.equal(isTooEarly(paid('authorize'), word), false);
    for (const kind of ['capture', 'refund'] as const)
      assert.equal(isTooEarly(chosen('authorize'), { ...word, kind }), false);
  });

  it('lets go of other money than was asked for, but not of what was asked for, which may be of a page that is closed', () => {
    const alert = { kind: 'amount-mismatch', referenceNumber: FIRST, at: 0, detail: 'x' } as const;
    const other = { ...chosen('authorize'), alerts: [alert] };
    const word = { kind: 'void', paymentReference: FIRST } as const;
    for (const [amount, waits] of [
      [kwd('102'), true],
      [kwd('100'), false],
      [kwd('103'), false],
      [amountOf('102', 'BHD'), false],
    ] as const)
      assert.equal(isTooEarly(other, { ...word, amount }), waits);
    const refund = { ...word, kind: 'refund', amount: kwd('102') } as const;
    assert.equal(isTooEarly(other, refund), false);
  });

  it('in a third currency is booked beside the rest of the hold, which is let go later', () => {
    const euros = amountOf('5.00', 'EUR');
    const captured = doneThere(paid('authorize'), 'capture', { amount: euros, reference: FIRST });
    const freed = doneThere(captured, 'void', {
      amount: kwd('102'),
      reference: FIRST,
      name: 'f2',
    });
    assert.deepEqual(
      entriesOf(freed, 0).map(({ event, ...entry }) => {
        const gross = grossOf(entry);
        return [event, gross && text(gross)];
      }),
      [
        ['hold', 'KWD 102.000'],
        ['capture', 'EUR 5.00'],
        ['void', 'KWD 102.000'],
      ],
    );
  });

  it('in a third currency counts for nothing, and a person is told', () => {
    const strange = doneThere(inDollars('purchase'), 'refund', {
      amount: amountOf('5.00', 'EUR'),
      reference: FIRST,
    });
    assert.equal(text(refundable(strange)), 'USD 10.00');
    assert.deepEqual(
      strange.alerts.map(({ kind, detail }) => [kind, /EUR 5\.00/.test(detail)]),
      [['manual-action-required', true]],
    );
  });

  it('to a second payment takes nothing of the first one', () => {
    const given = { amount: kwd('102'), reference: SECOND };
    const refunded = doneThere(paidTwice('purchase'), 'refund', given);
    assert.equal(text(refundable(refunded)), 'KWD 100.000');
    assert.equal(text(operatedAmounts(refunded).refunded), 'KWD 0.000');
    const voided = doneThere(paidTwice('authorize'), 'void', given);
    assert.equal(text(capturable(voided)), 'KWD 102.000');
    assert.equal(finalization(voided), 'SUCCEEDED');
  });

  it('to late money of what nobody has paid is told with it', () => {
    const late = succeeded({ ...chosen('purchase'), state: 'canceled' });
    const refunded = doneThere(late, 'refund', { amount: kwd('102'), reference: FIRST });
    assert.equal(text(operatedAmounts(refunded).refunded), 'KWD 102.000');
    assert.equal(text(refundable(refunded)), 'KWD 0.000');
  });

  it('as a void of all is the amount without the fee, as our own voids are', () => {
    const voided = doneThere(paid('authorize'), 'void', { amount: kwd('102'), reference: FIRST });
    assert.equal(text(operatedAmounts(voided).voided), 'KWD 100.000');
    assert.equal(finalization(voided), 'CANCELLED');
  });

  it('as a void of all that names the whole hold is of what is left of it', () => {
    const asked = anOperationRequest('capture', '01', { amount: kwd('60') });
    const partly = operated(paid('authorize'), asked);
    const there = { amount: kwd('102'), reference: FIRST };
    const expired = doneThere(partly, 'void', there);
    assert.equal(text(operatedAmounts(expired).voided), 'KWD 42.000');
    assert.equal(text(capturable(expired)), 'KWD 0.000');
    const all = operated(partly, anOperationRequest('capture', '02'));
    assert.throws(() => doneThere(all, 'void', there), /not of this transaction/);
    const second = paidTwice('authorize');
    const of = { reference: SECOND };
    const taken = doneThere(second, 'capture', { ...of, amount: kwd('60') });
    const freed = doneThere(taken, 'void', { ...of, amount: kwd('102'), name: 'f2' });
    const [, { amount } = {}] = freed.operations ?? [];
    assert.equal(amount && text(amount), 'KWD 42.000');
  });

  it('as a void of all leaves what a wallet has paid, and gives the payer the fee back', () => {
    const wallet = { amount: kwd('40'), sessionId: sessionOf('d1'), state: 'spent' } as const;
    const attempt = { ...anAttempt({ amount: kwd('60'), fee: kwd('2') }), wallet };
    const beside = paid('purchase', { attempts: [attempt] });
    for (const [bought, moved, voided, net] of [
      [paid('purchase'), '102', 'KWD 100.000', 'KWD 0.000'],
      [beside, '62', 'KWD 60.000', 'KWD 40.000'],
    ] as const) {
      const after = doneThere(bought, 'void', { amount: kwd(moved), reference: FIRST });
      assert.equal(text(operatedAmounts(after).voided), voided);
      assert.equal(text(refundable(after)), 'KWD 0.000');
      const receipt = receiptOf(after);
      assert.deepEqual(receipt && [receipt.standing, text(receipt.net)], ['refunded', net]);
      const [entry] = entriesOf(after, 0).filter(({ event }) => event === 'void');
      assert.deepEqual(entry && grossOf(entry), kwd(moved));
    }
  });
});

describe('the words on an operation that was taken in', () => {
  const CASES = [
    ['queued', ['queued', 'declined'], ['declined']],
    ['queued', ['declined', 'queued', 'done'], ['declined', 'done']],
    ['rejected', ['done'], ['done']],
    ['queued', ['queued'], []],
    ['done', ['queued', 'declined', 'done'], []],
  ] as const;
  for (const [state, said, expected] of CASES)
    it(`leave ${expected.join(', ') || 'nothing'} to hear of ${said.join(', ')} when it is ${state}`, () => {
      const words = said.map((result) => ({ ...WORD, result }));
      assert.deepEqual(
        stillToHear({ state }, words).map(({ result }) => result),
        expected,
      );
    });
});

const WORD: Omit<OperationReport, 'result'> = {
  kind: 'refund',
  paymentReference: FIRST,
  amount: kwd('1'),
  gatewayReference: 'op_there',
};

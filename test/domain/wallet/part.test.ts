import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { money, subtract, sum, toDecimal, type Money } from '../../../domain/money.ts';
import { refundable } from '../../../domain/operation/amounts.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { beginAttempt } from '../../../domain/transaction/attempt.ts';
import { restFault } from '../../../domain/transaction/method.ts';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { concludeCovered } from '../../../domain/transaction/wallet-outcome.ts';
import { nextDue } from '../../../domain/transaction/inquiry-plan.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  coverage,
  COVERED_MS,
  RESERVED_MS,
  reservationKey,
  otherReservations,
  partDue,
  walletPaid,
} from '../../../domain/wallet/part.ts';
import { donePart, reservedPart, partToSpend, spentPart } from '../../../domain/wallet/spending.ts';
import {
  aMethod,
  anAttempt,
  aReport,
  aTransaction,
  amountOf,
  CREATED_AT,
  CARD,
  kwd,
  referenceOf,
  sessionOf,
} from '../../support/builders.ts';
import type { WalletPartState } from '../../../domain/wallet/wallet-part.ts';

const FIRST = referenceOf('demoAAAAAA');
const SECOND = referenceOf('demoBBBBBB');
const now = CREATED_AT + 1000;
const receipt = {
  operationId: 7,
  accountId: 'account',
  balance: kwd('1.000'),
  createdAt: now,
  updatedAt: now,
};
const FEE = kwd('10.000');

/** The example of contract/wallets#paying: 50.000 dinars, a fee of 10.000, a customer with a name. */
function fifty(given: Partial<Transaction> = {}): Transaction {
  return aTransaction({
    amount: kwd('50.000'),
    methods: [aMethod({ fee: FEE })],
    customer: { id: 'sara' },
    ...given,
  });
}

function pressed(transaction: Transaction, wallet: string, referenceNumber = FIRST): Transaction {
  const beginning = beginAttempt(transaction, {
    pgCode: CARD,
    referenceNumber,
    now,
    wallet: { amount: kwd(wallet), sessionId: sessionOf('c1') },
  });
  assert.equal(beginning.step, 'new');
  return beginning.transaction;
}

function charged(transaction: Transaction, amount?: Money) {
  const [attempt] = transaction.attempts;
  assert.ok(attempt);
  return amount
    ? aReport(attempt, { result: 'success', kind: 'purchase', charged: amount })
    : aReport(attempt);
}

function paid(transaction: Transaction): Transaction {
  const report = charged(transaction);
  const spent = spentPart(transaction, FIRST, { step: 'spent', receipt });
  const change = conclude(spent, report, now);
  assert.ok(change);
  return change.transaction;
}

describe('what a wallet covers (contract/wallets#paying)', () => {
  // balance, what the wallet pays, what the gateway is asked for, its fee, what the payer pays there
  const VECTORS = [
    ['30.000', '30.000', '20.000', '10.000', '30.000'],
    ['50.000', '50.000', '0.000', '0.000', '0.000'],
    ['80.000', '50.000', '0.000', '0.000', '0.000'],
    ['0.001', '0.001', '49.999', '10.000', '59.999'],
    ['49.999', '49.999', '0.001', '10.000', '10.001'],
  ] as const;
  for (const [balance, wallet, rest, fee, pays] of VECTORS)
    it(`with a balance of ${balance}: wallet ${wallet}, gateway ${rest} and ${fee}`, () => {
      const covered = coverage(kwd(balance), kwd('50.000'));
      assert.deepEqual(covered, { wallet: kwd(wallet), rest: kwd(rest) });
      const [attempt] = pressed(fifty(), wallet).attempts;
      assert.deepEqual(
        attempt &&
          [subtract(attempt.total, attempt.fee), attempt.fee, attempt.total].map(toDecimal),
        [rest, fee, pays],
      );
    });

  it('is nothing without a balance, and then the gateway is asked for all', () => {
    assert.deepEqual(coverage(kwd('0.000'), kwd('50.000')), {
      wallet: kwd('0.000'),
      rest: kwd('50.000'),
    });
  });

  it('adds up to the amount, to the last unit, whatever balance and amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 12 }),
        fc.integer({ min: 1, max: 10 ** 12 }),
        fc.integer({ min: 0, max: 10 ** 9 }),
        (balance, price, fee) => {
          const amount = money(price, kwd('0').currency);
          const { wallet } = coverage(money(balance, amount.currency), amount);
          const method = aMethod({ fee: money(fee, amount.currency) });
          const done = paid(pressed(fifty({ amount, methods: [method] }), toDecimal(wallet)));
          assert.ok(done.paidAmount && done.settledAmount);
          const charge = done.attempts[0]?.fee ?? kwd('0');
          const legs = walletPaid(done)?.amount ?? kwd('0');
          // parent.amount = parent.paid_amount + wallet legs, leaving the fee out.
          assert.deepEqual(
            sum([subtract(done.paidAmount, charge), legs], amount.currency),
            done.amount,
          );
          assert.deepEqual(refundable(done), subtract(amount, wallet));
        },
      ),
    );
  });

  it('is converted only as far as the gateway charges it', () => {
    const exchange = { from: amountOf('10.00', 'USD'), rate: '0.3066', to: kwd('3.066') };
    const transaction = fifty({
      amount: amountOf('10.00', 'USD'),
      methods: [aMethod({ exchange, fee: kwd('0.046') })],
    });
    const beginning = beginAttempt(transaction, {
      pgCode: CARD,
      referenceNumber: FIRST,
      now,
      wallet: { amount: amountOf('4.00', 'USD'), sessionId: sessionOf('c1') },
    });
    assert.ok(beginning.step === 'new');
    assert.deepEqual(beginning.attempt.exchange?.to, kwd('1.840'));
    assert.deepEqual(beginning.attempt.total, kwd('1.886'));
    const done = paid(beginning.transaction);
    assert.deepEqual(done.settledAmount, amountOf('10.00', 'USD'));
    assert.deepEqual(done.paidAmount, amountOf('6.15', 'USD'));
  });
});

describe('a wallet that leaves nothing in the currency of the account', () => {
  it('pays no part: the rest would be paid by nobody', () => {
    const [amount, whole] = [kwd('10.000'), amountOf('32.50', 'USD')];
    const exchange = { from: amount, rate: '3.25', to: whole };
    const method = aMethod({ exchange, fee: amountOf('0.00', 'USD') });
    const transaction = fifty({ amount, methods: [method] });
    for (const [wallet, isRefused] of [
      ['9.999', true],
      ['9.998', false],
      ['10.000', false],
    ] as const) {
      const rest = subtract(amount, kwd(wallet));
      const fault = restFault(transaction, method, { amount, rest });
      assert.equal(fault !== undefined, isRefused, `${wallet}: ${fault}`);
    }
  });
});

describe('a wallet at checkout', () => {
  const authorize = aMethod({ kind: 'authorize' });
  const legacy = { referenceNumber: FIRST };
  const REFUSED: readonly (readonly [string, Partial<Transaction>, string])[] = [
    ['nobody is named', { customer: {} }, '1.000'],
    ['the money is only held', { kind: 'authorize', methods: [authorize] }, '1.000'],
    ['it was made by the old endpoints', { legacy }, '1.000'],
    ['more is wanted than is asked for', {}, '50.001'],
    ['nothing is wanted', {}, '0.000'],
    ['the rest would be cash', { methods: [aMethod({ offline: true })] }, '1.000'],
  ];
  for (const [why, given, wallet] of REFUSED)
    it(`is refused when ${why}`, () => {
      assert.throws(
        () => pressed(fifty(given), wallet),
        (error) =>
          error instanceof Refusal &&
          error.code === 'validation_error' &&
          'wallet' in (error.fields ?? {}),
      );
    });

  it('is refused in another currency', () => {
    const wallet = { amount: amountOf('1.00', 'USD'), sessionId: sessionOf('c1') };
    assert.throws(
      () => beginAttempt(fifty(), { pgCode: CARD, referenceNumber: FIRST, now, wallet }),
      (error) => error instanceof Refusal && error.code === 'validation_error',
    );
  });

  it('asks for the same attempt when the same is pressed twice, and for another when less is taken', () => {
    const once = pressed(fifty(), '30.000');
    const again = (amount: string) =>
      beginAttempt(once, {
        pgCode: CARD,
        referenceNumber: SECOND,
        now,
        wallet: { amount: kwd(amount), sessionId: sessionOf('c2') },
      }).step;
    assert.equal(again('30.000'), 'same');
    assert.equal(again('20.000'), 'ask-first');
    assert.equal(
      beginAttempt(once, { pgCode: CARD, referenceNumber: SECOND, now }).step,
      'ask-first',
    );
  });

  it('has no gateway where it pays all: nobody is asked, and the press of another tab waits', () => {
    const once = pressed(fifty(), '50.000');
    const [attempt] = once.attempts;
    assert.deepEqual([attempt?.gateway, attempt?.inquiry], ['wallet', undefined]);
    assert.equal(beginAttempt(once, { pgCode: CARD, referenceNumber: SECOND, now }).step, 'same');
  });
});

describe("a wallet's part of a payment", () => {
  it('must be spent before the word of the network counts', () => {
    const open = pressed(fifty(), '30.000');
    assert.equal(partToSpend(open, charged(open))?.referenceNumber, FIRST);
    const done = paid(open);
    assert.deepEqual([done.state, done.attempts[0]?.wallet?.state], ['paid', 'spent']);
    assert.equal(partToSpend(done, charged(done)), undefined);
  });

  it('that the wallet has no more leaves the transaction unpaid, and somebody is told', () => {
    const open = pressed(fifty(), '30.000');
    const short = spentPart(open, FIRST, { step: 'refused' });
    const change = conclude(short, charged(open), now);
    assert.equal(change?.transaction.state, 'pending');
    assert.equal(change.notice, undefined);
    assert.deepEqual(
      change.transaction.alerts.map(({ kind }) => kind),
      ['late-money'],
    );
    assert.equal(walletPaid(change.transaction), undefined);
  });

  const NOT_SPENT: readonly (readonly [string, Partial<Transaction>])[] = [
    ['canceled', { state: 'canceled' }],
    ['paid', { state: 'paid' }],
    ['asks for another amount now', { amount: kwd('60.000') }],
  ];
  for (const [why, given] of NOT_SPENT)
    it(`is not spent when the transaction is ${why}`, () => {
      const open = { ...pressed(fifty(), '30.000'), ...given };
      assert.equal(partToSpend(open, charged(open)), undefined);
    });

  it('is not spent when the network reports other money', () => {
    const open = pressed(fifty(), '30.000');
    const less = charged(open, kwd('29.999'));
    assert.equal(partToSpend(open, less), undefined);
  });

  // the state of the transaction, of the attempt, of the part, whether a newer try is there: what is due, how long after
  const DUE: readonly (readonly [
    Transaction['state'],
    'pending' | 'failed' | 'success',
    WalletPartState,
    boolean,
    string | undefined,
  ])[] = [
    ['pending', 'pending', 'reserved', false, `release ${RESERVED_MS}`],
    ['pending', 'pending', 'wanted', false, `release ${RESERVED_MS}`],
    ['attempted', 'failed', 'reserved', false, `release ${RESERVED_MS + 5000}`],
    ['pending', 'failed', 'reserved', true, 'release 0'],
    ['canceled', 'failed', 'reserved', false, 'release 0'],
    ['expired', 'pending', 'reserved', false, 'release 0'],
    ['failed', 'failed', 'reserved', false, 'release 0'],
    ['invalided', 'failed', 'wanted', false, 'release 0'],
    ['cod', 'failed', 'reserved', false, 'release 0'],
    ['pending', 'failed', 'released', false, undefined],
    ['pending', 'failed', 'refused', false, undefined],
    ['canceled', 'success', 'spent', false, 'return 0'],
    ['canceled', 'success', 'returned', false, undefined],
  ];
  for (const [state, ended, part, isReplaced, expected] of DUE)
    it(`${part} for a try that is ${ended}, ${isReplaced ? 'replaced, ' : ''}of a payment that is ${state}: ${expected}`, () => {
      const attempt = anAttempt({
        state: ended,
        ...(ended !== 'pending' && { concludedAt: CREATED_AT + 5000 }),
        wallet: { amount: kwd('3.000'), sessionId: sessionOf('c1'), state: part },
      });
      const newer = anAttempt({ referenceNumber: SECOND });
      const transaction = fifty({ state, attempts: [attempt, ...(isReplaced ? [newer] : [])] });
      const due = partDue(transaction, attempt);
      assert.equal(due && `${due.how} ${due.at - CREATED_AT}`, expected);
      const next = nextDue(transaction, CREATED_AT);
      if (due && due.at < transaction.expiresAt) assert.equal(next?.what, 'wallet');
    });

  it('that pays all is asked again after a minute, and given free with the payment', () => {
    const open = pressed(fifty(), '50.000');
    const [attempt] = open.attempts;
    assert.ok(attempt);
    const due = partDue(open, attempt);
    assert.deepEqual(due, { how: 'pay', at: attempt.createdAt + COVERED_MS });
    assert.equal(partDue({ ...open, state: 'canceled' }, attempt)?.how, 'release');
  });

  it('that pays all of what was paid otherwise meanwhile goes back, and the try is over', () => {
    const other = anAttempt({ referenceNumber: SECOND, amount: kwd('50'), state: 'success' });
    const open = pressed(fifty(), '50.000');
    const paidByOther: Transaction = {
      ...open,
      state: 'paid',
      settledPgCode: CARD,
      settledAmount: kwd('50'),
      attempts: [other, ...open.attempts],
    };
    const told = { step: 'spent', receipt } as const;
    const { transaction, notice } = concludeCovered(paidByOther, FIRST, {
      told,
      isBeingEnded: false,
      now,
    });
    const ended = transaction.attempts[1];
    assert.deepEqual([ended?.state, transaction.alerts, notice], ['canceled', [], undefined]);
    assert.equal(ended && partDue(transaction, ended)?.how, 'return');
  });

  it('that pays all pays nothing any more once it was given free, and what it had spent by then goes back', () => {
    const late: Transaction = { ...pressed(fifty(), '50.000'), state: 'expired' };
    const free = donePart(late, FIRST, { how: 'release' });
    assert.ok(free);
    const told = { step: 'spent', receipt } as const;
    const { transaction, notice } = concludeCovered(free, FIRST, {
      told,
      isBeingEnded: false,
      now,
    });
    const [ended] = transaction.attempts;
    assert.deepEqual([transaction.state, ended?.state, notice], ['expired', 'canceled', undefined]);
    assert.equal(ended && partDue(transaction, ended)?.how, 'return');
  });

  it('stays spent for the payment that it has settled', () => {
    const done = paid(pressed(fifty(), '30.000'));
    assert.equal(done.attempts[0] && partDue(done, done.attempts[0]), undefined);
  });

  it('gives way to that of a newer try, and is known as reserved when it is set aside late', () => {
    const open = pressed(fifty(), '30.000');
    const reserved = reservedPart(open, FIRST, { step: 'reserved', receipt });
    const word = { referenceNumber: FIRST, outcome: { result: 'failed' } } as const;
    const failed = conclude(reserved, word, now);
    assert.ok(failed);
    const again = pressed(failed.transaction, '30.000', SECOND);
    assert.deepEqual(otherReservations(again, { referenceNumber: SECOND }), [
      reservationKey(again, { referenceNumber: FIRST }),
    ]);
    assert.deepEqual(states(reservedPart(again, SECOND, { step: 'reserved', receipt })), [
      'released',
      'reserved',
    ]);
    const released = donePart(open, FIRST, { how: 'release' });
    assert.ok(released);
    assert.deepEqual(states(reservedPart(released, FIRST, { step: 'reserved', receipt })), [
      'reserved',
    ]);
    assert.equal(donePart(released, FIRST, { how: 'release' }), undefined);
  });

  it('is not refundable, to any destination', () => {
    assert.deepEqual(refundable(paid(pressed(fifty(), '30.000'))), kwd('20.000'));
    assert.deepEqual(refundable(paid(pressed(fifty(), '50.000'))), kwd('0.000'));
  });
});

function states({ attempts }: Transaction): readonly (WalletPartState | undefined)[] {
  return attempts.map(({ wallet }) => wallet?.state);
}

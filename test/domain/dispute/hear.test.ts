import assert from 'node:assert/strict';
import { assert as hold, integer, property, shuffledSubarray } from 'fast-check';
import type { DisputeReport } from '../../../domain/dispute/dispute.ts';
import { hearDispute } from '../../../domain/dispute/hear.ts';
import { balancesOf } from '../../../domain/ledger/balance.ts';
import { sessionDifferences } from '../../../domain/ledger/compare.ts';
import { entriesBetween, entriesOf } from '../../../domain/ledger/post.ts';
import { isPositive, toDecimal } from '../../../domain/money.ts';
import { disputed, refundable } from '../../../domain/operation/amounts.ts';
import { promise } from '../../../domain/operation/promise.ts';
import { consequences } from '../../../domain/transaction/consequences.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { alertTasks } from '../../../domain/tasks/task.ts';
import { alertOtherPayment } from '../../../domain/transaction/gateway-reference.ts';
import { eventTypeOf } from '../../../domain/webhook/event-type.ts';
import { paymentPayload } from '../../../domain/webhook/payload.ts';
import {
  aCard,
  amountOf,
  anAttempt,
  CREATED_AT,
  kwd,
  referenceOf,
} from '../../support/builders.ts';
import {
  anOperationRequest,
  doneThere,
  operated,
  paid,
  succeeded,
} from '../ledger/support/operations.ts';

const PAYMENT = referenceOf('demoAAAAAA');
const DUE = CREATED_AT + 14 * 24 * 60 * 60 * 1000;

/** What the network tells one after the other: taken, answered, given back, and taken once more. */
const TAKEN = {
  name: 'a',
  kind: 'taken',
  amount: kwd('102'),
  at: CREATED_AT + 1000,
} as const;
const RETURNED = {
  name: 'b',
  kind: 'returned',
  amount: kwd('102'),
  at: CREATED_AT + 3000,
} as const;
const AGAIN = {
  name: 'c',
  kind: 'taken',
  amount: kwd('102'),
  at: CREATED_AT + 4000,
} as const;
const WORDS = [
  word({ state: 'inquiry' }),
  word({ state: 'open', saidAt: CREATED_AT + 1000, movements: [TAKEN] }),
  word({ state: 'review', saidAt: CREATED_AT + 2000, movements: [TAKEN] }),
  word({
    state: 'won',
    saidAt: CREATED_AT + 3000,
    movements: [TAKEN, RETURNED],
  }),
  word({ state: 'lost', saidAt: CREATED_AT + 4000, movements: [AGAIN] }),
];

function word(given: Partial<DisputeReport> = {}): DisputeReport {
  return {
    disputeId: 'du_1',
    paymentReference: PAYMENT,
    state: 'open',
    amount: kwd('102'),
    reason: 'fraudulent',
    dueAt: DUE,
    saidAt: CREATED_AT,
    movements: [],
    ...given,
  };
}

function heard(transaction: Transaction, ...words: readonly DisputeReport[]): Transaction {
  return words.reduce(
    (before, one) => hearDispute(before, one, CREATED_AT)?.transaction ?? before,
    transaction,
  );
}

/** The first words of the story. */
const told = (count: number) => heard(paid('purchase'), ...WORDS.slice(0, count));

const left = (transaction: Transaction) => toDecimal(refundable(transaction));

const standing = (transaction: Transaction, account: string) =>
  balancesOf(entriesOf(transaction, CREATED_AT)).find((one) => one.account === account)?.amount
    .minor ?? 0;

/** How many tasks say that a second charge has to go back. */
const owed = (transaction: Transaction) =>
  alertTasks(transaction).filter(({ kind }) => kind === 'alert.second-success').length;

describe('a dispute', () => {
  it('comes to the same in whatever order its words come, and each of them twice', () => {
    const { disputes } = told(WORDS.length);
    hold(
      property(
        shuffledSubarray(WORDS, { minLength: WORDS.length }),
        integer({ min: 0, max: WORDS.length }),
        (words, again) => {
          const transaction = heard(paid('purchase'), ...words, ...words.slice(0, again));
          assert.deepEqual(transaction.disputes, disputes);
          assert.equal(standing(transaction, 'disputes'), 102_000);
        },
      ),
    );
  });

  it('is news once', () => {
    const before = told(2);
    for (const one of WORDS.slice(0, 2))
      assert.equal(hearDispute(before, one, CREATED_AT), undefined);
    // Late, and older than what is known.
    const reviewed = told(3);
    assert.equal(hearDispute(reviewed, WORDS[1] ?? assert.fail(), CREATED_AT), undefined);
  });

  for (const [count, state, disputes, gateway] of [
    [1, 'inquiry', 0, 102_000],
    [2, 'open', 102_000, 0],
    [3, 'review', 102_000, 0],
    [4, 'won', 0, 102_000],
    [5, 'lost', 102_000, 0],
  ] as const)
    it(`moves money in the ledger when it is ${state} as the network says`, () => {
      const transaction = told(count);
      assert.equal(transaction.disputes?.[0]?.state, state);
      assert.equal(standing(transaction, 'disputes'), disputes);
      assert.equal(standing(transaction, 'gateway'), gateway);
      const { sessionId } = transaction;
      const posted = WORDS.slice(0, count).reduce(
        ({ before, entries }, one) => {
          const after = heard(before, one);
          return {
            before: after,
            entries: [...entries, ...entriesBetween(before, after, CREATED_AT)],
          };
        },
        {
          before: paid('purchase'),
          entries: entriesOf(paid('purchase'), CREATED_AT),
        },
      );
      const session = {
        sessionId,
        transaction,
        entries: posted.entries,
        operations: [],
      };
      assert.deepEqual(sessionDifferences(session), []);
    });

  it('keeps what the bank claims from being refunded, and says why', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((count) => left(told(count))),
      ['100.000', '0.000', '0.000', '100.000', '0.000'],
    );
    assert.throws(() => promise(told(2), anOperationRequest('refund', 'c1')), {
      code: 'invalid_state',
      message: /bank claims KWD 102\.000 in a dispute/,
    });
  });

  it('of a part leaves the rest to be refunded', () => {
    const part = heard(paid('purchase'), word({ amount: kwd('30') }));
    assert.equal(left(part), '70.000');
    assert.throws(
      () => promise(part, anOperationRequest('refund', 'c1', { amount: kwd('70.001') })),
      {
        code: 'amount_exceeds_balance',
        message: /At most KWD 70\.000 .* bank claims KWD 30\.000/,
      },
    );
  });

  const ASKED = word({ state: 'inquiry' });
  const NOTIFIED = word({ state: 'open', saidAt: CREATED_AT + 500 });
  const ANSWERED = word({ state: 'review', saidAt: CREATED_AT + 1000 });
  for (const [what, words, refundable] of [
    ['an answer to an inquiry', [ASKED, ANSWERED], '100.000'],
    ['an answer to a chargeback', [NOTIFIED, ANSWERED], '0.000'],
    ['an answer to a chargeback that began as an inquiry', [ASKED, NOTIFIED, ANSWERED], '0.000'],
    ['an answer to nobody knows what', [ANSWERED], '0.000'],
  ] as const)
    it(`leaves ${refundable} to be refunded while the bank has ${what}, in whatever order that was told`, () => {
      const told = heard(paid('purchase'), ...words);
      hold(
        property(shuffledSubarray([...words], { minLength: words.length }), (shuffled) => {
          const transaction = heard(paid('purchase'), ...shuffled, ...shuffled);
          assert.equal(left(transaction), refundable);
          assert.deepEqual(transaction.disputes, told.disputes);
        }),
      );
    });

  it('tells nobody of a word that only says better what was asked before', () => {
    const change = hearDispute(heard(paid('purchase'), ANSWERED), ASKED, CREATED_AT);
    assert.ok(change && !change.notice && !change.endpointNotice);
    assert.deepEqual(change.transaction.alerts, []);
  });

  it('of what was refunded before takes no more than there is', () => {
    const refunded = operated(
      paid('purchase'),
      anOperationRequest('refund', 'c1', { amount: kwd('60') }),
    );
    const transaction = heard(refunded, word({ movements: [TAKEN] }));
    assert.equal(left(transaction), '0.000');
    assert.ok(isPositive(disputed(transaction)));
  });

  it('raises an alert, a mail and an event when somebody has to answer, and when it is lost', () => {
    const steps = WORDS.map((one, at) => {
      const before = told(at);
      const change = hearDispute(before, one, CREATED_AT);
      assert.ok(change && (change.notice ?? change.endpointNotice));
      const { disputes = [] } = consequences(before, change, CREATED_AT);
      const alerts = change.transaction.alerts.length - before.alerts.length;
      return [one.state, alerts, disputes.map(({ state }) => state)] as const;
    });
    assert.deepEqual(steps, [
      ['inquiry', 1, ['inquiry']],
      ['open', 1, ['open']],
      ['review', 0, []],
      ['won', 0, []],
      ['lost', 1, ['lost']],
    ]);
    const [asked, open, lost] = told(5).alerts;
    assert.match(asked?.detail ?? '', /asks about KWD 102\.000 \(fraudulent\).* until 2026-01-29T/);
    assert.match(open?.detail ?? '', /takes back KWD 102\.000.*do not refund it as well.*du_1/);
    assert.match(lost?.detail ?? '', /keeps KWD 102\.000/);
  });

  it('is told to the merchant as payment.dispute, with how it stands', () => {
    const change = hearDispute(told(1), WORDS[1] ?? assert.fail(), CREATED_AT);
    const notice = change?.notice ?? change?.endpointNotice;
    assert.ok(change && notice);
    const payload = paymentPayload(change.transaction, notice, {
      pgParamsFormat: 'flat',
    });
    assert.equal(eventTypeOf(payload), 'payment.dispute');
    assert.deepEqual(payload['dispute'], {
      id: 'du_1',
      reference_number: PAYMENT,
      state: 'open',
      amount: '102.000',
      currency_code: 'KWD',
      withdrawn_amount: '102.000',
      reason: 'fraudulent',
      respond_by: '2026-01-29T09:00:00Z',
    });
    assert.deepEqual(payload['disputes'], [payload['dispute']]);
  });

  it('of another payment of the network changes nothing but that somebody is told', () => {
    const transaction = paid('purchase');
    const named = {
      ...transaction,
      attempts: transaction.attempts.map((one) => ({
        ...one,
        gatewayPayment: 'pi_1',
      })),
    };
    const change = hearDispute(named, word({ gatewayPayment: 'pi_2' }), CREATED_AT);
    assert.equal(change?.transaction.disputes, undefined);
    assert.equal(change?.transaction.alerts.at(-1)?.kind, 'reference-mismatch');
    assert.ok(
      hearDispute(named, word({ gatewayPayment: 'pi_1' }), CREATED_AT)?.transaction.disputes,
    );
  });

  it('of another payment of the network calls somebody for each state, also where they know that the two were mixed up', () => {
    const [attempt] = paid('purchase').attempts;
    assert.ok(attempt);
    const named = { ...paid('purchase'), attempts: [{ ...attempt, gatewayPayment: 'pi_1' }] };
    const other = { referenceNumber: PAYMENT, gatewayPayment: 'pi_2' };
    const mixedUp = alertOtherPayment(named, other, CREATED_AT)?.transaction;
    assert.ok(mixedUp);
    const words = ['open', 'open', 'review', 'lost'] as const;
    const told = words.map((state, at) => word({ ...other, state, dueAt: DUE + at }));
    const after = heard(mixedUp, ...told);
    const details = after.alerts.map(({ detail }) => detail);
    assert.equal(details.length, 3);
    assert.match(details[1] ?? '', /names its payment pi_2.*takes back KWD 102\.000.*du_1/);
    assert.match(details[2] ?? '', /names its payment pi_2.*keeps KWD 102\.000/);
    assert.equal(after.disputes, undefined);
  });

  it('in a currency that is neither the payment’s nor the charge’s leaves nothing to be refunded', () => {
    const claimed = heard(paid('purchase'), word({ amount: amountOf('3', 'USD') }));
    assert.equal(left(claimed), '0.000');
    const [taken, returned] = [3, 2.99].map((sum) => amountOf(`${sum}`, 'USD'));
    assert.ok(taken && returned);
    const movements = [
      { ...TAKEN, amount: taken },
      { ...RETURNED, amount: returned },
    ];
    const unreturned = word({ amount: taken, state: 'won', movements: movements.slice(0, 1) });
    assert.equal(left(heard(paid('purchase'), unreturned)), '0.000');
    const won = word({ amount: taken, state: 'won', saidAt: CREATED_AT + 3000, movements });
    assert.equal(left(heard(claimed, won)), '100.000');
  });

  it('is told to a merchant who wants to hear nothing of the charge itself', () => {
    const charges = { ...aCard(), by: 'merchant', untold: true } as const;
    const attempts = paid('purchase').attempts.map((one) => ({ ...one, charges }));
    const change = hearDispute({ ...paid('purchase'), attempts }, word(), CREATED_AT);
    assert.ok(change?.notice ?? change?.endpointNotice);
  });

  it('of a second charge takes what has to go back: nobody is asked to give that back as well', () => {
    const first = paid('purchase');
    const second = anAttempt({ referenceNumber: referenceOf('demoTWO222'), total: kwd('102') });
    const twice = succeeded({ ...first, attempts: [...first.attempts, second] });
    const { referenceNumber } = second;
    const taken = heard(twice, word({ paymentReference: referenceNumber, movements: [TAKEN] }));
    assert.deepEqual([owed(twice), owed(taken)], [1, 0]);
    // Also where it had gone back before: nobody is asked to pay it a third time.
    const back = doneThere(twice, 'refund', { amount: kwd('102'), reference: referenceNumber });
    const both = heard(back, word({ paymentReference: referenceNumber, movements: [TAKEN] }));
    assert.deepEqual([owed(back), owed(both)], [0, 0]);
    const returned = heard(
      taken,
      word({
        paymentReference: referenceNumber,
        state: 'won',
        saidAt: CREATED_AT + 3000,
        movements: [TAKEN, RETURNED],
      }),
    );
    assert.equal(owed(returned), 1);
  });

  it('of an attempt that is not the transaction’s is nothing', () => {
    const other = word({ paymentReference: referenceOf('demoZZZZZZ') });
    assert.equal(hearDispute(paid('purchase'), other, CREATED_AT), undefined);
  });
});

import assert from 'node:assert/strict';
import { hearDispute } from '../../../domain/dispute/hear.ts';
import { hearOperation, refused, unclear } from '../../../domain/operation/hear.ts';
import type { Operation } from '../../../domain/operation/operation.ts';
import { promiseReturn, secondToReturn } from '../../../domain/operation/return-second.ts';
import { takeIn } from '../../../domain/operation/settle.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { alertTasks } from '../../../domain/tasks/task.ts';
import { consequences } from '../../../domain/transaction/consequences.ts';
import type { Attempt, Transaction } from '../../../domain/transaction/transaction.ts';
import { anAttempt, CREATED_AT, kwd, referenceOf, sessionOf } from '../../support/builders.ts';
import { doneThere, paid, succeeded } from '../ledger/support/operations.ts';
import { triedAgain, wordOn } from './support.ts';

const SECOND = referenceOf('demoTWO222');
const FIRST = referenceOf('demoAAAAAA');

const NOW = CREATED_AT + 1000;

/** Paid twice, and what is promised of the second charge, or hold. */
function paidTwice(kind: Attempt['kind'], given: Partial<Transaction> = {}) {
  const first = paid(kind, { returnsSecond: true, ...given });
  const second = anAttempt({ referenceNumber: SECOND, kind, total: kwd('102') });
  const twice = succeeded({ ...first, attempts: [...first.attempts, second] });
  const attempt = secondToReturn(twice);
  assert.equal(attempt?.referenceNumber, SECOND);
  const names = {
    sessionId: sessionOf('e1'),
    referenceNumber: referenceOf('demoBACK22'),
    now: NOW,
  };
  return promiseReturn(twice, attempt, names);
}

function told(transaction: Transaction, operation: Operation | undefined, version: number) {
  assert.ok(operation);
  const change = takeIn(transaction, { ...operation, version }, NOW);
  assert.ok(change);
  return change.transaction;
}

const tasksOf = (transaction: Transaction) =>
  alertTasks(transaction).map(({ kind, referenceNumber }) => [kind, referenceNumber]);

describe('a second charge that goes back by itself', () => {
  const TASK = ['alert.second-success', SECOND];

  for (const [kind, how, end] of [
    ['purchase', 'refund', 'declined at once'],
    ['purchase', 'refund', 'refused'],
    ['purchase', 'refund', 'rejected after it was queued'],
    ['authorize', 'void', 'declined at once'],
  ] as const)
    it(`calls a person when its ${how} is ${end}, until the money has gone back`, () => {
      const { transaction, operation } = paidTwice(kind);
      assert.equal(operation.kind, how);
      const no = { ...wordOn(operation, { result: 'declined' }), message: 'Too old.' };
      const ended =
        end === 'refused'
          ? told(transaction, refused(operation, 'Too old.', NOW), 2)
          : end === 'declined at once'
            ? told(transaction, hearOperation(operation, no, NOW), 2)
            : queuedThenRejected(transaction, operation, no);
      const { raisedAlerts = [] } = consequences(transaction, { transaction: ended }, NOW);
      const [alert, ...others] = raisedAlerts;
      assert.deepEqual(others, []);
      assert.deepEqual([alert?.kind, alert?.referenceNumber], ['second-success', SECOND]);
      assert.match(alert?.detail ?? '', /KWD 102\.000.*Too old\./);
      assert.deepEqual(tasksOf(ended), [TASK, TASK]);
      assert.equal(secondToReturn(ended), undefined, 'nothing is tried again blindly');
      const back = doneThere(ended, how, { amount: kwd('102'), reference: SECOND });
      assert.deepEqual(tasksOf(back), []);
    });

  it('is not given back where the payer’s bank claims it', () => {
    const first = paid('purchase', { returnsSecond: true });
    const second = anAttempt({ referenceNumber: SECOND, total: kwd('102') });
    const pending = { ...first, attempts: [...first.attempts, second] };
    const claim = { paymentReference: SECOND, disputeId: 'du_1', amount: kwd('102') };
    const word = { ...claim, state: 'open', saidAt: NOW, movements: [] } as const;
    const claimed = hearDispute(pending, word, NOW)?.transaction;
    assert.ok(claimed);
    const twice = succeeded(claimed);
    assert.deepEqual(tasksOf(twice).slice(-1), [TASK]);
    assert.equal(secondToReturn(twice), undefined);
    assert.ok(secondToReturn(succeeded(pending)));
  });

  it('calls nobody more when it has gone back', () => {
    for (const kind of ['purchase', 'authorize'] as const) {
      const { transaction, operation } = paidTwice(kind);
      const done = told(transaction, hearOperation(operation, wordOn(operation), NOW), 2);
      assert.equal(consequences(transaction, { transaction: done }, NOW).raisedAlerts, undefined);
      assert.deepEqual(tasksOf(done), []);
    }
  });

  for (const [kind, how] of [
    ['purchase', 'refund'],
    ['authorize', 'void'],
  ] as const)
    it(`is tried again by a person as often as they want, whatever became of the first money (${how})`, () => {
      const { transaction, operation } = paidTwice(kind);
      const unknown = unclear(operation, 'No answer.', NOW);
      const again = triedAgain(unknown);
      const declined = refused(again, 'Too old.', NOW);
      const tried = told(told(told(transaction, unknown, 2), again, 3), declined, 4);
      const given = { amount: kwd('100'), reference: FIRST };
      const [first] = tried.attempts;
      assert.equal(first?.referenceNumber, FIRST);
      const held = kind === 'purchase' ? doneThere(tried, 'refund', given) : tried;
      const promised = told(held, triedAgain(declined), 5);
      assert.equal(promised.operations?.[0]?.state, 'promised');
      const claim = { paymentReference: SECOND, disputeId: 'du_1', amount: kwd('102') };
      const word = { ...claim, state: 'open', saidAt: NOW, movements: [] } as const;
      const claimed = hearDispute(held, word, NOW)?.transaction;
      assert.ok(claimed);
      assert.throws(
        () => takeIn(claimed, { ...triedAgain(declined), version: 5 }, NOW),
        (error) => error instanceof Refusal && error.code === 'amount_exceeds_balance',
      );
      const there = doneThere(held, how, { amount: kwd('102'), reference: SECOND, name: 'f2' });
      assert.throws(
        () => takeIn(there, { ...triedAgain(declined), version: 5 }, NOW),
        (error) => error instanceof Refusal && error.code === 'amount_exceeds_balance',
      );
    });

  it('calls a person once for the same no, however often it is told', () => {
    const { transaction, operation } = paidTwice('purchase');
    const failed = refused(operation, 'Too old.', NOW);
    const ended = told(transaction, failed, 2);
    assert.equal(told(ended, failed, 3).alerts.length, ended.alerts.length);
  });
});

function queuedThenRejected(
  transaction: Transaction,
  operation: Operation,
  no: ReturnType<typeof wordOn>,
): Transaction {
  const queued = hearOperation(operation, { ...no, result: 'queued' }, NOW);
  const waits = told(transaction, queued, 2);
  assert.deepEqual(waits.alerts, transaction.alerts);
  assert.ok(queued);
  return told(waits, hearOperation(queued, no, NOW), 3);
}

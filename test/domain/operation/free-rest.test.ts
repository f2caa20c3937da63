import assert from 'node:assert/strict';
import { available } from '../../../domain/operation/amounts.ts';
import { foreignOperation } from '../../../domain/operation/foreign.ts';
import { restFreed, withRestFreed } from '../../../domain/operation/free-rest.ts';
import type { Operation } from '../../../domain/operation/operation.ts';
import { promise } from '../../../domain/operation/promise.ts';
import { operatedAmounts, takeIn } from '../../../domain/operation/settle.ts';
import { balancesOf } from '../../../domain/ledger/balance.ts';
import { sessionDifferences } from '../../../domain/ledger/compare.ts';
import { entriesOf } from '../../../domain/ledger/post.ts';
import type { Money } from '../../../domain/money.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { finalization } from '../../../domain/wallet/finalization.ts';
import { anEntry, CREATED_AT, kwd, referenceOf, sessionOf } from '../../support/builders.ts';
import { anOperationRequest, paid } from '../ledger/support/operations.ts';

const NAMES = { sessionId: sessionOf('f9'), referenceNumber: referenceOf('demoREST22') };

const asking = (amount: Money | undefined, captures: 'once' | 'many' = 'once', name = 'e1') => {
  const request = anOperationRequest('capture', name, { ...(amount && { amount }) });
  return { ...request, capabilities: { ...request.capabilities, captures } };
};

/** A hold of 102.000 of which so much is captured. */
function captured(amount: Money | undefined, captures: 'once' | 'many' = 'once') {
  const promised = promise(paid('authorize'), asking(amount, captures));
  assert.ok(promised.step === 'new');
  const capture: Operation = {
    ...promised.operation,
    version: 2,
    state: 'done',
    concludedAt: CREATED_AT,
  };
  const change = takeIn(promised.transaction, capture, CREATED_AT);
  assert.ok(change);
  return { transaction: change.transaction, promised: promised.transaction, capture };
}

function freed(transaction: Transaction, capture: Operation) {
  const change = withRestFreed({ transaction, operation: capture }, CREATED_AT, () => NAMES);
  assert.ok(change.freed?.operationNotice, 'the merchant is told');
  return { transaction: change.transaction, operation: change.freed.operation };
}

describe('the first capture at a gateway that captures a hold once', () => {
  it('lets the rest go, as a void that nobody here has asked for', () => {
    const { transaction, capture } = captured(kwd('40'));
    const after = freed(transaction, capture);
    const { kind, state, source, amount } = after.operation;
    assert.deepEqual([kind, state, source, amount], ['void', 'done', 'pg', kwd('62')]);
    assert.deepEqual(operatedAmounts(after.transaction).voided, kwd('62'));
    assert.deepEqual(after.transaction.paidAmount, kwd('40'));
    assert.deepEqual(available(after.transaction, 'refund'), kwd('40'));
    assert.equal(finalization(after.transaction), 'SUCCEEDED');
    const entries = entriesOf(after.transaction, CREATED_AT);
    const hold = balancesOf(entries).find(({ account }) => account === 'hold');
    assert.equal(hold?.amount.minor, 0);
    const { sessionId } = after.transaction;
    const operations = [capture, after.operation];
    const session = { sessionId, transaction: after.transaction, entries, operations };
    assert.deepEqual(sessionDifferences(session), []);
    // Once, however often the capture tells of itself.
    assert.equal(restFreed(after.transaction, capture), undefined);
  });

  it('is the only one, from its promise on, and says why', () => {
    const { transaction, promised } = captured(kwd('40'));
    for (const one of [promised, transaction]) {
      assert.deepEqual(available(one, 'capture'), kwd('0'));
      assert.throws(() => promise(one, asking(kwd('1'), 'once', 'e2')), {
        code: 'invalid_state',
        message: /captures a hold once/,
      });
    }
  });

  it('frees the hold again for another one when it fails', () => {
    const { promised, capture } = captured(kwd('40'));
    const failed = takeIn(promised, { ...capture, state: 'failed' }, CREATED_AT);
    assert.ok(failed);
    assert.deepEqual(available(failed.transaction, 'capture'), kwd('102'));
  });

  it('leaves nothing to let go when it takes all', () => {
    const { transaction, capture } = captured(undefined);
    assert.equal(restFreed(transaction, capture), undefined);
  });

  it('lets the rest go also where a void was asked for before and came to nothing', () => {
    const { transaction, capture } = captured(kwd('40'));
    const { operations = [] } = transaction;
    const declined = { ...anEntry({ ...capture, kind: 'void' }), sessionId: sessionOf('d1') };
    const tried = (state: Operation['state']) => ({
      ...transaction,
      operations: [{ ...declined, state }, ...operations],
    });
    assert.deepEqual(restFreed(tried('failed'), capture), kwd('62'));
    assert.equal(restFreed(tried('promised'), capture), undefined);
  });

  it('of a second hold lets the rest of that one go, whatever was captured of the first', () => {
    const { transaction } = captured(kwd('40'), 'many');
    const [first] = transaction.attempts;
    assert.ok(first);
    const referenceNumber = referenceOf('demoTWO222');
    const total = kwd('50');
    const second = { ...first, referenceNumber, total, fee: kwd('0') };
    const both: Transaction = {
      ...transaction,
      attempts: [first, second],
      alerts: [{ kind: 'second-success', referenceNumber, at: CREATED_AT, detail: 'Twice.' }],
    };
    const there = foreignOperation(
      both,
      {
        kind: 'capture',
        result: 'done',
        paymentReference: referenceNumber,
        amount: kwd('30'),
        gatewayReference: 'there',
        endsHold: true,
      },
      { sessionId: sessionOf('f8'), referenceNumber: referenceOf('demoCAPT22'), now: CREATED_AT },
    );
    const change = there && takeIn(both, there, CREATED_AT);
    assert.ok(change);
    const after = withRestFreed({ ...change, operation: there }, CREATED_AT, () => NAMES);
    assert.deepEqual(after.freed?.operation.amount, kwd('20'));
    const hold = entriesOf(after.transaction, CREATED_AT)
      .filter((entry) => entry.paymentReference === referenceNumber)
      .flatMap(({ lines }) => lines.filter(({ account }) => account === 'hold'));
    assert.equal(
      hold.reduce((all, { amount }) => all + amount.minor, 0),
      0,
    );
    assert.deepEqual(available(after.transaction, 'capture'), kwd('62'));
  });

  it('lets nothing go where more may follow', () => {
    const { transaction, capture } = captured(kwd('40'), 'many');
    assert.equal(restFreed(transaction, capture), undefined);
    assert.deepEqual(available(transaction, 'capture'), kwd('62'));
  });
});

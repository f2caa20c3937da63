import assert from 'node:assert/strict';
import { presentFound } from '../../../api/transactions/row.ts';
import { rowOf } from '../../../office/payments/list-facts.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { anOperationRequest, operated, paid } from '../../domain/ledger/support/operations.ts';
import {
  aMethod,
  anAttempt,
  aTransaction,
  CREATED_AT,
  inDinars,
  kwd,
  referenceOf,
} from '../../support/builders.ts';

const READER = { maySeePeople: false, isHandled: () => false };

describe('a row of the list of payments', () => {
  it('has the fee in the currency of the payment, whatever the charge is in', () => {
    const { exchange, fee } = inDinars();
    const methods = [aMethod({ exchange, fee })];
    const open = aTransaction({ amount: exchange.from, methods });
    const failed = anAttempt({ amount: exchange.to, exchange, fee, state: 'failed' });
    const tried = { ...open, attempts: [failed] };
    // The merchant has asked for dinars before, and of them a fee was taken.
    const earlier = anAttempt({ amount: kwd('3.000'), fee: kwd('0.250'), state: 'failed' });
    const edited = { ...open, attempts: [earlier] };
    for (const transaction of [open, tried, edited]) {
      const { currency_code: currency, fee: shown } = presentFound(transaction, READER);
      assert.deepEqual([currency, shown], ['USD', '0.15']);
    }
  });

  it('says when money came, and nothing of cash that is still to be paid, or was canceled', () => {
    const bought = paid('purchase');
    assert.equal(presentFound(bought, READER).paid_at, '2026-01-15T09:00:00Z');
    const attempts = bought.attempts.map((one) => ({ ...one, state: 'cod' as const }));
    const cash: Transaction = { ...bought, state: 'cod', attempts };
    assert.equal(presentFound(cash, READER).paid_at, undefined);
    assert.equal(presentFound({ ...cash, state: 'canceled' }, READER).paid_at, undefined);
  });

  it('is refunded whole once all has gone back, and not while the rest waits or is claimed by a bank', () => {
    const all = operated(paid('purchase'), anOperationRequest('refund', '01'));
    const part = operated(
      paid('purchase'),
      anOperationRequest('refund', '01', { amount: kwd('30') }),
    );
    const queued = operated(part, anOperationRequest('refund', '02'), 'queued');
    const claimed: Transaction = {
      ...part,
      disputes: [
        {
          disputeId: 'dp_1',
          referenceNumber: referenceOf('demoAAAAAA'),
          state: 'open',
          amount: kwd('72'),
          saidAt: CREATED_AT,
          movements: [],
        },
      ],
    };
    const shown = [all, queued, claimed].map((transaction) => {
      const row = presentFound(transaction, READER);
      return [row.refundable, row.refunded, rowOf(row, 'en').isRefundedWhole];
    });
    assert.deepEqual(shown, [
      ['0.000', 'all', true],
      ['0.000', 'part', false],
      ['0.000', 'part', false],
    ]);
  });
});

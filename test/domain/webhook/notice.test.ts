import assert from 'node:assert/strict';
import {
  announce,
  announceDispute,
  announceSecondSuccess,
} from '../../../domain/webhook/notice.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { aTransaction, CREATED_AT, CARD, referenceOf, untold } from '../../support/builders.ts';

const event = {
  at: CREATED_AT,
  referenceNumber: referenceOf('demoAB12CD'),
  pgCode: CARD,
  result: 'failed',
} as const;

describe('announce', () => {
  it('gives the notice the number after the last one', () => {
    const transaction = aTransaction({ sequence: 6 });
    assert.deepEqual(announce(transaction, event), {
      transaction: {
        ...transaction,
        sequence: 7,
        notice: { sequence: 7, referenceNumber: 'demoAB12CD', status: 'pending' },
      },
      notice: { ...event, sequence: 7 },
    });
  });

  it('forgets what came of the notice before', () => {
    const first = announce(aTransaction(), event).transaction;
    assert.ok(first.notice);
    const delivered = { ...first, notice: { ...first.notice, status: 'delivered' } } as const;
    const { transaction } = announce(delivered, event);
    assert.deepEqual(transaction.notice, {
      sequence: 2,
      referenceNumber: 'demoAB12CD',
      status: 'pending',
    });
  });

  it('counts, but tells registered endpoints only, without a webhook URL', () => {
    const transaction = untold(aTransaction());
    assert.deepEqual(announce(transaction, event), {
      transaction: {
        ...transaction,
        sequence: 1,
        notice: { sequence: 1, referenceNumber: 'demoAB12CD', status: 'none' },
      },
      endpointNotice: { ...event, sequence: 1 },
    });
  });
});

describe('an event beside the one that decides where the payer goes', () => {
  const beside = [
    announceSecondSuccess,
    (transaction: Transaction, given: Parameters<typeof announce>[1]) =>
      announceDispute(transaction, { ...given, disputeId: 'dp-1' }),
  ];

  it("goes to the payment's own address", () => {
    for (const announced of beside) {
      const { notice, endpointNotice } = announced(aTransaction(), event);
      assert.deepEqual([notice?.sequence, endpointNotice], [1, undefined]);
    }
  });

  it('goes to registered endpoints alone of a payment of the old endpoints, which have no word for it', () => {
    const legacy = aTransaction({ legacy: { referenceNumber: referenceOf('demoLLLLLL') } });
    for (const announced of beside) {
      const { transaction, notice, endpointNotice } = announced(legacy, event);
      assert.deepEqual([notice, endpointNotice?.sequence, transaction.sequence], [undefined, 1, 1]);
      assert.equal(transaction.notice, undefined, 'the way of the payer is as it was');
    }
  });
});

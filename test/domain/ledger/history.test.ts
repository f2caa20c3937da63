import assert from 'node:assert/strict';
import { assert as hold, property } from 'fast-check';
import { balancesOf, outOfBalance } from '../../../domain/ledger/balance.ts';
import type { LedgerAccount, LedgerEntry } from '../../../domain/ledger/entry.ts';
import { entriesOf } from '../../../domain/ledger/post.ts';
import { sessionDifferences } from '../../../domain/ledger/compare.ts';
import { capturable, refundable, sumOf, taking } from '../../../domain/operation/amounts.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { CREATED_AT } from '../../support/builders.ts';
import { lives } from './support/lives.ts';

describe('the ledger of any life of a transaction', () => {
  it('comes to nothing, entry by entry and as a whole', () => {
    hold(
      property(lives, ({ posted }) => {
        for (const entry of posted) assert.deepEqual(outOfBalance(entry), []);
        assert.deepEqual(outOfBalance({ lines: posted.flatMap(({ lines }) => lines) }), []);
      }),
    );
  });

  it('says what was captured and what can still be refunded and captured', () => {
    hold(
      property(lives, ({ transaction, posted }) => {
        const { state } = transaction;
        const standing = standingOf(posted);
        const refunds = sumOf(transaction, 'refund', 'done');
        const toWallet = sumOf(onlyWallet(transaction), 'refund', 'done');
        const captured = state === 'paid' ? 102_000 : sumOf(transaction, 'capture', 'done').minor;
        assert.equal(standing('gateway'), captured - refunds.minor + toWallet.minor);
        assert.equal(0 - standing('wallet'), toWallet.minor);
        // What is only promised is reserved, and has not moved.
        assert.equal(
          0 - standing('sales'),
          refundable(transaction).minor + reserved(transaction, 'refund'),
        );
        if (state === 'authorized' && taking(transaction, 'void').length === 0)
          assert.equal(
            standing('hold'),
            capturable(transaction).minor + reserved(transaction, 'capture'),
          );
        assert.equal(standing('hold'), 0 - standing('hold-contra'));
        assert.equal(standing('suspense'), 0);
      }),
    );
  });

  it('is the same change by change as of the whole transaction', () => {
    hold(
      property(lives, ({ transaction, posted, operations }) => {
        const whole = entriesOf(transaction, CREATED_AT);
        assert.deepEqual(new Set(posted.map(({ id }) => id)), new Set(whole.map(({ id }) => id)));
        assert.equal(posted.length, whole.length);
        const { sessionId } = transaction;
        const figured = transaction;
        assert.deepEqual(
          sessionDifferences({ sessionId, transaction, figured, entries: posted, operations }),
          [],
        );
      }),
    );
  });
});

function standingOf(posted: readonly LedgerEntry[]) {
  const balances = balancesOf(posted);
  return (account: LedgerAccount) =>
    balances.find((balance) => balance.account === account)?.amount.minor ?? 0;
}

function reserved(transaction: Transaction, kind: 'refund' | 'capture'): number {
  return sumOf(transaction, kind, 'awaiting', 'promised', 'queued', 'unclear').minor;
}

function onlyWallet(transaction: Transaction): Transaction {
  const operations = (transaction.operations ?? []).filter(
    ({ destination }) => destination === 'wallet',
  );
  return { ...transaction, operations };
}

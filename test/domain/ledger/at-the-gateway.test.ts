import assert from 'node:assert/strict';
import {
  array,
  assert as hold,
  constantFrom,
  integer,
  property,
  record,
  shuffledSubarray,
  tuple,
} from 'fast-check';
import { balancesOf, outOfBalance } from '../../../domain/ledger/balance.ts';
import { sessionDifferences } from '../../../domain/ledger/compare.ts';
import type { LedgerAccount, LedgerEntry } from '../../../domain/ledger/entry.ts';
import { networkDifferences, type Movement } from '../../../domain/ledger/network-book.ts';
import { entriesBetween, entriesOf, unposted } from '../../../domain/ledger/post.ts';
import { foreignOperation } from '../../../domain/operation/foreign.ts';
import { takeIn } from '../../../domain/operation/settle.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { CREATED_AT, referenceOf, sessionOf } from '../../support/builders.ts';
import { fils, paid } from './support/operations.ts';

const FIRST = referenceOf('demoAAAAAA');
const TOTAL = 102_000;
const FEE = 2000;

/** What somebody did at the gateway itself, in fils; a whole amount now and then. */
const act = record({
  kind: constantFrom('refund' as const, 'refund' as const, 'void' as const),
  fils: integer({ min: 1, max: 70_000 }).chain((some) =>
    constantFrom(some, some, TOTAL, TOTAL - FEE),
  ),
});

interface Lived {
  readonly transaction: Transaction;
  readonly posted: readonly LedgerEntry[];
  /** The network's own book. */
  readonly book: readonly Movement[];
}

/** A purchase is refunded and voided at the gateway, as often and as much as the gateway lets it happen. */
const purchases = array(act, { maxLength: 12 }).map((acts): Lived => {
  const transaction = paid('purchase');
  const book: Movement[] = [{ kind: 'capture', paymentReference: FIRST, amount: fils(TOTAL) }];
  const create: Lived = { transaction, posted: entriesOf(transaction, CREATED_AT), book };
  return acts.reduce((lived, { kind, fils: minor }, at) => {
    const name = at.toString(16).padStart(4, '0');
    const report = {
      kind,
      paymentReference: FIRST,
      result: 'done',
      amount: fils(minor === TOTAL - FEE && kind === 'void' ? TOTAL : minor),
      gatewayReference: `op_${name}`,
    } as const;
    const names = { sessionId: sessionOf(name), referenceNumber: referenceOf(`demoOP${name}`) };
    const operation = foreignOperation(lived.transaction, report, { ...names, now: CREATED_AT });
    assert.ok(operation);
    const change = takeIn(lived.transaction, operation, CREATED_AT);
    assert.ok(change);
    const entries = entriesBetween(lived.transaction, change.transaction, CREATED_AT);
    return {
      transaction: change.transaction,
      posted: [...lived.posted, ...entries],
      book: [...lived.book, { kind, paymentReference: FIRST, amount: report.amount }],
    };
  }, create);
});

describe('the ledger of a purchase of which money is given back at the gateway itself', () => {
  it('is in balance, and says what the gateway has', () => {
    hold(
      property(purchases, ({ transaction, posted, book }) => {
        for (const entry of posted) assert.deepEqual(outOfBalance(entry), []);
        const given = book.slice(1).reduce((sum, { amount }) => sum + amount.minor, 0);
        assert.equal(standingOf(posted)('gateway'), TOTAL - given);
        const { sessionId, merchantId, operations = [] } = transaction;
        const session = { sessionId, transaction, entries: posted, operations };
        assert.deepEqual(sessionDifferences(session), []);
        assert.deepEqual(networkDifferences({ sessionId, merchantId }, posted, book), []);
      }),
    );
  });

  it('holds nothing, and overdraws the sales only when the fee is given back, too', () => {
    hold(
      property(purchases, ({ posted }) => {
        const standing = standingOf(posted);
        const given = TOTAL - standing('gateway');
        assert.deepEqual([standing('hold'), standing('hold-contra')], [0, 0]);
        const fee = Math.max(0, Math.min(FEE, TOTAL - given));
        assert.equal(0 - standing('fees'), fee);
        assert.equal(0 - standing('sales'), TOTAL - given - fee);
      }),
    );
  });

  it('comes to the same in whatever order its entries were posted', () => {
    const some = purchases.chain((lived) =>
      tuple(constantFrom(lived), shuffledSubarray([...lived.posted])),
    );
    hold(
      property(some, ([{ transaction, posted }, early]) => {
        const all = [...early, ...unposted(transaction, early, CREATED_AT)];
        assert.equal(all.length, posted.length);
        for (const account of ['gateway', 'sales', 'fees'] as const)
          assert.equal(standingOf(all)(account), standingOf(posted)(account));
      }),
    );
  });
});

function standingOf(posted: readonly LedgerEntry[]) {
  const balances = balancesOf(posted);
  return (account: LedgerAccount) =>
    balances.find((balance) => balance.account === account)?.amount.minor ?? 0;
}

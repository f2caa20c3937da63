import assert from 'node:assert/strict';
import { bookOf } from '../../../domain/ledger/buried.ts';
import { sessionDifferences } from '../../../domain/ledger/compare.ts';
import { entriesBetween, entriesOf } from '../../../domain/ledger/post.ts';
import { acknowledgeCash } from '../../../domain/transaction/cash.ts';
import { cancel } from '../../../domain/transaction/halt.ts';
import { tombstoneOf, withLateMoney } from '../../../domain/transaction/tombstone.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  aMethod,
  anAttempt,
  aTransaction,
  CREATED_AT,
  codeOf,
  kwd,
  referenceOf,
} from '../../support/builders.ts';
import { chosen, doneThere, succeeded } from './support/operations.ts';

const FIRST = referenceOf('demoAAAAAA');
const BURIAL = { now: CREATED_AT + 60_000 };

function late(kind: 'purchase' | 'authorize'): Transaction {
  return succeeded({ ...chosen(kind), state: 'canceled' });
}

function canceledCash(): Transaction {
  const method = aMethod({ pgCode: codeOf('cash'), offline: true, fee: kwd('1') });
  const open = aTransaction({ amount: kwd('100'), methods: [method] });
  const command = { referenceNumber: referenceOf('demoCCCCCC'), requestId: 'r1', now: CREATED_AT };
  const taken = acknowledgeCash(open, command)?.transaction;
  assert.ok(taken);
  return cancel(taken, { referenceNumber: referenceOf('demoDDDDDD'), now: CREATED_AT }).transaction;
}

describe('the books of a transaction that was removed for good', () => {
  const CASES: readonly (readonly [string, Transaction])[] = [
    ['late money', late('purchase')],
    ['a late hold', late('authorize')],
    [
      'late money that was given back at the gateway',
      doneThere(late('purchase'), 'refund', { amount: kwd('102'), reference: FIRST }),
    ],
    ['cash that was acknowledged and canceled', canceledCash()],
    ['no money at all', { ...chosen('purchase', { attempts: [] }), state: 'canceled' }],
  ];
  for (const [what, transaction] of CASES)
    it(`have ${what} as they had it before`, () => {
      const entries = entriesOf(transaction, CREATED_AT);
      const book = bookOf(tombstoneOf(transaction, BURIAL));
      assert.deepEqual(entriesOf(book, CREATED_AT), entries);
      const { sessionId, operations = [] } = transaction;
      assert.deepEqual(
        sessionDifferences({ sessionId, transaction: book, entries, operations }),
        [],
      );
    });

  it('have as suspense what came afterwards, as much as the gateway says', () => {
    const failed = { ...chosen('purchase', { attempts: [anAttempt({ state: 'failed' })] }) };
    const tombstone = tombstoneOf({ ...failed, state: 'failed' }, BURIAL);
    assert.deepEqual(entriesOf(bookOf(tombstone), CREATED_AT), []);
    const came = withLateMoney(tombstone, {
      referenceNumber: FIRST,
      charged: kwd('12.499'),
      at: CREATED_AT,
    });
    const [entry, ...more] = entriesBetween(bookOf(tombstone), bookOf(came), CREATED_AT);
    assert.deepEqual(more, []);
    assert.deepEqual(
      entry?.lines.map(({ account, amount }) => [account, amount.minor]),
      [
        ['gateway', 12_499],
        ['suspense', -12_499],
      ],
    );
  });
});

import assert from 'node:assert/strict';
import {
  array,
  assert as hold,
  constant,
  constantFrom,
  boolean,
  integer,
  nat,
  oneof,
  property,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check';
import { balancesOf, outOfBalance } from '../../../domain/ledger/balance.ts';
import type { LedgerAccount, LedgerEntry } from '../../../domain/ledger/entry.ts';
import { entriesBetween, entriesOf } from '../../../domain/ledger/post.ts';
import { sessionDifferences } from '../../../domain/ledger/compare.ts';
import { capturable, refundable, sumOf, taking } from '../../../domain/operation/amounts.ts';
import { settle } from '../../../domain/operation/settle.ts';
import {
  isFinal,
  type Operation,
  type OperationState,
} from '../../../domain/operation/operation.ts';
import { promise } from '../../../domain/operation/promise.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { BORN } from '../../support/builders.ts';
import { aWish, chosen, fils, succeeded } from './support/operations.ts';

/** Somebody wants something, or an operation that was promised comes to an end. */
type Step =
  | {
      readonly does: 'ask';
      readonly kind: 'refund' | 'capture' | 'void';
      readonly fils: number;
      readonly wallet: boolean;
    }
  | { readonly does: 'end'; readonly which: number; readonly state: OperationState };

const step: Arbitrary<Step> = oneof(
  record({
    does: constant('ask' as const),
    kind: constantFrom('refund', 'refund', 'capture', 'void'),
    fils: integer({ min: 1, max: 60_000 }),
    wallet: boolean(),
  }),
  record({
    does: constant('end' as const),
    which: nat({ max: 20 }),
    state: constantFrom('done', 'done', 'queued', 'unclear', 'failed', 'rejected', 'dropped'),
  }),
);

interface Lived {
  readonly transaction: Transaction;
  readonly posted: readonly LedgerEntry[];
}

/** A life by the rules: what they refuse does not happen, and the ledger gets what each change implies. */
function live(kind: 'purchase' | 'authorize', steps: readonly Step[]): Lived {
  const operations: Operation[] = [];
  let lived: Lived = { transaction: chosen(kind), posted: [] };
  const change = (transaction: Transaction | undefined) => {
    if (!transaction) return;
    const entries = entriesBetween(lived.transaction, transaction, BORN);
    lived = { transaction, posted: [...lived.posted, ...entries] };
  };
  change(succeeded(lived.transaction));
  for (const [at, one] of steps.entries()) {
    if (one.does === 'ask') {
      const operation = asked(lived.transaction, one, at);
      if (operation) operations.push(operation.operation);
      change(operation?.transaction);
    } else {
      const which = one.which % Math.max(operations.length, 1);
      const operation = operations[which];
      if (!operation || isFinal(operation)) continue;
      const ended = { ...operation, version: operation.version + 1, state: one.state };
      operations[which] = ended;
      change(settle(lived.transaction, ended));
    }
  }
  return lived;
}

function asked(transaction: Transaction, { kind, ...wish }: Step & { does: 'ask' }, at: number) {
  const name = at.toString(16).padStart(4, '0');
  const destination = kind === 'refund' && wish.wallet ? 'wallet' : 'pg';
  try {
    const promised = promise(
      transaction,
      aWish(kind, name, { amount: fils(wish.fils), destination }),
    );
    return promised.step === 'new' ? promised : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const lives = tuple(
  constantFrom('purchase' as const, 'authorize' as const),
  array(step, { maxLength: 40 }),
).map(([kind, steps]) => live(kind, steps));

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
      property(lives, ({ transaction, posted }) => {
        const whole = entriesOf(transaction, BORN);
        assert.deepEqual(new Set(posted.map(({ id }) => id)), new Set(whole.map(({ id }) => id)));
        assert.equal(posted.length, whole.length);
        const { sessionId, operations = [] } = transaction;
        assert.deepEqual(
          sessionDifferences({ sessionId, transaction, entries: posted, operations }),
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

import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isSuccess } from '../../../domain/transaction/states.ts';
import { beginAttempt, pageOpened, replaceAttempt } from '../../../domain/transaction/attempt.ts';
import { conclude, concludeUnopened } from '../../../domain/transaction/conclude.ts';
import { edit } from '../../../domain/transaction/edit.ts';
import { cancel, expire } from '../../../domain/transaction/halt.ts';
import { view } from '../../../domain/transaction/move.ts';
import type { ReportOutcome } from '../../../domain/transaction/network.ts';
import { Refusal } from '../../../domain/refusal.ts';
import {
  attemptOf,
  type Attempt,
  type Transaction,
} from '../../../domain/transaction/transaction.ts';
import { unreachable } from '../../../domain/unreachable.ts';
import type { Change } from '../../../domain/transaction/change.ts';
import {
  aMethod,
  anAttempt,
  aReport,
  aTransaction,
  CREATED_AT,
  codeOf,
  DAY_MS,
  kwd,
  referenceOf,
  untold,
} from '../../support/builders.ts';

/** Something that happens to a transaction; `nth` picks an attempt, a stranger when there are fewer. */
type Event =
  | { readonly type: 'view' | 'expire' | 'cancel' }
  | { readonly type: 'begin' | 'replace'; readonly method: 0 | 1 }
  | { readonly type: 'page' | 'unopened'; readonly nth: number }
  | { readonly type: 'word'; readonly nth: number; readonly word: Word }
  | { readonly type: 'edit'; readonly amount: string };
type Word = 'charged' | 'held' | 'too-little' | 'cod' | 'failed' | 'canceled' | 'error' | 'pending';

const WORDS: readonly Word[] = [
  'charged',
  'held',
  'too-little',
  'cod',
  'failed',
  'canceled',
  'error',
  'pending',
];
const CODES = [codeOf('card'), codeOf('debit')] as const;
/** The steps out of a state that the payer cannot leave: late money, and the end of a cash payment. */
const WAYS_OUT: Readonly<Record<string, readonly string[]>> = {
  failed: ['paid', 'authorized', 'cod'],
  expired: ['paid', 'authorized', 'cod'],
  cod: ['canceled'],
};
const OPEN = ['created', 'pending', 'attempted'];

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('view', 'expire', 'cancel') }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom('begin', 'replace'),
      method: fc.constantFrom(0, 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('page', 'unopened'),
      nth: fc.constantFrom(0, 0, 0, 1, 1, 2, 9),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('word'),
      nth: fc.constantFrom(0, 0, 0, 1, 1, 2, 9),
      word: fc.constantFrom(...WORDS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('edit'),
      amount: fc.constantFrom('12.500', '20.000'),
    }),
  },
);

describe('whatever happens to a transaction, in whatever order', () => {
  for (const told of [true, false])
    it(`its story stays true (${told ? 'with' : 'without'} a webhook URL)`, () => {
      fc.assert(
        fc.property(
          fc.array(event, { minLength: 4, maxLength: 25, size: 'max' }),
          fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
          (events, multi) => {
            let held = create(told, multi);
            for (const [index, one] of events.entries()) {
              const change = happen(held, one, index);
              if (!change) continue;
              checkStep(held, change, one);
              held = change.transaction;
            }
          },
        ),
        { numRuns: 1000 },
      );
    });
});

function create(told: boolean, multi: readonly boolean[]): Transaction {
  const transaction = aTransaction({
    methods: CODES.map((pgCode, index) =>
      aMethod({ pgCode, fee: kwd('0.250'), multipleAttempts: multi[index] ?? true }),
    ),
  });
  return told ? transaction : untold(transaction);
}

/** What the event makes of the transaction; undefined when it changes nothing or is refused. */
function happen(transaction: Transaction, one: Event, index: number): Change | undefined {
  try {
    return changeBy(transaction, one, index);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function changeBy(transaction: Transaction, one: Event, index: number): Change | undefined {
  const now = CREATED_AT + index * 1000;
  const fresh = referenceOf(`demoNEW${index}`);
  switch (one.type) {
    case 'view': {
      const viewed = view(transaction, now);
      return viewed && { transaction: viewed };
    }
    case 'expire':
      return expire(transaction, now);
    case 'cancel':
      return cancel(transaction, { referenceNumber: fresh, now });
    case 'begin': {
      const beginning = beginAttempt(transaction, {
        pgCode: CODES[one.method],
        referenceNumber: fresh,
        now,
      });
      return beginning.step === 'new' ? { transaction: beginning.transaction } : undefined;
    }
    case 'replace': {
      const command = { pgCode: CODES[one.method], referenceNumber: fresh, now };
      return { transaction: replaceAttempt(transaction, command).transaction };
    }
    case 'page': {
      const { referenceNumber } = pick(transaction, one.nth);
      const page = {
        step: 'page',
        pageUrl: 'https://network.example.test/1',
        gatewayReference: '1',
      } as const;
      return { transaction: pageOpened(transaction, referenceNumber, { ...page, now }) };
    }
    case 'unopened': {
      const { referenceNumber } = pick(transaction, one.nth);
      return concludeUnopened(transaction, {
        referenceNumber,
        message: 'No page.',
        now,
        why: 'refused',
      });
    }
    case 'word': {
      const attempt = pick(transaction, one.nth);
      return conclude(transaction, aReport(attempt, outcomeOf(attempt, one.word)), now);
    }
    case 'edit': {
      const { methods, kind } = transaction;
      const terms = { ...transaction, amount: kwd(one.amount), expirationSeconds: DAY_MS / 1000 };
      return { transaction: edit(transaction, { seenVersion: 1, terms, methods, kind }, now) };
    }
    default:
      return unreachable(one);
  }
}

function pick({ attempts }: Transaction, nth: number): Attempt {
  return attempts[nth] ?? anAttempt({ referenceNumber: referenceOf('demoSTRANGER') });
}

function outcomeOf({ total }: Attempt, word: Word): ReportOutcome {
  switch (word) {
    case 'charged':
      return { result: 'success', kind: 'purchase', charged: total };
    case 'held':
      return { result: 'success', kind: 'authorize', charged: total };
    case 'too-little':
      return { result: 'success', kind: 'purchase', charged: kwd('0.100') };
    default:
      return { result: word };
  }
}

function checkStep(before: Transaction, change: Change, one: Event): void {
  const after = change.transaction;
  if (before.state !== after.state && !OPEN.includes(before.state))
    assert.ok(
      WAYS_OUT[before.state]?.includes(after.state),
      `${before.state} became ${after.state}`,
    );
  if (before.state !== 'created') assert.notEqual(after.state, 'created');
  assert.ok(pendingOf(after).length <= 1, 'two attempts are pending');
  assert.equal(after.version, before.version, 'only who saves counts versions');
  checkMoney(before, after);
  checkNotice(before, change, one);
}

function checkMoney(before: Transaction, after: Transaction): void {
  const { settledPgCode, settledAmount, paidAmount, amount, state } = after;
  const successes = after.attempts.filter((attempt) => attempt.state === 'success');
  const cash = after.attempts.filter((attempt) => attempt.state === 'cod');
  assert.equal(settledAmount !== undefined, settledPgCode !== undefined);
  if (settledAmount) assert.deepEqual(settledAmount, amount);
  if (state === 'paid') {
    assert.ok(paidAmount, 'paid with nothing');
    assert.ok(
      successes.some(
        ({ pgCode, total, fee }) =>
          pgCode === settledPgCode &&
          total.minor === paidAmount.minor &&
          total.minor === amount.minor + fee.minor,
      ),
      'paid by no attempt',
    );
  } else assert.equal(paidAmount, undefined);
  // No money is ever lost: what succeeded made the transaction a success, or a person is told.
  const settledOnce = settledPgCode === undefined ? 0 : 1;
  const alerts = after.alerts.filter(({ detail }) => detail.includes('must be refunded'));
  assert.equal(successes.length + cash.length, settledOnce + alerts.length);
  assert.deepEqual(after.alerts.slice(0, before.alerts.length), before.alerts);
}

function checkNotice(before: Transaction, change: Change, one: Event): void {
  const { transaction: after, notice } = change;
  const concluded = after.attempts.filter(
    ({ referenceNumber, state }) =>
      state !== (attemptOf(before, referenceNumber)?.state ?? 'pending'),
  );
  const raised = after.alerts.slice(before.alerts.length);
  const isSecond = raised.some(({ kind }) => kind === 'second-success');
  const isTold = raised.length === 0 || isSecond;
  const deserved =
    (concluded.length > 0 && one.type !== 'replace' && isTold) || isStop(one, before);
  assert.equal(after.sequence, before.sequence + (deserved ? 1 : 0));
  assert.equal(notice !== undefined, deserved && after.webhookUrl !== undefined);
  assert.equal((notice ?? change.endpointNotice)?.secondSuccess, isSecond || undefined);
  // The payer's way stays that of the first success.
  const isEnd = one.type === 'word' || one.type === 'unopened';
  const isBeside = isSecond || (isEnd && isSuccess(before.state));
  if (isBeside) assert.deepEqual(after.notice, before.notice);
  if (!notice || isBeside) return;
  assert.equal(notice.sequence, after.sequence);
  assert.deepEqual(after.notice, {
    sequence: notice.sequence,
    referenceNumber: notice.referenceNumber,
    status: 'pending',
  });
}

/** The end of a transaction that its merchant is told of although no attempt ended. */
function isStop(one: Event, before: Transaction): boolean {
  return one.type === 'cancel' || (one.type === 'expire' && before.attempts.length > 0);
}

function pendingOf({ attempts }: Transaction): readonly Attempt[] {
  return attempts.filter(({ state }) => state === 'pending');
}

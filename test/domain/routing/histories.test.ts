import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Refusal } from '../../../domain/refusal.ts';
import { choose } from '../../../domain/routing/choose.ts';
import { failOver } from '../../../domain/routing/fail-over.ts';
import { questionOf, unclearAttempt } from '../../../domain/routing/question.ts';
import type { ReferenceNumber } from '../../../domain/ids.ts';
import type { Money } from '../../../domain/money.ts';
import { askedOf, isSameMoney } from '../../../domain/transaction/amount.ts';
import { beginAttempt, pageOpened, replaceAttempt } from '../../../domain/transaction/attempt.ts';
import { conclude, concludeUnopened, neverBegun } from '../../../domain/transaction/conclude.ts';
import type { AttemptReport } from '../../../domain/transaction/network.ts';
import {
  attemptOf,
  pendingAttempt,
  type Attempt,
  type Transaction,
} from '../../../domain/transaction/transaction.ts';
import { aTransaction, CREATED_AT, kwd, referenceOf } from '../../support/builders.ts';
import {
  aPress,
  aRoute,
  aRouteMethod,
  aRule,
  around,
  CARD_ROUTE,
  ONE,
  THREE,
  TWO,
} from './builders.ts';

/** What a network does with what it is asked, and says of it later. */
const ANSWERS = [
  'unsent',
  'refused',
  'lost',
  'page',
  'soft',
  'hard',
  'do-not-retry',
  'error',
  'paid',
] as const;
const WORDS = ['soft', 'canceled', 'error', 'undecided', 'unheard-of', 'paid'] as const;

type Step =
  | { readonly does: 'press'; readonly isPart: boolean }
  | { readonly does: 'answer'; readonly answer: (typeof ANSWERS)[number] }
  | { readonly does: 'word'; readonly nth: number; readonly word: (typeof WORDS)[number] }
  | { readonly does: 'leave'; readonly isClosed: boolean; readonly isPart: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('press' as const), isPart: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('answer' as const),
      answer: fc.constantFrom(...ANSWERS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('word' as const),
      nth: fc.nat(2),
      word: fc.constantFrom(...WORDS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('leave' as const),
      isClosed: fc.boolean(),
      isPart: fc.boolean(),
    }),
  },
);

/** Who judges: what the networks know, which the engine does not. */
interface Truth {
  /** The attempts that may take money yet, or have taken it. */
  readonly open: Set<ReferenceNumber>;
  readonly paid: Set<ReferenceNumber>;
  /** Those whose answer has come in whatever way. */
  readonly answered: Set<ReferenceNumber>;
  /** Those whose answer says that nobody else shall be asked. */
  readonly barred: Set<ReferenceNumber>;
}

interface Seen {
  goneOn: number;
  stayed: number;
  /** How often a network had not heard of what may take money all the same. */
  misled: number;
  /** How often an attempt stayed at the account of an unclear one, which its own rule does not name. */
  kept: number;
}

/** A part of the payment, for which another rule decides. */
const PART = kwd('2');

/** Plays a history with the functions that the workflow uses, and has each new attempt judged. */
function play(steps: readonly Step[], seen: Seen): void {
  const route = aRoute(
    aRule({
      name: 'small',
      when: { amountBelow: kwd('5') },
      accounts: [{ pgCode: TWO }, { pgCode: THREE }],
    }),
    aRule(),
  );
  const truth: Truth = {
    open: new Set(),
    paid: new Set(),
    answered: new Set(),
    barred: new Set(),
  };
  let transaction = aTransaction({ amountEditable: true, methods: [aRouteMethod()] });
  let minted = 0;
  const mint = () => referenceOf(`demo${String((minted += 1)).padStart(8, '2')}`);
  const now = CREATED_AT + 1000;

  const decide = (of: Transaction, press: ReferenceNumber, amount: Money) =>
    choose(route, questionOf(aPress(of, { press, amount }), around()));

  function begun(next: Transaction, attempt: Attempt): void {
    const others = transaction.attempts.filter(({ pgCode }) => pgCode !== attempt.pgCode);
    const open = others.filter(({ referenceNumber: one }) => truth.open.has(one));
    assert.deepEqual(
      open.map(({ referenceNumber, pgCode, state }) => [referenceNumber, pgCode, state]),
      [],
      `An attempt went to ${attempt.pgCode} while another one may take the money.`,
    );
    truth.open.add(attempt.referenceNumber);
    if (attempt.pgCode === ONE && isSameMoney(askedOf(attempt), PART)) seen.kept += 1;
    transaction = next;
  }

  /** As the workflow does it: how it ends is known, then another account may be asked. */
  function endOrGoOn(failed: Attempt, end: (of: Transaction) => Transaction | undefined): void {
    const ended = end(transaction);
    if (!ended) return;
    const press = failed.routing?.press ?? failed.referenceNumber;
    const amount = askedOf(failed);
    const decision = decide(ended, press, amount);
    const next = failOver(ended, {
      pgCode: CARD_ROUTE,
      amount,
      referenceNumber: mint(),
      now,
      failed: failed.referenceNumber,
      decision,
    });
    if (!next) {
      seen.stayed += 1;
      transaction = ended;
      return;
    }
    seen.goneOn += 1;
    assert.ok(!truth.barred.has(failed.referenceNumber), 'An attempt followed a final no.');
    const accounts = next.transaction.attempts
      .filter(({ routing }) => routing?.press === press)
      .map(({ pgCode }) => pgCode);
    assert.equal(new Set(accounts).size, accounts.length, 'no account twice in one press');
    begun(next.transaction, next.attempt);
  }

  function commandFor(isPart: boolean) {
    const referenceNumber = mint();
    const amount = isPart ? PART : transaction.amount;
    const decision = decide(transaction, referenceNumber, amount);
    const routed = { ...decision, press: referenceNumber };
    return { pgCode: CARD_ROUTE, referenceNumber, now, amount, routed };
  }

  function press(isPart: boolean): void {
    const command = commandFor(isPart);
    const step = refusable(() => beginAttempt(transaction, command));
    if (step?.step === 'new') begun(step.transaction, step.attempt);
  }

  /** The payer leaves an open page for the same route, with another amount, say. */
  function leave(isClosed: boolean, isPart: boolean): void {
    const left = pendingAttempt(transaction);
    if (!left) return;
    const command = commandFor(isPart);
    if (isClosed) truth.open.delete(left.referenceNumber);
    const next = refusable(() => replaceAttempt(transaction, command, isClosed));
    if (next) begun(next.transaction, next.attempt);
  }

  function answer(what: (typeof ANSWERS)[number]): void {
    const attempt = pendingAttempt(transaction);
    if (!attempt || truth.answered.has(attempt.referenceNumber)) return;
    const { referenceNumber } = attempt;
    truth.answered.add(referenceNumber);
    if (what !== 'lost' && what !== 'page' && what !== 'paid') truth.open.delete(referenceNumber);
    switch (what) {
      case 'unsent':
      case 'refused':
      case 'lost':
        return endOrGoOn(attempt, (of) => {
          const why = what === 'lost' ? 'unanswered' : what;
          return concludeUnopened(of, { referenceNumber, message: 'No.', now, why }).transaction;
        });
      case 'page':
        transaction = pageOpened(transaction, referenceNumber, {
          pageUrl: 'https://network.example.test/1',
          gatewayReference: `net-${referenceNumber}`,
          now,
        });
        return;
      default:
        if (what === 'paid') truth.paid.add(referenceNumber);
        else if (what !== 'soft') truth.barred.add(referenceNumber);
        return endOrGoOn(attempt, (of) => conclude(of, reportOf(attempt, what), now)?.transaction);
    }
  }

  /**
   * A word of a network, about any attempt. It says nothing that is not so, but for this: it may not have heard yet of what it
   * has been asked, and may not find a page that it has made.
   */
  function hear(nth: number, word: (typeof WORDS)[number]): void {
    const attempt = transaction.attempts[nth];
    if (!attempt) return;
    const { referenceNumber } = attempt;
    const isOpen = truth.open.has(referenceNumber);
    const isPaid = truth.paid.has(referenceNumber);
    if (word === 'undecided' || (word === 'paid' ? !isOpen : isPaid)) return;
    if (word === 'paid') {
      truth.paid.add(referenceNumber);
      transaction = conclude(transaction, reportOf(attempt, word), now)?.transaction ?? transaction;
      return;
    }
    if (word === 'unheard-of') {
      const isAnswered = truth.answered.has(referenceNumber);
      // What is under way is not ended by it, and nothing else is asked about before its answer has come.
      if (!isAnswered && attempt.state !== 'pending') return;
      if (isAnswered && attempt.pageUrl === undefined) truth.open.delete(referenceNumber);
      else seen.misled += 1;
      transaction = neverBegun(transaction, referenceNumber);
      return;
    }
    truth.open.delete(referenceNumber);
    truth.answered.add(referenceNumber);
    transaction = conclude(transaction, reportOf(attempt, word), now)?.transaction ?? transaction;
  }

  for (const one of steps) {
    if (one.does === 'press') press(one.isPart);
    else if (one.does === 'answer') answer(one.answer);
    else if (one.does === 'word') hear(one.nth, one.word);
    else leave(one.isClosed, one.isPart);
  }
  // Whatever the networks do with what is open, at one account at most it can become money.
  const open = transaction.attempts.filter(({ referenceNumber: one }) => truth.open.has(one));
  const elsewhere = new Set(open.map(({ pgCode }) => pgCode));
  assert.ok(elsewhere.size <= 1, [...elsewhere].join());
  // And the engine takes what may be open for that.
  for (const { referenceNumber } of open) {
    const known = attemptOf(transaction, referenceNumber);
    assert.ok(known);
    const method = transaction.methods[0];
    assert.ok(method);
    if (!truth.paid.has(referenceNumber)) assert.ok(unclearAttempt(transaction, method));
  }
}

function refusable<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function reportOf(
  { referenceNumber, total: charged }: Attempt,
  word: 'soft' | 'hard' | 'do-not-retry' | 'error' | 'canceled' | 'paid',
): AttemptReport {
  const named = { referenceNumber, gatewayReference: `net-${referenceNumber}` };
  if (word === 'paid')
    return { ...named, outcome: { result: 'success', kind: 'purchase', charged } };
  if (word === 'error' || word === 'canceled') return { ...named, outcome: { result: word } };
  return { ...named, outcome: { result: 'failed' }, decline: { code: 'no', advice: word } };
}

describe('10,000 histories of attempts by a route', function () {
  this.timeout(120_000);

  it('never go on from an attempt of which nobody knows what has become', () => {
    const seen: Seen = { goneOn: 0, stayed: 0, misled: 0, kept: 0 };
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 25 }), (steps) => play(steps, seen)),
      { numRuns: 10_000 },
    );
    // A test that goes on nowhere, or everywhere, says nothing.
    assert.ok(seen.goneOn > 2500, JSON.stringify(seen));
    assert.ok(seen.stayed > 5000, JSON.stringify(seen));
    assert.ok(seen.misled > 200, JSON.stringify(seen));
    assert.ok(seen.kept > 200, JSON.stringify(seen));
  });
});

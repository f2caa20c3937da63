import assert from 'node:assert/strict';
import { concludeChallenged } from '../../../domain/card/challenge.ts';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { hearInquiry } from '../../../domain/transaction/inquiry.ts';
import { DEFAULT_INQUIRY } from '../../../domain/transaction/inquiry-plan.ts';
import type { Inquired, ReportOutcome } from '../../../domain/transaction/network.ts';
import type { AttemptState, Transaction } from '../../../domain/transaction/transaction.ts';
import {
  anAttempt,
  aReport,
  aTransaction,
  CREATED_AT,
  DAY_MS,
  kwd,
} from '../../support/builders.ts';

const attempt = anAttempt({ inquiry: DEFAULT_INQUIRY, gatewayReference: 'pay_A' });
const { referenceNumber } = attempt;
const pending = aTransaction({ state: 'pending', attempts: [attempt] });

const OUTCOMES: readonly ReportOutcome[] = [
  { result: 'success', kind: 'purchase', charged: attempt.total },
  { result: 'success', kind: 'authorize', charged: kwd('1.000') },
  { result: 'cod' },
  { result: 'failed' },
  { result: 'canceled' },
  { result: 'error' },
  { result: 'pending' },
];

function wordOf(outcome: ReportOutcome, gatewayReference = 'pay_B') {
  return { ...aReport(attempt, outcome), gatewayReference };
}

/** Nothing is another but the alert, which names both payments. */
function assertOnlyAlert(before: Transaction, after: Transaction | undefined): void {
  assert.ok(after);
  const { alerts, ...rest } = after;
  const { alerts: known, ...was } = before;
  assert.deepEqual(rest, was);
  const [alert, ...others] = alerts.slice(known.length);
  assert.deepEqual(others, []);
  assert.equal(alert?.kind, 'reference-mismatch');
  assert.match(alert.detail, /pay_B.*pay_A/);
}

describe('a word that names another payment of the gateway', () => {
  const STATES: readonly AttemptState[] = ['pending', 'success', 'failed', 'canceled', 'cod'];
  for (const outcome of OUTCOMES)
    for (const state of STATES)
      it(`is an alert and changes nothing: ${JSON.stringify(outcome.result)} for ${state}`, () => {
        const before = { ...pending, attempts: [{ ...attempt, state }] };
        const change = conclude(before, wordOf(outcome), CREATED_AT + 1);
        assertOnlyAlert(before, change?.transaction);
        assert.equal(change?.notice, undefined);
      });

  it('raises one alert, however often it comes, and one for each name', () => {
    const once = conclude(pending, wordOf({ result: 'failed' }), CREATED_AT)?.transaction;
    assert.ok(once);
    assert.equal(conclude(once, wordOf({ result: 'failed' }), CREATED_AT + 1), undefined);
    const twice = conclude(once, wordOf({ result: 'failed' }, 'pay_C'), CREATED_AT + 1);
    assert.equal(twice?.transaction.alerts.length, 2);
  });

  it('keeps no right word from being heard', () => {
    const once = conclude(pending, wordOf({ result: 'failed' }), CREATED_AT)?.transaction;
    const success = wordOf(
      { result: 'success', kind: 'purchase', charged: attempt.total },
      'pay_A',
    );
    assert.equal(once && conclude(once, success, CREATED_AT)?.transaction.state, 'paid');
  });

  it('is no challenge of this one', () => {
    const page = { step: 'page', pageUrl: 'https://n.example.test', gatewayReference: 'pay_B' };
    const change = concludeChallenged(pending, attempt, {
      page: { ...page, step: 'page' },
      now: CREATED_AT,
    });
    assertOnlyAlert(pending, change?.transaction);
  });
});

describe('a word with the name of the payment alone', () => {
  const success = { result: 'success', kind: 'purchase', charged: attempt.total } as const;
  const paid = { ...aReport(attempt, success), gatewayPayment: 'psp_1' };

  it('is about what was paid on the page, which has another name', () => {
    const change = conclude(pending, paid, CREATED_AT);
    assert.equal(change?.transaction.state, 'paid');
    const [concluded] = change?.transaction.attempts ?? [];
    assert.deepEqual([concluded?.gatewayReference, concluded?.gatewayPayment], ['pay_A', 'psp_1']);
  });

  it('is about it when it comes late, after the page was closed', () => {
    const closed = conclude(pending, aReport(attempt, { result: 'canceled' }), CREATED_AT);
    assert.ok(closed);
    const { transaction } = closed;
    const change = conclude(transaction, paid, CREATED_AT + 1);
    assert.equal(change?.transaction.attempts[0]?.state, 'success');
  });

  it('is an alert when the payment is known by another one', () => {
    const known = conclude(pending, paid, CREATED_AT)?.transaction;
    assert.ok(known);
    const other = { ...paid, gatewayPayment: 'psp_2' };
    const change = conclude(known, other, CREATED_AT + 1);
    assert.match(change?.transaction.alerts[0]?.detail ?? '', /psp_2.*psp_1/);
  });
});

describe('an inquiry whose answer names another payment', () => {
  const ANSWERS: readonly Inquired[] = [
    { step: 'page', pageUrl: 'https://n.example.test', gatewayReference: 'pay_B' },
    ...OUTCOMES.map((outcome) => ({ step: 'report', report: wordOf(outcome) }) as const),
  ];
  for (const answer of ANSWERS)
    for (const now of [CREATED_AT + 60_000, CREATED_AT + DAY_MS])
      it(`counts as none: ${JSON.stringify(answer)} at ${now - CREATED_AT}`, () => {
        const change = hearInquiry(pending, { referenceNumber, answer, now });
        const silent = hearInquiry(pending, { referenceNumber, now });
        assert.equal(change?.transaction.state, silent?.transaction.state);
        assert.deepEqual(change?.transaction.attempts, silent?.transaction.attempts);
        assert.equal(change?.transaction.alerts[0]?.kind, 'reference-mismatch');
      });

  it('fixes the name where it is the first to say one', () => {
    const { gatewayReference: _none, ...nameless } = attempt;
    const before = { ...pending, attempts: [nameless] };
    const answer = { step: 'report', report: wordOf({ result: 'pending' }, 'pay_A') } as const;
    const change = hearInquiry(before, { referenceNumber, answer, now: CREATED_AT });
    assert.equal(change?.transaction.attempts[0]?.gatewayReference, 'pay_A');
  });
});

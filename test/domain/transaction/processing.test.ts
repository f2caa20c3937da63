import assert from 'node:assert/strict';
import { heardUndecided, isPageOpen } from '../../../domain/transaction/processing.ts';
import type { ReportOutcome } from '../../../domain/transaction/network.ts';
import type { Alert, Attempt, Heard } from '../../../domain/transaction/transaction.ts';
import { anAttempt, aTransaction, CREATED_AT, referenceOf } from '../../support/builders.ts';

const SECOND = referenceOf('demoSECOND1');

const REFUSED: ReportOutcome = { result: 'pending', refusedOnPage: true };

describe('an answer that decides nothing', () => {
  for (const [outcome, before, after] of [
    [{ result: 'pending' }, undefined, true],
    [REFUSED, undefined, undefined],
    // It may come late: by another card they have paid since.
    [REFUSED, true, true],
  ] as const)
    it(`leaves ${JSON.stringify(outcome)} of one that is ${before ? '' : 'not '}processing ${after ? '' : 'not '}processing`, () => {
      const attempt = anAttempt({ state: 'pending', ...(before && { processing: before }) });
      const transaction = aTransaction({ state: 'pending', attempts: [attempt] });
      const { referenceNumber } = attempt;
      const report = { referenceNumber, outcome };
      const heard = heardUndecided(transaction, referenceNumber, { step: 'report', report });
      assert.equal((heard ?? transaction).attempts[0]?.processing, after);
    });

  for (const [what, answer, after] of [
    [
      'an open page',
      { step: 'page', pageUrl: 'https://n.test/', gatewayReference: 'n' },
      undefined,
    ],
    ['no answer to who returned', 'returned', true],
  ] as const)
    it(`leaves an attempt giving way: ${after}, after ${what}`, () => {
      const attempt = anAttempt({ state: 'pending', givesWay: true });
      const transaction = aTransaction({ state: 'pending', attempts: [attempt] });
      const heard = heardUndecided(transaction, attempt.referenceNumber, answer);
      assert.equal((heard ?? transaction).attempts[0]?.givesWay, after);
    });
});

describe('a page that a payer has left', () => {
  const left = { state: 'pending', pageUrl: 'https://network.example' } as const;
  const heard = (what: Heard) => ({ ...left, inquired: { calls: 1, heard: what, at: CREATED_AT } });
  for (const [what, attempt, kinds, isOpen] of [
    ['of which nothing is known', left, [], true],
    ['that its network calls open', heard('open'), [], true],
    ['of which it said that other money came', heard('mismatch'), [], false],
    ['of which it said no that may be overtaken', heard('without-success'), [], false],
    ['on which they may have paid', { ...left, processing: true }, [], false],
    ['that was answered with other money', left, ['amount-mismatch'], false],
    ['that was answered with another payment', left, ['reference-mismatch'], false],
    ['whose payment has another alert', left, ['late-money'], true],
    ['on which a bank asks about a card', { ...left, cardGiven: true }, [], false],
  ] as const satisfies readonly (readonly [
    string,
    Partial<Attempt>,
    readonly Alert['kind'][],
    boolean,
  ])[])
    it(`${isOpen ? 'leads to all ways to pay' : 'is waited for'}: one ${what}`, () => {
      const one = anAttempt(attempt);
      const { referenceNumber } = one;
      const alerts = kinds.map((kind) => ({ kind, referenceNumber, at: CREATED_AT, detail: kind }));
      assert.equal(isPageOpen(aTransaction({ attempts: [one], alerts }), one), isOpen);
      const others = alerts.map((alert) => ({ ...alert, referenceNumber: SECOND }));
      if (kinds.length > 0)
        assert.equal(isPageOpen(aTransaction({ attempts: [one], alerts: others }), one), true);
    });
});

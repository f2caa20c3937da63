import assert from 'node:assert/strict';
import { heardUndecided } from '../../../domain/transaction/processing.ts';
import type { ReportOutcome } from '../../../domain/transaction/network.ts';
import { anAttempt, aTransaction } from '../../support/builders.ts';

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

import assert from 'node:assert/strict';
import { onward, type EndedAttempt } from '../../../domain/routing/onward.ts';
import { kwd, sessionOf } from '../../support/builders.ts';

const decline = (advice: 'soft' | 'hard' | 'do-not-retry') => ({ code: 'no', advice });
const PART = { amount: kwd('1'), sessionId: sessionOf('e1'), state: 'released' } as const;
const CHARGED = {
  token: 'tok_1',
  lastFour: '1881',
  expiry: { year: 2039, month: 1 },
  cvvRequired: false,
  autoDebit: false,
  agreements: [],
  by: 'customer',
} as const;

/** How an attempt stands, and what may follow it. */
const TABLE: readonly (readonly [string, EndedAttempt, string])[] = [
  ['was not sent', { state: 'error', unopened: 'unsent' }, 'unsent'],
  ['was refused', { state: 'error', unopened: 'refused' }, 'refused'],
  ['was declined softly', { state: 'failed', decline: decline('soft') }, 'soft-decline'],
  ['was closed', { state: 'canceled' }, 'closed'],
  ['is under way', { state: 'pending' }, '– under-way'],
  ['is processed', { state: 'pending', processing: true }, '– unknown'],
  ['had no answer', { state: 'error', unanswered: true }, '– unknown'],
  [
    'had no answer although refused once',
    { state: 'error', unanswered: true, unopened: 'refused' },
    '– unknown',
  ],
  ['was given up', { state: 'canceled', unanswered: true }, '– unknown'],
  [
    'was ended without an answer',
    { state: 'failed', unanswered: true, decline: decline('soft') },
    '– unknown',
  ],
  ['has paid', { state: 'success' }, '– paid'],
  ['is paid in cash', { state: 'cod' }, '– paid'],
  ['was declined for this card', { state: 'failed', decline: decline('hard') }, '– declined'],
  ['must not be tried again', { state: 'failed', decline: decline('do-not-retry') }, '– declined'],
  ['was declined without a reason', { state: 'failed' }, '– declined'],
  ['is an error to its network', { state: 'error' }, '– declined'],
  ['has a part of a wallet', { state: 'error', unopened: 'refused', wallet: PART }, '– wallet'],
  [
    'charges a saved card',
    { state: 'failed', decline: decline('soft'), charges: CHARGED },
    '– saved-card',
  ],
];

describe('after an attempt that', () => {
  for (const [what, attempt, expected] of TABLE)
    it(`${what} ${expected.startsWith('–') ? 'nobody else is asked' : 'the next may be asked'}`, () => {
      const next = onward(attempt);
      assert.equal(next.to === 'next' ? next.ending : `– ${next.because}`, expected);
    });
});

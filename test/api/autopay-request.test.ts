import assert from 'node:assert/strict';
import type { AgreementTerms } from '../../domain/agreement/agreement.ts';
import type { Rhythm } from '../../domain/agreement/autopay.ts';
import { autopayRequestOf } from '../../api/agreements/autopay-request.ts';
import type { AutopayBody } from '../../api/agreements/schema.ts';
import { aPaidAgreement } from '../domain/agreement/agreements.ts';
import { kwd } from '../support/builders.ts';

const { currency } = kwd('1');
const MORNING = Date.parse('2027-01-10T08:00Z');

function requested(body: Partial<AutopayBody>, terms: Partial<AgreementTerms> = {}, now = MORNING) {
  const agreement = aPaidAgreement({ terms: { id: 'gym', type: 'recurring', ...terms } });
  return autopayRequestOf(
    { amount: '5', ...body },
    { agreement, currency, publicUrl: 'http://x', now },
  );
}

const DAY_5 = { extraParams: { paymentProcessingDay: 5 } };
const every = (months: number, day = 5): Rhythm => ({ every: 'months', months, day });

describe('what a request to charge an agreement leaves out', () => {
  /** [what was agreed on, what is asked for, how it is charged; left out where that is refused] */
  const rhythms: readonly (readonly [Partial<AgreementTerms>, Partial<AutopayBody>, Rhythm?])[] = [
    [DAY_5, {}, every(1)],
    [{ ...DAY_5, frequency: 'monthly', cycleIntervalDays: 30 }, {}, every(1)],
    [{ ...DAY_5, frequency: 'quarterly', cycleIntervalDays: 90 }, {}, every(3)],
    [{ ...DAY_5, frequency: 'semi_annually' }, {}, every(6)],
    [{ ...DAY_5, frequency: 'yearly' }, {}, every(12)],
    [{ ...DAY_5, cycleIntervalDays: 91 }, {}, every(3)],
    [{ ...DAY_5, cycleIntervalDays: 365, frequency: 'other' }, {}, every(12)],
    [{ frequency: 'quarterly' }, { payment_processing_day: 5 }, every(3)],
    [{ ...DAY_5, frequency: 'quarterly' }, { interval_months: 1 }, every(1)],
    [{ ...DAY_5, frequency: 'weekly', cycleIntervalDays: 7 }, {}],
    [{ ...DAY_5, cycleIntervalDays: 45 }, {}],
    [
      { ...DAY_5, frequency: 'weekly', cycleIntervalDays: 7 },
      { interval_days: 7 },
      { every: 'days', days: 7 },
    ],
    [{ cycleIntervalDays: 90 }, {}, { every: 'days', days: 90 }],
    [{ frequency: 'yearly', cycleIntervalDays: 30 }, {}, every(12, 10)],
    [{ frequency: 'monthly', cycleIntervalDays: 30 }, { start_date: '2027-01-31' }, every(1, 31)],
    [{ frequency: 'quarterly', startDate: '2027-02-07' }, {}, every(3, 7)],
    [{ frequency: 'weekly' }, {}, { every: 'days', days: 7 }],
    [{ frequency: 'semi_monthly', cycleIntervalDays: 15 }, {}, { every: 'days', days: 15 }],
    [{ frequency: 'other', cycleIntervalDays: 45 }, {}, { every: 'days', days: 45 }],
  ];
  for (const [terms, body, rhythm] of rhythms)
    it(`is as often as was agreed on: ${JSON.stringify(terms)} ${JSON.stringify(body)}`, () => {
      const { request: made, faults } = requested(body, terms);
      if (rhythm) assert.deepEqual([made.rhythm, faults], [rhythm, {}]);
      else assert.match(JSON.stringify(faults), /interval_months.*How many/);
    });

  it('is no more than is at fault: a date that is none hides no day, and an agreement that says nothing has to be told how often', () => {
    const { request: made, faults } = requested(
      { start_date: 'tomorrow' },
      { frequency: 'monthly' },
    );
    assert.deepEqual([made.rhythm, faults], [every(1, 1), {}]);
    for (const terms of [{}, { frequency: 'irregular' }, { frequency: 'semi_monthly' }] as const)
      assert.deepEqual(Object.keys(requested({}, terms).faults), ['interval_days']);
  });

  it('is the first day whose hour is still to come, and no charge at once', () => {
    const noon = Date.parse('2027-01-10T12:00Z');
    assert.equal(requested({ interval_days: 30 }).request.startsOn, '2027-01-10');
    assert.equal(requested({ interval_days: 30 }, {}, noon).request.startsOn, '2027-01-11');
    const kuwait = { interval_days: 30, time_zone: 'Asia/Kuwait', charge_at: '15:00' };
    assert.equal(requested(kuwait, {}, noon - 1).request.startsOn, '2027-01-10');
    assert.equal(requested(kuwait, {}, noon + 1).request.startsOn, '2027-01-11');
  });

  it('is today where that was asked for, also after that hour', () => {
    const noon = Date.parse('2027-01-10T12:00Z');
    const asked = { interval_days: 30, start_date: '2027-01-10' };
    assert.equal(requested(asked, {}, noon).request.startsOn, '2027-01-10');
  });
});

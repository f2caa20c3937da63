import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  adviceOf,
  isWithin,
  limitsOf,
  tryTimes,
  tryAfter,
} from '../../../domain/agreement/retries.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('a declined charge', () => {
  for (const [given, expected] of [
    [{ code: 'insufficient_funds' }, 'soft'],
    [{ code: 'issuer_decline' }, 'soft'],
    [{ code: 'never_heard_of' }, 'soft'],
    [{}, 'soft'],
    [{ code: 'expired_card' }, 'hard'],
    [{ code: 'stolen_card' }, 'hard'],
    [{ code: 'unknown_card' }, 'hard'],
    [{ code: 'lost_card' }, 'hard'],
    [{ code: 'closed_account' }, 'hard'],
    [{ code: 'account_closed', advice: 'soft' }, 'hard'],
    [{ code: 'invalid_account' }, 'hard'],
    [{ code: 'no_such_account' }, 'hard'],
    [{ code: 'insufficient_funds', advice: 'do-not-retry' }, 'do-not-retry'],
    [{ code: 'stolen_card', advice: 'do-not-retry' }, 'do-not-retry'],
    [{ code: 'stolen_card', advice: 'soft' }, 'hard'],
    [{ code: 'insufficient_funds', advice: 'hard' }, 'hard'],
    [{ advice: 'soft' }, 'soft'],
  ] as const)
    it(`with ${JSON.stringify(given)} is ${expected}`, () => {
      assert.equal(adviceOf(given), expected);
    });
});

describe('the limits of a network', () => {
  for (const { brand, declined, apart, allowed } of [
    { brand: 'VISA', declined: 14, apart: DAY, allowed: true },
    { brand: 'VISA', declined: 15, apart: DAY, allowed: false },
    { brand: 'visa', declined: 15, apart: HOUR, allowed: false },
    { brand: 'MASTERCARD', declined: 9, apart: HOUR, allowed: true },
    { brand: 'MASTERCARD', declined: 10, apart: HOUR, allowed: false },
    { brand: 'MASTERCARD', declined: 34, apart: 20 * HOUR, allowed: true },
    { brand: 'MASTERCARD', declined: 35, apart: 20 * HOUR, allowed: false },
    { brand: 'AMEX', declined: 10, apart: HOUR, allowed: false },
    { brand: 'AMEX', declined: 15, apart: DAY, allowed: false },
    { brand: undefined, declined: 14, apart: DAY, allowed: true },
    { brand: undefined, declined: 15, apart: DAY, allowed: false },
  ])
    it(`${allowed ? 'allow' : 'forbid'} ${brand ?? 'an unknown card'} a try after ${declined}, ${apart / HOUR} h apart`, () => {
      const now = 1_800_000_000_000;
      const times = Array.from({ length: declined }, (_, index) => now - index * apart);
      assert.equal(isWithin(limitsOf(brand), times, now), allowed);
    });

  it('are never exceeded in any window by who asks before each try', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('VISA', 'MASTERCARD', 'AMEX', undefined),
        fc.array(fc.integer({ min: 0, max: 3 * DAY }), { minLength: 40, maxLength: 120 }),
        (brand, pauses) => {
          const made: number[] = [];
          let now = 0;
          for (const pause of pauses) {
            now += pause;
            if (isWithin(limitsOf(brand), made, now)) made.push(now);
          }
          const most = (ms: number) =>
            Math.max(...made.map((end) => made.filter((at) => at > end - ms && at <= end).length));
          if (brand === 'MASTERCARD') assert.ok(most(DAY) <= 10 && most(30 * DAY) <= 35);
          else assert.ok(most(30 * DAY) <= 15);
        },
      ),
    );
  });
});

describe('the tries of a period', () => {
  for (const { days, expected } of [
    { days: Number.POSITIVE_INFINITY, expected: [0, 1, 3, 7] },
    { days: 30, expected: [0, 1, 3, 7] },
    { days: 8, expected: [0, 1, 3, 7] },
    { days: 7, expected: [0, 1, 3] },
    { days: 2, expected: [0, 1] },
    { days: 1, expected: [0] },
  ])
    it(`are on the days ${expected.join(', ')} when the next one is due after ${days} days`, () => {
      assert.deepEqual(
        tryTimes(0, days * DAY),
        expected.map((day) => day * DAY),
      );
    });

  it('lie a day apart at least, also when one was late', () => {
    const plan = tryTimes(0);
    assert.equal(tryAfter(plan, 0), DAY);
    assert.equal(tryAfter(plan, HOUR), 3 * DAY);
    assert.equal(tryAfter(plan, 2.5 * DAY), 7 * DAY);
    assert.equal(tryAfter(plan, 7 * DAY), undefined);
  });
});

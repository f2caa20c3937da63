import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  countInquiry,
  inquiryWaitSeconds,
  type InquiryThrottle,
} from '../../../domain/transaction/inquiry-throttle.ts';
import { aTransaction, CREATED_AT, DAY_MS } from '../../support/builders.ts';

const MINUTE = 60_000;
const THROTTLE: InquiryThrottle = { firstAfterSeconds: 600, everySeconds: 1800, perDay: 3 };

/** When a transaction may be asked about next, all in minutes since its creation. */
function next(asked: readonly number[], now: number): number {
  const inquiredAt = asked.map((minutes) => CREATED_AT + minutes * MINUTE);
  const wait = inquiryWaitSeconds(
    aTransaction({ inquiredAt }),
    THROTTLE,
    CREATED_AT + now * MINUTE,
  );
  return now + wait / 60;
}

describe('the throttle of inquiries', () => {
  const cases: readonly (readonly [string, readonly number[], number, number])[] = [
    ['gives nothing in the first ten minutes', [], 0, 10],
    ['is open after them', [], 11, 11],
    ['waits half an hour after the first call', [12], 13, 42],
    ['waits half an hour after the second', [12, 60], 61, 90],
    ['gives no fourth call within a day of the first', [12, 60, 120], 151, 12 + 24 * 60],
    ['gives the fourth when the first is a day old', [12, 60, 120], 12 + 24 * 60, 12 + 24 * 60],
  ];
  for (const [name, asked, now, expected] of cases)
    it(name, () => {
      assert.equal(next(asked, now), expected);
    });

  it('rounds a wait up to whole seconds, and makes nobody wait without one', () => {
    const now = CREATED_AT + 10 * MINUTE - 1;
    assert.equal(inquiryWaitSeconds(aTransaction(), THROTTLE, now), 1);
    assert.equal(inquiryWaitSeconds(aTransaction(), undefined, now), 0);
  });

  it('lets through at most three calls in any 24 hours, at least half an hour apart', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 60 }), (pauses) => {
        let transaction = aTransaction();
        let now = CREATED_AT;
        const asked: number[] = [];
        for (const pause of pauses) {
          now += pause * MINUTE;
          if (inquiryWaitSeconds(transaction, THROTTLE, now) > 0) continue;
          transaction = countInquiry(transaction, now);
          asked.push(now);
        }
        for (const [index, at] of asked.entries()) {
          assert.ok(at >= CREATED_AT + 10 * MINUTE);
          assert.ok(at - (asked[index - 1] ?? 0) >= 30 * MINUTE);
          assert.ok(at - (asked[index - 3] ?? 0) >= DAY_MS);
        }
        assert.ok((transaction.inquiredAt ?? []).length <= 3);
      }),
    );
  });
});

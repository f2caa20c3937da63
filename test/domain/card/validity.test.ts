import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { printExpiry, readExpiry } from '../../../domain/card/expiry.ts';
import { daysLeft, expiresSoon, isExpired } from '../../../domain/card/validity.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const at = (text: string) => Date.parse(text);
const aMonth = fc.record(
  {
    year: fc.integer({ min: 2000, max: 2099 }),
    month: fc.integer({ min: 1, max: 12 }),
  },
  { noNullPrototype: true },
);

describe('a saved card', () => {
  for (const [text, year, of, left] of [
    ['2027-03-31T00:00:00Z', 2027, 3, 0],
    ['2027-03-31T23:59:59.999Z', 2027, 3, 0],
    ['2027-04-01T00:00:00Z', 2027, 3, -1],
    ['2027-03-01T12:00:00Z', 2027, 3, 30],
    ['2027-02-28T23:59:59Z', 2027, 2, 0],
    ['2028-02-28T12:00:00Z', 2028, 2, 1],
    ['2028-02-29T12:00:00Z', 2028, 2, 0],
    ['2027-12-31T23:59:59Z', 2027, 12, 0],
    ['2028-01-01T00:00:00Z', 2027, 12, -1],
    ['2026-01-15T09:00:00Z', 2027, 1, 381],
  ] as const)
    it(`of ${of}/${year} has ${left} days left at ${text}`, () => {
      const expiry = { year, month: of };
      assert.equal(daysLeft(expiry, at(text)), left);
      assert.equal(isExpired(expiry, at(text)), left < 0);
    });

  it('is good to the last moment of its month, and not a moment longer', () => {
    fc.assert(
      fc.property(aMonth, (expiry) => {
        const end = Date.UTC(expiry.year, expiry.month, 1);
        assert.equal(isExpired(expiry, end - 1), false);
        assert.equal(isExpired(expiry, end), true);
      }),
    );
  });

  it('expires soon in its last thirty days, and not once it has expired', () => {
    const expiry = { year: 2027, month: 4 };
    const states = [-31, -30, -29, 0, 1].map((days) =>
      expiresSoon(expiry, at('2027-04-30T12:00:00Z') + days * DAY_MS),
    );
    assert.deepEqual(states, [false, false, true, true, false]);
  });
});

describe('the month of a card', () => {
  for (const [[month, year], expected] of [
    [['3', '27'], { year: 2027, month: 3 }],
    [['03', '2027'], { year: 2027, month: 3 }],
    [['12', '99'], { year: 2099, month: 12 }],
    [['00', '27'], undefined],
    [['13', '27'], undefined],
    [['3', '1927'], undefined],
    [['3', '7'], undefined],
    [['', ''], undefined],
    [[' 3', '27'], undefined],
    [['٣', '27'], undefined],
  ] as const)
    it(`"${month}/${year}" is ${expected ? 'read' : 'none'}`, () => {
      assert.deepEqual(readExpiry(month, year), expected);
    });

  it('reads what it has printed', () => {
    fc.assert(
      fc.property(aMonth, (expiry) => {
        const printed = printExpiry(expiry);
        assert.deepEqual([printed.month.length, printed.year.length], [2, 2]);
        assert.deepEqual(readExpiry(printed.month, printed.year), expiry);
      }),
    );
  });
});

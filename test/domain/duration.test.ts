import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  formatDuration,
  isIsoDate,
  isoUtc,
  parseDateTime,
  parseDuration,
} from '../../domain/duration.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a duration', () => {
  const READ: readonly (readonly [string, number, string])[] = [
    ['00:00:01', 1, '00:00:01'],
    ['00:30:00', 30 * MINUTE, '00:30:00'],
    ['00:50:00', 50 * MINUTE, '00:50:00'],
    ['23:59:59', DAY - 1, '23:59:59'],
    ['1 00:00:00', DAY, '1 00:00:00'],
    ['01 00:00:00', DAY, '1 00:00:00'],
    ['0 00:30:00', 30 * MINUTE, '00:30:00'],
    ['10 00:00:00', 10 * DAY, '10 00:00:00'],
    ['2 03:04:05', 2 * DAY + 3 * HOUR + 4 * MINUTE + 5, '2 03:04:05'],
    ['3650 00:00:00', 3650 * DAY, '3650 00:00:00'],
  ];
  for (const [text, seconds, printed] of READ)
    it(`is read from "${text}" as ${seconds} s and printed as "${printed}"`, () => {
      assert.equal(parseDuration(text), seconds);
      assert.equal(formatDuration(seconds), printed);
    });

  const REFUSED: readonly (readonly [string, string])[] = [
    ['', 'it is empty'],
    ['00:00:00', 'it is no time at all'],
    ['0 00:00:00', 'it is no time at all'],
    ['24:00:00', 'a day has 23 hours and a rest'],
    ['00:60:00', 'an hour has 59 minutes and a rest'],
    ['00:00:60', 'a minute has 59 seconds and a rest'],
    ['00:30', 'seconds are missing'],
    ['0:30:00', 'hours have two digits'],
    ['1  00:00:00', 'there are two blanks'],
    ['1 00:00:00 ', 'a blank follows'],
    [' 00:30:00', 'a blank precedes'],
    ['1 00:00:00\n', 'a newline follows'],
    ['-1 00:00:00', 'it has a sign'],
    ['1.5 00:00:00', 'days are whole'],
    ['3651 00:00:00', 'it is longer than ten years'],
    ['99999 00:00:00', 'it is longer than ten years'],
    ['P1D', 'it is ISO 8601'],
    ['PT30M', 'it is ISO 8601'],
    ['1800', 'it is a number'],
    ['2026-01-15T09:00:07Z', 'it is an instant'],
    ['٠٠:٣٠:٠٠', 'its digits are not ASCII'],
  ];
  for (const [text, reason] of REFUSED)
    it(`is not read from ${JSON.stringify(text)}: ${reason}`, () => {
      assert.equal(parseDuration(text), undefined);
    });

  it('comes back from print and parse unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3650 * DAY }), (seconds) => {
        assert.equal(parseDuration(formatDuration(seconds)), seconds);
      }),
    );
  });

  for (const seconds of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
    it(`is not printed from ${seconds}`, () => {
      assert.throws(() => formatDuration(seconds), RangeError);
    });
});

describe('an ISO date', () => {
  for (const text of [
    '2026-01-15',
    '2024-02-29',
    '2000-02-29',
    '2026-12-31',
    '0001-01-01',
    '9999-12-31',
  ])
    it(`is ${text}`, () => {
      assert.equal(isIsoDate(text), true);
    });

  for (const text of [
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '0000-01-01',
    '2026-1-5',
    '26-01-15',
    '20260115',
    '15/01/2026',
    '2026-01-15T00:00:00Z',
    '2026-01-15\n',
    '-2026-01-15',
    '',
  ])
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.equal(isIsoDate(text), false);
    });

  it('is what the calendar of the language has, over all days and impossible days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.nat(13), fc.nat(32), (y, m, d) => {
        const text = [
          String(y).padStart(4, '0'),
          ...[m, d].map((n) => String(n).padStart(2, '0')),
        ].join('-');
        const day = new Date(0);
        day.setUTCFullYear(y, m - 1, d);
        assert.equal(isIsoDate(text), day.toISOString().slice(0, 10) === text);
      }),
    );
  });
});

describe('a date-time', () => {
  const READ: readonly (readonly [string, string])[] = [
    ['2026-01-15T09:00:07Z', '2026-01-15T09:00:07.000Z'],
    ['2026-01-15T09:00:07.5Z', '2026-01-15T09:00:07.500Z'],
    ['2026-01-15T09:00:07.123456Z', '2026-01-15T09:00:07.123Z'],
    ['2026-01-15T09:00Z', '2026-01-15T09:00:00.000Z'],
    ['2026-01-15T09:00:07', '2026-01-15T09:00:07.000Z'],
    ['2026-01-15 09:00:07', '2026-01-15T09:00:07.000Z'],
    ['2026-01-15T09:00:07+03:00', '2026-01-15T06:00:07.000Z'],
    ['2026-01-15T09:00:07+0300', '2026-01-15T06:00:07.000Z'],
    ['2026-01-15T09:00:07+03', '2026-01-15T06:00:07.000Z'],
    ['2026-01-15T09:00:07-05:30', '2026-01-15T14:30:07.000Z'],
    ['2026-01-01T01:00:00+03:00', '2025-12-31T22:00:00.000Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
    ['15/01/2026 09:00', '2026-01-15T09:00:00.000Z'],
    ['15/01/2026 09:00:07', '2026-01-15T09:00:07.000Z'],
    ['29/02/2024 00:00', '2024-02-29T00:00:00.000Z'],
  ];
  for (const [text, instant] of READ)
    it(`is read from "${text}" as ${instant}`, () => {
      const epochMs = parseDateTime(text);
      assert.ok(epochMs !== undefined);
      assert.equal(new Date(epochMs).toISOString(), instant);
    });

  for (const text of [
    '',
    '2026-01-15',
    '2026-02-30T09:00:00Z',
    '2026-01-15T24:00:00Z',
    '2026-01-15T09:60:00Z',
    '2026-01-15T09:00:60Z',
    '2026-01-15T09Z',
    '2026-01-15T09:00:07.Z',
    '2026-01-15T09:00:07+24:00',
    '2026-01-15T09:00:07+03:60',
    '2026-01-15T09:00:07 Z',
    '2026-01-15T09:00:07Z\n',
    '2026-01-15t09:00:07z',
    '31/02/2026 09:00',
    '2026/01/15 09:00',
    '1/1/2026 09:00',
    '15/01/2026',
    '15/01/2026T09:00',
    '15/01/2026 09:00+03:00',
    '15/01/2026 09:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '1768467607',
    'tomorrow',
    'Jan 15, 2026 09:00',
  ])
    it(`is not read from ${JSON.stringify(text)}`, () => {
      assert.equal(parseDateTime(text), undefined);
    });

  it('is printed in UTC to the second, parts of a second cut', () => {
    assert.equal(isoUtc(Date.UTC(2026, 0, 15, 9, 0, 7)), '2026-01-15T09:00:07Z');
    assert.equal(isoUtc(Date.UTC(2026, 0, 15, 9, 0, 7, 999)), '2026-01-15T09:00:07Z');
    assert.equal(isoUtc(0), '1970-01-01T00:00:00Z');
    assert.equal(isoUtc(-1), '1969-12-31T23:59:59Z');
  });

  for (const epochMs of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15])
    it(`is not printed from ${epochMs}`, () => {
      assert.throws(() => isoUtc(epochMs), RangeError);
    });

  it('comes back from print and parse to the second', () => {
    const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });
    fc.assert(
      fc.property(seconds, (second) => {
        assert.equal(parseDateTime(isoUtc(second * 1000)), second * 1000);
      }),
    );
  });
});

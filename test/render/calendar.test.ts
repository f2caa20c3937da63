import assert from 'node:assert/strict';
import { dayInShort, dayInWords, momentInWords, zoneName } from '../../render/calendar.ts';

const KUWAIT = { language: 'en', timeZone: 'Asia/Kuwait' } as const;
const LATE = '2026-12-31T22:30:00Z';

describe('a time that people read', () => {
  const MOMENTS: readonly (readonly [string | undefined, string, string])[] = [
    [undefined, '31 December 2026 at 22:30 UTC', '31 ديسمبر 2026 في 22:30 UTC'],
    ['Asia/Kuwait', '1 January 2027 at 01:30 GMT+3', '1 يناير 2027 في 01:30 GMT+3'],
    ['Asia/Kolkata', '1 January 2027 at 04:00 GMT+5:30', '1 يناير 2027 في 04:00 GMT+5:30'],
  ];
  for (const [timeZone, en, ar] of MOMENTS)
    it(`is ${en} where the clock is that of ${timeZone ?? 'nobody'}`, () => {
      assert.equal(momentInWords(LATE, { language: 'en', timeZone }), en);
      assert.equal(momentInWords(LATE, { language: 'ar', timeZone }), ar);
    });

  it('has the name of its zone for that day, in summer another one', () => {
    const berlin = { language: 'en', timeZone: 'Europe/Berlin' } as const;
    assert.equal(zoneName('2026-01-15T12:00:00Z', berlin), 'GMT+1');
    assert.equal(zoneName('2026-07-15T12:00:00Z', berlin), 'GMT+2');
  });

  it('is the day that it is there, and a date is the same day everywhere', () => {
    assert.equal(dayInWords(LATE, KUWAIT), '1 January 2027');
    assert.equal(dayInShort(LATE, KUWAIT), '1 Jan');
    for (const timeZone of ['Asia/Kuwait', 'America/New_York', 'Pacific/Auckland'])
      assert.equal(dayInWords('2026-12-29', { language: 'en', timeZone }), '29 December 2026');
  });
});

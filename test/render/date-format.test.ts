import assert from 'node:assert/strict';
import { dateFormat } from '../../render/date-format.ts';

const HOUR = { hour: '2-digit', hourCycle: 'h23' } as const;
const NOON = new Date('2026-01-15T12:00:00Z');

describe('what writes instants', () => {
  it('is made once for a locale and its options', () => {
    const kuwait = dateFormat('en', { ...HOUR, timeZone: 'Asia/Kuwait' });
    assert.equal(dateFormat('en', { ...HOUR, timeZone: 'Asia/Kuwait' }), kuwait);
    assert.notEqual(dateFormat('ar', { ...HOUR, timeZone: 'Asia/Kuwait' }), kuwait);
    assert.notEqual(dateFormat('en', { ...HOUR, timeZone: 'UTC' }), kuwait);
  });

  it('is that of the zone that is asked for, after as many others as there are', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone'))
      assert.equal(
        dateFormat('en', { ...HOUR, timeZone }).resolvedOptions().timeZone,
        new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
      );
    assert.equal(dateFormat('en', { ...HOUR, timeZone: 'Asia/Kuwait' }).format(NOON), '15');
    assert.throws(() => dateFormat('en', { timeZone: 'Asia/Nowhere' }), RangeError);
  });
});

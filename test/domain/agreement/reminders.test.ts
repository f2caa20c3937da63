import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { beginOf, remindersOf, spreadOf, SPREAD_MS } from '../../../domain/agreement/reminders.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const dueAt = Date.parse('2027-02-05T06:00Z');

describe('the time of a cycle', () => {
  const rhythms: readonly { readonly days: number; readonly told: readonly string[] }[] = [
    { days: 31, told: ['week-ahead', 'day-ahead'] },
    { days: 8, told: ['week-ahead', 'day-ahead'] },
    { days: 7, told: ['day-ahead'] },
    { days: 2, told: ['day-ahead'] },
    { days: 1, told: [] },
  ];
  for (const { days, told } of rhythms)
    it(`every ${days} days is begun an hour before there is something to do, and after the last one was due`, () => {
      const formerDueAt = dueAt - days * DAY;
      fc.assert(
        fc.property(fc.uuid(), (uuid) => {
          const reminders = remindersOf({ uuid, dueAt, formerDueAt });
          assert.deepEqual(
            reminders.map(({ reminder }) => reminder),
            told,
          );
          for (const { reminder, at } of reminders) {
            const promised = dueAt - (reminder === 'week-ahead' ? 7 : 1) * DAY;
            assert.ok(
              at <= promised && at > promised - HOUR,
              'never later, an hour earlier at most',
            );
          }
          const begin = beginOf({ uuid, dueAt, formerDueAt });
          assert.equal(begin % 1000, 0, 'a Schedule knows seconds');
          assert.ok(begin <= (reminders[0]?.at ?? dueAt) - HOUR + 1000);
          assert.ok(begin > formerDueAt);
        }),
      );
    });

  it('is spread evenly over the agreements of a minute: begun over hours, told over an hour, charged over another', () => {
    const uuids = Array.from(
      { length: 10_000 },
      (_, index) =>
        `${Math.floor((index / 10_000) * 2 ** 32)
          .toString(16)
          .padStart(8, '0')}-0000-4000-8000-000000000000`,
    );
    assert.ok(most(uuids.map((uuid) => beginOf({ uuid, dueAt }))) <= 42);
    assert.ok(most(uuids.map((uuid) => remindersOf({ uuid, dueAt })[1]?.at ?? 0)) <= 167);
    assert.ok(most(uuids.map((uuid) => dueAt + spreadOf(uuid))) <= 167);
    assert.ok(uuids.every((uuid) => spreadOf(uuid) < SPREAD_MS));
  });
});

/** The most in one minute. */
function most(times: readonly number[]): number {
  const minutes = new Map<number, number>();
  for (const at of times) {
    const minute = Math.floor(at / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  return Math.max(...minutes.values());
}

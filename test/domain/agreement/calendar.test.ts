import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Timetable } from '../../../domain/agreement/autopay.ts';
import { isDate, isTimeZone, periodFrom, periodOf } from '../../../domain/agreement/calendar.ts';

const KUWAIT: Timetable = {
  rhythm: { every: 'months', months: 1, day: 31 },
  startsOn: '2027-12-15',
  cycles: 999,
  timeZone: 'Asia/Kuwait',
  at: '09:00',
};

describe('the calendar of an agreement', () => {
  const table: readonly {
    readonly about: string;
    readonly given: Partial<Timetable>;
    readonly due: readonly string[];
  }[] = [
    {
      about: 'the last day of a month that is too short, and no drift after it',
      given: {},
      due: [
        '2027-12-31T06:00Z',
        '2028-01-31T06:00Z',
        '2028-02-29T06:00Z',
        '2028-03-31T06:00Z',
        '2028-04-30T06:00Z',
      ],
    },
    {
      about: 'February of a year that is no leap year',
      given: { startsOn: '2027-01-30', rhythm: { every: 'months', months: 1, day: 30 } },
      due: ['2027-01-30T06:00Z', '2027-02-28T06:00Z', '2027-03-30T06:00Z'],
    },
    {
      about: 'a leap day, every year',
      given: { startsOn: '2028-02-29', rhythm: { every: 'months', months: 12, day: 29 } },
      due: [
        '2028-02-29T06:00Z',
        '2029-02-28T06:00Z',
        '2030-02-28T06:00Z',
        '2031-02-28T06:00Z',
        '2032-02-29T06:00Z',
      ],
    },
    {
      about: 'the next month when the day is over in the first',
      given: { startsOn: '2027-12-15', rhythm: { every: 'months', months: 3, day: 5 } },
      due: ['2028-01-05T06:00Z', '2028-04-05T06:00Z', '2028-07-05T06:00Z'],
    },
    {
      about: 'the start itself when the month ends on it',
      given: { startsOn: '2027-02-28' },
      due: ['2027-02-28T06:00Z', '2027-03-31T06:00Z'],
    },
    {
      about: 'days over the end of a year',
      given: { startsOn: '2027-12-20', rhythm: { every: 'days', days: 10 } },
      due: ['2027-12-20T06:00Z', '2027-12-30T06:00Z', '2028-01-09T06:00Z'],
    },
    {
      about: 'an hour later when the clock leaves that hour out',
      given: {
        startsOn: '2027-03-27',
        rhythm: { every: 'days', days: 1 },
        timeZone: 'Europe/Berlin',
        at: '02:30',
      },
      due: ['2027-03-27T01:30Z', '2027-03-28T01:30Z', '2027-03-29T00:30Z'],
    },
    {
      about: 'the first of an hour that comes twice',
      given: {
        startsOn: '2027-10-30',
        rhythm: { every: 'days', days: 1 },
        timeZone: 'Europe/Berlin',
        at: '02:30',
      },
      due: ['2027-10-30T00:30Z', '2027-10-31T00:30Z', '2027-11-01T01:30Z'],
    },
    {
      about: 'the same time of day in summer and winter',
      given: {
        startsOn: '2027-01-05',
        rhythm: { every: 'months', months: 6, day: 5 },
        timeZone: 'America/New_York',
      },
      due: ['2027-01-05T14:00Z', '2027-07-05T13:00Z', '2028-01-05T14:00Z'],
    },
    {
      about: 'a zone whose offset is no whole hour',
      given: {
        startsOn: '2027-05-01',
        rhythm: { every: 'days', days: 7 },
        timeZone: 'Asia/Kathmandu',
      },
      due: ['2027-05-01T03:15Z', '2027-05-08T03:15Z'],
    },
    {
      about: 'the first instant after midnight where the clock leaves midnight out',
      given: {
        startsOn: '2023-04-27',
        rhythm: { every: 'days', days: 1 },
        timeZone: 'Africa/Cairo',
        at: '00:00',
      },
      due: ['2023-04-26T22:00Z', '2023-04-27T22:00Z', '2023-04-28T21:00Z'],
    },
    {
      about: 'nothing after the end',
      given: { endsOn: '2028-02-15' },
      due: ['2027-12-31T06:00Z', '2028-01-31T06:00Z'],
    },
    { about: 'so many cycles and no more', given: { cycles: 1 }, due: ['2027-12-31T06:00Z'] },
  ];

  for (const { about, given, due } of table)
    it(`knows ${about}`, () => {
      const timetable = { ...KUWAIT, ...given };
      const limited = given.cycles ?? given.endsOn;
      const found = due.map((_, index) => periodOf(timetable, index + 1)?.dueAt);
      assert.deepEqual(
        found.map((at) => at && new Date(at).toISOString()),
        due.map((text) => new Date(text).toISOString()),
      );
      if (limited !== undefined) assert.equal(periodOf(timetable, due.length + 1), undefined);
    });

  it('names a period by its date in the place, whatever date it is elsewhere', () => {
    const timetable = { ...KUWAIT, at: '01:00', timeZone: 'Pacific/Auckland' };
    assert.deepEqual(periodOf(timetable, 1), {
      name: '2027-12-31',
      number: 1,
      dueAt: Date.parse('2027-12-30T12:00Z'),
    });
  });

  it('has each period once, in order, no two on one date, and finds it by name and by instant', () => {
    fc.assert(
      fc.property(timetables, fc.integer({ min: 1, max: 60 }), (timetable, number) => {
        const one = periodOf(timetable, number);
        const next = periodOf(timetable, number + 1);
        assert.ok(one && next);
        assert.ok(one.dueAt < next.dueAt && one.name < next.name);
        assert.deepEqual(periodFrom(timetable, one.dueAt), one);
        assert.deepEqual(periodFrom(timetable, one.dueAt + 1), next);
      }),
    );
  });

  it('keeps the day of the month, or the last one of a month that lacks it', () => {
    fc.assert(
      fc.property(timetables, fc.integer({ min: 1, max: 60 }), (timetable, number) => {
        const { rhythm } = timetable;
        if (rhythm.every !== 'months') return;
        const [year = 0, month = 0, day = 0] = (periodOf(timetable, number)?.name ?? '')
          .split('-')
          .map(Number);
        const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
        assert.equal(day, Math.min(rhythm.day, last));
      }),
    );
  });

  it('lets no daily charge come twice or fail because a clock was changed', () => {
    fc.assert(
      fc.property(zones, times, fc.integer({ min: 1, max: 800 }), (timeZone, at, number) => {
        const daily: Timetable = { ...KUWAIT, rhythm: { every: 'days', days: 1 }, timeZone, at };
        const gap =
          (periodOf(daily, number + 1)?.dueAt ?? 0) - (periodOf(daily, number)?.dueAt ?? 0);
        assert.ok(gap >= 22 * 3_600_000 && gap <= 26 * 3_600_000, `${gap / 3_600_000} h`);
      }),
    );
  });

  for (const number of [0, -1, 1.5, Number.NaN, 1000])
    it(`has no period number ${number}`, () => {
      assert.equal(periodOf(KUWAIT, number), undefined);
    });

  for (const zone of ['', 'Asia/Nowhere', '+03:00', 'Kuwait City', '../etc'])
    it(`does not take "${zone}" for a time zone`, () => {
      assert.equal(isTimeZone(zone), false);
    });

  for (const date of ['', '2027-2-1', '2027-02-29', '2027-13-01', '2027-02-01T00:00', '20270201'])
    it(`does not take "${date}" for a date`, () => {
      assert.equal(isDate(date), false);
    });
});

const zones = fc.constantFrom(
  'Asia/Kuwait',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Santiago',
  'Pacific/Auckland',
  'UTC',
);
const times = fc.constantFrom('00:00', '01:30', '02:00', '02:30', '03:15', '09:00', '23:59');
const timetables: fc.Arbitrary<Timetable> = fc.record({
  rhythm: fc.oneof(
    fc.record({ every: fc.constant('days' as const), days: fc.integer({ min: 1, max: 366 }) }),
    fc.record({
      every: fc.constant('months' as const),
      months: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    }),
  ),
  startsOn: fc
    .date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  cycles: fc.constant(999),
  timeZone: zones,
  at: times,
});

import assert from 'node:assert/strict';
import { assert as hold, constantFrom, integer, property, record } from 'fast-check';
import {
  dateBefore,
  periodNumberFrom,
  reportPeriod,
  spanOfDays,
  type ReportTimetable,
} from '../../../domain/report/calendar.ts';
import { INTERVALS } from '../../../domain/report/report.ts';

const KUWAIT: ReportTimetable = {
  interval: 'daily',
  startsOn: '2026-03-01',
  cutOff: '23:00',
  timeZone: 'Asia/Kuwait',
};
const iso = (instant: number) => new Date(instant).toISOString();
const shown = (timetable: ReportTimetable, ...numbers: readonly number[]) =>
  numbers.map((number) => {
    const { name, span } = reportPeriod(timetable, number);
    return [name, iso(span.after), iso(span.until)];
  });

describe('the calendar of reports', () => {
  it('ends the first period on the first date, and begins it an interval before', () => {
    assert.deepEqual(shown(KUWAIT, 1, 2), [
      ['2026-03-01', '2026-02-28T20:00:00.000Z', '2026-03-01T20:00:00.000Z'],
      ['2026-03-02', '2026-03-01T20:00:00.000Z', '2026-03-02T20:00:00.000Z'],
    ]);
  });

  it('has the weekday of the first date', () => {
    const weekly = { ...KUWAIT, interval: 'weekly' } as const;
    assert.deepEqual(
      shown(weekly, 1, 2, 3).map(([name]) => name),
      ['2026-03-01', '2026-03-08', '2026-03-15'],
    );
  });

  it('takes the last day of a month that does not have the day, and moves none after it', () => {
    const monthly = { ...KUWAIT, interval: 'monthly', startsOn: '2026-01-31' } as const;
    assert.deepEqual(
      shown(monthly, 0, 1, 2, 3, 4).map(([name]) => name),
      ['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
    );
    const yearly = { ...KUWAIT, interval: 'yearly', startsOn: '2028-02-29' } as const;
    assert.deepEqual(
      shown(yearly, 1, 2, 5).map(([name]) => name),
      ['2028-02-29', '2029-02-28', '2032-02-29'],
    );
  });

  it('has days of 23 and 25 hours where clocks change, and a cut-off that is left out is later', () => {
    const berlin = {
      ...KUWAIT,
      timeZone: 'Europe/Berlin',
      cutOff: '02:30',
      startsOn: '2026-03-28',
    };
    assert.deepEqual(
      shown(berlin, 1, 2, 3).map(([, , until]) => until),
      ['2026-03-28T01:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'],
    );
    const autumn = { ...berlin, startsOn: '2026-10-24' };
    assert.deepEqual(
      shown(autumn, 1, 2, 3).map(([, , until]) => until),
      // 02:30 comes twice on the 25th: the first one counts.
      ['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    );
  });

  it('leaves no instant out and has none twice', () => {
    hold(
      property(
        record({
          interval: constantFrom(...INTERVALS),
          day: integer({ min: 1, max: 366 }),
          hour: integer({ min: 0, max: 23 }),
          timeZone: constantFrom(
            'Asia/Kuwait',
            'Europe/Berlin',
            'America/St_Johns',
            'Pacific/Apia',
          ),
          number: integer({ min: 1, max: 400 }),
          ms: integer({ min: 0, max: 1_000_000_000 }),
        }),
        ({ interval, day, hour, timeZone, number, ms }) => {
          const timetable: ReportTimetable = {
            interval,
            startsOn: new Date(Date.UTC(2024, 0, day)).toISOString().slice(0, 10),
            cutOff: `${String(hour).padStart(2, '0')}:30`,
            timeZone,
          };
          const { span } = reportPeriod(timetable, number);
          assert.ok(span.after < span.until);
          assert.equal(reportPeriod(timetable, number + 1).span.after, span.until);
          const instant = span.after + 1 + (ms % (span.until - span.after));
          assert.equal(periodNumberFrom(timetable, instant), number);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('takes whole days of the place, both ends included', () => {
    const place = { timeZone: 'Asia/Kuwait', now: Date.UTC(2026, 2, 10, 12) };
    const { after = 0, until } = spanOfDays({ from: '2026-03-01', to: '2026-03-02' }, place);
    assert.deepEqual(
      [iso(after + 1), iso(until)],
      ['2026-02-28T21:00:00.000Z', '2026-03-02T20:59:59.999Z'],
    );
    assert.deepEqual(spanOfDays({}, place), { until: place.now });
    assert.equal(dateBefore(place.now, { days: 30, timeZone: 'Asia/Kuwait' }), '2026-02-08');
  });
});

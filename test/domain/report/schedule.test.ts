import assert from 'node:assert/strict';
import { array, assert as hold, constantFrom, integer, oneof, property, record } from 'fast-check';
import { defaultColumns } from '../../../domain/report/columns.ts';
import { INTERVALS } from '../../../domain/report/report.ts';
import {
  deleted,
  lookAtSchedule,
  nextPeriod,
  paused,
  replanned,
  resumed,
  scheduled,
  SETTLED_MS,
  upcomingLooks,
  type ReportSchedule,
  type SchedulePlan,
} from '../../../domain/report/schedule.ts';
import { DAY_MS, SHOP } from '../../support/builders.ts';

const PLAN: SchedulePlan = {
  interval: 'daily',
  startsOn: '2026-03-01',
  cutOff: '23:00',
  timeZone: 'Asia/Kuwait',
  filter: {},
  layout: { format: 'csv', language: 'en', bom: false, columns: defaultColumns(false) },
  emails: [],
};
const NOON = Date.UTC(2026, 2, 10, 9);
const CUT_OFF = Date.UTC(2026, 2, 10, 20);

const aSchedule = (plan: Partial<SchedulePlan> = {}, now = NOON): ReportSchedule =>
  scheduled({ ...PLAN, ...plan }, { merchantId: SHOP, id: 'a1', now });

describe('a schedule of reports', () => {
  it('makes its first report of the period that was under way when it was made', () => {
    const { schedule, due } = lookAtSchedule(aSchedule(), NOON);
    assert.deepEqual(due, []);
    assert.equal(schedule.lookAt, CUT_OFF + SETTLED_MS);
    assert.deepEqual(nextPeriod(schedule)?.span, { after: CUT_OFF - DAY_MS, until: CUT_OFF });
  });

  it('waits until what was created at the last moment stands in the database', () => {
    const early = lookAtSchedule(aSchedule(), CUT_OFF + SETTLED_MS - 1);
    assert.deepEqual(early.due, []);
    const { due, schedule } = lookAtSchedule(aSchedule(), CUT_OFF + SETTLED_MS);
    assert.deepEqual(
      due.map(({ name }) => name),
      ['2026-03-10'],
    );
    assert.deepEqual(lookAtSchedule(schedule, CUT_OFF + SETTLED_MS).due, []);
  });

  it('makes up for all that was missed, some at a time', () => {
    const late = NOON + 40 * DAY_MS;
    const first = lookAtSchedule(aSchedule(), late);
    assert.equal(first.due.length, 31);
    assert.ok((first.schedule.lookAt ?? Infinity) < late);
    const second = lookAtSchedule(first.schedule, late);
    assert.equal(second.due.length, 9);
    assert.ok((second.schedule.lookAt ?? 0) > late);
  });

  it('makes nothing before its first date', () => {
    const { schedule, due } = lookAtSchedule(aSchedule({ startsOn: '2026-04-01' }), NOON);
    assert.deepEqual(due, []);
    assert.equal(nextPeriod(schedule)?.name, '2026-04-01');
  });

  it('makes nothing while it is paused, and leaves out what went by meanwhile', () => {
    const stopped = paused(aSchedule(), NOON);
    const looked = lookAtSchedule(stopped, NOON + 5 * DAY_MS);
    assert.deepEqual([looked.due, looked.schedule.lookAt], [[], undefined]);
    assert.deepEqual(
      [nextPeriod(looked.schedule), upcomingLooks(looked.schedule, 3)],
      [undefined, []],
    );
    const going = resumed(looked.schedule, NOON + 5 * DAY_MS);
    assert.deepEqual(nextPeriod(going)?.span, {
      after: CUT_OFF + 4 * DAY_MS,
      until: CUT_OFF + 5 * DAY_MS,
    });
  });

  it('is what it was when it is paused or resumed again, and is looked at when it is deleted', () => {
    const stopped = paused(aSchedule(), NOON);
    assert.equal(paused(stopped, NOON + 1), stopped);
    assert.equal(resumed(aSchedule(), NOON).state, 'active');
    const gone = deleted(stopped, NOON + 2);
    assert.deepEqual([gone.state, gone.lookAt], ['deleted', NOON + 2]);
    assert.deepEqual(lookAtSchedule(gone, NOON + DAY_MS * 9).due, []);
  });

  it('says when it is looked at, once for each report', () => {
    assert.deepEqual(
      upcomingLooks(aSchedule(), 3),
      [0, 1, 2].map((days) => CUT_OFF + SETTLED_MS + days * DAY_MS),
    );
  });

  it('has every instant in one report, whatever its plan becomes and whenever somebody looks', () => {
    const plan = record({
      interval: constantFrom(...INTERVALS),
      startsOn: constantFrom('2026-01-31', '2026-02-28', '2026-03-08', '2026-05-01'),
      cutOff: constantFrom('00:00', '02:30', '12:00', '23:59'),
      timeZone: constantFrom('Asia/Kuwait', 'Europe/Berlin', 'America/New_York'),
    });
    const step = oneof(
      record({ does: constantFrom('look' as const), days: integer({ min: 0, max: 40 }) }),
      record({ does: constantFrom('replan' as const), plan }),
    );
    hold(
      property(plan, array(step, { maxLength: 12 }), (first, steps) => {
        let now = NOON;
        let schedule = aSchedule(first);
        let end: number | undefined;
        for (const one of steps) {
          if (one.does === 'replan') {
            schedule = replanned(schedule, { ...PLAN, ...one.plan }, now);
            continue;
          }
          now += one.days * DAY_MS;
          const looked = lookAtSchedule(schedule, now);
          for (const { span } of looked.due) {
            if (end !== undefined) assert.equal(span.after, end);
            assert.ok(span.until > span.after && span.until + SETTLED_MS <= now);
            end = span.until;
          }
          ({ schedule } = looked);
        }
      }),
      { numRuns: 150 },
    );
  });
});

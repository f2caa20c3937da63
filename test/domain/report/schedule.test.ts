import assert from 'node:assert/strict';
import { array, assert as hold, constantFrom, integer, oneof, property, record } from 'fast-check';
import { INTERVALS } from '../../../domain/report/report.ts';
import {
  deleted,
  lookAtSchedule,
  nextReportPeriod,
  owing,
  pausedSchedule,
  replanned,
  resumedSchedule,
  scheduled,
  SETTLED_MS,
  upcomingLooks,
  type ReportSchedule,
  type SchedulePlan,
} from '../../../domain/report/schedule.ts';
import { DAY_MS, SHOP } from '../../support/builders.ts';
import { CUT_OFF, PLAN } from './plans.ts';

const NOON = Date.UTC(2026, 2, 10, 9);
const HOUR_MS = DAY_MS / 24;

const aSchedule = (plan: Partial<SchedulePlan> = {}, now = NOON): ReportSchedule =>
  scheduled({ ...PLAN, ...plan }, { merchantId: SHOP, id: 'a1', now });

describe('a schedule of reports', () => {
  it('makes its first report of the period that was under way when it was made', () => {
    const { schedule, due } = lookAtSchedule(aSchedule(), NOON);
    assert.deepEqual(due, []);
    assert.equal(schedule.lookAt, CUT_OFF + SETTLED_MS);
    assert.deepEqual(nextReportPeriod(schedule)?.span, { after: CUT_OFF - DAY_MS, until: CUT_OFF });
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
    assert.equal(nextReportPeriod(schedule)?.name, '2026-04-01');
  });

  it('makes nothing while it is paused, and leaves out what went by meanwhile', () => {
    const stopped = pausedSchedule(aSchedule(), NOON);
    const looked = lookAtSchedule(stopped, NOON + 5 * DAY_MS);
    assert.deepEqual([looked.due, looked.schedule.lookAt], [[], undefined]);
    assert.deepEqual(
      [nextReportPeriod(looked.schedule), upcomingLooks(looked.schedule, 3)],
      [undefined, []],
    );
    const going = resumedSchedule(looked.schedule, NOON + 5 * DAY_MS);
    assert.deepEqual(nextReportPeriod(going)?.span, {
      after: CUT_OFF + 4 * DAY_MS,
      until: CUT_OFF + 5 * DAY_MS,
    });
  });

  it('goes on where the last report ended when no cut-off went by in a pause', () => {
    const { schedule: daily } = lookAtSchedule(aSchedule(), CUT_OFF + SETTLED_MS);
    const monthly = { ...PLAN, interval: 'monthly', startsOn: '2026-03-31' } as const;
    const until = Date.UTC(2026, 2, 31, 20);
    const replannedFirst = pausedSchedule(replanned(daily, monthly, NOON + DAY_MS), NOON + DAY_MS);
    const pausedFirst = replanned(pausedSchedule(daily, NOON + DAY_MS), monthly, NOON + DAY_MS);
    for (const stopped of [replannedFirst, pausedFirst])
      assert.deepEqual(nextReportPeriod(resumedSchedule(stopped, NOON + DAY_MS))?.span, {
        after: CUT_OFF,
        until,
      });
  });

  it('leaves out no cut-off before a pause that only a plan made in the pause has', () => {
    const { schedule: daily } = lookAtSchedule(aSchedule(), CUT_OFF + SETTLED_MS);
    const pausedAt = CUT_OFF + 12 * HOUR_MS;
    const resumedAt = CUT_OFF + 3 * DAY_MS;
    const later = { ...PLAN, cutOff: '07:00' };
    const stopped = replanned(pausedSchedule(daily, pausedAt), later, pausedAt + HOUR_MS);
    const { due, schedule } = lookAtSchedule(resumedSchedule(stopped, resumedAt), resumedAt);
    const cutOff = Date.UTC(2026, 2, 11, 4);
    assert.deepEqual(
      due.map(({ span }) => span),
      [{ after: CUT_OFF, until: cutOff }],
    );
    assert.deepEqual(nextReportPeriod(schedule)?.span, {
      after: cutOff + 2 * DAY_MS,
      until: cutOff + 3 * DAY_MS,
    });
  });

  it('skips nothing of what is still to come when it is resumed before its first date', () => {
    const far = aSchedule({ interval: 'monthly', startsOn: '2027-01-31' });
    const going = resumedSchedule(pausedSchedule(far, NOON), NOON + DAY_MS);
    assert.equal(nextReportPeriod(replanned(going, PLAN, NOON + DAY_MS))?.span.until, CUT_OFF);
  });

  it('makes the report of what was over before it was paused', () => {
    const stopped = pausedSchedule(aSchedule(), CUT_OFF + 30_000);
    const early = lookAtSchedule(stopped, CUT_OFF + 30_000);
    assert.deepEqual([early.due, early.schedule.lookAt], [[], CUT_OFF + SETTLED_MS]);
    const later = CUT_OFF + 5 * 60_000;
    const whilePaused = lookAtSchedule(early.schedule, later);
    assert.deepEqual(
      [whilePaused.due.map(({ name }) => name), whilePaused.schedule.lookAt],
      [['2026-03-10'], undefined],
    );
    assert.deepEqual(lookAtSchedule(whilePaused.schedule, later + DAY_MS).due, []);
    const going = resumedSchedule(early.schedule, later);
    assert.deepEqual(upcomingLooks(going, 2), [
      CUT_OFF + SETTLED_MS,
      CUT_OFF + SETTLED_MS + DAY_MS,
    ]);
    assert.equal(nextReportPeriod(going)?.name, '2026-03-10');
    const { due, schedule } = lookAtSchedule(going, later);
    assert.deepEqual(
      due.map(({ name }) => name),
      ['2026-03-10'],
    );
    assert.deepEqual(nextReportPeriod(schedule)?.span, { after: CUT_OFF, until: CUT_OFF + DAY_MS });
  });

  it('does not forget before a second pause what was over before the first', () => {
    let schedule = aSchedule();
    for (const days of [0, 2]) {
      schedule = pausedSchedule(schedule, CUT_OFF + 30_000 + days * DAY_MS);
      schedule = resumedSchedule(schedule, CUT_OFF + 30_000 + (days + 1) * DAY_MS);
    }
    const { due } = lookAtSchedule(schedule, CUT_OFF + SETTLED_MS + 4 * DAY_MS);
    assert.deepEqual(
      due.map(({ name }) => name),
      ['2026-03-10', '2026-03-12', '2026-03-14'],
    );
  });

  it('gives the same report of what is over, whatever its plan becomes', () => {
    const over = owing(aSchedule(), CUT_OFF + SETTLED_MS);
    const later = replanned(over, { ...PLAN, cutOff: '23:30' }, CUT_OFF + SETTLED_MS);
    const { due, schedule } = lookAtSchedule(later, CUT_OFF + DAY_MS / 2);
    assert.deepEqual(
      due.map(({ span }) => span),
      [
        { after: CUT_OFF - DAY_MS, until: CUT_OFF },
        { after: CUT_OFF, until: CUT_OFF + DAY_MS / 48 },
      ],
    );
    assert.equal(owing(schedule, CUT_OFF + DAY_MS / 2), schedule);
  });

  it('leaves nothing out of its first report when another plan has its first date still to come', () => {
    const made = Date.UTC(2026, 0, 1, 9);
    const monthly = { interval: 'monthly', startsOn: '2026-01-31', cutOff: '23:30' } as const;
    const begun = Date.UTC(2025, 11, 31, 20, 30);
    const first = { after: begun, until: Date.UTC(2026, 0, 31, 20, 30) };
    const daily = { ...PLAN, ...monthly, interval: 'daily' } as const;
    const changed = replanned(aSchedule(monthly, made), daily, made + 9 * DAY_MS);
    const stopped = pausedSchedule(aSchedule(monthly, made), made + 8 * DAY_MS);
    const resumed = resumedSchedule(
      replanned(stopped, daily, made + 9 * DAY_MS),
      made + 10 * DAY_MS,
    );
    for (const schedule of [changed, resumed]) {
      assert.deepEqual(nextReportPeriod(schedule)?.span, first);
      const { due } = lookAtSchedule(schedule, first.until + DAY_MS + SETTLED_MS);
      assert.deepEqual(
        due.map(({ span }) => span),
        [first, { after: first.until, until: first.until + DAY_MS }],
      );
    }
  });

  it('has what its first report was to have in it, too, when its plan is changed as soon as that is over', () => {
    const monthly = { ...PLAN, interval: 'monthly', startsOn: '2026-03-31' } as const;
    const changed = replanned(aSchedule(), monthly, CUT_OFF + 30_000);
    assert.deepEqual(nextReportPeriod(changed)?.span, { after: CUT_OFF - DAY_MS, until: CUT_OFF });
  });

  it('makes no report of what was over before it was made when its first plan is corrected', () => {
    const yearly = aSchedule({ interval: 'yearly', startsOn: '2026-01-01' });
    const { due, schedule } = lookAtSchedule(replanned(yearly, PLAN, NOON + 60_000), NOON + 60_000);
    assert.deepEqual([due, nextReportPeriod(schedule)?.span.until], [[], CUT_OFF]);
  });

  it('is what it was when it is paused or resumed again, and is looked at when it is deleted', () => {
    const stopped = pausedSchedule(aSchedule(), NOON);
    assert.equal(pausedSchedule(stopped, NOON + 1), stopped);
    assert.equal(resumedSchedule(aSchedule(), NOON).state, 'active');
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

  it('has every instant in one report but for cut-offs in a pause, whatever its plan becomes and whenever somebody looks', () => {
    const plan = record({
      interval: constantFrom(...INTERVALS),
      startsOn: constantFrom('2026-01-31', '2026-02-28', '2026-03-08', '2026-03-20', '2026-05-01'),
      cutOff: constantFrom('00:00', '02:30', '12:00', '23:59'),
      timeZone: constantFrom('Asia/Kuwait', 'Europe/Berlin', 'America/New_York'),
    });
    const step = oneof(
      record({ does: constantFrom('look' as const) }),
      record({ does: constantFrom('replan' as const), plan }),
      record({ does: constantFrom('pause' as const) }),
      record({ does: constantFrom('resume' as const) }),
      record({
        does: constantFrom('wait' as const),
        ms: oneof(
          integer({ min: 0, max: 40 }).map((days) => days * DAY_MS),
          constantFrom(1, 30_000, 59 * 60_000, 3 * 3_600_000),
        ),
      }),
    );
    hold(
      property(plan, array(step, { maxLength: 24 }), (first, steps) => {
        let now = NOON;
        let schedule = aSchedule(first);
        let end: number | undefined;
        // Where its first report begins at the latest: that is said as soon as its period is under way.
        let begins = Infinity;
        let pausedAt = Infinity;
        const pauses: (readonly [from: number, to: number])[] = [];
        const promised = new Set<number>();
        const look = () => {
          const looked = lookAtSchedule(schedule, now);
          for (const { span } of looked.due) {
            const { after, until } = span;
            if (end !== undefined) assert.ok(after >= end, 'two reports overlap');
            if (after > (end ?? begins)) {
              const inPause = pauses.some(([from, to]) => from < after && after < to);
              assert.ok(inPause, 'what had its cut-off outside of pauses is in no report');
            }
            assert.ok(until > after && until + SETTLED_MS <= now);
            promised.delete(until);
            end = until;
          }
          ({ schedule } = looked);
        };
        const replan = (next: Partial<SchedulePlan>) => {
          const begun = nextReportPeriod(schedule)?.span.after;
          if (end === undefined && begun !== undefined && begun <= now)
            begins = Math.min(begins, Math.max(begun, NOON));
          schedule = replanned(schedule, { ...PLAN, ...next }, now);
        };
        const resume = () => {
          if (schedule.state === 'paused') pauses.push([pausedAt, now]);
          schedule = resumedSchedule(schedule, now);
        };
        for (const one of steps) {
          if (one.does === 'look') look();
          if (one.does === 'wait') now += one.ms;
          if (one.does === 'replan') replan(one.plan);
          if (one.does === 'pause' && schedule.state === 'active') {
            for (const at of upcomingLooks(schedule, 40))
              if (at - SETTLED_MS <= now) promised.add(at - SETTLED_MS);
            pausedAt = now;
            schedule = pausedSchedule(schedule, now);
          }
          if (one.does === 'resume') resume();
        }
        resume();
        now += SETTLED_MS;
        // Where a look finds nothing more, nor does the next one at the same moment.
        for (let before: number | undefined = Infinity; before !== end;) {
          before = end;
          look();
        }
        assert.deepEqual([...promised], [], 'what was over before a pause is in no report');
      }),
      { numRuns: 150 },
    );
  });
});

import { reportName, type Report, type ReportOrder } from '../domain/report/report.ts';
import { dateBefore, type ReportPeriod } from '../domain/report/calendar.ts';
import {
  lookAtSchedule,
  owing,
  type ReportSchedule,
  type ScheduleRef,
} from '../domain/report/schedule.ts';
import { reportIdOf } from '../store/reports.ts';
import type { Store } from '../store/index.ts';

/** How the Temporal Schedule of a report is made to agree with its document; worker/deps.ts gives it. */
export interface ArrangeReports {
  /** True when an operator has paused it in Temporal: then nothing is made. */
  readonly isHeld: (ref: ScheduleRef) => Promise<boolean>;
  readonly arrange: (schedule: ReportSchedule) => Promise<void>;
  /** Leaves nothing in Temporal of one that is gone. */
  readonly forget: (ref: ScheduleRef) => Promise<void>;
}

type Stores = Pick<Store, 'reports' | 'reportSchedules'>;

/** A report that must have a run. */
export type ReportStart = Pick<Report, 'merchantId' | 'id' | 'name'>;

/** Who has paused a Schedule in Temporal is asked again after this. */
const HELD_MS = 3_600_000;

export function reportScheduleActivities(
  { reports, reportSchedules }: Stores,
  { isHeld, arrange, forget }: ArrangeReports,
) {
  return {
    /**
     * Looks at a schedule: every period that is over has its report then, and its Temporal Schedule is as it says. Gives the
     * reports that must have a run. Safe to repeat: a period has one report, whoever asks for it.
     */
    async lookAtReports({
      now,
      ...ref
    }: ScheduleRef & { readonly now: number }): Promise<readonly ReportStart[]> {
      for (;;) {
        const known = await reportSchedules.findAny(ref);
        if (!known) {
          // It may have been deleted after this has read it, and before this has made its Schedule.
          await forget(ref);
          return [];
        }
        const { schedule, due } = lookAtSchedule(known, now);
        if ((known.state === 'active' || due.length > 0) && (await isHeld(known))) {
          if (await reportSchedules.save({ ...known, lookAt: now + HELD_MS })) return [];
          continue;
        }
        // Before any is asked for it is written down which: a plan that is changed meanwhile would have them overlap.
        const owed = owing(known, now);
        if (owed !== known) {
          await reportSchedules.save(owed);
          continue;
        }
        const wanted: Report[] = [];
        for (const period of due) wanted.push(await reports.want(orderOf(known, period, now)));
        // Before it is written that nobody has to look: what fails here is done again.
        await arrange(schedule);
        if (schedule.state === 'deleted') await reportSchedules.remove(schedule);
        else if (!(await reportSchedules.save(schedule))) continue;
        return wanted.filter(({ status }) => status === 'in_progress').map(startOf);
      }
    },
  };
}

/** The report of a period: the same, however often it is asked for. */
function orderOf(
  { merchantId, id: scheduleId, plan, initiator }: ReportSchedule,
  { name, span }: ReportPeriod,
  now: number,
): ReportOrder {
  const { interval, prefix, filter, layout, emails, sentByMail } = plan;
  const { plugins } = filter;
  return {
    id: reportIdOf(scheduleId, span.until),
    merchantId,
    name: reportName({
      ...(prefix !== undefined && { prefix }),
      ...(plugins && { plugins }),
      interval,
      from: dayOf(span.after, plan.timeZone),
      to: name,
    }),
    source: 'auto',
    interval,
    scheduleId,
    selection: { ...span, ...filter },
    layout,
    ...(initiator && { initiator }),
    emails,
    ...(sentByMail && { sentByMail }),
    createdAt: now,
  };
}

function dayOf(instant: number, timeZone: string): string {
  return dateBefore(instant, { days: 0, timeZone });
}

function startOf({ merchantId, id, name }: Report): ReportStart {
  return { merchantId, id, name };
}

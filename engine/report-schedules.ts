import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';
import { upcomingLooks, type ReportSchedule, type ScheduleRef } from '../domain/report/schedule.ts';
import { reportScheduleId } from '../workflows/ids.ts';
import { reportLookOf } from '../workflows/starts.ts';
import {
  instantOf,
  isHeldByOperator,
  OUR_NOTE,
  unlessDeleted,
  unopenedSchedules,
  WRITTEN_AHEAD,
} from './schedule-parts.ts';

/**
 * The Temporal Schedule of each report that is made by itself, `report-schedule/<id>`. The instants are those of our own
 * calendar, written one by one, because no cron line knows "the 31st, or the last day" in a place whose clocks change.
 */
export function reportSchedules(client: Client) {
  const schedule = unopenedSchedules(client);
  const forget = async ({ id }: ScheduleRef): Promise<void> => {
    await unlessDeleted(() => schedule.getHandle(reportScheduleId(id)).delete());
  };
  return {
    forget,

    async arrange(report: ReportSchedule): Promise<void> {
      if (report.state === 'deleted') {
        await forget(report);
        return;
      }
      const handle = schedule.getHandle(reportScheduleId(report.id));
      const note = noteOf(report);
      if (report.state === 'paused') {
        // Its instants stay as they are, for resuming writes new ones; and so does an operator's pause: it is theirs to end.
        const found = await unlessDeleted(() => handle.describe());
        if (found && !isHeldByOperator(found.state))
          await unlessDeleted(() => handle.pause(OUR_NOTE));
        return;
      }
      const wanted = optionsFor(report);
      try {
        await schedule.create({ ...wanted, state: { note } });
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await handle.update(({ state }) => ({
          ...wanted,
          state: isHeldByOperator(state) ? state : { ...state, paused: false, note },
        }));
      }
    },

    /** Whether an operator has paused it. */
    async isHeld({ id }: ScheduleRef): Promise<boolean> {
      const found = await unlessDeleted(() => schedule.getHandle(reportScheduleId(id)).describe());
      return found !== undefined && isHeldByOperator(found.state);
    },
  };
}

function optionsFor(report: ReportSchedule): ScheduleOptions {
  const { args, taskQueue, typedSearchAttributes } = reportLookOf(report);
  return {
    scheduleId: reportScheduleId(report.id),
    spec: { calendars: upcomingLooks(report, WRITTEN_AHEAD).map(instantOf) },
    // One look makes up for all that were missed, however long that was.
    policies: { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: '7 days' },
    typedSearchAttributes,
    action: {
      type: 'startWorkflow',
      workflowType: 'reportTick',
      workflowId: reportScheduleId(report.id),
      taskQueue,
      args,
      staticSummary: 'make the report that is due',
      typedSearchAttributes,
    },
  };
}

/** What an operator reads beside the Schedule. */
function noteOf({ plan: { interval, cutOff, timeZone } }: ReportSchedule): string {
  return `makes a ${interval} report, cut off at ${cutOff} ${timeZone}`;
}

import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';
import type { Autopay } from '../domain/agreement/autopay.ts';
import { upcomingBegins, type Running } from '../domain/agreement/look.ts';
import { LATEST_MS } from '../domain/agreement/reminders.ts';
import { agreementScheduleId } from '../workflows/ids.ts';
import { lookOf } from '../workflows/starts.ts';
import {
  instantOf,
  isHeldByOperator,
  OUR_NOTE,
  unlessDeleted,
  unopenedSchedules,
  WRITTEN_AHEAD,
} from './schedule-parts.ts';

/**
 * The Schedule of each agreement that the engine charges, `agreement/<uuid>`: it says when the engine has to look at it. The
 * instants are those of our own calendar, written one by one, because no cron line knows "the 31st, or the last day".
 */
export function agreementSchedules(client: Client) {
  const schedule = unopenedSchedules(client);
  return {
    async arrange(agreement: Running): Promise<void> {
      const handle = schedule.getHandle(agreementScheduleId(agreement.uuid));
      if (agreement.autopay.state === 'ended') {
        await unlessDeleted(() => handle.delete());
        return;
      }
      const begins = upcomingBegins(agreement, WRITTEN_AHEAD, Date.now());
      const { lookAt } = agreement.autopay;
      // With the last cycle begun, somebody looks whether it has ended. Paused then, it stays, and fires nothing: it may be held.
      const instants = begins.length === 0 && lookAt !== undefined ? [lookAt] : begins;
      const wanted = optionsFor(agreement, instants);
      const isPaused = agreement.autopay.state === 'paused';
      try {
        await schedule.create({
          ...wanted,
          state: isPaused ? { paused: true, note: OUR_NOTE } : { note: noteOf(agreement.autopay) },
        });
      } catch (error) {
        if (!(error instanceof ScheduleAlreadyRunning)) throw error;
        await handle.update(({ state }) => ({
          ...wanted,
          state: isHeldByOperator(state)
            ? state
            : { ...state, paused: isPaused, note: isPaused ? OUR_NOTE : noteOf(agreement.autopay) },
        }));
      }
    },

    /** Whether an operator has paused it. */
    async isHeld(agreement: Running): Promise<boolean> {
      const handle = schedule.getHandle(agreementScheduleId(agreement.uuid));
      const found = await unlessDeleted(() => handle.describe());
      return found !== undefined && isHeldByOperator(found.state);
    },
  };
}

function optionsFor(agreement: Running, begins: readonly number[]): ScheduleOptions {
  const { args, taskQueue, typedSearchAttributes } = lookOf(agreement);
  return {
    scheduleId: agreementScheduleId(agreement.uuid),
    // No jitter: the instants are spread already, and the document says the same ones.
    spec: { calendars: begins.map(instantOf) },
    // Looks are short, and one too many does nothing; none is dropped. What is later than a customer expects is missed.
    policies: { overlap: ScheduleOverlapPolicy.BUFFER_ONE, catchupWindow: LATEST_MS },
    typedSearchAttributes,
    action: {
      type: 'startWorkflow',
      workflowType: 'autoDebitTick',
      workflowId: agreementScheduleId(agreement.uuid),
      taskQueue,
      args,
      staticSummary: 'look at the agreement',
      typedSearchAttributes,
    },
  };
}

/** What an operator reads beside the Schedule. */
function noteOf({ rhythm, at, timeZone }: Autopay): string {
  const when =
    rhythm.every === 'days'
      ? `every ${rhythm.days} days`
      : `every ${rhythm.months} months on day ${rhythm.day}`;
  return `charges ${when}, ${at} ${timeZone}; fires when the customer has to be told`;
}

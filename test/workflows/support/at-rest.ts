import { setTimeout as wait } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';

export type HistoryEvent = NonNullable<
  Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']
>[number];

/**
 * Waits until no workflow task and no activity is under way, by the history, which shows both at one moment, and gives whether the run
 * is still open.
 */
export async function atRest(handle: WorkflowHandle): Promise<boolean> {
  for (;;) {
    const { status } = await handle.describe();
    if (status.name !== 'RUNNING') return false;
    const { events } = await handle.fetchHistory();
    if (!hasOpenTask(events ?? []) && !hasOpenActivity(events ?? [])) return true;
    await wait(5);
  }
}

function hasOpenTask(events: readonly HistoryEvent[]): boolean {
  const last = events.findLast(
    (event) =>
      event.workflowTaskScheduledEventAttributes ??
      event.workflowTaskStartedEventAttributes ??
      event.workflowTaskCompletedEventAttributes,
  );
  return !last?.workflowTaskCompletedEventAttributes;
}

function hasOpenActivity(events: readonly HistoryEvent[]): boolean {
  const scheduled = events.filter((event) => event.activityTaskScheduledEventAttributes);
  const ended = events.filter(
    (event) =>
      event.activityTaskCompletedEventAttributes ??
      event.activityTaskFailedEventAttributes ??
      event.activityTaskTimedOutEventAttributes,
  );
  return scheduled.length > ended.length;
}

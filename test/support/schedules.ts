import type { ScheduleClient, ScheduleDescription } from '@temporalio/client';
import { untilHeard } from '../../engine/schedule-parts.ts';

/** A Schedule as Temporal describes it, asked again when nobody hears the question, as Temporal does for our activities. */
export function describeSchedule(client: ScheduleClient, id: string): Promise<ScheduleDescription> {
  return untilHeard(client, () => client.getHandle(id).describe());
}

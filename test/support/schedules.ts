import type { ScheduleClient, ScheduleDescription } from '@temporalio/client';
import { isOutage } from '../../engine/temporal-errors.ts';
import { until } from './http.ts';

const ANSWERED_WITHIN_MS = 10_000;

/**
 * A Schedule as Temporal describes it. For that the server asks a workflow of its own, and at times nobody hears the question: it is
 * given up after half a minute (temporalio/sdk-typescript, issues 967 and 1050). So it is asked again after a third of that, as an
 * operator would, and as Temporal does for our activities.
 */
export function describeSchedule(client: ScheduleClient, id: string): Promise<ScheduleDescription> {
  const ask = () => client.getHandle(id).describe();
  return until(
    `what Temporal says of the Schedule ${id}`,
    async () => {
      try {
        return await client.withDeadline(Date.now() + ANSWERED_WITHIN_MS, ask);
      } catch (error) {
        if (isOutage(error)) return undefined;
        throw error;
      }
    },
    3 * ANSWERED_WITHIN_MS,
  );
}

import { activityInfo } from '@temporalio/activity';
import type { cycleActivities } from './cycles.ts';

type Cycles = ReturnType<typeof cycleActivities>;

/**
 * The same activities, told what time it is when their turn has come. Whoever asked for one said what time it was then; by the
 * rate of its queue, or while no worker was there, hours may have passed since, and what is late must know that it is.
 */
export function inTheirTurn(cycles: Cycles): Cycles {
  return {
    lookAtAgreement: (look) => cycles.lookAtAgreement(belated(look)),
    advanceCycle: (step) => cycles.advanceCycle(belated(step)),
  };
}

function belated<T extends { readonly now: number }>(given: T): T {
  const waited = Date.now() - activityInfo().scheduledTimestampMs;
  // The server's clock may be a little ahead of ours.
  return { ...given, now: given.now + Math.max(waited, 0) };
}

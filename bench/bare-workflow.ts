import { proxyActivities } from '@temporalio/workflow';

const { first, second } = proxyActivities<{
  first: () => Promise<void>;
  second: () => Promise<void>;
}>({ startToCloseTimeout: '5 seconds' });

/** What Temporal itself costs: a workflow that does nothing but two activities that do nothing. */
export async function bare(): Promise<void> {
  await first();
  await second();
}

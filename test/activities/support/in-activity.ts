import { asyncLocalStorage, Context, type Info } from '@temporalio/activity';
import { noopMetricMeter, type Logger } from '@temporalio/common';

/** Runs what an activity runs, as Temporal's worker would: with the number of the try. */
export function inActivity<T>(
  activity: () => Promise<T>,
  { attempt = 1 }: { readonly attempt?: number } = {},
): Promise<T> {
  const context = new Context(
    { ...INFO, attempt },
    new Promise<never>(() => undefined),
    new AbortController().signal,
    () => undefined,
    undefined,
    silent,
    noopMetricMeter,
    {},
  );
  return asyncLocalStorage.run(context, activity);
}

export const INFO: Info = {
  taskToken: new Uint8Array(),
  base64TaskToken: '',
  activityId: '1',
  activityType: 'tested',
  activityNamespace: 'default',
  attempt: 1,
  isLocal: false,
  scheduledTimestampMs: 0,
  scheduleToCloseTimeoutMs: 0,
  startToCloseTimeoutMs: 0,
  currentAttemptScheduledTimestampMs: 0,
  heartbeatDetails: undefined,
  taskQueue: 'tests',
  namespace: 'default',
  inWorkflow: true,
};

const nothing = () => undefined;
const silent: Logger = {
  log: nothing,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};

import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Logger } from 'pino';
import { tracedRequestId, withTracedRequest } from '../gateways/trace.ts';
import { REQUEST_ID_HEADER } from '../workflows/ids.ts';

/**
 * Runs each activity under the id of the request that caused it: in the headers of its gateway calls, in its log
 * lines, and in one line of its own that says how it ended. Arguments and results are never logged: they hold
 * customers' data.
 */
export function traceActivities(logger: Logger): ActivityInterceptorsFactory {
  return ({ info }) => {
    const { activityType: activity, workflowExecution, attempt, isLocal } = info;
    const workflowId = workflowExecution?.workflowId;
    const level = isLocal ? 'debug' : 'info';
    return {
      inbound: {
        execute: (input, next) =>
          withTracedRequest(requestIdIn(input.headers), async () => {
            const started = performance.now();
            let outcome = 'failed';
            try {
              const result = await next(input);
              outcome = 'done';
              return result;
            } finally {
              const tookMs = Math.round(performance.now() - started);
              const requestId = tracedRequestId();
              logger[level](
                { requestId, workflowId, activity, attempt, outcome, tookMs },
                'activity',
              );
            }
          }),
      },
      outbound: {
        getLogAttributes: (attributes, next) => {
          const requestId = tracedRequestId();
          return next({ ...attributes, ...(requestId !== undefined && { requestId }) });
        },
      },
    };
  };
}

/** Whatever stands in the header, only text is an id. */
function requestIdIn(headers: Headers): string | undefined {
  const payload = headers[REQUEST_ID_HEADER];
  const id: unknown = payload && defaultPayloadConverter.fromPayload(payload);
  return typeof id === 'string' ? id : undefined;
}

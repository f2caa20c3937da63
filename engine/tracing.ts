import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import { REQUEST_ID_HEADER } from '../workflows/ids.ts';

/** Sends the id of the request along with whatever it asks of a workflow. */
export function traceWorkflowCalls(
  requestIdNow: () => string | undefined,
): WorkflowClientInterceptor {
  const marked = (headers: Headers): Headers => {
    const requestId = requestIdNow();
    return requestId === undefined
      ? headers
      : { ...headers, [REQUEST_ID_HEADER]: defaultPayloadConverter.toPayload(requestId) };
  };
  return {
    startWithDetails: (input, next) => next({ ...input, headers: marked(input.headers) }),
    startUpdateWithStart: (input, next) =>
      next({
        ...input,
        workflowStartHeaders: marked(input.workflowStartHeaders),
        updateHeaders: marked(input.updateHeaders),
      }),
    signalWithStart: (input, next) => next({ ...input, headers: marked(input.headers) }),
  };
}

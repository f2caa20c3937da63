import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

type Bundle = ReturnType<typeof bundleWorkflowCode>;

/** The bundle of changed-workflows.ts, made once for this process. */
export function changedBundle(): Bundle {
  return (made ??= bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('changed-workflows.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
  }));
}

let made: Bundle | undefined;

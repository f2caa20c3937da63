import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { keptBundle } from '../../worker/bundle-cache.ts';

/** One bundle of all workflows that exist for tests: to make one takes longer than most of these tests. */
export async function testBundle(): Promise<{ readonly codePath: string }> {
  return { codePath: await keptBundle(makeTestBundle, 'tests', ['test/support/workflows']) };
}

function makeTestBundle(): ReturnType<typeof bundleWorkflowCode> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('workflows/index.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
  });
}

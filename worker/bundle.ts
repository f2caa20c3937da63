import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker';
import { failureConverterPath } from '../temporal/data-converter.ts';

/** The workflows as one bundle: the one that a release has built beside us, or made now from the sources. */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
  const built = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
  if (existsSync(built)) return { codePath: built };
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(
      new URL(`../workflows/index${extname(import.meta.url)}`, import.meta.url),
    ),
    failureConverterPath,
    logger: new DefaultLogger('WARN'),
  });
}

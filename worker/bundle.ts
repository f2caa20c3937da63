import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  bundleWorkflowCode,
  DefaultLogger,
  type WorkflowBundleOption,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { keptBundle } from './bundle-cache.ts';
import { failureConverterPath } from '../temporal/data-converter.ts';

/** The workflows as one bundle: the one that a release has built beside us, or that of the sources as they are. */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
  const built = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
  return { codePath: existsSync(built) ? built : await keptBundle(makeBundle) };
}

/** Makes the bundle, interceptors and all; a release does it once, when it is built. */
export function makeBundle(): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: workflowsFile('index'),
    workflowInterceptorModules: [workflowsFile('interceptors')],
    failureConverterPath,
    logger: new DefaultLogger('WARN'),
  });
}

function workflowsFile(name: string): string {
  return fileURLToPath(new URL(`../workflows/${name}${extname(import.meta.url)}`, import.meta.url));
}

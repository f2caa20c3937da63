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

/** The workflows as they are, or with what they say to workers that are versions of a deployment. */
export const BUNDLES = { index: 'workflow-bundle.js', versioned: 'versioned-bundle.js' } as const;
export type BundleName = keyof typeof BUNDLES;

/** The workflows as one bundle: the one that a release has built beside us, or that of the sources as they are. */
export async function workflowBundle(name: BundleName = 'index'): Promise<WorkflowBundleOption> {
  const built = fileURLToPath(new URL(`../${BUNDLES[name]}`, import.meta.url));
  const codePath = existsSync(built) ? built : await keptBundle(() => makeBundle(name), name);
  return { codePath };
}

/** Makes a bundle, interceptors and all; a release does it once, when it is built. */
export function makeBundle(name: BundleName = 'index'): Promise<WorkflowBundleWithSourceMap> {
  const [workflowsPath, interceptors] = [workflowsFile(name), workflowsFile('interceptors')];
  return bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: [interceptors],
    // Our modules keep nothing between calls (test/house.test.ts): a thread loads and freezes them once, and has one copy for all runs.
    preloadModules: [workflowsPath, interceptors],
    failureConverterPath,
    logger: new DefaultLogger('WARN'),
  });
}

function workflowsFile(name: string): string {
  return fileURLToPath(new URL(`../workflows/${name}${extname(import.meta.url)}`, import.meta.url));
}

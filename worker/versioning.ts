import type { WorkerDeploymentOptions } from '@temporalio/worker';

/**
 * Of which release a worker is, for Temporal's worker versioning; undefined where the operator names no deployment, which
 * is the default and the embedded mode: a versioned worker gets nothing to do before somebody makes its version the
 * current one. Each type of workflow says in workflows/versioned.ts what a release does with the runs of another.
 */
export function deploymentOf(
  deploymentName: string | undefined,
  { version, commit }: { readonly version: string; readonly commit?: string },
): WorkerDeploymentOptions | undefined {
  if (deploymentName === undefined) return undefined;
  const buildId = commit === undefined ? version : `${version}-${commit.slice(0, 12)}`;
  return {
    version: { deploymentName, buildId },
    useWorkerVersioning: true,
    defaultVersioningBehavior: 'AUTO_UPGRADE',
  };
}

import { CancellationScope } from '@temporalio/workflow';

/**
 * Stops its own process in the middle of a microtask, as a suspended machine does, and goes on when that is continued.
 * `URL` is the host's, and by it comes what a workflow must never use.
 */
export function suspended(): Promise<string> {
  return CancellationScope.nonCancellable(async () => {
    await Promise.resolve();
    const host: { readonly pid: number; kill(pid: number, signal: string): void } = (
      URL.constructor as FunctionConstructor
    )('return process')();
    host.kill(host.pid, 'SIGSTOP');
    await Promise.resolve();
    return 'went on';
  });
}

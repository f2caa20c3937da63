import { readFileSync } from 'node:fs';

/**
 * The process that a file names by `pid`, when it lives. After a crash in a container the same number may be ours: then
 * only what this process holds counts.
 */
export function livingPidIn(file: string, isHeldHere: boolean): number | undefined {
  const pid = pidIn(file);
  if (pid === undefined) return undefined;
  return (pid === process.pid ? isHeldHere : isAlive(pid)) ? pid : undefined;
}

function pidIn(file: string): number | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content !== 'object' || content === null || !('pid' in content)) return undefined;
    return typeof content.pid === 'number' ? content.pid : undefined;
  } catch {
    return undefined; // No file, or one that a crash cut short: nobody holds anything by it.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** A file that names the process that has something, as `{"pid": 4711}`. */
export interface Lock {
  /** False once it is released, or the file is gone or names another process. */
  readonly isOurs: () => boolean;
  /** Removes the file if it is still ours. Harmless to repeat. */
  readonly release: () => void;
}

/** The lock files of this process. */
const held = new Set<string>();

/**
 * Makes the file, in a directory that is there, name this process, and takes it over from a process that is gone. Of several that try at
 * once one gets it. Throws the refusal, made of a process that lives and the file that names it, when somebody has it, this process included.
 */
export function takeLock(file: string, refusal: (pid: number, file: string) => string): Lock {
  while (!isCreated(file)) {
    const found = contentOf(file);
    if (found === undefined) continue;
    const pid = livingPid(found, held.has(file));
    if (pid !== undefined) throw new Error(refusal(pid, file));
    // Only who has the turn removes what a dead process has left. Without it, somebody who has judged the same file might remove ours.
    const turn = takeLock(`${file}.turn`, refusal);
    if (contentOf(file) === found) rmSync(file);
    turn.release();
  }
  held.add(file);
  const isOurs = () => held.has(file) && pidIn(contentOf(file)) === process.pid;
  return {
    isOurs,
    release: () => {
      if (isOurs()) rmSync(file);
      held.delete(file);
    },
  };
}

/**
 * The process that a file names by `pid`, when it lives. After a crash in a container the same number may be ours: that is not another
 * process.
 */
export function otherPidIn(file: string): number | undefined {
  return livingPid(contentOf(file), false);
}

/** False when the file is there. A link appears with all of its content: nobody reads half of it. */
function isCreated(file: string): boolean {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
  try {
    linkSync(whole, file);
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(whole);
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of our own number only what this process holds counts. */
function livingPid(content: string | undefined, isHeldHere: boolean): number | undefined {
  const pid = pidIn(content);
  if (pid === undefined) return undefined;
  return (pid === process.pid ? isHeldHere : isAlive(pid)) ? pid : undefined;
}

function pidIn(content = ''): number | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null || !('pid' in value)) return undefined;
    return typeof value.pid === 'number' ? value.pid : undefined;
  } catch {
    return undefined; // Cut short by a crash of the machine: nobody holds anything by it.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

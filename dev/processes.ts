import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly logFile: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Keeps what the log file holds already. */
  readonly append?: boolean;
  /** Gets what it writes on standard output, which is then not in the log file. */
  readonly onOutput?: (text: string) => void;
  /** How long SIGTERM may take before SIGKILL follows. */
  readonly graceMs?: number;
}

/** A process of ours. It never outlives this process, however this one ends. */
export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Says how it ended, as the end of a sentence: "ended with code 1". Never rejects. */
  readonly exited: Promise<string>;
  readonly isRunning: () => boolean;
  signal(signal: NodeJS.Signals): void;
  /** Asks it to end, and ends it after its grace. Harmless to repeat. */
  stop(): Promise<void>;
}

const GRACE_MS = 10_000;
const running = new Set<Child>();

/**
 * Starts a program in its own process group, with its output in a log file. Fails when the program cannot be run.
 * A group of its own keeps Ctrl-C of a terminal for us, so that children are stopped in their order.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, logFile } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, options.append === true ? 'a' : 'w');
  const process_ = spawn(options.command, [...options.args], {
    detached: true,
    stdio: ['ignore', options.onOutput === undefined ? log : 'pipe', log],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  closeSync(log);
  if (options.onOutput !== undefined) {
    process_.stdout?.setEncoding('utf8').on('data', options.onOutput);
  }
  const ended = once(process_, 'close');
  // A program that cannot be run emits "error" and no "close" that means anything; the line below tells of it.
  ended.catch(() => undefined);
  await once(process_, 'spawn');

  const { pid } = process_;
  if (pid === undefined) throw new Error(`${name} has no process id.`);
  const endGuard = guard(pid);
  let alive = true;
  process_.once('exit', () => {
    alive = false;
    running.delete(child);
    endGuard();
    signalGroup(pid, 'SIGKILL'); // What it started itself and left behind.
  });
  const exited = ended.then(() => howItEnded(process_.exitCode, process_.signalCode));
  const child: Child = {
    name,
    pid,
    logFile,
    exited,
    isRunning: () => alive,
    signal: (signal) => {
      if (alive) signalGroup(pid, signal);
    },
    async stop() {
      child.signal('SIGTERM');
      const late = setTimeout(() => child.signal('SIGKILL'), options.graceMs ?? GRACE_MS);
      await exited;
      clearTimeout(late);
    },
  };
  running.add(child);
  return child;
}

/** Stops the given children, or every child of this process, the youngest first. */
export async function stopAll(children: Iterable<Child> = running): Promise<void> {
  for (const child of [...children].toReversed()) await child.stop();
}

/** The last lines that a child wrote, for an error message. */
export function lastLines(logFile: string, count = 15): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}

/**
 * A shell that waits until the pipe to us is closed, which the kernel does however we end, and then kills the group.
 * It is the only way to leave no orphan after SIGKILL or a crash. Returns the way to end the guard itself.
 */
function guard(pid: number): () => void {
  const script = 'trap "" HUP INT TERM; read -r _; kill -s KILL -- "-$0"';
  const shell = spawn('/bin/sh', ['-c', script, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => undefined);
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return () => void shell.kill('SIGKILL');
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already, which is what a signal to it was for.
  }
}

function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { livingPidIn } from '../simulator/living-pid.ts';

/** What `.data/run.json` says about the system that runs. */
export interface RunInfo {
  readonly pid: number;
  readonly api: string;
  readonly demo: string;
  readonly simulator: string;
  /** Where the mails can be read that would have gone out. */
  readonly mailbox: string;
  readonly temporal: string;
  readonly temporal_ui: string;
  readonly mongodb: string;
  /** Where Prometheus finds the metrics of API and worker. */
  readonly metrics: { readonly api: string; readonly worker: string };
  readonly keys: { readonly private: string; readonly public: string; readonly webhook: string };
  readonly users: Readonly<
    Record<string, { readonly username: string; readonly password: string }>
  >;
  readonly pg_codes: readonly string[];
}

/** The right to use a data directory, held by one process at a time. */
export interface DirectoryClaim {
  /** Publishes what runs, in one step: a reader never sees half a file. */
  readonly publish: (run: RunInfo) => void;
  /** Gives the directory back. Harmless to repeat, and done at the latest when this process exits. */
  readonly release: () => void;
}

const held = new Set<string>();

/**
 * Takes the data directory for this process. Fails when another process that lives has it. `fresh` empties the
 * directory afterwards.
 */
export function claim(dataDir: string, { fresh = false } = {}): DirectoryClaim {
  const directory = resolve(dataDir);
  const lockFile = join(directory, 'run.lock');
  const runFile = join(directory, 'run.json');
  mkdirSync(directory, { recursive: true });
  refuseWhenHeld(directory, [lockFile, runFile]);

  rmSync(lockFile, { force: true });
  rmSync(runFile, { force: true });
  // "wx" fails when another process came between the look and this line.
  writeFileSync(lockFile, JSON.stringify({ pid: process.pid }), { flag: 'wx' });
  held.add(directory);
  if (fresh) {
    for (const name of readdirSync(directory)) {
      if (name !== 'run.lock') rmSync(join(directory, name), { recursive: true, force: true });
    }
  }

  const release = () => {
    process.off('exit', release);
    if (!held.delete(directory)) return;
    rmSync(runFile, { force: true });
    rmSync(lockFile, { force: true });
  };
  process.on('exit', release);
  return {
    release,
    publish(run) {
      // Readable by its owner only, for it holds keys.
      writeFileSync(`${runFile}.new`, `${JSON.stringify(run, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(`${runFile}.new`, runFile);
    },
  };
}

function refuseWhenHeld(directory: string, files: readonly string[]): void {
  for (const file of files) {
    const pid = livingPidIn(file, held.has(directory));
    if (pid !== undefined) {
      throw new Error(
        `Sarraf is running already with ${directory} (process ${pid}). Stop it with Ctrl-C there, or with ` +
          `\`kill ${pid}\`. When process ${pid} is something else, delete ${file} and start again.`,
      );
    }
  }
}

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { otherPidIn, takeLock } from '../simulator/lock-file.ts';

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

/**
 * Takes the data directory for this process. Fails when another process that lives has it. `fresh` empties the
 * directory afterwards.
 */
export function claim(dataDir: string, { fresh = false } = {}): DirectoryClaim {
  const directory = resolve(dataDir);
  const lockFile = join(directory, 'run.lock');
  const runFile = join(directory, 'run.json');
  mkdirSync(directory, { recursive: true });
  const refusal = (pid: number, file: string) =>
    `Sarraf is running already with ${directory} (process ${pid}). Stop it with Ctrl-C there, or with ` +
    `\`kill ${pid}\`. When process ${pid} is something else, delete ${file} and start again.`;
  const lock = takeLock(lockFile, refusal);
  const pid = otherPidIn(runFile);
  if (pid !== undefined) {
    lock.release();
    throw new Error(refusal(pid, runFile));
  }
  rmSync(runFile, { force: true });
  if (fresh) {
    for (const name of readdirSync(directory)) {
      // Beside the lock itself may be what others who want it are about to write.
      if (!name.startsWith('run.lock'))
        rmSync(join(directory, name), { recursive: true, force: true });
    }
  }

  const release = () => {
    process.off('exit', release);
    if (lock.isOurs()) rmSync(runFile, { force: true });
    lock.release();
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

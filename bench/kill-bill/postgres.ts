import { appendFileSync, chownSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '../../dev/processes.ts';
import { run } from '../../dev/servers/command.ts';
import type { Programs } from './fetch.ts';
import { DATABASE, postgresSettings, refuseUnlessDurable, type PeerPorts } from './settings.ts';

const READY_MS = 30_000;

/** A database of its own, durable and empty, with what asks it. */
export interface Postgres {
  /** Rows as lines, with `|` between columns. */
  readonly ask: (sql: string) => Promise<readonly string[]>;
  /** Runs files of SQL; fails at the first error. */
  readonly load: (files: readonly string[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts PostgreSQL with its data under `directory`, which belongs to its user then. */
export async function startPostgres(
  { postgres, initdb, psql }: Programs,
  directory: string,
  ports: PeerPorts,
): Promise<Postgres> {
  const data = join(directory, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  const as = await unprivileged(data);
  const [first, ...rest] = [...as, initdb];
  const options = ['--auth=trust', `--username=${DATABASE}`, '--encoding=UTF8', '--locale=C'];
  await run(first, [...rest, ...options, '-D', data], { cwd: data, timeoutMs: READY_MS });
  appendFileSync(join(data, 'postgresql.conf'), postgresSettings(ports));
  const [command, ...before] = [...as, postgres];
  const child = await startChild({
    name: 'PostgreSQL',
    command,
    args: [...before, '-D', data],
    logFile: join(directory, 'postgres.log'),
    cwd: data,
  });
  const connect = [
    '-h',
    '127.0.0.1',
    '-p',
    `${ports.postgres}`,
    '-U',
    DATABASE,
    '-v',
    'ON_ERROR_STOP=1',
  ];
  const ask = async (sql: string, database = DATABASE) => {
    const output = await run(psql, [...connect, '-d', database, '-AtqX', '-c', sql]);
    return output.split('\n').filter((line) => line !== '');
  };
  for (const until = Date.now() + READY_MS; ; await pause(100)) {
    const ready = await ask('SELECT 1', 'postgres').catch((error: unknown) => error);
    if (Array.isArray(ready)) break;
    if (!child.isRunning() || Date.now() > until)
      throw new Error(`PostgreSQL does not answer: ${tail(child.logFile)}`, { cause: ready });
  }
  await ask(`CREATE DATABASE ${DATABASE}`, 'postgres');
  await ask('CREATE EXTENSION pg_stat_statements');
  const [fsync = '', commit = ''] = [
    ...(await ask('SHOW fsync')),
    ...(await ask('SHOW synchronous_commit')),
  ];
  refuseUnlessDurable({ fsync, synchronous_commit: commit });
  return {
    ask,
    load: async (files) => {
      const named = files.flatMap((file) => ['-f', file]);
      await run(psql, [...connect, '-d', DATABASE, '-qX', ...named], { timeoutMs: READY_MS });
    },
    stop: () => child.stop(),
  };
}

/** The last of what a server has written: its log goes with its data. */
export const tail = (logFile: string) => readFileSync(logFile, 'utf8').slice(-2000);

/** What stands before a command: PostgreSQL refuses to run as root, so root runs it as the user of Debian's package. */
async function unprivileged(data: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  const [uid, gid] = [await idOf('-u'), await idOf('-g')];
  chownSync(data, uid, gid);
  // The directory above is of root alone.
  const above = join(data, '..');
  chownSync(above, statSync(above).uid, gid);
  await run('chmod', ['750', above]);
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
}

const idOf = async (which: string) => Number(await run('id', [which, 'postgres']));

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { runCommand } from '../../../admin/run.ts';
import { TEST_ONLY_KEYS } from '../../../config/key-ring.ts';
import { programArguments } from '../../../dev/programs.ts';
import { openStore, type Store } from '../../../store/index.ts';
import { TEST_STORE_KEYS } from '../../support/keys.ts';
import { useDatabase, type TestDatabase } from '../../store/database.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Given {
  readonly env?: NodeJS.ProcessEnv;
  /** What stands in the standard input. */
  readonly input?: string;
  /** Opens the database; without it, the command does it itself. */
  readonly storeAt?: typeof openStore;
  /** Answers questions; without it, nobody can be asked. */
  readonly ask?: (question: string) => Promise<string>;
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs a command in this process, which takes a hundredth of the time of a process of its own. */
export async function runAdmin(
  args: readonly string[],
  { env = {}, input = '', storeAt, ask }: Given = {},
): Promise<Ran> {
  const said = { out: '', err: '' };
  const terminal = {
    env,
    out: (more: string) => (said.out += more),
    err: (more: string) => (said.err += more),
    input: () => input,
    ...(ask && { ask }),
  };
  const code = await runCommand(args, terminal, storeAt);
  return { code, ...said };
}

const PROGRAM = programArguments(join(ROOT, 'admin/index.ts'), process.env['SARRAF_BUILT']);

/** Runs the program itself, as `npm run admin` does; `isRead: false` as where its output is piped into what has ended. */
export async function runAdminProgram(
  args: readonly string[],
  { env = {}, input = '', isRead = true }: Given & { readonly isRead?: boolean } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [...PROGRAM, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  const ended = once(child, 'exit');
  child.stdin.end(input);
  if (!isRead) child.stdout.destroy();
  const [out, err] = await Promise.all([isRead ? text(child.stdout) : '', text(child.stderr)]);
  const [code] = await ended;
  return { code: Number(code), out, err };
}

/** The command line on a database of its own. */
export function useAdmin() {
  const database = useDatabase();
  const given = (
    input: string,
    more: NodeJS.ProcessEnv,
    stores: (store: Store) => Store = (store) => store,
  ): Given => {
    const uri = new URL(process.env['MONGODB_URI'] ?? '');
    uri.pathname = `/${database().connection.name}`;
    const env = {
      MONGODB_URI: uri.href,
      SARRAF_STORAGE_KEYS: TEST_ONLY_KEYS,
      SARRAF_SEARCH_KEYS: TEST_ONLY_KEYS,
      SARRAF_MODE: 'embedded',
      ...more,
    };
    // Opening a store makes all of its indexes sure, which takes longer than most commands.
    const storeAt: typeof openStore = async (at, keys) =>
      at === uri.href && isDeepStrictEqual(keys, TEST_STORE_KEYS)
        ? { ...stores(database().store), close: async () => undefined }
        : openStore(at, keys);
    return { env, input, storeAt };
  };
  const run = (args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}) =>
    runAdmin([...args, '--as', 'layla'], given(input, more));
  return {
    database: (): TestDatabase => database(),
    run,
    /** The same on a store that has something changed. */
    runOn: (stores: (store: Store) => Store, args: readonly string[]) =>
      runAdmin([...args, '--as', 'layla'], given('', {}, stores)),
    /** The same in a process of its own. */
    runProgram: (args: readonly string[], input = '') =>
      runAdminProgram([...args, '--as', 'layla'], given(input, {})),
    /** A command that must be done; gives what it says as JSON. */
    done: async (args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}) => {
      const { code, out, err } = await run([...args, '--json'], input, more);
      assert.equal(code, 0, err);
      return JSON.parse(out);
    },
    /** A command that must not be done: its exit code and what it says. */
    refused: async (args: readonly string[], input = '') => {
      const { code, out, err } = await run(args, input);
      assert.notEqual(code, 0, out);
      assert.equal(out, '');
      return { code, err };
    },
    /** All that the audit log has, oldest first. */
    audit: () =>
      database()
        .connection.collection('audit')
        .find({}, { projection: { _id: 0, previous: 0, hash: 0 } })
        .sort({ _id: 1 })
        .toArray(),
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addToCache, cacheDir } from './cache.ts';
import { onPath, run } from './command.ts';

const VERSION = '1.15.10';
const NAME = `localstripe-${VERSION}`;
const INSTALL_MS = 3 * 60_000;

/** Its own command listens on all interfaces and writes what it knows to a file that others find. */
const PROGRAM = `
import sys
from aiohttp import web
from localstripe import server
server.store.dump_to_disk = lambda: None
web.run_app(server.app, host="127.0.0.1", port=int(sys.argv[1]), print=None)
`;

/** How it is started; the port is the last argument. */
export interface Localstripe {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * localstripe, a stand-in of Stripe by others (GPL-3.0-or-later: a process of its own, for tests alone): from the cache, or from the
 * Python package index. Why there is none, in a sentence, where there is none.
 */
export async function localstripe(
  env: NodeJS.ProcessEnv = process.env,
): Promise<Localstripe | { readonly lacks: string }> {
  const directory = cacheDir(env);
  const kept = join(directory, NAME);
  const python = onPath('python3');
  if (python === undefined) return { lacks: 'Python 3 is not installed' };
  try {
    const path = existsSync(kept)
      ? kept
      : await addToCache(NAME, directory, async (workshop) => {
          const to = join(workshop, 'packages');
          const quick = ['--retries', '0', '--timeout', '10', '--disable-pip-version-check'];
          await run(
            python,
            ['-m', 'pip', 'install', '-q', ...quick, '--target', to, `localstripe==${VERSION}`],
            { env: { ...env, TMPDIR: workshop }, timeoutMs: INSTALL_MS },
          );
          return to;
        });
    return { command: python, args: ['-c', PROGRAM], env: { ...env, PYTHONPATH: path } };
  } catch (error) {
    const said = String(error).trimEnd().split('\n').at(-1);
    return { lacks: `it could not be had from the Python package index: ${said}` };
  }
}

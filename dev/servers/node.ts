import { chmod, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { addToCache, cacheDir } from './cache.ts';
import { onPath, run } from './command.ts';
import { downloadTo, unreachableServer } from './download.ts';
import type { FetchWay, LocalWay, Server } from './finder.ts';
import { tellingSize } from './how-far.ts';
import { cacheWay, pathWay } from './ways.ts';

/** The line beside that of `engines`, and the release of it that is fetched. */
export const OTHER_NODE = { major: '24', version: '24.21.0' } as const;
const { major: MAJOR, version: VERSION } = OTHER_NODE;
const ORIGIN = 'https://nodejs.org';
const PROGRAM = 'bin/node';
const MINUTES = 60_000;

/** The other Node by which all tests can be run (dev/test.ts). */
export function otherNode(env: NodeJS.ProcessEnv = process.env): Server {
  const directory = cacheDir(env);
  return {
    name: `Node ${MAJOR}`,
    ways: [
      fromEnvironment(env),
      pathWay([`node${MAJOR}`, 'node', 'nodejs'], nodeVersion),
      cacheWay({ name: 'node', directory, program: PROGRAM, versionOf: nodeVersion }),
      official(directory),
      npmPackage(directory),
    ],
    advice: `Install Node ${MAJOR} and have it on PATH, or set NODE${MAJOR}_PATH to its program.`,
  };
}

/** Fails for one of another line, so that the next way is tried. */
async function nodeVersion(path: string): Promise<string> {
  const output = await run(path, ['--version']);
  const version = /^v([\d.]+)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`its version reads "${output.trim()}"`);
  if (!version.startsWith(`${MAJOR}.`)) throw new Error(`it is Node ${version}`);
  return version;
}

const fromEnvironment = (env: NodeJS.ProcessEnv): LocalWay => ({
  kind: 'local',
  name: `NODE${MAJOR}_PATH`,
  async look() {
    const path = env[`NODE${MAJOR}_PATH`] ?? '';
    if (path === '') return 'not set';
    return { path, version: await nodeVersion(path), how: `by NODE${MAJOR}_PATH` };
  },
});

const official = (directory: string): FetchWay => ({
  kind: 'fetch',
  name: "Node's official download",
  doing: `Downloading Node ${VERSION} (about 55 MB)`,
  lacks: () => unreachableServer(ORIGIN),
  fetch: (tell) =>
    intoCache(directory, 'downloaded', async (workshop) => {
      const name = `node-v${VERSION}-${process.platform}-${process.arch}`;
      const archive = join(workshop, 'node.tar.gz');
      await downloadTo(archive, `${ORIGIN}/dist/v${VERSION}/${name}.tar.gz`, tell);
      await unpack(archive, workshop);
      return join(workshop, name);
    }),
});

const npmPackage = (directory: string): FetchWay => ({
  kind: 'fetch',
  name: 'the npm package of Node',
  doing: `Getting Node ${VERSION} from the npm registry (about 50 MB)`,
  lacks: () => Promise.resolve(onPath('npm') === undefined ? 'npm is not installed' : undefined),
  fetch: (tell) =>
    intoCache(directory, 'from the npm registry', (workshop) =>
      tellingSize(workshop, tell, async () => {
        const wanted = `node-${process.platform}-${process.arch}@${VERSION}`;
        await run('npm', ['pack', '--silent', '--pack-destination', workshop, wanted], {
          cwd: workshop,
          timeoutMs: 10 * MINUTES,
        });
        const archive = (await readdir(workshop)).find((name) => name.endsWith('.tgz'));
        if (archive === undefined) throw new Error('npm brought no package');
        await unpack(join(workshop, archive), workshop);
        const home = join(workshop, 'node-home');
        await rename(join(workshop, 'package'), home);
        await chmod(join(home, PROGRAM), 0o755);
        return home;
      }),
    ),
});

async function intoCache(
  directory: string,
  how: string,
  make: (workshop: string) => Promise<string>,
) {
  const home = await addToCache(`node-${VERSION}`, directory, make);
  const path = join(home, PROGRAM);
  return { path, version: await nodeVersion(path), how };
}

async function unpack(archive: string, directory: string): Promise<void> {
  await run('tar', ['-xzf', archive, '-C', directory], { timeoutMs: 5 * MINUTES });
}

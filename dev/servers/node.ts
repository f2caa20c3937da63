import { readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { addToCache, cacheDir } from './cache.ts';
import { onPath, run } from './command.ts';
import { downloadTo, unreachableServer } from './download.ts';
import { find, type FetchWay, type LocalWay, type Server } from './finder.ts';
import type { StartProgress } from '../progress.ts';
import { tellingSize } from './how-far.ts';
import { cacheWay, pathWay } from './ways.ts';

const manifest: { readonly devEngines: { readonly runtime: { readonly version: string } } } =
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
/** The release that is fetched; an older one may lack what was mended since. */
const VERSION = manifest.devEngines.runtime.version;
/** The oldest line that programs and tests run by. */
export const NODE_LINE = Number.parseInt(VERSION, 10);
const ORIGIN = 'https://nodejs.org';
const PROGRAM = 'bin/node';
const MINUTES = 60_000;

/** The Node that runs programs and tests: the release that `devEngines` of package.json names, or a later one. */
export function engineNode(env: NodeJS.ProcessEnv = process.env): Server {
  const directory = cacheDir(env);
  return {
    name: `Node ${NODE_LINE}`,
    ways: [
      fromEnvironment(env),
      pathWay([`node${NODE_LINE}`, 'node', 'nodejs'], nodeVersion),
      cacheWay({ name: 'node', directory, program: PROGRAM, versionOf: nodeVersion }),
      official(directory),
      npmPackage(directory),
    ],
    advice: `Install Node ${NODE_LINE} and have it on PATH, or set NODE${NODE_LINE}_PATH to its program.`,
  };
}

/** Finds or gets that Node, and gives it the name `node` in a directory. */
export async function linkNode(
  directory: string,
  progress: StartProgress,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const { path, version, how } = await find(engineNode(env), progress);
  await mkdir(directory, { recursive: true });
  // By one rename, for others of this checkout may be running by it.
  const made = join(directory, `.node-${process.pid}`);
  await rm(made, { force: true });
  // Where it leads in the end: it may be the one that this directory has already.
  await symlink(await realpath(path), made);
  await rename(made, join(directory, 'node'));
  progress.say(`Node ${version}, ${how}`);
}

/** Fails for an older one, so that the next way is tried. */
async function nodeVersion(path: string): Promise<string> {
  const output = await run(path, ['--version']);
  const version = /^v([\d.]+)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`its version reads "${output.trim()}"`);
  if (version.localeCompare(VERSION, 'en', { numeric: true }) < 0)
    throw new Error(`it is Node ${version}`);
  return version;
}

const fromEnvironment = (env: NodeJS.ProcessEnv): LocalWay => ({
  kind: 'local',
  name: `NODE${NODE_LINE}_PATH`,
  async look() {
    const path = env[`NODE${NODE_LINE}_PATH`] ?? '';
    if (path === '') return 'not set';
    return { path, version: await nodeVersion(path), how: `by NODE${NODE_LINE}_PATH` };
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

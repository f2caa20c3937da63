import { delimiter, join } from 'node:path';
import { addToCache, cacheDir } from './cache.ts';
import { onPath, run } from './command.ts';
import type { FetchWay, Server } from './finder.ts';
import { downloadLacks, downloadProgram } from './temporal-download.ts';
import { goBuilding, goPlan } from './how-far.ts';
import { cacheWay, pathWay } from './ways.ts';

/** The last version that `go install` can build, so both ways bring the same one. */
const VERSION = '1.5.1';
const NAME = `temporal-${VERSION}`;
const BUILD_MS = 20 * 60_000;

/** Temporal's command line program, which holds the dev server and its UI. */
export function temporalServer(env: NodeJS.ProcessEnv = process.env): Server {
  const directory = cacheDir(env);
  return {
    name: 'Temporal',
    ways: [
      pathWay(['temporal'], temporalVersion),
      cacheWay({ name: 'temporal', directory, versionOf: temporalVersion }),
      official(directory),
      goBuild(directory, env),
    ],
    advice:
      'Set TEMPORAL_ADDRESS to a Temporal server that runs, or install the `temporal` command line program ' +
      'and have it on PATH, or install Go (1.25 or newer) and try again.',
  };
}

/** The version of the server inside, since a build of our own has no version of the program itself. */
async function temporalVersion(path: string): Promise<string> {
  const output = await run(path, ['--version']);
  const version = /Server ([\d.]+)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`its version reads "${output.trim()}"`);
  return version;
}

const official = (directory: string): FetchWay => ({
  kind: 'fetch',
  name: "Temporal's official download",
  doing: 'Downloading Temporal (about 50 MB)',
  lacks: downloadLacks,
  async fetch(tell) {
    const path = await addToCache(NAME, directory, (workshop) =>
      downloadProgram('cli', `v${VERSION}`, workshop, tell),
    );
    return { path, version: await temporalVersion(path), how: 'downloaded' };
  },
});

const goBuild = (directory: string, env: NodeJS.ProcessEnv): FetchWay => ({
  kind: 'fetch',
  name: 'the Go module proxy',
  doing: 'Building Temporal from the Go module proxy',
  lacks: () => Promise.resolve(goProgram(env) === undefined ? 'Go is not installed' : undefined),
  async fetch(tell) {
    const path = await addToCache(NAME, directory, async (workshop) => {
      const go = (flag: string, onLine: (line: string) => void) =>
        run(
          goProgram(env) ?? 'go',
          ['install', flag, `github.com/temporalio/cli/cmd/temporal@v${VERSION}`],
          // Outside any Go module, and for this machine, whatever else the person builds for.
          {
            cwd: workshop,
            env: { ...env, GOBIN: workshop, GOOS: '', GOARCH: '', GOFLAGS: '' },
            timeoutMs: BUILD_MS,
            onLine,
          },
        );
      const planned = goPlan(tell);
      await go('-n', planned.onLine);
      await go('-v', goBuilding(planned.count(), tell));
      return join(workshop, 'temporal');
    });
    return { path, version: await temporalVersion(path), how: 'built with Go' };
  },
});

/** Go's own installer leaves PATH to the person, so its usual place is looked at too. */
const goProgram = (env: NodeJS.ProcessEnv) =>
  onPath('go', [env['PATH'] ?? '', '/usr/local/go/bin'].join(delimiter));

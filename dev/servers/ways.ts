import { join } from 'node:path';
import { cached } from './cache.ts';
import { onPath } from './command.ts';
import type { FoundServer, LocalWay } from './finder.ts';

/** Asks a program for its version; fails when it cannot be run. */
export type VersionOf = (path: string) => Promise<string>;

/** The first of these names on PATH that runs. */
export function pathWay(names: readonly string[], versionOf: VersionOf): LocalWay {
  return {
    kind: 'local',
    name: 'PATH',
    look: () =>
      firstThatRuns(
        names.map((name) => onPath(name)).filter((path) => path !== undefined),
        { how: 'on PATH', none: `no ${names.join(', ')} on it`, versionOf },
      ),
  };
}

/** The newest version in the cache that runs; `program` is its place in a cached directory. */
export function cacheWay(input: {
  readonly name: string;
  readonly directory: string;
  readonly program?: string;
  readonly versionOf: VersionOf;
}): LocalWay {
  const { name, directory, program, versionOf } = input;
  return {
    kind: 'local',
    name: 'the cache',
    async look() {
      const entries = await cached(name, directory);
      const paths = entries.map((entry) => (program === undefined ? entry : join(entry, program)));
      return firstThatRuns(paths, {
        how: 'in the cache',
        none: `no ${name} in ${directory}`,
        versionOf,
      });
    },
  };
}

async function firstThatRuns(
  paths: readonly string[],
  words: { readonly how: string; readonly none: string; readonly versionOf: VersionOf },
): Promise<FoundServer | string> {
  let why = words.none;
  for (const path of paths) {
    try {
      return { path, version: await words.versionOf(path), how: words.how };
    } catch (error) {
      why = `${path} does not run (${error instanceof Error ? error.message : String(error)})`;
    }
  }
  return why;
}

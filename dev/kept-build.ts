import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';
import type { StartProgress } from './progress.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What programs are compiled of, beside the sources. */
const SETTINGS = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
/** Nothing of it is part of a program. */
const OTHERS = /^(?:\.|node_modules$|dist$|docs$|test$|bench$|drills$|deploy$)/;
/** Written last, so that a build that was cut off has none. */
const STAMP = 'sources.sha256';

/**
 * The programs as JavaScript in this directory, which lies inside of the repository: made once, and kept while the sources stay as
 * they are. Throws where they do not compile.
 */
export async function keptBuild(
  directory: string,
  progress: StartProgress,
  { root = ROOT, make = (to: string) => build(to, { checked: false }) } = {},
): Promise<string> {
  const digest = await digestOf(root);
  if ((await stampOf(directory)) === digest) return directory;
  await progress.step('Building the programs', async () => {
    await make(directory);
    await writeFile(join(directory, STAMP), digest);
  });
  return directory;
}

async function stampOf(directory: string): Promise<string | undefined> {
  return readFile(join(directory, STAMP), 'utf8').catch(() => undefined);
}

async function digestOf(root: string): Promise<string> {
  const rooms = (await readdir(root, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !OTHERS.test(entry.name),
  );
  const sources = await Promise.all(
    rooms.map(async ({ name }) => {
      const files = await readdir(join(root, name), { recursive: true });
      return files
        .filter((file) => /\.tsx?$/.test(file) && !/\bdist\//.test(file))
        .map((file) => join(name, file));
    }),
  );
  const hash = createHash('sha256');
  for (const file of [...SETTINGS, ...sources.flat().toSorted()])
    hash.update(`${file}\0`).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

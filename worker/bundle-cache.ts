import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIRECTORY = join(ROOT, 'node_modules/.cache/sarraf');
/** All that a bundle is made of: what workflows may import (test/house.test.ts), and the packages by their lock; and how. */
const SOURCES = ['workflows', 'domain', 'temporal'];
const FILES = ['package-lock.json', 'worker/bundle.ts'];
const OLD_MS = 24 * 60 * 60 * 1000;

/**
 * The path of the bundle of the sources as they are: kept from an earlier start, which saves five seconds of a worker's
 * start, or made now and kept. Several processes may ask at once. `more` are directories that it is made of besides.
 */
export async function keptBundle(
  make: () => Promise<{ readonly code: string }>,
  name = 'index',
  more: readonly string[] = [],
): Promise<string> {
  const path = join(DIRECTORY, `workflows-${name}-${digest([...SOURCES, ...more])}.js`);
  if (existsSync(path)) {
    keep(path);
    return path;
  }
  const { code } = await make();
  mkdirSync(DIRECTORY, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, code);
  renameSync(unfinished, path);
  dropOld();
  return path;
}

/** In use, however old. Who may only read it uses it all the same. */
function keep(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // It is as old as it was.
  }
}

/** What nobody can be starting with any more. */
function dropOld(): void {
  for (const name of readdirSync(DIRECTORY)) {
    const path = join(DIRECTORY, name);
    // Another process may have dropped it, or given it its name, a moment ago.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > OLD_MS) rmSync(path, { force: true });
  }
}

function digest(directories: readonly string[]): string {
  const hash = createHash('sha256');
  for (const name of [...FILES, ...directories.flatMap(filesBelow)])
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(ROOT, name)))
      .update('\0');
  return hash.digest('hex').slice(0, 32);
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => join(directory, name));
}

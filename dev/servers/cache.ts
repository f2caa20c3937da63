import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * Where fetched servers stay, outside the checkout, so that every clone finds them: absolute, as those who build them need it. By the XDG
 * Base Directory Specification, XDG_CACHE_HOME counts as not set where it is empty or not absolute.
 */
export function cacheDir(env: NodeJS.ProcessEnv = process.env): string {
  const { SARRAF_CACHE: ours, XDG_CACHE_HOME: given } = env;
  if (ours) return resolve(ours);
  return join(given && isAbsolute(given) ? given : join(homedir(), '.cache'), 'sarraf');
}

/** All versions of a thing in the cache (`mongod-6.0.5`, …), the newest first. */
export async function cached(name: string, directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  return names
    .filter((entry) => new RegExp(`^${name}-\\d`).test(entry))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((entry) => join(directory, entry));
}

/**
 * Adds a file or directory to the cache under its versioned name: `make` prepares it in a private directory and
 * gives its path there; it gets its name by one rename, so no other process sees half of it. When another process
 * was faster, its result stays. Returns the final path.
 */
export async function addToCache(
  name: string,
  directory: string,
  make: (workshop: string) => Promise<string>,
): Promise<string> {
  await mkdir(directory, { recursive: true });
  const workshop = await mkdtemp(join(directory, '.new-'));
  const clean = () => rmSync(workshop, { recursive: true, force: true });
  process.once('exit', clean); // A person may stop us in the middle of hundreds of megabytes.
  const target = join(directory, name);
  try {
    const made = await make(workshop);
    await rename(made, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
    return target;
  } finally {
    process.off('exit', clean);
    clean();
  }
}

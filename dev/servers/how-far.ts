import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tell } from '../progress.ts';

/** Megabytes as people read them. */
export const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Reads a dry run of `go install` (`-n`): tells which modules it downloads, and counts the packages to be compiled. */
export function goPlan(tell: Tell): {
  readonly onLine: (line: string) => void;
  readonly count: () => number;
} {
  const packages = new Set<string>();
  let modules = 0;
  let before = '';
  return {
    onLine(line) {
      if (line.startsWith('go: downloading ')) tell(`${(modules += 1)} modules downloaded`);
      // Each package's commands have its name above them, as a comment between two empty ones.
      if (before === '#' && line.startsWith('# ')) packages.add(line);
      before = line;
    },
    count: () => packages.size,
  };
}

/** Reads `go install -v`, which names each package when it begins with it. */
export function goBuilding(total: number, tell: Tell): (line: string) => void {
  let compiled = 0;
  return (line) => {
    if (!/^[\w./~-]+$/.test(line)) return;
    compiled += 1;
    tell(`${compiled} of ${Math.max(compiled, total)} packages`);
  };
}

/** Reads Maven's own lines: "Downloaded from central: https://… (1.2 MB at 3.4 MB/s)". */
export function mavenDownloads(tell: Tell): (line: string) => void {
  let files = 0;
  let bytes = 0;
  return (line) => {
    const [, size, unit = ''] = /Downloaded from .* \(([\d.]+) (B|kB|MB) at /.exec(line) ?? [];
    if (size === undefined) return;
    files += 1;
    bytes += Number(size) * (UNITS[unit] ?? 0);
    tell(`${files} files, ${mb(bytes)} MB so far`);
  };
}

const UNITS: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6 };
const LOOK_EVERY_MS = 1000;

/** Tells how much there is in a directory while the work, which says nothing itself, fills it. */
export async function tellingSize<T>(
  directory: string,
  tell: Tell,
  work: () => Promise<T>,
): Promise<T> {
  const look = () => {
    sizeOf(directory).then(
      (bytes) => tell(`${mb(bytes)} MB so far`),
      // A file went while it was looked at; the next look counts what is there then.
      () => undefined,
    );
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What gives others the path of its neighbour, for a process or a library that has no loader of TypeScript. */
const GIVES_PATHS = new Set(['pdf/pool.ts', 'temporal/data-converter.ts']);

/**
 * Writes these tests as JavaScript into a directory inside of the repository, what several of them have in common once: they load in
 * half of the CPU seconds that a loader needs for 1,500 files, and each lane of `npm test` loads. Gives the file of a test. What
 * asks where it is hears where its source lies, so that it finds what lies beside that.
 */
export async function bundleTests(
  tests: readonly string[],
  { directory, release }: { readonly directory: string; readonly release: string },
): Promise<(test: string) => string> {
  await mkdir(directory, { recursive: true });
  // Beside them, because Node looks for it once for each of 1,300 parts, from there upwards.
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
  await build({
    absWorkingDir: ROOT,
    entryPoints: tests.map((test) => ({ in: test, out: test })),
    outdir: directory,
    bundle: true,
    splitting: true,
    chunkNames: '[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    // For those who read of a failure (source-places.ts).
    sourcemap: 'external',
    sourcesContent: false,
    // Not `keepNames`, a call at each function that is made. Where two have one name, the second gets a number: no test reads those.
    plugins: [asBefore(release)],
    logLevel: 'error',
  });
  return (test) => join(directory, `${test}.js`);
}

function asBefore(release: string): Plugin {
  return {
    name: 'as before',
    setup: (building) => {
      building.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const name = relative(ROOT, path);
        const place = GIVES_PATHS.has(name) ? join(release, name.replace(/ts$/, 'js')) : path;
        const source = await readFile(path, 'utf8');
        const url = JSON.stringify(pathToFileURL(place).href);
        return {
          contents: source.replace(/\bimport\.meta\.url\b/g, () => url),
          loader: path.endsWith('x') ? 'tsx' : 'ts',
        };
      });
    },
  };
}

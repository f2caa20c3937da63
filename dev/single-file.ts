import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';

const run = promisify(execFile);
/** Those that tests start most, and that load most. */
const PROGRAMS = ['api', 'worker'] as const;
const STARTER = fileURLToPath(new URL('start-cached.mjs', import.meta.url));
/** Native code, which is found beside its own package, and what is loaded by few: object storage, and what bundles workflows. */
const APART = [
  '@temporalio/core-bridge',
  '@myriaddreamin/*',
  '@node-rs/*',
  '@aws-sdk/*',
  '@swc/*',
  'webpack',
];
/** Packages that ask where they are, for threads that they start by path among other things. */
const ASKING = /node_modules[\\/](?:@temporalio|@grpc|pino|source-map|thread-stream)[\\/]/;

/**
 * Adds to a release (build.ts) the programs that tests start most, each also as a single file with its packages, and with what V8
 * makes of that: a start then takes half of its CPU seconds, because most of them go into finding, reading and compiling 2,000 modules.
 */
export async function addSingleFiles(release: string): Promise<void> {
  await Promise.all(
    PROGRAMS.map((name) => addSingleFile(release, join(release, name, 'index.js'))),
  );
}

/** Node's arguments that run a program of a release, by its single file where it has one. */
export function releasedArguments(main: string): readonly string[] {
  const file = singleFileOf(main);
  return existsSync(file) ? [STARTER, file] : [main];
}

const singleFileOf = (main: string) => main.replace(/\.js$/, '.cjs');

async function addSingleFile(release: string, main: string): Promise<void> {
  const file = singleFileOf(main);
  await build({
    entryPoints: [main],
    outfile: file,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    // V8 keeps no script that imports.
    supported: { 'dynamic-import': false },
    external: APART,
    plugins: [asBefore(release, main)],
    logLevel: 'error',
    logOverride: { 'empty-import-meta': 'error' },
  });
  // It has loaded everything when it says that it has no settings.
  await run(process.execPath, [STARTER, file], { env: {} }).catch(() => undefined);
  if (!existsSync(`${file}.cache`)) throw new Error(`${file} does not run; start it to see why.`);
}

/** Modules that ask where they are hear where they were. */
function asBefore(release: string, main: string): Plugin {
  const converter = JSON.stringify(join(release, 'temporal/failure-converter.js'));
  const replacements = (path: string): readonly (readonly [RegExp, string])[] => [
    [/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(path).href)],
    [/\b__dirname\b/g, JSON.stringify(dirname(path))],
    [/\b__filename\b/g, JSON.stringify(path)],
    [/\brequire\.resolve\(/g, `require('module').createRequire(${JSON.stringify(path)}).resolve(`],
    // What the SDK loads by its path would bring a second SDK.
    [/\brequire\(path\)/g, `(path === ${converter} ? require(${converter}) : require(path))`],
  ];
  const load = async (path: string) => {
    const source = await readFile(path, 'utf8');
    const contents = replacements(path).reduce(
      (text, [what, value]) => text.replace(what, () => value),
      source,
    );
    return { contents: path === main ? insideFunction(contents) : contents };
  };
  return {
    name: 'as before',
    setup: (building) => {
      building.onLoad({ filter: /\.js$/ }, ({ path }) =>
        path.startsWith(release) || ASKING.test(path) ? load(path) : undefined,
      );
    },
  };
}

/** A program awaits at its top, below its imports, which only a module may do. */
function insideFunction(main: string): string {
  const imports = main.lastIndexOf('\nimport ');
  const end = main.indexOf('\n', imports + 1);
  return `${main.slice(0, end)}\nvoid (async () => {${main.slice(end)}})();`;
}

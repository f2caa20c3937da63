import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { keptBundle } from '../worker/bundle-cache.ts';
import { BUNDLES, makeBundle, type BundleName } from '../worker/bundle.ts';
import { bundleScript } from './web-sdk.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/**
 * Makes a release in a directory inside of the repository, emptied before: the programs as JavaScript that needs no
 * loader and only production packages, the workflows as the bundles that every worker of the release runs, and the script that
 * the API serves to merchants' pages.
 */
export async function build(directory: string, { checked = true } = {}): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const bundle = async (name: BundleName) =>
    copyFile(await keptBundle(() => makeBundle(name), name), join(directory, BUNDLES[name]));
  await Promise.all([
    compile(directory, checked),
    writeFile(join(directory, 'build.json'), JSON.stringify(await buildInfo())),
    bundle('index'),
    bundle('versioned'),
    bundleScript(join(directory, 'clients/web/dist')),
  ]);
}

/** What `/version` tells of a release. An image is built without Git, and is told its commit. */
async function buildInfo(): Promise<object> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const commit = process.env['SARRAF_COMMIT'] ?? (await commitOfCheckout());
  return { version, ...(commit && { commit }) };
}

async function commitOfCheckout(): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: ROOT });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

async function compile(outDir: string, checked: boolean): Promise<void> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const project = join(ROOT, 'tsconfig.build.json');
  try {
    const args = ['-p', project, '--outDir', outDir, ...(checked ? [] : ['--noCheck'])];
    await run(process.execPath, [compiler, ...args], { cwd: ROOT });
  } catch (error) {
    const faults = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`The sources do not compile:\n${faults}`, { cause: error });
  }
}

// Tests import the function above; only as a program does this file write to dist.
const program = process.argv[1];
if (program !== undefined && (await realpath(program)) === fileURLToPath(import.meta.url)) {
  const directory = resolve(process.argv[2] ?? join(ROOT, 'dist'));
  const started = performance.now();
  await build(directory);
  console.log(`Built ${directory} in ${Math.round((performance.now() - started) / 1000)} s.`);
}

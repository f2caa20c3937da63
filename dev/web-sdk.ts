import { execFile } from 'node:child_process';
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, transform, type Format, type Plugin } from 'esbuild';
import { minify } from 'terser';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(ROOT, 'clients/web/src');
const run = promisify(execFile);
/** What the oldest browsers understand that run it: the web views of iOS 14 (clients/web/README.md). */
export const OLDEST = { script: 'es2020', style: 'safari14' } as const;

/** Makes the script file of the web SDK, as our API serves it, in this directory. */
export async function bundleScript(directory: string): Promise<void> {
  await bundle({
    from: 'script.ts',
    to: join(directory, 'checkout.min.js'),
    format: 'iife',
  });
}

/** Makes all that the package has: the script file, the module and its types. */
export async function bundlePackage(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await bundleScript(directory);
  await bundle({
    from: 'index.ts',
    to: join(directory, 'index.js'),
    format: 'esm',
  });
  await writeTypes(directory);
}

interface Bundle {
  /** The name of a module. */
  readonly from: string;
  readonly to: string;
  readonly format: Format;
}

/** One bundler joins the modules and shortens names of properties; the other one takes half a kilobyte more away, of 15. */
async function bundle({ from, to, format }: Bundle): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(SOURCES, from)],
    format,
    bundle: true,
    minify: true,
    mangleProps: OWN_NAMES,
    charset: 'utf8',
    target: OLDEST.script,
    logLevel: 'warning',
    plugins: [smallStyle],
    write: false,
  });
  const joined = outputFiles.map(({ text }) => text).join('');
  const { code = '' } = await minify(joined, {
    ecma: 2020,
    module: format === 'esm',
    // No function of ours is made an object of with `new`, or has a `this`: each may become an arrow.
    compress: { passes: 3, hoist_funs: true, sequences: false, unsafe_arrows: true },
  });
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, code);
}

/** Names by which only the SDK's own modules ask each other, or for its words: these are made short. None is a page's or a server's. */
export const OWN_NAMES = new RegExp(
  `^(?:${[
    'actions|agrees|amounts|answer|attributes|base|below|challenge|charge|choice|complain|content|costs|dialogs|disable|dress|enter',
    'idle|isReady|most|options|retry|words',
    'focusChoice|forms|frame|lost|missing|node|nodes|popup|seen|send|service|stop|update|usual',
    'heading|hooks|isGrid|isUnknown|isWanted|letThrough|merchantSession|modal|payByDevice|pgCode',
    'preload|question|savesCard|sessionId|sessionIn|settings|sheets|submitUrl|texts|usesWallet',
    'ask|draw|end|is|no|on|parts|read|row|session|viewed|wait|yes',
    'atMost|cancelNo|cancelQuestion|cancelText|cancelYes|cardLocked|challengeGo|challengeText',
    'buttonTypes|by|changed|checkAgain|expires|fault|late|loading|locked|noMethods|notFound|offline|openNo',
    'openQuestion|openText|openYes|otherMethods|payWith|problem|redirecting|refused|removeNo',
    'removeQuestion|removeYes|saveCard|saveCardNow|savedCards|securityCode|statusUnknown|waiting',
    'unpayable|walletPays|working',
  ].join('|')})$`,
);

/** The style is a text in a module, which nobody else would make smaller. */
const smallStyle: Plugin = {
  name: 'style',
  setup: (building) => {
    building.onLoad({ filter: /[\\/]web[\\/]src[\\/]style\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const [text = '', css = ''] = /`([^`]*)`/.exec(source) ?? [];
      const { code } = await transform(css, {
        loader: 'css',
        minify: true,
        target: OLDEST.style,
      });
      return { contents: source.replace(text, () => JSON.stringify(code.trim())), loader: 'ts' };
    });
  },
};

/** Of all declarations that the compiler makes only those of the surface are told; they name each other as JavaScript. */
async function writeTypes(directory: string): Promise<void> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const all = join(directory, 'types');
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', all];
  await run(process.execPath, [compiler, '-p', join(SOURCES, '../tsconfig.json'), ...emit]);
  for (const name of ['index.d.ts', 'types.d.ts']) {
    const text = await readFile(join(all, name), 'utf8');
    await writeFile(join(directory, name), text.replaceAll('./types.ts', './types.js'));
  }
  await rm(all, { recursive: true });
}

// The API's build imports the function above; only as a program does this file make the package.
const program = process.argv[1];
if (program !== undefined && (await realpath(program)) === fileURLToPath(import.meta.url))
  await bundlePackage(join(SOURCES, '../dist'));

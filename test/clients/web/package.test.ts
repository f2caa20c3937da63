import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { OWN_NAMES } from '../../../dev/web-sdk.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SDK = join(ROOT, 'clients/web');
const run = promisify(execFile);

/** With its style (contract/sdk#the-script). */
const MOST_BYTES = 15_000;

describe('the package of the web SDK', function () {
  this.timeout(300_000);
  const shop = mkdtempSync(join(tmpdir(), 'web-sdk-'));
  const installed = join(shop, 'node_modules/@sarraf/web');
  const directory = join(installed, 'dist');
  const read = (file: string) => readFileSync(join(directory, file), 'utf8');
  let packed: readonly string[] = [];
  before('packs it, and unpacks it in a shop', async () => {
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', shop], {
      cwd: SDK,
    });
    const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[')));
    packed = files.map(({ path }: { readonly path: string }) => path);
    writeFileSync(join(shop, 'package.json'), '{ "type": "module", "private": true }');
    mkdirSync(installed, { recursive: true });
    await run('tar', ['-xzf', join(shop, filename), '-C', installed, '--strip-components=1']);
  });
  after(() => {
    rmSync(shop, { recursive: true });
    // Programs that run from their sources would serve it, whatever has changed since.
    rmSync(join(SDK, 'dist'), { recursive: true });
  });

  it('has its code, its types and what a person reads, and nothing else', () => {
    assert.deepEqual(packed.toSorted(), [
      'LICENSE',
      'README.md',
      'dist/checkout.min.js',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/types.d.ts',
      'package.json',
    ]);
  });

  it('needs no other package, and runs nothing where it is installed', () => {
    const { name, scripts, ...others } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    assert.equal(name, '@sarraf/web');
    assert.deepEqual(
      Object.keys(others).filter((key) => /dependencies/iu.test(key)),
      [],
    );
    assert.deepEqual(Object.keys(scripts), ['build', 'prepack']);
  });

  it('is imported where there is no page yet, such as on a server that draws one', async () => {
    const program = `import * as sdk from '@sarraf/web';
      console.log(Object.keys(sdk).sort().join(), import.meta.resolve('@sarraf/web/checkout.min.js'));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
      cwd: shop,
    });
    assert.match(stdout, /^\w[\w,]* file:.*\/@sarraf\/web\/dist\/checkout\.min\.js\n$/);
    for (const name of ['init', 'reload', 'showPopup'])
      assert.match(stdout, new RegExp(`\\b${name}\\b`));
  });

  it('has types by which the examples of its README compile, and wrong calls do not', async () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code);
    assert.ok(examples.length >= 1);
    writeFileSync(
      join(shop, 'readme.ts'),
      `${examples.join('\n')}
// @ts-expect-error No checkout without a session.
init({ selector: 'checkout', merchant_id: 'pay.example.com', apiKey: 'key' });
// @ts-expect-error No window is of this type.
showPopup('warning', 'Hello');
`,
    );
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options =
      '--noEmit --strict --module nodenext --target es2023 --lib es2023,dom readme.ts';
    await run(process.execPath, [compiler, ...options.split(' ')], { cwd: shop });
  });

  for (const file of ['checkout.min.js', 'index.js'])
    it(`has ${file}, of at most ${MOST_BYTES / 1000} kB when packed, with its style`, () => {
      const size = gzipSync(readFileSync(join(directory, file)), { level: 9 }).length;
      assert.match(read(file), /\.sarraf__sdk-main\{/);
      assert.ok(size <= MOST_BYTES, `${file} has ${size} bytes`);
    });

  it('makes no name short that a page gives, a server says, or its own source has in quotes', () => {
    const clients = new URL('../../../clients/', import.meta.url);
    const told = ['answers', 'callbacks', 'preloads'].map((name) =>
      readFileSync(new URL(`fixtures/${name}.json`, clients), 'utf8'),
    );
    const sources = new URL('web/src/', clients);
    const quoted = readdirSync(sources).map((name) => readFileSync(new URL(name, sources), 'utf8'));
    const names = [
      ...[...told, read('types.d.ts')].join().matchAll(/(\w+)"?\??: /g),
      ...quoted.join().matchAll(/'(\w+)'(?: in |\])/g),
    ];
    const known = new Set(names.map(([, name = '']) => name));
    for (const name of ['session_id', 'apiKey', 'payment_methods', 'faults'])
      assert.ok(known.has(name), name);
    assert.deepEqual(
      [...known].filter((name) => OWN_NAMES.test(name)),
      [],
    );
  });

  it('evaluates nothing, makes no style element and sets no markup', () => {
    const forbidden =
      /\beval\(|new Function|innerHTML|outerHTML|insertAdjacentHTML|document\.write|createElement\("style"\)/;
    for (const file of ['checkout.min.js', 'index.js']) assert.doesNotMatch(read(file), forbidden);
  });
});

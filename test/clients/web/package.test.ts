import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundlePackage, OWN_NAMES } from '../../../dev/web-sdk.ts';

/** With its style (contract/sdk#the-script). */
const MOST_BYTES = 15_000;

describe('the package of the web SDK', function () {
  this.timeout(120_000);
  const directory = mkdtempSync(join(tmpdir(), 'web-sdk-'));
  const read = (file: string) => readFileSync(join(directory, file), 'utf8');
  before(() => bundlePackage(directory));
  after(() => rmSync(directory, { recursive: true }));

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

  it('has a module with the three functions', () => {
    for (const name of ['init', 'reload', 'showPopup'])
      assert.match(read('index.js'), new RegExp(`export\\{[^}]*\\b${name}\\b`));
  });

  it('has types that stand by themselves', () => {
    const types = read('index.d.ts') + read('types.d.ts');
    assert.match(types, /readonly init: \(config: CheckoutConfig\) => void;/);
    const from = [...types.matchAll(/(?:from |import\()["']([^"']+)["']/g)].map(([, one]) => one);
    assert.deepEqual([...new Set(from)], ['./types.js']);
  });

  it('names in package.json the files that it has', () => {
    const { exports } = JSON.parse(
      readFileSync(new URL('../../../clients/web/package.json', import.meta.url), 'utf8'),
    );
    const { types, default: main } = exports['.'];
    for (const path of [types, main, exports['./checkout.min.js']])
      assert.ok(read(String(path).replace('./dist/', '')).length > 100, path);
  });
});

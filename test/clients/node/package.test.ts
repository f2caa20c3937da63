import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onPath } from '../../../dev/servers/command.ts';
import { scriptedApi } from './support/scripted-api.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CLIENT = join(ROOT, 'clients/node');
/** What a merchant downloads, and what lies on their disk. Bytes. */
const MOST = { packed: 50_000, unpacked: 300_000 };
const run = promisify(execFile);

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

describe('the package of the client for Node', function () {
  this.timeout(300_000);
  let shop = '';
  let packed: Packed;

  before('packs it, and installs it in a shop', async () => {
    shop = mkdtempSync(join(tmpdir(), 'sarraf-client-'));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', shop], {
      cwd: CLIENT,
    });
    [packed] = JSON.parse(stdout.slice(stdout.indexOf('[')));
    writeFileSync(join(shop, 'package.json'), '{ "type": "module", "private": true }');
    await run('npm', ['install', '--offline', `./${packed.filename}`], { cwd: shop });
  });
  after(() => rmSync(shop, { recursive: true, force: true }));

  it('is small, and brings the code, its types and what a person reads', () => {
    const { size, unpackedSize, files } = packed;
    console.log(`      @sarraf/node: ${size} bytes packed, ${unpackedSize} unpacked`);
    assert.ok(size <= MOST.packed && unpackedSize <= MOST.unpacked, `${size}, ${unpackedSize}`);
    const paths = files.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => !/^dist\/[a-z-]+\.(?:d\.ts|js)$/.test(path)).toSorted(),
      ['LICENSE', 'README.md', 'package.json'],
    );
    assert.ok(paths.includes('dist/index.js') && paths.includes('dist/index.d.ts'));
  });

  it('needs no other package', () => {
    const { packages } = JSON.parse(readFileSync(join(shop, 'package-lock.json'), 'utf8'));
    assert.deepEqual(Object.keys(packages), ['', 'node_modules/@sarraf/node']);
  });

  it('is used from plain JavaScript, by the machine’s own Node, which may be the oldest that it is for', async () => {
    const api = await scriptedApi('break', {
      status: 201,
      body: { session_id: 'abc', checkout_url: 'https://pay.example.com/abc', state: 'created' },
    });
    writeFileSync(
      join(shop, 'sell.js'),
      `import { createSarraf, SarrafError, verifyWebhook, InvalidWebhook } from '@sarraf/node';
const sarraf = createSarraf({ baseUrl: process.argv[2], privateKey: 'private.key' });
const { session_id } = await sarraf.transactions.create({ type: 'e_commerce', amount: '1.000', currency_code: 'KWD', pg_codes: ['sandbox'] });
try {
  verifyWebhook({ body: '{}' }, { key: 'k' });
} catch (error) {
  console.log(session_id, error instanceof InvalidWebhook, typeof SarrafError);
}
`,
    );
    const { stdout } = await run(ownNode(), ['sell.js', api.url], { cwd: shop });
    await api.close();
    assert.equal(stdout, 'abc true function\n');
    const keys = api.heard.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual(keys, [keys[0], keys[0]]);
  });

  it('has types by which the examples of its README compile, and wrong calls do not', async () => {
    const readme = readFileSync(join(CLIENT, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code);
    assert.ok(examples.length >= 6);
    writeFileSync(
      join(shop, 'readme.ts'),
      `${examples.join('\n')}
// @ts-expect-error Without an amount there is nothing to pay.
void sarraf.transactions.create({ type: 'e_commerce', currency_code: 'KWD', pg_codes: [] });
// @ts-expect-error No state has this name.
void sarraf.operationRequests.list({ state: 'waiting' });
// @ts-expect-error A route without its name in the path.
void sarraf.request('GET /b/pbl/v2/agreements/{uuid}/', {});
// @ts-expect-error No such route for a private key.
void sarraf.request('POST /b/pbl/v2/operation-requests/{id}/approve/', { path: { id: '1' } });
`,
    );
    const types = join(ROOT, 'node_modules/@types');
    await compiled(
      `--noEmit --strict --module nodenext --target es2023 --types node --typeRoots ${types} readme.ts`,
    );
  });

  async function compiled(options: string): Promise<void> {
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    try {
      await run(process.execPath, [compiler, ...options.split(' ')], { cwd: shop });
    } catch (error) {
      assert.fail(
        error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error),
      );
    }
  }
});

/** Not the one that npm finds first (dev/install.mjs). */
function ownNode(): string {
  const places = (process.env['PATH'] ?? '').split(delimiter);
  const own = places.filter((place) => !place.endsWith(join('node_modules', '.bin')));
  return onPath('node', own.join(delimiter)) ?? process.execPath;
}

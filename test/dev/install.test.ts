import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../dev/servers/command.ts';
import { temporaryDirectory } from './support/temporary.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const line = (version: string) => Number.parseInt(version, 10);

describe('what comes before every script of npm', () => {
  const directory = temporaryDirectory();

  /** A checkout with its packages that names this Node; linking one writes a line. */
  function checkout(version: string): () => Promise<string> {
    const root = join(directory(), version);
    for (const name of ['dev', 'node_modules/.bin'])
      mkdirSync(join(root, name), { recursive: true });
    cpSync(join(ROOT, 'dev/install.mjs'), join(root, 'dev/install.mjs'));
    symlinkSync(join(ROOT, 'node_modules/tsx'), join(root, 'node_modules/tsx'));
    const manifest = { type: 'module', devEngines: { runtime: { version } } };
    writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
    for (const name of ['package-lock.json', 'node_modules/.package-lock.json'])
      writeFileSync(join(root, name), '{ "packages": {} }');
    const linked = join(root, 'node_modules/.bin/node');
    writeFileSync(
      join(root, 'dev/link-node.ts'),
      `import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
      const version: string = '${version}';
      rmSync('${linked}', { force: true });
      writeFileSync('${linked}', \`#!/bin/sh\\necho v\${version}\\n\`, { mode: 0o755 });
      appendFileSync('linked', 'once\\n');`,
    );
    return async () => {
      await run(process.execPath, [join(root, 'dev/install.mjs')]);
      return readFileSync(join(root, 'linked'), { encoding: 'utf8', flag: 'a+' });
    };
  }

  it('links a Node where this one is older than the wanted one, once', async () => {
    const install = checkout('999.1.0');
    assert.equal(await install(), 'once\n');
    assert.equal(await install(), 'once\n');
  });

  it('links one in place of an older one, or of one that is gone', async () => {
    const install = checkout('999.1.0');
    await install();
    const linked = join(directory(), '999.1.0/node_modules/.bin/node');
    writeFileSync(linked, '#!/bin/sh\necho v999.0.9\n');
    assert.equal(await install(), 'once\nonce\n');
    rmSync(linked);
    symlinkSync('/nowhere/node', linked);
    assert.equal(await install(), 'once\nonce\nonce\n');
  });

  it('links none where this one is of the wanted line, or of a later one', async () => {
    assert.equal(await checkout(process.versions.node)(), '');
    assert.equal(await checkout('18.0.0')(), '');
  });
});

describe('tests', () => {
  it('are run by the Node that the package names, or a later one', () => {
    const { devEngines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    assert.ok(
      line(process.versions.node) >= line(devEngines.runtime.version),
      `This is Node ${process.version}: run node dev/install.mjs`,
    );
  });
});

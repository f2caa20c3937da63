import assert from 'node:assert/strict';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silent } from '../../../dev/progress.ts';
import { onPath, outcome, run } from '../../../dev/servers/command.ts';
import { find, findLocally } from '../../../dev/servers/finder.ts';
import { mongod } from '../../../dev/servers/mongod.ts';
import { engineNode, linkNode } from '../../../dev/servers/node.ts';
import { swift } from '../../../dev/servers/swift.ts';
import { temporalServer } from '../../../dev/servers/temporal.ts';
import { temporaryDirectory } from '../support/temporary.ts';

describe('where a server is looked for', () => {
  const directory = temporaryDirectory();
  const path = process.env['PATH'];
  beforeEach(() => {
    process.env['PATH'] = '';
  });
  afterEach(() => {
    process.env['PATH'] = path;
  });

  /** A program that prints this text, whatever it is asked. */
  function program(name: string, text: string, { mode = 0o755 } = {}): string {
    const file = join(directory(), name);
    writeFileSync(file, `#!/bin/sh\necho "${text}"\n`);
    chmodSync(file, mode);
    return file;
  }

  it('is PATH before the cache', async () => {
    const file = program('mongod', 'db version v7.0.9');
    program('mongod-6.0.5', 'db version v6.0.5');
    process.env['PATH'] = directory();
    assert.deepEqual(await find(mongod({ SARRAF_CACHE: directory() }), silent), {
      path: file,
      version: '7.0.9',
      how: 'on PATH',
    });
  });

  it('is the cache when PATH has none, or one that is no program', async () => {
    const file = program('temporal-1.5.1', 'temporal version 0.0.0-DEV (Server 1.29.1, UI 2.42.1)');
    program('temporal', 'not for running', { mode: 0o644 });
    process.env['PATH'] = directory();
    assert.deepEqual(await find(temporalServer({ SARRAF_CACHE: directory() }), silent), {
      path: file,
      version: '1.29.1',
      how: 'in the cache',
    });
  });

  it('goes past a broken program to an older version that runs', async () => {
    program('mongod-7.0.9', 'cannot load a library');
    const file = program('mongod-6.0.5', 'db version v6.0.5');
    const found = await find(mongod({ SARRAF_CACHE: directory() }), silent);
    assert.equal(found.path, file);
  });

  it('is not PATH for Node, when the one there is older', async () => {
    program('node', 'v24.1.0');
    const file = program('node24', 'v24.91.0');
    process.env['PATH'] = directory();
    assert.deepEqual(await find(engineNode({ SARRAF_CACHE: directory() }), silent), {
      path: file,
      version: '24.91.0',
      how: 'on PATH',
    });
  });

  it('is NODE24_PATH for Node before all else', async () => {
    program('node24', 'v24.91.0');
    const file = program('mine', 'v24.92.0');
    process.env['PATH'] = directory();
    const found = await find(engineNode({ NODE24_PATH: file }), silent);
    assert.deepEqual(found, { path: file, version: '24.92.0', how: 'by NODE24_PATH' });
  });

  it('is called node where npm looks first, in place of what had that name', async () => {
    const bin = join(directory(), 'modules/.bin');
    for (const version of ['v24.91.0', 'v25.0.0']) {
      await linkNode(bin, silent, { NODE24_PATH: program(version, version) });
      assert.equal(await run(join(bin, 'node'), []), `${version}\n`);
    }
    assert.deepEqual(readdirSync(bin), ['node']);
    // Another start of the same checkout was faster, and npm has that one on PATH.
    process.env['PATH'] = bin;
    await linkNode(bin, silent, {});
    process.env['PATH'] = path;
    assert.equal(await run(join(bin, 'node'), []), 'v25.0.0\n');
  });
});

describe('Swift', () => {
  const directory = temporaryDirectory();
  const path = process.env['PATH'];
  afterEach(() => {
    process.env['PATH'] = path;
  });

  for (const [what, text, isTaken] of [
    ['a compiler', 'Swift version 6.0.3 (swift-6.0.3-RELEASE)', true],
    ['the compiler of a Mac', 'swift-driver version: 1.87 Apple Swift version 5.9 (x)', true],
    ['a compiler that is too old', 'Swift version 5.8.1 (swift-5.8.1-RELEASE)', false],
    ['the program of OpenStack', 'python-swiftclient 4.1.0', false],
  ] as const)
    it(`is ${isTaken ? '' : 'not '}${what}, and is not fetched for who only looks`, async () => {
      const file = join(directory(), 'swift');
      writeFileSync(file, `#!/bin/sh\necho "${text}"\n`, { mode: 0o755 });
      process.env['PATH'] = directory();
      const found = await findLocally(swift({ SARRAF_CACHE: directory() }));
      assert.equal(found?.path, isTaken ? file : undefined);
    });
});

describe('a command', () => {
  it('gives what it wrote', async () => {
    assert.equal(await run('/bin/sh', ['-c', 'echo out; echo err >&2']), 'out\nerr\n');
  });

  it('fails with its name and last lines', async () => {
    await assert.rejects(
      run('/bin/sh', ['-c', 'echo reason; exit 2']),
      /`\/bin\/sh .*` failed: reason/,
    );
  });

  it('fails when it does not end in time', async () => {
    await assert.rejects(
      run('/bin/sh', ['-c', 'exec sleep 20'], { timeoutMs: 100 }),
      /did not end within 0\.1 s/,
    );
  });

  it('fails when there is no such program', async () => {
    await assert.rejects(outcome('/no/such/program', []), /ENOENT/);
  });

  it('is found in the first directory of PATH that has it', () => {
    assert.equal(onPath('sh', '/nowhere:/bin'), '/bin/sh');
    assert.equal(onPath('sh', ''), undefined);
    assert.equal(onPath('no-such-program'), undefined);
  });
});

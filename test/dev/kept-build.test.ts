import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptBuild } from '../../dev/kept-build.ts';
import { silent } from '../../dev/progress.ts';

describe('the build that npm start keeps', () => {
  let root: string;
  let made: number;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sarraf-build-'));
    made = 0;
    for (const file of ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'])
      writeFileSync(join(root, file), '{}');
    for (const room of ['api', 'test', 'node_modules', '.data']) mkdirSync(join(root, room));
    source('api/index.ts', 'one');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const source = (file: string, text: string) => writeFileSync(join(root, file), text);
  const kept = (make = async (to: string) => void mkdirSync(to, { recursive: true })) =>
    keptBuild(join(root, '.data/build'), silent, {
      root,
      make: async (to) => {
        made += 1;
        await make(to);
      },
    });

  it('is made once', async () => {
    assert.equal(await kept(), join(root, '.data/build'));
    await kept();
    assert.equal(made, 1);
  });

  for (const [what, file] of [
    ['a source has changed', 'api/index.ts'],
    ['a source has come', 'api/more.tsx'],
    ['other packages are locked', 'package-lock.json'],
  ] as const)
    it(`is made anew when ${what}`, async () => {
      await kept();
      source(file, 'two');
      await kept();
      assert.equal(made, 2);
    });

  for (const file of ['test/index.ts', 'node_modules/index.ts', 'api/notes.txt'])
    it(`stays when what it is not made of changes: ${file}`, async () => {
      await kept();
      source(file, 'two');
      await kept();
      assert.equal(made, 1);
    });

  it('is made anew when the last time came to nothing', async () => {
    await assert.rejects(
      kept(async () => {
        throw new Error('The sources do not compile.');
      }),
      /do not compile/,
    );
    await kept();
    assert.equal(made, 2);
  });
});

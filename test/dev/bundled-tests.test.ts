import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTests } from '../../dev/bundled-tests.ts';
import { lineOf } from '../../dev/mocha-events.ts';
import { MAINS } from '../../dev/programs.ts';
import { atSources } from '../../dev/source-places.ts';

const DATA = fileURLToPath(new URL('../../.data', import.meta.url));
const RELEASE = '/a/release';

describe('tests that are bundled', () => {
  let directory: string;
  before(() => {
    // Packages are found from inside of the repository.
    mkdirSync(DATA, { recursive: true });
    directory = mkdtempSync(join(DATA, 'bundled-'));
  });
  after(() => rmSync(directory, { recursive: true }));

  it('hear where their sources lie, and give others what lies in the release', async () => {
    const files = ['dev/programs.ts', 'temporal/data-converter.ts'] as const;
    const bundled = await bundleTests(files, { directory, release: RELEASE });
    const [programs, converter] = await Promise.all(
      files.map((file): Promise<object> => import(pathToFileURL(bundled(file)).href)),
    );
    assert.deepEqual(Reflect.get(programs ?? {}, 'MAINS'), MAINS);
    assert.equal(
      Reflect.get(converter ?? {}, 'failureConverterPath'),
      join(RELEASE, 'temporal/failure-converter.js'),
    );
  });

  it('fail at places of their sources', async () => {
    const file = 'dev/mocha-events.ts';
    const bundled = await bundleTests([file], { directory, release: RELEASE });
    const events: object = await import(pathToFileURL(bundled(file)).href);
    let stack = '';
    try {
      Reflect.get(events, 'eventOn')(lineOf({ kind: 'passed' }).slice(0, -2));
    } catch (error) {
      stack = error instanceof Error ? atSources(error.stack ?? '') : '';
    }
    const lines = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split('\n');
    const [, line = ''] = /dev\/mocha-events\.ts:(\d+):\d+/.exec(stack) ?? assert.fail(stack);
    assert.match(lines[Number(line) - 1] ?? '', /JSON\.parse/);
  });
});

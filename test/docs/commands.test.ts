import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { docPage, pages, ROOT, section } from './support.ts';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
}

const manifest: Manifest = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
/** Commands of npm itself, not scripts of ours. */
const OF_NPM = new Set(['ci', 'install', 'pack', 'proxy', 'registry', 'package', 'packages']);

describe('the commands in the documents', () => {
  for (const { path, text } of pages())
    it(`are scripts of package.json: ${path}`, () => {
      const unknown = scriptsIn(text).filter((name) => !(name in manifest.scripts));
      assert.deepEqual(unknown, []);
    });

  it('are found by this test at all', () => {
    assert.deepEqual(scriptsIn('`npm start`, `npm run doctor` and npm ci, npm test -- x.'), [
      'start',
      'doctor',
      'test',
    ]);
  });
});

describe('the README', () => {
  const readme = docPage('README.md');

  it('names the version of Node that package.json asks for', () => {
    const wanted = manifest.engines.node.replace('>=', '');
    assert.ok(readme.text.includes(`Node ${wanted} or newer`));
  });

  it('tells what each script does that a person would run', () => {
    const told = new Set(scriptsIn(section(readme, '## Commands')));
    const parts = /^(?:pre|check:)/;
    const wanted = Object.keys(manifest.scripts).filter((name) => !parts.test(name));
    assert.deepEqual(
      wanted.filter((name) => !told.has(name)),
      [],
    );
  });
});

function scriptsIn(text: string): readonly string[] {
  return [...text.matchAll(/\bnpm (?:run )?(?:--silent )?([a-z][a-z\d:-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !OF_NPM.has(name));
}

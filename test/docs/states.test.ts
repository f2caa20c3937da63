import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  driftedFiles,
  generatedFiles,
  statesPage,
  writeFiles,
  type GeneratedFile,
} from '../../dev/generate.ts';
import { TRANSACTION_STATES, TRANSITIONS, TRIGGERS } from '../../domain/transaction/states.ts';

describe('the page of states', () => {
  it('has a cell for each state and trigger, and says in it what the state table says', () => {
    const table = cellsOf(statesPage());
    assert.equal(table.size, TRANSACTION_STATES.length * TRIGGERS.length);
    for (const state of TRANSACTION_STATES)
      for (const trigger of TRIGGERS)
        assert.equal(
          table.get(`${state} ${trigger}`),
          TRANSITIONS[state][trigger] ?? '',
          `${state} × ${trigger}`,
        );
  });

  it('is drawn with the arrows of the state table and no others', () => {
    const wanted = TRANSACTION_STATES.flatMap((state) =>
      TRIGGERS.flatMap((trigger) => {
        const target = TRANSITIONS[state][trigger];
        return target === undefined ? [] : [`${state} > ${trigger} > ${target}`];
      }),
    );
    assert.deepEqual(arrowsOf(statesPage()).toSorted(), wanted.toSorted());
  });
});

describe('generate', () => {
  let directory = '';
  let files: readonly GeneratedFile[] = [];
  before(async () => {
    files = await generatedFiles();
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'sarraf-generate-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });
  const root = () => pathToFileURL(`${directory}/`);

  it('finds every file missing where there is none, and no drift after writing them', () => {
    const all = files.map(({ path }) => path);
    assert.deepEqual(driftedFiles(root(), files), all);
    writeFiles(root(), files);
    assert.deepEqual(driftedFiles(root(), files), []);
  });

  it('names the file that somebody has changed by hand', () => {
    writeFiles(root(), files);
    const file = join(directory, 'docs/states.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nBy hand.\n`);
    assert.deepEqual(driftedFiles(root(), files), ['docs/states.md']);
  });
});

/** The cells of the table of states and triggers, by "state trigger". */
function cellsOf(page: string): ReadonlyMap<string, string> {
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  const triggers = split(lines[0] ?? '').slice(1);
  const rows = lines.slice(2, 2 + TRANSACTION_STATES.length).map(split);
  return new Map(
    rows.flatMap(([state = '', ...cells]) =>
      triggers.map((trigger, index) => [`${state} ${trigger}`, cells[index] ?? '?'] as const),
    ),
  );
}

function split(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim().replaceAll('`', ''));
}

/** The arrows of the diagram as "state > trigger > state"; one that leaves the box is one of each state in it, or of those it names. */
function arrowsOf(page: string): readonly string[] {
  const [, diagram = ''] = /```mermaid\n(.*?)```/s.exec(page) ?? [];
  const [, box = ''] = /as unpaid \{\n(.*?)\n {2}\}/s.exec(diagram) ?? [];
  const inBox = TRANSACTION_STATES.filter((state) => new RegExp(`\\b${state}\\b`).test(box));
  return [...diagram.matchAll(/^ +(\w+) --> (\w+) : (.+)$/gm)].flatMap(
    ([, from = '', to = '', by = '']) =>
      by.split(', ').flatMap((label) => {
        const [, trigger = '', named] = /^([\w-]+)(?: \(from (.+)\))?$/.exec(label) ?? [];
        const states = named?.split(' and ') ?? (from === 'unpaid' ? inBox : [from]);
        return states.map((state) => `${state} > ${trigger} > ${to}`);
      }),
  );
}

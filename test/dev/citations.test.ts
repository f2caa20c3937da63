import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brokenCitations } from '../../dev/citations.ts';

const RULES = '# Operations\n\n## Which payment?\n\n```md\n## No heading\n```\n\n## Tracking-Key\n';
/** Written in two parts, so that this file cites nothing that is not there. */
const CONTRACT = 'contract';

describe('the check of citations', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sarraf-citations-'));
    write('docs/contract/operations.md', RULES);
    write('docs/merchants.md', '# For merchants\n');
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  for (const line of [
    `/** Free again (${CONTRACT}/operations#tracking-key). */`,
    ` * ${CONTRACT}/operations#which-payment, docs/merchants.md`,
    `const source = '${CONTRACT}/operations#tracking-key';`,
    "const path = '/contract/x';",
    "const file = 'gone.md';",
  ])
    it(`finds nothing wrong with: ${line}`, () => {
      write('api/a.ts', `${line}\n`);
      assert.deepEqual(brokenCitations(root), []);
    });

  for (const [line, what] of [
    [`/** ${CONTRACT}/refunds#tracking-key */`, /no docs\/contract\/refunds\.md/],
    [`const a = 1; // ${CONTRACT}/operations#approval`, /only the headings .*tracking-key/],
    [`/** ${CONTRACT}/operations#no-heading */`, /only the headings/],
    [`/** ${CONTRACT}/operations, somewhere */`, /names no heading/],
    [`describe('refunds (${CONTRACT}/operations#approval)', () => {`, /only the headings/],
    [` * (${CONTRACT}/api.md 6.5)`, /api\.md is not in this repository/],
    ['/** decisions.md 9 */', /decisions\.md is not in this repository/],
    ['// paper.txt, chapter 2', /paper\.txt is not in this repository/],
  ] as const)
    it(`names file and line of: ${line}`, () => {
      write('api/a.ts', `\n${line}\n`);
      const [fault = '', ...others] = brokenCitations(root);
      assert.match(fault, /^api\/a\.ts:2: /);
      assert.match(fault, what);
      assert.deepEqual(others, []);
    });

  it('reads documents, but neither what a link is called nor their examples', () => {
    write(
      'docs/map.md',
      '[operators.md](merchants.md)\n\n```sh\ncat gone.md\n```\n\nSee gone.md.\n',
    );
    assert.deepEqual(brokenCitations(root), [
      'docs/map.md:7: gone.md is not in this repository. Cite a page that is, or say the rule without it.',
    ]);
  });

  it('reads the sources of test vectors', () => {
    write('test/vectors/a.json', `{"source": "${CONTRACT}/operations#approval"}\n`);
    assert.equal(brokenCitations(root).length, 1);
  });

  it('leaves alone what is not ours', () => {
    for (const place of ['node_modules/a', 'dist', 'test/replay', '.data'])
      write(`${place}/a.ts`, `/** ${CONTRACT}/gone#gone */\n`);
    assert.deepEqual(brokenCitations(root), []);
  });

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the guide for merchants', () => {
  const guide = read('docs/merchants.md');

  it('prints the code that verifies webhooks exactly as the client for Node runs it', () => {
    assert.ok(guide.includes(`\`\`\`ts\n${read('clients/node/src/body-signature.ts')}\`\`\`\n`));
  });

  it('names every variable that the shop reads', () => {
    const variables = new Set(read('demo/env.ts').match(/(DEMO|SARRAF|TEMPORAL)_[A-Z_]+/g));
    assert.ok(variables.size >= 9);
    for (const name of variables) assert.ok(guide.includes(`\`${name}\``), name);
  });

  it('points only at files of the shop that exist', () => {
    for (const [, path] of guide.matchAll(/\]\(\.\.\/(demo\/[^)]+)\)/g))
      assert.ok(read(String(path)));
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { keptBundle } from '../../worker/bundle-cache.ts';
import { makeBundle } from '../../worker/bundle.ts';

describe('the bundle of the workflows', function () {
  this.timeout(120_000);

  it('is made once for the same sources, whole, and taken from then on', async () => {
    const path = await keptBundle(makeBundle);
    const again = await keptBundle(() => Promise.reject(new Error('It was made again.')));
    assert.equal(again, path);
    const code = readFileSync(path, 'utf8');
    assert.match(code, /sourceMappingURL=data:/);
    for (const name of ['transaction/workflow.ts', 'operation/workflow.ts', 'invoice.ts'])
      assert.ok(code.includes(`./workflows/${name}`), name);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { theSystem } from '../support/system.ts';
import { part, send } from '../support/http.ts';

describe('/version', () => {
  it('tells the versions of API, build and data to whoever asks', async function () {
    this.timeout(120_000);
    const { run } = await theSystem();
    const { status, body, headers } = await send(`${run.api}/version`);
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    const manifest = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    const { version, commit, ...rest } = part(body, 'build');
    assert.deepEqual([version, rest], [manifest.version, {}]);
    // The system of the tests is compiled, where Git tells of which commit.
    assert.match(String(commit), /^[0-9a-f]{40}$/u);
    assert.deepEqual(body['schema'], { database: 1, webhook: 2 });
    const api = part(body, 'api');
    assert.deepEqual(api['checkout'], ['v1']);
    assert.deepEqual(api['pbl'], ['v2']);
    assert.deepEqual(Object.keys(body).toSorted(), ['api', 'build', 'schema']);
  });
});

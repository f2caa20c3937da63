import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const README = readFileSync(new URL('../../../clients/web/README.md', import.meta.url), 'utf8');
const [, markup = ''] = /^```html\n([^]*?)^```$/mu.exec(README) ?? [];
const [, script = ''] = /^```js\n([^]*?)^```$/mu.exec(README) ?? [];

describe('the first example of the README of the web SDK', () => {
  it('has each function that its attributes name, and sends who has paid to a page that there is', () => {
    const named = [...markup.matchAll(/ data-\w+="(?<name>\w+)"/gu)].map(
      ({ groups }) => groups?.['name'],
    );
    assert.ok(named.length > 0);
    const configs: Readonly<Record<string, unknown>>[] = [];
    const visited: unknown[] = [];
    const page: Record<string, unknown> = {
      Checkout: { init: (config: Readonly<Record<string, unknown>>) => void configs.push(config) },
      location: { assign: (url: unknown) => void visited.push(url) },
    };
    runInNewContext(script, page);
    assert.ok(markup.includes(`id="${String(configs[0]?.['selector'])}"`));
    assert.deepEqual(
      named.filter((name = '') => typeof page[name] !== 'function'),
      [],
    );
    const url = 'https://shop.example/thanks';
    for (const data of [{ redirect_url: url }, {}])
      runInNewContext(`paid(${JSON.stringify(data)})`, page);
    assert.equal(visited[0], url);
    assert.equal(typeof visited[1], 'string');
  });
});

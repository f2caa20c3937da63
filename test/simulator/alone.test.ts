import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOM = fileURLToPath(new URL('../../simulator/', import.meta.url));
const PACKAGES = ['koa', '@koa/router', '@koa/bodyparser', 'preact', 'preact-render-to-string'];

describe('the simulator', () => {
  it('imports nothing of ours, so that it can judge us', () => {
    const files = readdirSync(ROOM, { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => /\.tsx?$/u.test(file));
    assert.ok(sources.length > 20);
    for (const file of sources) {
      const text = readFileSync(join(ROOM, file), 'utf8');
      for (const [, specifier = ''] of text.matchAll(/from '([^']+)'/gu)) {
        const inside =
          specifier.startsWith('.') &&
          !relative(ROOM, resolve(ROOM, dirname(file), specifier)).startsWith('..');
        assert.ok(
          inside || specifier.startsWith('node:') || PACKAGES.includes(specifier),
          `simulator/${file} imports ${specifier}`,
        );
      }
    }
  });
});

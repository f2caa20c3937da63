import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { aPost, poster } from '../transports/support/posting.ts';
import { receiver } from '../transports/support/receiver.ts';
import { docPage, ROOT, section } from './support.ts';

const merchants = docPage('docs/merchants.md');

describe("the merchants' page", () => {
  it('prints the code that verifies Standard Webhooks exactly as the client for Node runs it', () => {
    const file = new URL('clients/node/src/standard-webhooks.ts', ROOT);
    assert.ok(merchants.text.includes(`\`\`\`ts\n${readFileSync(file, 'utf8')}\`\`\`\n`));
  });

  it('reads in its commands only variables that it has set in the first ones', () => {
    const [first = '', ...others] = [...merchants.text.matchAll(/^ *```sh\n([^]+?)```/gm)].map(
      ([, commands]) => commands,
    );
    const set = new Set([...first.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name));
    const read = others.flatMap((commands = '') =>
      [...commands.matchAll(/\$([A-Z_]+)|\{base_url\}/g)].map(([whole, name]) => name ?? whole),
    );
    assert.deepEqual(new Set(read), set);
  });

  it('has every header of a webhook, and no other', async () => {
    const shop = await receiver((response) => response.end());
    await poster()(aPost({ url: shop.url }));
    await shop.close();
    const OF_HTTP = ['host', 'connection', 'content-length', 'user-agent'];
    const sent = Object.keys(shop.received[0]?.headers ?? {}).filter(
      (name) => !OF_HTTP.includes(name),
    );
    const rows = section(merchants, '### The headers').matchAll(/^\| (`[^|]+`) \|/gm);
    const told = [...rows].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.toLowerCase()),
    );
    assert.deepEqual(told.toSorted(), sent.toSorted());
  });
});

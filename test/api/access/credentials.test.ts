import assert from 'node:assert/strict';
import Koa from 'koa';
import type { Server } from 'node:http';
import { credentialsOf } from '../../../api/access/credentials.ts';
import { loopbackUrl } from '../../support/listening.ts';

describe('the credentials of a request', () => {
  let server: Server;
  let url: string;
  before(async () => {
    const app = new Koa();
    app.use((ctx) => {
      ctx.body = credentialsOf(ctx);
    });
    server = app.listen(0, '127.0.0.1');
    url = await loopbackUrl(server);
  });
  after(() => server.close());

  const unreadable = { kind: 'unreadable' };
  const cases: readonly (readonly [Readonly<Record<string, string>>, object])[] = [
    [{}, { kind: 'none' }],
    [{ Authorization: 'Api-Key abc' }, { kind: 'key', key: 'abc' }],
    [{ Authorization: 'api-key abc' }, { kind: 'key', key: 'abc' }],
    [{ 'Api-Key': 'abc' }, { kind: 'key', key: 'abc' }],
    [{ Authorization: `Basic ${b64('a:b')}` }, { kind: 'basic', username: 'a', password: 'b' }],
    [
      { Authorization: `basic ${b64('a:b:ü ')}` },
      { kind: 'basic', username: 'a', password: 'b:ü ' },
    ],
    [{ Authorization: 'Bearer a.b.c' }, { kind: 'bearer', token: 'a.b.c', serviceId: '' }],
    [
      { Authorization: 'Bearer a.b.c', 'X-Service-ID': 'shop' },
      { kind: 'bearer', token: 'a.b.c', serviceId: 'shop' },
    ],
    [{ Authorization: 'Token abc' }, unreadable],
    [{ Authorization: 'abc' }, unreadable],
    [{ Authorization: 'Bearer' }, unreadable],
    [{ Authorization: 'Bearer a b' }, unreadable],
    [{ Authorization: `Basic ${b64('a')}` }, unreadable],
    [{ Authorization: `Basic ${b64(':b')}` }, unreadable],
    [{ Authorization: `Basic ${b64('a:')}` }, unreadable],
    // What a proxy adds in one header does not make up for what is wrong in the other.
    [{ Authorization: 'Digest x', 'Api-Key': 'abc' }, unreadable],
  ];
  for (const [headers, expected] of cases)
    it(`are read from ${JSON.stringify(headers)}`, async () => {
      assert.deepEqual(await (await fetch(url, { headers })).json(), expected);
    });
});

function b64(text: string): string {
  return Buffer.from(text).toString('base64');
}

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa, { type Context } from 'koa';
import type { LoggedIn } from '../../api/access/asked-for.ts';
import { apiClient } from '../../office/client.ts';
import { until } from '../support/http.ts';

/** A client of an API that answers everything so. */
function clientOf(answer: (ctx: Context) => void) {
  const app = new Koa();
  app.use(answer);
  return apiClient({ app, host: 'office.example' } as Context, {} as LoggedIn, '127.0.0.1');
}

describe('a file that a page hands on', () => {
  it('is read no further when nobody takes it any more', async () => {
    let given = 0;
    let isOver = false;
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          yield 'x'.repeat(65_536);
        }
      } finally {
        isOver = true;
      }
    }
    const client = clientOf((ctx) => {
      ctx.attachment('all.csv');
      ctx.body = Readable.from(endless());
    });
    const file = await client.download('/x');
    assert.ok('stream' in file);
    assert.equal(file.name, 'all.csv');
    await sleep(50);
    // It comes as it is taken, so that no file is in memory as a whole.
    assert.ok(given < 20, `${given} parts were read for nobody`);
    file.stream.destroy();
    await until('the API ends it', async () => isOver);
  });

  it('is a refusal where there is none', async () => {
    const client = clientOf((ctx) => {
      ctx.status = 404;
      ctx.body = { detail: 'There is none.', code: 'not_found' };
    });
    const { status, body } = (await client.download('/x')) as { status: number; body: object };
    assert.deepEqual([status, body], [404, { detail: 'There is none.', code: 'not_found' }]);
  });
});

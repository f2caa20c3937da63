import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type ClientRequest, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import Koa, { type Context } from 'koa';
import {
  bodyOf,
  dropIncoming,
  incomingFileOf,
  readFormBeforeFile,
} from '../../../api/middleware/body.ts';
import { until } from '../../support/http.ts';
import { loopbackUrl } from '../../support/listening.ts';

const BOUNDARY = 'x-boundary';
const part = (disposition: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}`;
const CSV = '\r\nContent-Type: text/csv';
const FIELD = `${part('name="form_token"', 'token')}\r\n`;
const FILE = part(`name="file"; filename="June.csv"${CSV}`, 'amount\n1\n');
const END = `\r\n--${BOUNDARY}--\r\n`;

describe('a form with a file that is read as it comes', () => {
  let server: Server;
  let url: string;
  let handle: (ctx: Context) => Promise<void>;
  before(async () => {
    const app = new Koa();
    app.silent = true;
    app.use(async (ctx) => {
      try {
        await readFormBeforeFile(ctx, 'file');
        await handle(ctx);
      } finally {
        dropIncoming(ctx);
      }
    });
    const answer = app.callback();
    server = createServer((asked, response) => void answer(asked, response)).listen(0, '127.0.0.1');
    url = await loopbackUrl(server);
  });
  after(() => server.close());

  const begin = (type = `multipart/form-data; boundary=${BOUNDARY}`) =>
    request(url, { method: 'POST', headers: { 'Content-Type': type } });
  it('has its fields before the file is here, and then the file', async () => {
    const sent = begin();
    const reached = new Promise<void>((resolve) => {
      handle = async (ctx) => {
        assert.equal(bodyOf(ctx)['form_token'], 'token');
        const file = incomingFileOf(ctx);
        assert.equal(file?.name, 'June.csv');
        resolve();
        ctx.body = file && (await text(file.stream));
      };
    });
    sent.write(FIELD + FILE);
    // The rest is still with who sends it.
    await reached;
    sent.end(`2\n${END}`);
    assert.deepEqual(await answerTo(sent), { status: 200, text: 'amount\n1\n2\n' });
  });

  it('gets an answer although nobody reads the file, and what is left of it is thrown away', async () => {
    let reached: Context | undefined;
    handle = async (ctx) => {
      reached = ctx;
      ctx.body = 'no';
    };
    const sent = begin();
    sent.write(FIELD + FILE);
    const answer = await answerTo(sent);
    assert.deepEqual(answer, { status: 200, text: 'no' });
    sent.end('x'.repeat(5_000_000) + END);
    await until('all of it is read', async () => reached?.req.complete, 10_000);
  });

  it('is too large where its names alone are, before anything of it is looked at', async () => {
    handle = async (ctx) => {
      ctx.body = 'read';
    };
    const sent = begin();
    const names = Array.from({ length: 70 }, (_, nth) =>
      part(`name="${'n'.repeat(15_000)}${nth}"`, '\r\n'),
    );
    sent.end(names.join('') + END);
    assert.equal((await answerTo(sent)).status, 413);
  });

  it('is an error to who reads the file when it is cut off', async () => {
    const sent = begin();
    const failed = new Promise<unknown>((resolve) => {
      handle = async (ctx) => {
        sent.destroy();
        const file = incomingFileOf(ctx);
        if (file) await text(file.stream).catch(resolve);
      };
    });
    sent.on('error', () => undefined);
    sent.write(FIELD + FILE);
    assert.match(String(await failed), /cut off/);
  });

  it('needs no file: without one, or as a form of fields alone, it is its fields', async () => {
    handle = async (ctx) => {
      ctx.body = { ...bodyOf(ctx), hasFile: incomingFileOf(ctx) !== undefined };
    };
    const fields = { form_token: 'token', hasFile: false };
    const empty = part(`name="file"; filename=""\r\nContent-Type: application/octet-stream`, '');
    for (const [body, type] of [
      [FIELD + empty + END, undefined],
      [FIELD.trimEnd() + END, undefined],
      ['form_token=token', 'application/x-www-form-urlencoded'],
    ] as const) {
      const sent = begin(type);
      sent.end(body);
      const { text: said } = await answerTo(sent);
      assert.deepEqual(JSON.parse(said), fields);
    }
  });
});

async function answerTo(sent: ClientRequest) {
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, text: await text(response) };
}

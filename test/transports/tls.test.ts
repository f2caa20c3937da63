import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:https';
import type { PostAnswer } from '../../transports/webhook.ts';
import { close, listen } from './support/listen.ts';
import { aPost, poster } from './support/posting.ts';
import { SELF_SIGNED } from './support/self-signed.ts';

describe('a receiver with TLS', () => {
  let server: Server;
  let calls = 0;
  let port = 0;

  before(async () => {
    server = createServer(SELF_SIGNED, (_request, response) => {
      calls += 1;
      response.end();
    });
    port = await listen(server);
  });
  beforeEach(() => {
    calls = 0;
  });
  after(() => close(server));

  it('is told nothing when no authority knows its certificate', async () => {
    const answer = await poster()(aPost({ url: `https://localhost:${port}/` }));
    assertUnknown(answer);
    assert.equal(calls, 0);
  });

  it('is told nothing even when the environment says not to look', async () => {
    const { NODE_TLS_REJECT_UNAUTHORIZED: earlier } = process.env;
    const emitWarning = process.emitWarning.bind(process);
    // Node warns of this setting, and is right; here it is the point.
    process.emitWarning = () => undefined;
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const answer = await poster()(aPost({ url: `https://localhost:${port}/` }));
      assertUnknown(answer);
      assert.equal(calls, 0);
    } finally {
      process.emitWarning = emitWarning;
      if (earlier === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = earlier;
    }
  });

  it('is told when its certificate is known and for its name', async () => {
    const post = poster({ ca: SELF_SIGNED.cert });
    assert.deepEqual(await post(aPost({ url: `https://localhost:${port}/` })), { status: 200 });
    assert.equal(calls, 1);
  });

  it('is told nothing when its certificate is for another name', async () => {
    const post = poster({
      ca: SELF_SIGNED.cert,
      resolve: () => Promise.resolve(['127.0.0.1']),
    });
    const answer = await post(aPost({ url: `https://shop.example.test:${port}/` }));
    assert.ok(answer && 'error' in answer);
    assert.match(answer.error, /does not match certificate's altnames/);
    assert.equal(calls, 0);
  });
});

/** Some releases of Node add advice of their own. */
function assertUnknown(answer: PostAnswer | undefined): void {
  assert.ok(answer && 'error' in answer);
  assert.match(answer.error, /^self-signed certificate/);
}

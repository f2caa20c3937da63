import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { dnsResolve, type Resolve } from '../../transports/resolve.ts';
import { CORPUS, NO_WEB_URL, NOT_ALLOWED, type Target } from './ssrf-corpus.ts';
import { close, listen } from './support/listen.ts';
import { aPost, poster } from './support/posting.ts';

describe('the SSRF guard', () => {
  let caught: string[] = [];
  const traps: Server[] = [];
  let port = 0;

  before(async () => {
    port = await listen(trap('127.0.0.1'));
    await listen(trap('::1'), '::1', port);
  });
  beforeEach(() => {
    caught = [];
  });
  after(() => Promise.all(traps.map(close)));

  /** Answers 200 to whatever comes, and remembers that it came. */
  function trap(name: string): Server {
    const server = createServer((socket) => {
      caught.push(name);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    });
    traps.push(server);
    return server;
  }

  const urlOf = ({ url }: Target) => url.replace('{port}', String(port));
  const rebinding = () => aPost({ url: `http://rebinding.example.test:${port}/` });

  it('is tried with at least 80 targets, each another one', () => {
    assert.ok(CORPUS.length >= 80, `${CORPUS.length}`);
    assert.equal(new Set(CORPUS.map(({ url }) => url)).size, CORPUS.length);
  });

  for (const target of CORPUS)
    it(`stops ${JSON.stringify(target.url)}${target.resolves ? `, which leads to ${target.resolves.join(', ')}` : ''}`, async () => {
      const post = poster({ allow: [], resolve: resolveOf(target) });
      const answer = await post(aPost({ url: urlOf(target) }));
      assert.deepEqual(answer, { error: target.refusal });
      assert.deepEqual(caught, []);
    });

  for (const target of CORPUS.filter(({ isLoopback }) => isLoopback))
    it(`lets ${JSON.stringify(target.url)} reach the trap when the list allows it`, async () => {
      const allow = ['127.0.0.0/8', '::1', '93.184.216.34'];
      const post = poster({ allow, resolve: resolveOf(target) });
      assert.deepEqual(await post(aPost({ url: urlOf(target) })), { status: 200 });
      assert.equal(caught.length, 1);
    });

  it('lets one address pass without its neighbours', async () => {
    const post = poster({ allow: ['127.0.0.1'] });
    assert.deepEqual(await post(aPost({ url: `http://127.0.0.1:${port}/` })), { status: 200 });
    for (const host of ['127.0.0.2', '[::1]'])
      assert.deepEqual(await post(aPost({ url: `http://${host}:${port}/` })), {
        error: NOT_ALLOWED,
      });
    assert.deepEqual(caught, ['127.0.0.1']);
  });

  describe('before a name that changes its mind', () => {
    // ::1 is allowed here and stands for a public address, so that the test calls nobody outside.
    const allow = ['::1'];
    const asked: string[] = [];
    const changing = (...answers: readonly (readonly string[])[]): Resolve => {
      asked.length = 0;
      return async (hostname) => {
        asked.push(hostname);
        return answers[asked.length - 1] ?? ['127.0.0.1'];
      };
    };

    it('asks once for each call and connects to what it has judged', async () => {
      const post = poster({ allow, resolve: changing(['::1']) });
      assert.deepEqual(await post(rebinding()), { status: 200 });
      assert.deepEqual(asked, ['rebinding.example.test']);
      assert.deepEqual(caught, ['::1']);
    });

    it('judges again at the next call', async () => {
      const post = poster({
        allow,
        resolve: changing(['::1'], ['127.0.0.1'], ['::1', '127.0.0.1']),
      });
      assert.deepEqual(await post(rebinding()), { status: 200 });
      assert.deepEqual(await post(rebinding()), { error: NOT_ALLOWED });
      assert.deepEqual(await post(rebinding()), { error: NOT_ALLOWED });
      assert.deepEqual(caught, ['::1']);
    });
  });

  it('says the same of a name that leads nowhere, into our own network, or to somebody who refuses', async () => {
    const nobody = createServer();
    const refusing = await listen(nobody);
    await close(nobody);
    const answers = await Promise.all(
      [
        () => Promise.resolve([]),
        () => Promise.reject(new Error('queryA ENOTFOUND name.example.test')),
        () => Promise.resolve(['10.0.0.7']),
        () => Promise.resolve(['::1', '169.254.169.254']),
        () => Promise.resolve(['::1']),
      ].map((resolve) =>
        poster({ allow: ['::1'], resolve })(
          aPost({ url: `http://name.example.test:${refusing}/` }),
        ),
      ),
    );
    assert.deepEqual(
      answers,
      answers.map(() => ({ error: NOT_ALLOWED })),
    );
  });

  for (const host of ['[::1]', '169.254.169.254', 'metadata.google.internal'])
    it(`does not follow a redirect to ${host}, whither it would not go`, async () => {
      const redirecting = createServer((socket) => {
        socket.once('data', () => {
          const location = `http://${host}:${port}/`;
          socket.end(`HTTP/1.1 307 X\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
        });
      });
      const from = await listen(redirecting);
      try {
        const post = poster({ allow: ['127.0.0.1', '::1'] });
        assert.deepEqual(await post(aPost({ url: `http://127.0.0.1:${from}/` })), { status: 307 });
        assert.deepEqual(caught, []);
      } finally {
        await close(redirecting);
      }
    });

  it('tells nobody where a name led', () => {
    assert.ok(!/\d/.test(NOT_ALLOWED) && !/\d/.test(NO_WEB_URL));
  });
});

function resolveOf({ resolves }: Target): Resolve {
  return resolves ? () => Promise.resolve(resolves) : dnsResolve();
}

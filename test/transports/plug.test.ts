import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Handed } from '../../domain/notification/outcome.ts';
import { allowList } from '../../transports/addresses.ts';
import { fileFetcher } from '../../transports/fetch-file.ts';
import { texter, type TextMessage } from '../../transports/plug.ts';
import { dnsResolve } from '../../transports/resolve.ts';
import { ssrfGuard } from '../../transports/ssrf-guard.ts';
import { NO_URLS } from '../support/hostile-urls.ts';
import { receiver } from './support/receiver.ts';
import { NOT_ALLOWED } from './ssrf-corpus.ts';

const MESSAGE: TextMessage = {
  id: 'one',
  channel: 'sms',
  from: 'PEARL',
  to: '+96550001234',
  text: 'مرحبًا',
  language: 'ar',
  event: 'paid',
  length: { encoding: 'ucs-2', units: 6, parts: 1 },
};
const connect = (allow: readonly string[] = ['127.0.0.0/8']) =>
  ssrfGuard({ allow: allowList(allow), resolve: dnsResolve(), timeoutMs: 60_000 });
const yes = async () => true;
const no = async () => {
  await wait(50);
  return false;
};

describe('a plug for messages by telephone', () => {
  it('fails for good at an address that nobody can go to, and a file there is none', async () => {
    for (const url of NO_URLS) {
      const handed = await texter({ connect: connect() })(MESSAGE, { url }, yes);
      assert.deepEqual(handed, {
        kind: 'unsent',
        why: 'the address leads nowhere',
        final: true,
      });
      const file = await fileFetcher({ connect: connect() })(url, 10);
      assert.deepEqual(file, { why: 'the address leads nowhere', final: true });
    }
  });

  it('gets the message once, as JSON with its id, after the edge was crossed', async () => {
    const provider = await receiver((response) => response.end('{"id":7}'));
    const plug = { url: provider.url, token: 'secret' };
    const handed = await texter({ connect: connect() })(MESSAGE, plug, yes);
    await provider.close();
    assert.deepEqual(handed, { kind: 'accepted', reference: '7' });
    const [got, ...others] = provider.received;
    assert.deepEqual(JSON.parse(got?.body ?? ''), {
      id: 'one',
      channel: 'sms',
      from: 'PEARL',
      to: '+96550001234',
      text: 'مرحبًا',
      language: 'ar',
      event: 'paid',
      encoding: 'ucs-2',
      parts: 1,
    });
    assert.deepEqual(
      [got?.headers['idempotency-key'], got?.headers.authorization, others.length],
      ['one', 'Bearer secret', 0],
    );
  });

  for (const [status, expected] of [
    [200, { kind: 'accepted' }],
    [202, { kind: 'accepted' }],
    [302, { kind: 'unsent', why: 'HTTP 302', final: true }],
    [400, { kind: 'unsent', why: 'HTTP 400', final: true }],
    [401, { kind: 'unsent', why: 'HTTP 401', final: true }],
    [408, { kind: 'silent', why: 'HTTP 408' }],
    [429, { kind: 'unsent', why: 'HTTP 429', final: false }],
    [500, { kind: 'silent', why: 'HTTP 500' }],
    [503, { kind: 'unsent', why: 'HTTP 503', final: false }],
    [504, { kind: 'silent', why: 'HTTP 504' }],
  ] as const satisfies readonly (readonly [number, Handed])[])
    it(`that answers ${status} makes it ${expected.kind}`, async () => {
      const provider = await receiver((response) => {
        response.writeHead(status, { Location: 'http://169.254.169.254/' }).end();
      });
      const handed = await texter({ connect: connect() })(MESSAGE, { url: provider.url }, yes);
      await provider.close();
      assert.deepEqual(handed, expected);
      assert.equal(provider.received.length, 1);
    });

  it('that reads all of it and hangs up may have it', async () => {
    const provider = await receiver((response) => response.destroy());
    const handed = await texter({ connect: connect() })(MESSAGE, { url: provider.url }, yes);
    await provider.close();
    assert.equal(handed.kind, 'silent');
  });

  it('never gets the whole of it when another try has the message', async () => {
    const provider = await receiver((response) => response.end());
    const handed = await texter({ connect: connect() })(MESSAGE, { url: provider.url }, no);
    await provider.close();
    assert.deepEqual([handed.kind, provider.received.length], ['unsent', 0]);
  });

  it('that is not there, or that must not be reached, has it not', async () => {
    const provider = await receiver((response) => response.end());
    const { url } = provider;
    const walled = await texter({ connect: connect([]) })(MESSAGE, { url }, yes);
    assert.deepEqual(walled, { kind: 'unsent', why: NOT_ALLOWED, final: true });
    assert.equal(provider.most(), 0);
    await provider.close();
    const gone = await texter({ connect: connect() })(MESSAGE, { url }, yes);
    assert.deepEqual(gone, { kind: 'unsent', why: NOT_ALLOWED, final: false });
  });
});

describe('a file that somebody names the address of', () => {
  it('comes whole, up to what is allowed', async () => {
    const bytes = Buffer.alloc(10, 'x');
    assert.deepEqual(await fetched((response) => response.end(bytes)), { bytes });
  });

  it('is none when it is larger, however much is sent and whatever is said of its size', async () => {
    const why = 'more than 10 bytes';
    const endless = await fetched((response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) continue;
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    });
    assert.deepEqual(endless, { why, final: true });
  });

  for (const [status, final] of [
    [302, true],
    [404, true],
    [429, false],
    [500, false],
  ] as const)
    it(`is none when the answer is ${status}`, async () => {
      const answer = await fetched((response) => {
        response.writeHead(status, { Location: 'http://169.254.169.254/' }).end();
      });
      assert.deepEqual(answer, { why: `HTTP ${status}`, final });
    });

  it('is none behind the SSRF guard, and none at all where nobody answers', async () => {
    const walled = await fetched((response) => response.end(), []);
    assert.deepEqual(walled, { why: NOT_ALLOWED, final: true });
    const broken = await fetched((response) => response.destroy());
    assert.deepEqual(broken, { why: 'not reached', final: false });
  });
});

/** What comes of a server that answers so, of which at most ten bytes are wanted. */
async function fetched(
  answer: Parameters<typeof receiver>[0],
  allow?: readonly string[],
): Promise<unknown> {
  const server = await receiver(answer);
  try {
    return await fileFetcher({ connect: connect(allow) })(server.url, 10);
  } finally {
    await server.close();
  }
}

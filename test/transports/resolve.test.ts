import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { dnsResolve } from '../../transports/resolve.ts';
import { aPost, poster } from './support/posting.ts';

describe('the look-up of a name', () => {
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost', 'a.b.localhost.'])
    it(`finds the loopback for ${name} without asking`, async () => {
      assert.deepEqual(await dnsResolve(['127.0.0.1:9'])(name), ['127.0.0.1', '::1']);
    });

  it('gives the addresses of both kinds, the old ones first', async () => {
    await withServer(answering({ 1: [Buffer.from([192, 0, 2, 7])], 28: [SIX] }), async (server) => {
      assert.deepEqual(await dnsResolve([server])('shop.example.test'), [
        '192.0.2.7',
        '2001:db8::7',
      ]);
    });
  });

  it('is content with one kind', async () => {
    await withServer(answering({ 28: [SIX] }), async (server) => {
      assert.deepEqual(await dnsResolve([server])('shop.example.test'), ['2001:db8::7']);
    });
  });

  it('fails when there is neither', async () => {
    await withServer(answering({}), async (server) => {
      await assert.rejects(
        dnsResolve([server])('shop.example.test'),
        /ENODATA shop\.example\.test/,
      );
    });
  });

  it('asks about a name that only begins like the loopback', async () => {
    await withServer(answering({ 1: [Buffer.from([192, 0, 2, 8])] }), async (server) => {
      assert.deepEqual(await dnsResolve([server])('localhost.example.test'), ['192.0.2.8']);
      assert.deepEqual(await dnsResolve([server])('notlocalhost'), ['192.0.2.8']);
    });
  });

  it('does not outlast the call when the server of the name is silent', async () => {
    await withServer(
      () => undefined,
      async (server) => {
        const post = poster({ resolve: dnsResolve([server]) });
        const answer = await post(
          aPost({ url: 'http://tarpit.example.test/', timeoutSeconds: 0.5 }),
        );
        assert.deepEqual(answer, { error: 'no answer within 0.5 s' });
      },
    );
  });

  it('of fifty names that stay silent does not delay another one', async () => {
    const silent = /tarpit/;
    const found = answering({ 1: [Buffer.from([127, 0, 0, 1])] });
    await withServer(
      (query) => (silent.test(query.toString('latin1')) ? undefined : found(query)),
      async (server) => {
        const resolve = dnsResolve([server]);
        let givenUp = 0;
        const waiting = Array.from({ length: 50 }, (_, n) =>
          resolve(`tarpit${n}.example.test`).catch(() => (givenUp += 1)),
        );
        assert.deepEqual(await resolve('quick.example.test'), ['127.0.0.1']);
        assert.equal(givenUp, 0);
        await Promise.all(waiting);
      },
    );
  });
});

const SIX = Buffer.from('20010db8000000000000000000000007', 'hex');

/** A DNS server for any name; the records by the number of their type (A is 1, AAAA is 28). */
function answering(records: Readonly<Record<number, readonly Buffer[]>>) {
  return (query: Buffer): Buffer => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const type = query.readUInt16BE(end - 4);
    const answers = records[type] ?? [];
    const head = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      0x80,
      0,
      1,
      0,
      answers.length,
      0,
      0,
      0,
      0,
    ]);
    const bodies = answers.map((data) =>
      Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, 0, data.length]), data]),
    );
    return Buffer.concat([head, question, ...bodies]);
  };
}

async function withServer(
  answer: (query: Buffer) => Buffer | undefined,
  work: (server: string) => Promise<void>,
): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const said = answer(query);
    if (said) socket.send(said, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  try {
    await work(`127.0.0.1:${socket.address().port}`);
  } finally {
    socket.close();
  }
}

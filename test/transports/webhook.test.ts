import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '../../domain/json.ts';
import { aMerchant, aMerchantId } from '../support/builders.ts';
import { close, listen } from './support/listen.ts';
import { aPost, EVENT, KEY, poster } from './support/posting.ts';
import { receiver, type WebhookReceiver } from './support/receiver.ts';
import { isStandardWebhook } from '../../clients/node/src/index.ts';
import { NOT_ALLOWED } from './ssrf-corpus.ts';

interface Vector {
  readonly name: string;
  readonly scheme: 'standard' | 'subscription';
  readonly key: string;
  readonly payload: JsonObject;
  readonly signature: string;
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../vectors/webhook-signatures.json', import.meta.url), 'utf8'),
);

describe('a webhook', () => {
  let merchant: WebhookReceiver;
  /** How the merchant answers; each test may change it. */
  let answer: (response: ServerResponse) => void;
  const post = poster();

  before(async () => {
    merchant = await receiver((response) => answer(response));
  });
  beforeEach(() => {
    answer = (response) => response.end();
  });
  after(() => merchant.close());

  const last = () => {
    const received = merchant.received.at(-1);
    assert.ok(received, 'Nothing was received.');
    return received;
  };

  describe('as the merchant receives it', () => {
    it('is a POST of JSON with its id, its place and who sends it', async () => {
      await post(aPost({ url: `${merchant.url}?shop=7`, sequence: 12 }));
      const { method, path, headers } = last();
      assert.equal(`${method} ${path}`, 'POST /hook?shop=7');
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(headers['user-agent'], 'Tests/1');
      assert.equal(headers['x-event-id'], EVENT);
      assert.equal(headers['x-delivery-id'], EVENT);
      assert.equal(headers['x-sequence'], '12');
    });

    it('has the payload with its signature, the keys in order', async () => {
      await post(
        aPost({ url: merchant.url, payload: { state: 'paid', b: { d: 1, c: 2 }, a: 'ا' } }),
      );
      const signature = createHmac('sha256', KEY).update('statepaid').digest('hex');
      assert.equal(
        last().body,
        `{"a":"ا","b":{"c":2,"d":1},"signature":"${signature}","state":"paid"}`,
      );
    });

    for (const { name, scheme, key, payload, signature } of vectors)
      it(`is signed by the ${scheme} scheme as vector ${name} says`, async () => {
        const settings = { ...aMerchant().webhooks, scheme };
        await post(aPost({ url: merchant.url, payload, key, settings }));
        assert.equal(JSON.parse(last().body).signature, signature);
      });

    it('has the headers of Standard Webhooks over the body as it was sent', async () => {
      const at = Date.now();
      await post(
        aPost({ url: merchant.url, payload: { state: 'paid', extra: { name: 'سارة' } }, at }),
      );
      const { headers, body } = last();
      assert.equal(headers['webhook-id'], EVENT);
      assert.equal(headers['webhook-timestamp'], String(Math.floor(at / 1000)));
      assert.equal(isStandardWebhook(headers, body, KEY), true);
    });

    it('is not true with another body, id, time or key', async () => {
      await post(aPost({ url: merchant.url }));
      const { headers, body } = last();
      const later = String(Number(headers['webhook-timestamp']) + 1);
      for (const [changed, text, key] of [
        [headers, body.replace('paid', 'void'), KEY],
        [{ ...headers, 'webhook-id': 'other' }, body, KEY],
        [{ ...headers, 'webhook-timestamp': later }, body, KEY],
        [headers, body, `${KEY}0`],
      ] as const)
        assert.equal(isStandardWebhook(changed, text, key), false);
    });

    it('can be verified by a library that takes the key as whsec_ and base64', async () => {
      await post(aPost({ url: merchant.url }));
      const { headers, body } = last();
      // The algorithm of the specification, in its own words: decode the secret, sign, encode.
      const secret = `whsec_${Buffer.from(KEY).toString('base64')}`;
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
      const expected = createHmac('sha256', bytes).update(signed).digest('base64');
      assert.equal(headers['webhook-signature'], `v1,${expected}`);
    });

    it('has the time of its own call when it is sent again', async () => {
      const at = Date.now() - 86_400_000;
      await post(aPost({ url: merchant.url, at }));
      const first = last();
      await post(aPost({ url: merchant.url }));
      assert.equal(isStandardWebhook(first.headers, first.body, KEY), false, 'a day old');
      assert.equal(isStandardWebhook(last().headers, last().body, KEY), true);
      assert.equal(last().body, first.body);
    });
  });

  describe('and its answer', () => {
    for (const status of [200, 201, 204, 302, 404, 410, 429, 500, 503])
      it(`of ${status} is a status`, async () => {
        answer = (response) => response.writeHead(status, { Location: '/elsewhere' }).end();
        const before = merchant.received.length;
        assert.deepEqual(await post(aPost({ url: merchant.url })), { status });
        assert.equal(merchant.received.length, before + 1);
      });

    it('is kept with its Retry-After', async () => {
      answer = (response) => response.writeHead(503, { 'Retry-After': '120' }).end('later');
      assert.deepEqual(await post(aPost({ url: merchant.url })), {
        status: 503,
        body: 'later',
        retryAfter: '120',
      });
    });

    it('is kept to 20 kB, whole letters only, and the rest is not read', async () => {
      const piece = 'س'.repeat(50_000);
      let written = 0;
      answer = (response) => {
        const more = () => {
          while (!response.destroyed && response.write(piece)) written += 1;
        };
        response.on('drain', more);
        response.write('x');
        more();
      };
      const answered = await post(aPost({ url: merchant.url }));
      assert.deepEqual(answered, { status: 200, body: `x${'س'.repeat(9999)}` });
      await until(() => merchant.open() === 0);
      assert.ok(written < 1000, `${written} pieces were read`);
    });

    it('is a status after two seconds when the body comes in drops', async () => {
      answer = (response) => {
        const drops = setInterval(() => response.write('.'), 100);
        response.on('close', () => clearInterval(drops));
      };
      const begun = Date.now();
      const answered = await post(aPost({ url: merchant.url, timeoutSeconds: 60 }));
      const took = Date.now() - begun;
      assert.ok(took >= 1900 && took < 50_000, `${took} ms`);
      assert.ok(answered && 'status' in answered);
      assert.equal(answered.status, 200);
      assert.match(answered.body ?? '', /^\.+$/);
    });

    it('is a status when the time ends within the body', async () => {
      answer = (response) => response.write('half');
      assert.deepEqual(await post(aPost({ url: merchant.url, timeoutSeconds: 1.5 })), {
        status: 200,
        body: 'half',
      });
    });

    it('is a status when the connection breaks within the body', async () => {
      answer = (response) => {
        response.writeHead(500, { 'Content-Length': '100' });
        response.write('half');
        setTimeout(() => response.destroy(), 50);
      };
      assert.deepEqual(await post(aPost({ url: merchant.url })), { status: 500, body: 'half' });
    });

    it('is missing when none comes in time, and nothing stays open', async () => {
      answer = () => undefined;
      assert.deepEqual(await post(aPost({ url: merchant.url, timeoutSeconds: 0.3 })), {
        error: 'no answer within 0.3 s',
      });
      await until(() => merchant.open() === 0);
    });

    it('is missing when the head comes in drops', async () => {
      const dripping = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.write('HTTP/1.1 200 OK\r\n');
        const drops = setInterval(() => socket.write('X-A: 1\r\n'), 50);
        socket.on('close', () => clearInterval(drops));
      });
      const port = await listen(dripping);
      const url = `http://127.0.0.1:${port}/`;
      assert.deepEqual(await post(aPost({ url, timeoutSeconds: 0.4 })), {
        error: 'no answer within 0.4 s',
      });
      await close(dripping);
    });

    it('is missing when it is no HTTP', async () => {
      const other = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.resume().end('220 mail.example.test ESMTP\r\n');
      });
      const port = await listen(other);
      const answered = await post(aPost({ url: `http://127.0.0.1:${port}/` }));
      assert.ok(answered && 'error' in answered);
      await close(other);
    });

    it('is missing when the connection is refused', async () => {
      const other = createServer();
      const port = await listen(other);
      await close(other);
      const answered = await post(aPost({ url: `http://localhost:${port}/` }));
      assert.deepEqual(answered, { error: NOT_ALLOWED });
    });

    it('is missing when the connection ends without one', async () => {
      answer = (response) => response.destroy();
      const answered = await post(aPost({ url: merchant.url }));
      assert.deepEqual(answered, { error: 'other side closed' });
    });

    it('is missing when the settings make no request', async () => {
      const settings = { ...aMerchant().webhooks, userAgent: 'two\r\nlines' };
      const answered = await post(aPost({ url: merchant.url, settings }));
      assert.deepEqual(answered, { error: 'invalid User-Agent header' });
    });
  });

  describe('to a receiver that has as many as it may have', () => {
    it('is not sent, and others are', async () => {
      const narrow = poster({ perReceiver: 2 });
      const other = await receiver((response) => response.end());
      const held: ServerResponse[] = [];
      answer = (response) => held.push(response);
      const before = merchant.received.length;
      const under = [1, 2].map(() => narrow(aPost({ url: merchant.url })));
      await until(() => held.length === 2);

      assert.equal(await narrow(aPost({ url: merchant.url })), undefined);
      assert.deepEqual(await narrow(aPost({ url: other.url })), { status: 200 });
      assert.equal(merchant.received.length, before + 2);

      for (const response of held) response.end();
      assert.deepEqual(await Promise.all(under), [{ status: 200 }, { status: 200 }]);
      answer = (response) => response.end();
      assert.deepEqual(await narrow(aPost({ url: merchant.url })), { status: 200 });
      await other.close();
    });

    it('is not sent where its merchant has as many as they may have, and those of others are', async () => {
      const narrow = poster({ perMerchant: 2 });
      const held: ServerResponse[] = [];
      const hosts = await Promise.all(
        [1, 2, 3].map(() => receiver((response) => held.push(response))),
      );
      const [first, second, third] = hosts.map(({ url }) => url);
      assert.ok(first && second && third);
      const under = [first, second].map((url) => narrow(aPost({ url })));
      await until(() => held.length === 2);

      assert.equal(await narrow(aPost({ url: third })), undefined);
      const another = aPost({ url: merchant.url, merchantId: aMerchantId('coral') });
      assert.deepEqual(await narrow(another), { status: 200 });

      for (const response of held) response.end();
      assert.deepEqual(await Promise.all(under), [{ status: 200 }, { status: 200 }]);
      for (const host of hosts) await host.close();
    });

    it('is not sent where all together have as many as they may have', async () => {
      const narrow = poster({ inAll: 1 });
      const other = await receiver((response) => response.end());
      const held: ServerResponse[] = [];
      answer = (response) => held.push(response);
      const under = narrow(aPost({ url: merchant.url }));
      await until(() => held.length === 1);

      assert.equal(await narrow(aPost({ url: other.url })), undefined);

      for (const response of held) response.end();
      await under;
      answer = (response) => response.end();
      assert.deepEqual(await narrow(aPost({ url: other.url })), { status: 200 });
      await other.close();
    });

    it('makes room also when a call fails', async () => {
      const narrow = poster({ perReceiver: 1, allow: [] });
      for (let call = 0; call < 3; call += 1)
        assert.deepEqual(await narrow(aPost({ url: merchant.url })), {
          error: NOT_ALLOWED,
        });
    });
  });
});

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!holds()) {
    assert.ok(Date.now() < end, 'It did not come about.');
    await wait(10);
  }
}

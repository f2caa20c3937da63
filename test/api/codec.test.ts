import assert from 'node:assert/strict';
import { createHash, generateKeySync } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import Koa from 'koa';
import { pino } from 'pino';
import { clientAddressBehind } from '../../api/client-address.ts';
import type { CodecAccess } from '../../api/deps.ts';
import { codecRoutes } from '../../api/codec/routes.ts';
import { errors } from '../../api/middleware/errors.ts';
import type { RouteDeps } from '../../api/route.ts';
import { routerOf } from '../../api/serve.ts';
import type { AuditEntry } from '../../store/audit-entry.ts';
import { payloadCodec } from '../../temporal/codec.ts';
import { TEST_KEYS } from '../support/keys.ts';

const UI = 'https://temporal.example.com';
const TOKEN = 'a token of Sara’s that nobody guesses';
const BEARER = { Authorization: `Bearer ${Buffer.from(TOKEN).toString('base64url')}` };
const HASH = createHash('sha256').update(Buffer.from(TOKEN).toString('base64url')).digest('hex');
const PRODUCTION: CodecAccess = {
  tokens: new Map([
    ['ali', 'b'.repeat(64)],
    ['sara', HASH],
  ]),
  origins: [UI],
  admitsLoopback: false,
};
const EMBEDDED: CodecAccess = { ...PRODUCTION, admitsLoopback: true };

describe('the codec endpoint', () => {
  const codec = payloadCodec(TEST_KEYS);
  const servers: Server[] = [];
  let audit: AuditEntry[];
  let log: string;
  let auditFails: boolean;

  beforeEach(() => {
    audit = [];
    log = '';
    auditFails = false;
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  describe('gives who holds a token', () => {
    it('the payloads decrypted, and tells the audit log who, from where, and whose they were', async () => {
      const before_ = Date.now();
      const answer = await decode(PRODUCTION, {
        body: await encrypted('Sara', 'Ali'),
        headers: { ...BEARER, 'X-Namespace': 'payments' },
      });
      assert.equal(answer.status, 200);
      assert.deepEqual(valuesIn(answer.body), ['Sara', 'Ali']);
      const [entry, ...others] = audit;
      assert.ok(entry && others.length === 0);
      assert.ok(entry.at >= before_ && entry.at <= Date.now());
      assert.deepEqual(
        { ...entry, at: 0 },
        {
          at: 0,
          who: 'sara',
          from: '127.0.0.1',
          action: {
            name: 'codec.decode',
            namespace: 'payments',
            payloads: 2,
            workflowIds: ['transaction/Sara', 'transaction/Ali'],
          },
        },
      );
    });

    it('what was never encrypted as it is', async () => {
      const body = JSON.stringify({ payloads: [asJson(plainPayload('clear'))] });
      const answer = await decode(PRODUCTION, { body, headers: BEARER });
      assert.deepEqual(valuesIn(answer.body), ['clear']);
      assert.deepEqual(audit[0]?.action, {
        name: 'codec.decode',
        namespace: '',
        payloads: 0,
        workflowIds: [],
      });
    });

    it('an answer that names the missing key, and no payload', async () => {
      const foreign = payloadCodec([
        { id: 'lost', secret: generateKeySync('aes', { length: 256 }) },
      ]);
      const payloads = (await foreign.encode([plainPayload('Sara')])).map(asJson);
      const answer = await decode(PRODUCTION, {
        body: JSON.stringify({ payloads }),
        headers: BEARER,
      });
      assert.equal(answer.status, 422);
      assert.match(answer.body, /the key \\"lost\\", which SARRAF_PAYLOAD_KEYS/);
      assert.deepEqual(audit, []);
    });

    it('nothing while the audit log cannot be written', async () => {
      auditFails = true;
      const body = await encrypted('Sara');
      const answer = await decode(PRODUCTION, { body, headers: BEARER });
      assert.equal(answer.status, 500);
      assert.doesNotMatch(answer.body, /payloads/);
    });

    const faulty: Readonly<Record<string, readonly [body: string, status: number]>> = {
      'is no JSON': ['{', 400],
      'has no payloads': ['{}', 400],
      'has a payload that is no object': ['{"payloads":["x"]}', 400],
      'has data that are no Base64': ['{"payloads":[{"data":"%"}]}', 400],
      'is larger than any page': [JSON.stringify({ payloads: [], x: 'x'.repeat(11_000_000) }), 413],
    };
    for (const [fault, [body, status]] of Object.entries(faulty))
      it(`a refusal when the body ${fault}`, async () => {
        const answer = await decode(PRODUCTION, { body, headers: BEARER });
        assert.equal(answer.status, status);
        assert.deepEqual(audit, []);
      });

    it('a refusal when the body comes as a form, which browsers send without asking', async () => {
      const body = await encrypted('Sara');
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const headers = { ...BEARER, 'Content-Type': type };
        assert.equal((await decode(PRODUCTION, { body, headers })).status, 415);
      }
    });

    it('no way to encrypt', async () => {
      const body = JSON.stringify({ payloads: [asJson(plainPayload('Sara'))] });
      const answer = await ask(PRODUCTION, { path: '/codec/encode', body, headers: BEARER });
      assert.notEqual(answer.status, 200);
      assert.doesNotMatch(answer.body, /payloads/);
    });
  });

  describe('refuses', () => {
    const strangers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'without a token': {},
      'with a wrong token': { Authorization: 'Bearer guessed' },
      'with the hash of a token': { Authorization: `Bearer ${HASH}` },
      'with a token under another scheme': {
        Authorization: BEARER.Authorization.replace('Bearer', 'Basic'),
      },
      'with an empty token': { Authorization: 'Bearer ' },
    };
    for (const [how, headers] of Object.entries(strangers))
      it(`who comes ${how}, and says so in the log but not in the audit log`, async () => {
        const body = await encrypted('Sara');
        for (const origin of [{}, { Origin: UI }]) {
          const answer = await decode(PRODUCTION, { body, headers: { ...headers, ...origin } });
          assert.equal(answer.status, 401);
          assert.equal(answer.headers['www-authenticate'], 'Bearer');
          assert.doesNotMatch(answer.body, /payloads/);
        }
        assert.match(log, /codec refused/);
        assert.deepEqual(audit, []);
      });

    it('everybody when no token is set', async () => {
      const nobody = { ...PRODUCTION, tokens: new Map<string, string>() };
      const answer = await decode(nobody, { body: await encrypted('Sara'), headers: BEARER });
      assert.equal(answer.status, 401);
    });

    it('pages of other origins, with a token too', async () => {
      for (const origin of ['https://evil.example', `${UI}.evil.example`, `${UI}:8443`, 'null']) {
        const headers = { ...BEARER, Origin: origin };
        const answer = await decode(EMBEDDED, { body: await encrypted('Sara'), headers });
        assert.equal(answer.status, 403);
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      }
    });
  });

  describe('tells browsers', () => {
    it('that pages of the Temporal UI may ask, before they do and in every answer', async () => {
      const { status, headers } = await ask(PRODUCTION, {
        method: 'OPTIONS',
        headers: { Origin: UI, 'Access-Control-Request-Method': 'POST' },
      });
      assert.equal(status, 204);
      assert.equal(headers['access-control-allow-origin'], UI);
      assert.equal(headers['access-control-allow-methods'], 'POST');
      const allowed = String(headers['access-control-allow-headers']).toLowerCase();
      for (const name of ['authorization', 'content-type', 'x-namespace'])
        assert.ok(allowed.includes(name), `${name} is not allowed`);
      const refused = await decode(PRODUCTION, { body: '{}', headers: { Origin: UI } });
      for (const answer of [{ headers }, refused]) {
        assert.equal(answer.headers['access-control-allow-origin'], UI);
        assert.match(String(answer.headers['vary']), /Origin/);
      }
    });

    it('that no other page may', async () => {
      const { status, headers } = await ask(PRODUCTION, {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
      });
      assert.equal(status, 403);
      assert.equal(headers['access-control-allow-origin'], undefined);
    });
  });

  describe('in the embedded mode', () => {
    it('lets the UI on this machine in without a token', async () => {
      for (const host of ['127.0.0.1:3000', 'localhost:3000', 'localhost', '[::1]:3000']) {
        const headers = { Origin: UI, Host: host };
        const answer = await decode(EMBEDDED, { body: await encrypted('Sara'), headers });
        assert.deepEqual(valuesIn(answer.body), ['Sara']);
      }
      assert.deepEqual([...new Set(audit.map(({ who }) => who))], ['embedded-ui']);
    });

    const strangers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'what is no page of the UI': {},
      'what asks for this machine by another name': { Origin: UI, Host: 'pay.example.com' },
      'what only looks like the loopback': { Origin: UI, Host: 'localhost.evil.example' },
      'what came through a proxy': { Origin: UI, 'X-Forwarded-For': '203.0.113.7' },
      'what came through a proxy of the newer kind': { Origin: UI, Forwarded: 'for=203.0.113.7' },
      'who shows a wrong token': { Origin: UI, Authorization: 'Bearer guessed' },
    };
    for (const [who, headers] of Object.entries(strangers))
      it(`refuses ${who}`, async () => {
        const local = { Host: '127.0.0.1:3000', ...headers };
        const answer = await decode(EMBEDDED, { body: await encrypted('Sara'), headers: local });
        assert.equal(answer.status, 401);
        assert.deepEqual(audit, []);
      });
  });

  interface Ask {
    readonly method?: string;
    readonly path?: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }

  const decode = (access: CodecAccess, { body = '', headers = {} }: Ask) =>
    ask(access, { body, headers: { 'Content-Type': 'application/json', ...headers } });

  /** By node:http, for it sends any Host and any Origin. */
  async function ask(
    access: CodecAccess,
    { method = 'POST', path = '/codec/decode', body = '', headers = {} }: Ask,
  ) {
    const port = await listening(access);
    const asking = request({ host: '127.0.0.1', port, method, path, headers });
    // A server that refuses before it has read all closes the line; its answer is what counts.
    asking.on('error', () => undefined);
    const answered = new Promise<IncomingMessage>((resolve) => {
      asking.once('response', resolve);
    });
    asking.end(body);
    const answer = await answered;
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      body: await readText(answer),
    };
  }

  async function append(entry: AuditEntry): Promise<void> {
    if (auditFails) throw new Error('no database');
    audit.push(entry);
  }

  async function listening(access: CodecAccess): Promise<number> {
    const logger = pino({ level: 'info' }, { write: (line: string) => void (log += line) });
    const store = { audit: { append } };
    const router = routerOf({
      routes: codecRoutes,
      store,
      logger,
      clientAddress: clientAddressBehind([]),
      prove: async (_claim: unknown, verify: () => unknown) => verify(),
      codec: { payloads: codec, access },
    } as unknown as RouteDeps);
    const app = new Koa();
    app.use(errors(logger));
    app.use(router.routes());
    app.use(router.allowedMethods());
    const server = app.listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    return address.port;
  }

  async function encrypted(...names: readonly string[]): Promise<string> {
    const payloads: unknown[] = [];
    for (const name of names) {
      const context = {
        type: 'workflow',
        namespace: 'default',
        workflowId: `transaction/${name}`,
      } as const;
      payloads.push(...(await codec.encode([plainPayload(name)], context)).map(asJson));
    }
    return JSON.stringify({ payloads });
  }
});

function plainPayload(value: string): Payload {
  return defaultPayloadConverter.toPayload(value);
}

/** The protocol written out a second time, by protobuf's rules for JSON. */
function asJson({ metadata, data }: Payload) {
  const names = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]);
  return { metadata: Object.fromEntries(names), data: base64(data ?? new Uint8Array()) };
}

function valuesIn(body: string): readonly unknown[] {
  const { payloads } = JSON.parse(body) as {
    readonly payloads: readonly { readonly data: string }[];
  };
  return payloads.map(({ data }) => JSON.parse(Buffer.from(data, 'base64').toString()));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

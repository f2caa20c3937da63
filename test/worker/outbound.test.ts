import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { workerEnv } from '../../config/env.ts';
import { TEST_ONLY_KEYS } from '../../config/key-ring.ts';
import { workerEnvironment } from '../../dev/programs.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import { outbound, tellByLog, tellPeopleByLog } from '../../worker/outbound.ts';
import { CARD, sessionOf, SHOP } from '../support/builders.ts';
import { close, listen } from '../transports/support/listen.ts';
import { aPost } from '../transports/support/posting.ts';
import { NOT_ALLOWED } from '../transports/ssrf-corpus.ts';

const logger = { info: () => undefined, warn: () => undefined };
const print = async () => Buffer.of();

describe('the connections out of a worker', () => {
  for (const network of ['127.0.0.0/8', '::1', '0.0.0.0/0', '169.254.169.254', '::/0'])
    it(`do not lead to ${network} in production`, () => {
      const options = {
        allow: ['10.0.0.0/8', network],
        webhooks: { inAll: 1, perMerchant: 1, perReceiver: 1 },
        logger,
        print,
      };
      assert.throws(
        () => outbound({ ...options, mode: 'production' }),
        ({ message }: Error) =>
          message.includes(`by ${network}.`) && message.includes('SARRAF_MODE'),
      );
      assert.doesNotThrow(() => outbound({ ...options, mode: 'embedded' }));
    });

  it('may lead to a private network in production', () => {
    const allow = ['10.0.0.0/8', 'fd12:3456::/32'];
    assert.doesNotThrow(() =>
      outbound({
        allow,
        mode: 'production',
        webhooks: { inAll: 1, perMerchant: 1, perReceiver: 1 },
        logger,
        print,
      }),
    );
  });

  it('lead to receivers on this machine as `npm start` sets them, and not without it', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    });
    const url = `http://127.0.0.1:${await listen(server)}/`;
    try {
      const { WEBHOOK_ALLOW: ours, FILES_URL } = workerEnvironment(PLACES, {
        payloads: TEST_ONLY_KEYS,
        storage: TEST_ONLY_KEYS,
        search: TEST_ONLY_KEYS,
      });
      for (const [WEBHOOK_ALLOW, expected] of [
        [ours, { status: 200 }],
        ['', { error: NOT_ALLOWED }],
      ] as const) {
        const env = workerEnv({ ...SERVERS, FILES_URL, WEBHOOK_ALLOW });
        const { post } = outbound({
          allow: env.WEBHOOK_ALLOW,
          mode: 'embedded',
          webhooks: { inAll: 1, perMerchant: 1, perReceiver: 1 },
          logger,
          print,
        });
        assert.deepEqual(await post(aPost({ url })), expected);
      }
    } finally {
      await close(server);
    }
  });
});

describe('the news of a webhook that was given up', () => {
  it('is one line of warning, with the number of addresses in place of them', async () => {
    const lines: unknown[] = [];
    const eventId = eventIdOf(sessionOf('7'), 1);
    const tell = tellByLog({ warn: (message, meta) => lines.push([message, meta]) });
    const emails = ['sara@shop.example.test'];
    const details = { sessionId: sessionOf('7'), orderNo: 'ORDER-7', type: 'payment.paid' };
    const givenUp = { eventId, merchantId: SHOP, host: 'shop.example.test', calls: 10, emails };
    await tell({ ...givenUp, details });
    assert.deepEqual(lines, [
      [
        'webhook given up',
        { eventId, merchantId: SHOP, host: 'shop.example.test', calls: 10, receivers: 1 },
      ],
    ]);
  });
});

describe('the news of a request', () => {
  const request = {
    merchantId: SHOP,
    requestId: sessionOf('b1'),
    version: 1,
    sessionId: sessionOf('a1'),
    operation: 'refund',
    pgCode: CARD,
    amount: 'KWD 12.500',
    maker: 'sara',
    reason: 'Sara said so',
    emails: ['noor@shop.example.test', 'omar@shop.example.test'],
  } as const;

  for (const [news, level] of [
    ['waits', 'info'],
    ['rejected', 'info'],
    ['needs-hand', 'info'],
    ['done', 'info'],
    ['break-glass', 'warn'],
  ] as const)
    it(`"${news}" is one line of ${level} without names, sums and what people typed`, async () => {
      const lines: { readonly level: string; readonly meta: object | undefined }[] = [];
      const at = (name: string) => (_message: string, meta?: object) =>
        void lines.push({ level: name, meta });
      await tellPeopleByLog({ info: at('info'), warn: at('warn') })({ ...request, news });
      const { merchantId, requestId, sessionId, operation, pgCode } = request;
      const ids = { merchantId, requestId, sessionId, operation, pgCode };
      assert.deepEqual(lines, [{ level, meta: { news, ...ids, receivers: 2 } }]);
    });
});

const SERVERS = {
  MONGODB_URI: 'mongodb://127.0.0.1/x',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  SARRAF_MODE: 'embedded',
  SARRAF_PAYLOAD_KEYS: TEST_ONLY_KEYS,
  SARRAF_STORAGE_KEYS: TEST_ONLY_KEYS,
  SARRAF_SEARCH_KEYS: TEST_ONLY_KEYS,
};

const PLACES = {
  ports: {
    api: 1,
    demo: 2,
    simulator: 3,
    workerHealth: 4,
    temporal: 5,
    temporalUi: 6,
    mongodb: 7,
    apiMetrics: 8,
    workerMetrics: 9,
    mailbox: 10,
    smtp: 11,
  },
  dataDir: '/nowhere',
  mongodbUri: SERVERS.MONGODB_URI,
  temporalAddress: SERVERS.TEMPORAL_ADDRESS,
  temporalUi: 'http://127.0.0.1:6',
};

import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa, { type Context } from 'koa';
import { RequestError } from '../../../api/middleware/errors.ts';
import { idempotencyKey } from '../../../api/middleware/idempotency.ts';
import { trackingKeyOf } from '../../../api/operations/tracking-key.ts';
import { createSarraf, type Sarraf } from '../../../clients/node/src/index.ts';
import { scriptedApi } from './support/scripted-api.ts';

/** Each option that is sent as a header, with what the API makes of that header. */
const OPTIONS = [
  { option: 'idempotencyKey', header: 'idempotency-key', read: idempotencyKey },
  { option: 'trackingKey', header: 'tracking-key', read: trackingKeyOf },
] as const;

const KEYS: readonly string[] = [
  'ORD-1001',
  'refund of ORD-1001',
  '~!#$%&*()_+{}|',
  'x'.repeat(128),
  'x'.repeat(129),
  'x'.repeat(255),
  'x'.repeat(256),
  '',
  ' ',
  'طلب-1001',
  'café',
  'ORD\n1001',
  'ORD\t1001',
  'ORD\u{0}1001',
  'ORD\u{7f}1001',
];

describe('a key of the client for Node that a header has to carry', () => {
  for (const { option, header, read } of OPTIONS)
    for (const key of KEYS)
      it(`stands as ${option} exactly where the API takes it: ${JSON.stringify(key).slice(0, 30)}, ${key.length} characters`, async () => {
        const api = await scriptedApi();
        const call = refund(createSarraf({ baseUrl: api.url, privateKey: 'private.key' }), {
          [option]: key,
        });
        const error = await call.then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        await api.close();
        if (isTaken(read, header, key)) {
          assert.equal(error, undefined);
          assert.equal(api.heard[0]?.headers[header], key);
          return;
        }
        assert.ok(error instanceof TypeError, String(error));
        assert.match(error.message, new RegExp(`^${option} `));
        assert.equal(api.heard.length, 0);
      });
});

/** Whether the API takes it as a key, where that very text arrives. */
function isTaken(read: (ctx: Context) => string | undefined, header: string, key: string): boolean {
  const request = new IncomingMessage(new Socket());
  request.headers[header] = key;
  try {
    return read(new Koa().createContext(request, new ServerResponse(request))) !== undefined;
  } catch (error) {
    assert.ok(error instanceof RequestError);
    return false;
  }
}

function refund(sarraf: Sarraf, key: object): Promise<unknown> {
  return sarraf.transactions.refund('0c5cf6f1a9c34a3b7f2e9b1d8a6e4f5c7d8e9f01', {}, key);
}

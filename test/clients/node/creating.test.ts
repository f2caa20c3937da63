import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createSarraf, type SarrafOptions } from '../../../clients/node/src/index.ts';

const GOOD: SarrafOptions = { baseUrl: 'https://pay.example.com/', privateKey: 'a1b2c3d4.secret' };

const WRONG: readonly (readonly [what: string, more: Partial<SarrafOptions>, says: RegExp])[] = [
  ['a public key', { privateKey: 'ab'.repeat(20) }, /public key/],
  ['no key', { privateKey: '' }, /privateKey/],
  ['a key with the word before it', { privateKey: 'Api-Key a1b2c3d4.secret' }, /privateKey/],
  ['an address without a scheme', { baseUrl: 'pay.example.com' }, /baseUrl/],
  ['an address of another kind', { baseUrl: 'file:///etc/passwd' }, /baseUrl/],
  ['an address with a name in it', { baseUrl: 'https://me:secret@pay.example.com' }, /baseUrl/],
  ['an address with a query', { baseUrl: 'https://pay.example.com/?a=b' }, /baseUrl/],
  ['a timeout of nothing', { timeoutMs: 0 }, /timeoutMs/],
  ['a try without an end', { tryTimeoutMs: Number.POSITIVE_INFINITY }, /tryTimeoutMs/],
  ['a timeout longer than a timer', { timeoutMs: 2 ** 31 }, /timeoutMs/],
  ['a try longer than a timer', { tryTimeoutMs: 1e10 }, /tryTimeoutMs/],
  ['half a retry', { maxRetries: 0.5 }, /maxRetries/],
  ['fewer retries than none', { maxRetries: -1 }, /maxRetries/],
];

describe('creating the client for Node', () => {
  for (const [what, more, says] of WRONG)
    it(`refuses ${what}`, () => {
      assert.throws(() => createSarraf({ ...GOOD, ...more }), { name: 'TypeError', message: says });
    });

  it('refuses a browser, and says what to do with the key', () => {
    Object.defineProperty(globalThis, 'document', { value: {}, configurable: true });
    try {
      assert.throws(() => createSarraf(GOOD), /may not run in a browser.*revoked/);
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
    createSarraf(GOOD);
  });

  it('shows the key to nobody who prints the client', () => {
    assert.doesNotMatch(inspect(createSarraf(GOOD), { depth: 9, showHidden: true }), /secret/);
  });

  it('asks below the address that it is given, with the key', async () => {
    const asked: unknown[] = [];
    const sarraf = createSarraf({
      ...GOOD,
      baseUrl: 'https://example.com/pay//',
      fetch: (url, init) => {
        asked.push(url, new Headers(init?.headers).get('Authorization'));
        return Promise.resolve(Response.json({ results: [] }));
      },
    });
    await sarraf.operationRequests.list({ state: 'pending', limit: 5 });
    assert.deepEqual(asked, [
      'https://example.com/pay/b/pbl/v2/operation-requests/?state=pending&limit=5',
      'Api-Key a1b2c3d4.secret',
    ]);
  });

  it('gives a file as its bytes', async () => {
    const bytes = new Uint8Array([0, 255, 10]);
    const sarraf = createSarraf({ ...GOOD, fetch: () => Promise.resolve(new Response(bytes)) });
    assert.deepEqual(await sarraf.reports.download('token'), bytes);
  });
});

import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { returnRoutes } from '../../api/pages/returns.ts';
import type { RouteDeps } from '../../api/route.ts';
import { returnUrl } from '../../gateways/return-url.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import type { Attempt } from '../../domain/transaction/transaction.ts';
import type { Brought } from '../../workflows/messages.ts';
import { anAttempt, aTransaction } from '../support/builders.ts';

const CARD_NUMBER = '4111111111111111';

describe('what a browser brings back from a network', () => {
  for (const method of ['GET', 'POST'] as const) {
    it(`is kept as far as the network reads it, and nothing else: by ${method}`, async () => {
      const said = { redirectResult: 'x', pan: CARD_NUMBER, cvv: '123' };
      assert.deepEqual(await broughtBy(method, said), [{ redirectResult: 'x' }]);
      const long = { redirectResult: 'x', utm: 'x'.repeat(9000) };
      assert.deepEqual(await broughtBy(method, long), [{ redirectResult: 'x' }]);
      assert.deepEqual(await broughtBy(method, { sessionResult: 'y', since: '1' }), [
        { sessionResult: 'y' },
      ]);
    });

    it(`is not kept where it holds a card number, is too long or comes twice: by ${method}`, async () => {
      for (const redirectResult of [
        CARD_NUMBER,
        `x 4111-1111-1111-1111`,
        'x'.repeat(8001),
        ['x', 'y'],
      ])
        assert.deepEqual(await broughtBy(method, { redirectResult }), [undefined]);
      assert.deepEqual(
        await broughtBy(method, { redirectResult: CARD_NUMBER, sessionResult: 'y' }),
        [{ sessionResult: 'y' }],
      );
    });
  }

  it('is nothing where the network reads nothing of it', async () => {
    const said = { redirectResult: 'x', pan: CARD_NUMBER };
    assert.deepEqual(await broughtBy('GET', said, 'sandbox'), [undefined]);
  });
});

describe('who leaves the page of a network without paying', () => {
  const { sessionId, referenceNumber } = { ...aTransaction(), ...anAttempt() };
  const open = { openPages: [referenceNumber] };
  const waits = { asked: 1, heard: [undefined], location: undefined };
  const led = {
    asked: 1,
    heard: [],
    location: `https://pay.example/checkout/${sessionId}?lang=en`,
  };
  const inApp = `https://pay.example/b/gw/mobile-sdk-redirect?session_id=${sessionId}`;
  for (const [what, given, expected] of [
    ['is led to all methods at once where the page is still open', { answer: open }, led],
    [
      'is led out of the web view of an app',
      { answer: open, attempt: { channel: 'mobile_sdk' } },
      { ...led, location: inApp },
    ],
    ['waits where the network calls another page open', { answer: { openPages: [] } }, waits],
    ['waits where the network does not answer', { answer: {} }, waits],
    ['waits where nobody can be asked', { answer: new Unavailable('The engine is away.') }, waits],
    [
      'is told what is known already',
      { attempt: { state: 'failed', concludedAt: 1 }, answer: open },
      { ...waits, asked: 0, heard: [] },
    ],
    ['waits where they come from paying', { answer: open, said: {} }, { ...waits, asked: 0 }],
  ] as const)
    it(what, async () => {
      const { asked, heard, location } = await comeBack({ said: { given_up: 'yes' }, ...given });
      assert.deepEqual({ asked, heard, location }, expected);
    });
});

/** What the workflow hears when the browser of a pending attempt comes back with this in its query. */
async function broughtBy(
  method: 'GET' | 'POST',
  said: Readonly<Record<string, unknown>>,
  gateway = 'adyen',
): Promise<readonly (Brought | undefined)[]> {
  return (await comeBack({ method, said, attempt: { gateway } })).heard;
}

/**
 * The browser of an attempt comes back with this in its query, and the network answers so when somebody waits for it: how often that was,
 * what the workflow hears besides, and where the browser is led.
 */
async function comeBack({
  method = 'GET',
  said,
  attempt: more = {},
  answer,
}: {
  readonly method?: 'GET' | 'POST';
  readonly said: Readonly<Record<string, unknown>>;
  readonly attempt?: Partial<Attempt>;
  readonly answer?: object;
}) {
  const attempt = anAttempt(more);
  const transaction = aTransaction({ state: 'pending', attempts: [attempt] });
  const { sessionId } = transaction;
  const { referenceNumber } = attempt;
  const { searchParams } = new URL(
    returnUrl('https://pay.example', { sessionId, referenceNumber }, 'en'),
  );
  const heard: (Brought | undefined)[] = [];
  let asked = 0;
  let location: string | undefined;
  const deps = {
    publicUrl: 'https://pay.example',
    store: {
      transactions: { findByReference: async () => transaction },
      inbox: { hasWordOn: async () => false },
    },
    engine: {
      returned: async (_transaction: unknown, _reference: unknown, brought?: Brought) => {
        heard.push(brought);
      },
      ask: async () => {
        asked += 1;
        if (answer instanceof Unavailable) throw answer;
        return { transaction, ...answer };
      },
    },
  } as unknown as RouteDeps;
  const ctx = {
    method,
    path: `/b/gw/return/${referenceNumber}/`,
    params: { reference: referenceNumber },
    query: { ...Object.fromEntries(searchParams), ...said },
    // In a frame nobody waits for the end.
    get: (name: string) => (name === 'Sec-Fetch-Dest' ? 'iframe' : ''),
    set: () => undefined,
    redirect: (url: string) => {
      location = url;
    },
  } as unknown as Context;
  const route = returnRoutes.find(
    (one) => one.method === method && one.path === '/b/gw/return/:reference',
  );
  assert.ok(route);
  await route.handle(deps)(ctx as never, undefined as never);
  return { asked, heard, location };
}

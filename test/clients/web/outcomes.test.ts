import assert from 'node:assert/strict';
import { tell, type Hooks } from '../../../clients/web/src/outcomes.ts';
import { outcomeIn } from '../../../clients/web/src/session.ts';
import { fixture } from '../support/fixtures.ts';

/** A function of the page is named: then nothing of ours is shown. */
const NO_DIALOGS = new Proxy(
  {},
  { get: () => () => assert.fail('a window is shown beside the callback') },
) as Parameters<typeof tell>[1]['dialogs'];

describe('an outcome that the web SDK tells', () => {
  const told: (readonly [name: string, data: unknown])[] = [];
  const hook = (name: string) => (data: unknown) => void told.push([name, data]);
  const hooks: Hooks = { success: hook('success'), canceled: hook('cancel'), error: hook('error') };
  beforeEach(() => void (told.length = 0));

  for (const { name, callback, data } of fixture('callbacks'))
    it(`is told once, to the ${String(callback)} callback, as the server said it: ${name}`, () => {
      const ended = outcomeIn(data);
      assert.ok(ended);
      tell(ended, { hooks, dialogs: NO_DIALOGS, retry: () => assert.fail('tried again') });
      assert.deepEqual(told, [[callback, data]]);
    });
});

describe('an outcome in a page without functions', () => {
  const said = { result: 'NOT CAPTURED', code: 5 };
  const gateway = (pg_name: string) => ({ pg_code: 'card', pg_name, pg_response: said });
  const next = 'https://shop.example.com/thanks';
  type Ended = Parameters<typeof tell>[0];
  const ended = (status: Ended['status'], more: Partial<Ended> = {}): Ended => ({
    status,
    message: 'It is over.',
    form_of_payment: 'redirect',
    ...more,
  });
  /** What is shown, where the page goes once that was read, and whether a press of the window reads the payment again. */
  const cases: readonly (readonly [
    what: string,
    data: Ended,
    shown: readonly [type: string, response?: unknown],
    leads?: string,
  ])[] = [
    ['a success', ended('success'), ['success', undefined]],
    [
      'a success with the address of the shop',
      ended('success', { redirect_url: next, payment_gateway_info: gateway('mpgs') }),
      ['success', said],
      next,
    ],
    [
      'trouble with the address of the shop',
      ended('error', { redirect_url: next }),
      ['redirect', undefined],
      next,
    ],
    ['an address that runs as script', ended('error', { redirect_url: 'javascript:1' }), ['error']],
    [
      'a payment that failed at KNET, whose answer shops have to show',
      ended('canceled', { payment_gateway_info: gateway('kpay') }),
      ['error', said],
    ],
    [
      'one that failed elsewhere, whose answer is no word for payers',
      ended('canceled', { payment_gateway_info: gateway('mpgs'), redirect_url: next }),
      ['error'],
    ],
    ['trouble at KNET', ended('error', { payment_gateway_info: gateway('kpay') }), ['error']],
  ];
  for (const [what, data, [type, response], leads] of cases)
    it(`is shown: ${what}`, async () => {
      const { shown, led, retried } = await usual(data);
      assert.deepEqual(shown, [[type, data.message, response]]);
      assert.deepEqual(led, leads === undefined ? [] : [leads]);
      assert.equal(retried, type === 'error' ? 1 : 0);
    });

  it('is not called one that failed where nobody knows', async () => {
    const { shown, retried } = await usual(ended('error'), true);
    assert.deepEqual([shown, retried], [[['unknown', 'It is over.', undefined]], 1]);
  });
});

/** Tells it to nobody's function; each window is answered with its button. */
async function usual(data: Parameters<typeof tell>[0], isUnknown = false) {
  const shown: unknown[] = [];
  const led: string[] = [];
  let retried = 0;
  const { setTimeout: wait, location } = globalThis;
  Object.assign(globalThis, {
    setTimeout: (then: () => void) => then(),
    location: { assign: (url: string) => void led.push(url) },
  });
  try {
    const popup = (...given: unknown[]) => {
      shown.push(given);
      return { answer: Promise.resolve('retry'), close: () => undefined };
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The one window that an outcome opens.
    const dialogs = { popup } as unknown as Parameters<typeof tell>[1]['dialogs'];
    tell(data, { hooks: {}, dialogs, retry: () => (retried += 1), isUnknown });
    await Promise.resolve();
    await Promise.resolve();
  } finally {
    Object.assign(globalThis, { setTimeout: wait, location });
  }
  return { shown, led, retried };
}

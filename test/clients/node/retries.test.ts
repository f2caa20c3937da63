import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createSarraf, SarrafError, type SarrafOptions } from '../../../clients/node/src/index.ts';
import { retryAfterMs, waitBeforeRetry } from '../../../clients/node/src/retry.ts';
import { until } from '../../support/http.ts';
import { DONE, scriptedApi, type Step } from './support/scripted-api.ts';

const SESSION = '0c5cf6f1a9c34a3b7f2e9b1d8a6e4f5c7d8e9f01';

const CALLS = {
  'a refund': (sarraf) => sarraf.transactions.refund(SESSION, { amount: '1.000' }),
  reading: (sarraf) => sarraf.transactions.retrieve(SESSION),
  'an update': (sarraf) => sarraf.transactions.update(SESSION, { amount: '1.000' }),
  'an inquiry': (sarraf) => sarraf.transactions.inquire(SESSION),
  'a webhook again': (sarraf) => sarraf.transactions.resendWebhook(SESSION),
  'bringing back': (sarraf) => sarraf.transactions.restore(SESSION),
  'deleting a card': (sarraf) => sarraf.cards.delete('tok', { customer_id: 'c', type: 'sandbox' }),
} satisfies Record<string, (sarraf: ReturnType<typeof createSarraf>) => Promise<unknown>>;

const refused = (status: number, code: string): Step => ({
  status,
  body: { detail: 'No.', code },
});
const busy = (code: string): Step => refused(409, code);
const down = (status: number): Step => ({ status, body: '<html>down</html>' });

/** What happens to the first tries of a call, how many there are, and with which code it ends where it fails. */
const TABLE: readonly (readonly [
  call: keyof typeof CALLS,
  Step[],
  tries: number,
  code?: string,
])[] = [
  ['a refund', ['break'], 2],
  ['a refund', ['cut'], 2],
  ['a refund', ['hang'], 2],
  ['a refund', [down(500)], 2],
  ['a refund', [down(502)], 2],
  ['a refund', [down(503), 'break'], 3],
  ['a refund', [down(504)], 2],
  ['a refund', [refused(429, 'throttled')], 2],
  ['a refund', [busy('tracking_in_progress')], 2],
  ['a refund', [busy('idempotency_conflict')], 1, 'idempotency_conflict'],
  ['a refund', ['break', 'break', 'break'], 3, 'connection_failed'],
  ['a refund', [refused(400, 'invalid_state')], 1, 'invalid_state'],
  ['a refund', [{ status: 422, body: { amount: ['Wrong.'] } }], 1, 'validation_error'],
  ['a refund', [{ status: 200, body: 'hello' }], 1, 'unreadable_answer'],
  ['a refund', [{ status: 307, headers: { Location: '/elsewhere' } }], 1, 'unreadable_answer'],
  ['reading', ['break', down(502)], 3],
  ['reading', [refused(404, 'not_found')], 1, 'not_found'],
  ['an update', ['break'], 1, 'connection_failed'],
  ['an update', [down(503)], 1, 'unreadable_answer'],
  ['an inquiry', ['cut'], 1, 'connection_failed'],
  ['an inquiry', ['hang'], 1, 'timeout'],
  ['deleting a card', ['break'], 1, 'connection_failed'],
  ['a webhook again', ['break'], 2],
  ['bringing back', ['break'], 2],
];

const later = (seconds: string): Step => ({
  status: 503,
  body: { detail: 'Later.', code: 'unavailable' },
  headers: { 'Retry-After': seconds, 'X-Request-Id': 'req-1' },
});
const page = (next: string | null, ...results: object[]): Step => ({
  status: 200,
  body: { count: 3, next, previous: null, results },
});

const nameOf = (step: Step) =>
  typeof step === 'string' ? step : `${step.status} ${JSON.stringify(step.body) ?? ''}`.trim();

describe('a call of the client for Node', () => {
  for (const [call, steps, tries, code] of TABLE)
    it(`tries ${call} ${tries} times where it meets ${steps.map(nameOf).join(', ')}`, async () => {
      const api = await scriptedApi(...steps);
      const patience = steps.includes('hang') ? { tryTimeoutMs: 3000 } : {};
      const error = await CALLS[call](clientOf(api.url, patience)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      await api.close();
      assert.equal(error instanceof SarrafError ? error.code : error, code);
      assert.equal(api.heard.length, tries);
      const [first, ...others] = api.heard;
      for (const one of others)
        assert.deepEqual(
          [one.route, one.body, one.headers['idempotency-key']],
          [first?.route, first?.body, first?.headers['idempotency-key']],
        );
    });

  it('has a key of its own, of letters alone, which no card number can be read in', async () => {
    const api = await scriptedApi();
    const sarraf = clientOf(api.url);
    await Promise.all(Array.from({ length: 20 }, () => CALLS['a refund'](sarraf)));
    await api.close();
    const keys = api.heard.map(({ headers }) => String(headers['idempotency-key']));
    assert.equal(new Set(keys).size, 20);
    for (const key of keys) assert.match(key, /^[a-p-]{36}$/);
  });

  it('takes the keys that it is given', async () => {
    const api = await scriptedApi();
    const more = { idempotencyKey: 'ORD-1', trackingKey: 'refund of ORD-1' };
    await clientOf(api.url).transactions.refund(SESSION, {}, more);
    await api.close();
    const { headers, body } = api.heard[0] ?? assert.fail();
    assert.deepEqual([headers['idempotency-key'], headers['tracking-key']], Object.values(more));
    assert.deepEqual(JSON.parse(body), { operation: 'refund', session_id: SESSION });
  });

  for (const [what, call] of [
    ['an idempotency key', { idempotencyKey: 'k' }],
    ['a tracking key', { trackingKey: 'k' }],
  ] as const)
    it(`refuses ${what} where the API would ignore it`, async () => {
      const sarraf = clientOf('http://127.0.0.1:9');
      await assert.rejects(sarraf.transactions.retrieve(SESSION, call), TypeError);
    });

  for (const timeoutMs of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY, 2 ** 31])
    it(`refuses ${timeoutMs} as its own timeoutMs, and sends nothing`, async () => {
      const sarraf = clientOf('http://127.0.0.1:9', { fetch: () => assert.fail('It is sent.') });
      await assert.rejects(sarraf.transactions.cancel(SESSION, { timeoutMs }), {
        name: 'TypeError',
        message: /^timeoutMs /,
      });
    });

  it('takes the longest timeouts that a timer can wait', async () => {
    const longest = 2 ** 31 - 1;
    const api = await scriptedApi('break');
    const sarraf = clientOf(api.url, { timeoutMs: longest, tryTimeoutMs: longest });
    await sarraf.transactions.cancel(SESSION, { timeoutMs: longest });
    await api.close();
    assert.equal(api.heard.length, 2);
  });

  for (const id of ['', '.', '..'])
    it(`refuses ${JSON.stringify(id)} as a part of a path, which would lead to another route`, async () => {
      const api = await scriptedApi();
      await assert.rejects(clientOf(api.url).transactions.retrieve(id), TypeError);
      await api.close();
      assert.equal(api.heard.length, 0);
    });

  it('writes whatever else is in a name so that it stays one part of the path', async () => {
    const api = await scriptedApi();
    await clientOf(api.url).transactions.retrieve('../a?b#c');
    await api.close();
    assert.equal(api.heard[0]?.route, 'GET /b/checkout/v1/pymt-txn/..%2Fa%3Fb%23c/');
  });

  it('waits for Retry-After, and not at all where that is behind its deadline', async () => {
    const api = await scriptedApi(later('1'), DONE, later('90'));
    const sarraf = clientOf(api.url, { timeoutMs: 60_000 });
    const began = performance.now();
    await CALLS['a refund'](sarraf);
    assert.ok(performance.now() - began >= 1_000);
    const again = performance.now();
    const error = await thrownBy(CALLS['a refund'](sarraf));
    assert.ok(performance.now() - again < 50_000);
    await api.close();
    assert.equal(api.heard.length, 3);
    assert.deepEqual(
      [error.status, error.code, error.requestId, error.mayBeDone],
      [503, 'unavailable', 'req-1', true],
    );
  });

  it('ends at its deadline, also when bytes come and no end', async () => {
    for (const step of ['hang', 'stall'] as const) {
      const api = await scriptedApi(step, step);
      const began = performance.now();
      const error = await thrownBy(
        CALLS['a refund'](clientOf(api.url, { timeoutMs: 1000, tryTimeoutMs: 60_000 })),
      );
      assert.ok(performance.now() - began < 50_000);
      await api.close();
      assert.equal(error.code, 'timeout');
      assert.equal(api.heard.length, 1);
    }
  });

  it('ends when it is aborted, and is not tried again', async () => {
    const api = await scriptedApi('hang');
    const abort = new AbortController();
    const call = clientOf(api.url).transactions.cancel(SESSION, {
      signal: abort.signal,
    });
    await until('the request', async () => api.heard.length > 0);
    abort.abort();
    const error = await thrownBy(call);
    await api.close();
    assert.deepEqual([error.code, error.mayBeDone], ['aborted', true]);
    assert.equal(api.heard.length, 1);
  });

  it('says what may have been done, and by which key to find out', async () => {
    const throttled = refused(429, 'throttled');
    const table = [
      [[throttled, throttled, throttled], false],
      [['break', throttled, throttled], true],
      [['break', busy('idempotency_conflict')], false],
      // What the first try has done, no later refusal undoes.
      [['break', refused(423, 'locked')], true],
      [[down(502), refused(400, 'invalid_state')], true],
      [['break', refused(401, 'not_authenticated')], true],
      [[throttled, refused(400, 'invalid_state')], false],
      [
        [busy('tracking_in_progress'), busy('tracking_in_progress'), busy('tracking_in_progress')],
        true,
      ],
      [[down(502), down(502), down(502)], true],
    ] as const satisfies readonly (readonly [readonly Step[], boolean])[];
    for (const [steps, mayBeDone] of table) {
      const api = await scriptedApi(...steps);
      const error = await thrownBy(CALLS['a refund'](clientOf(api.url)));
      await api.close();
      assert.equal(error.mayBeDone, mayBeDone, steps.map(nameOf).join(', '));
      assert.equal(error.idempotencyKey, api.heard[0]?.headers['idempotency-key']);
    }
    const api = await scriptedApi('break', 'break', 'break');
    assert.equal((await thrownBy(CALLS.reading(clientOf(api.url)))).mayBeDone, false);
    await api.close();
  });

  it('is asked once exactly where its README says so', async () => {
    const [, sentence = ''] =
      /Everything else is asked once: ([^]*?)\.\n/.exec(
        readFileSync(new URL('../../../clients/node/README.md', import.meta.url), 'utf8'),
      ) ?? [];
    const promised = [...sentence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const once: string[] = [];
    for (const [group, calls] of Object.entries(clientOf('http://127.0.0.1:9')))
      for (const call of typeof calls === 'function' ? [] : Object.keys(calls))
        if ((await triesOf(group, call)) === 1) once.push(`${group}.${call}`);
    assert.deepEqual(once.toSorted(), promised.toSorted());
  });

  it('asks once where no further tries are wanted', async () => {
    const api = await scriptedApi('break');
    await thrownBy(CALLS.reading(clientOf(api.url, { maxRetries: 0 })));
    await api.close();
    assert.equal(api.heard.length, 1);
  });

  it('gives the rows of all pages, and sends the key to no other address', async () => {
    const api = await scriptedApi(
      page('https://evil.example.com/?offset=2', { id: 'a' }, { id: 'b' }),
      page(null, { id: 'b' }, { id: 'c' }),
    );
    const seen: string[] = [];
    for await (const { id } of clientOf(api.url).each('GET /b/pbl/v2/operation-requests/', {
      query: { state: 'pending' },
    }))
      seen.push(id);
    await api.close();
    assert.deepEqual(seen, ['a', 'b', 'c']);
    assert.deepEqual(
      api.heard.map(({ route }) => route),
      [
        'GET /b/pbl/v2/operation-requests/?state=pending',
        'GET /b/pbl/v2/operation-requests/?offset=1',
      ],
    );
  });

  it('reads a list by offset to its end before it gives a row, which may then be changed', async () => {
    const [a, b, c] = [named('a'), named('b'), named('c')];
    const api = await scriptedApi(
      page('http://localhost/?limit=1&offset=1', a),
      page('http://localhost/?limit=2&offset=2', a, b),
      page(null, b, c),
    );
    const sarraf = clientOf(api.url);
    for await (const { uuid } of sarraf.each('GET /b/pbl/v2/agreements/', { query: { limit: 1 } }))
      await sarraf.agreements.end(uuid);
    await api.close();
    assert.deepEqual(
      api.heard.map(({ route }) => route),
      [
        'GET /b/pbl/v2/agreements/?limit=1',
        'GET /b/pbl/v2/agreements/?limit=2&offset=0',
        'GET /b/pbl/v2/agreements/?limit=2&offset=1',
        'POST /b/pbl/v2/agreements/a/end/',
        'POST /b/pbl/v2/agreements/b/end/',
        'POST /b/pbl/v2/agreements/c/end/',
      ],
    );
  });

  for (const [by, rows] of [
    ['id', [1, 2, 3].map((id) => ({ id, session_id: SESSION }))],
    ['uuid', ['a', 'b', 'c'].map(named)],
    ['encrypted_id', ['a', 'b', 'c'].map((id) => ({ encrypted_id: id }))],
    ['session_id', ['a', 'b', 'c'].map((id) => ({ session_id: id }))],
    ['its content', ['a', 'b', 'c'].map((name) => ({ name }))],
  ] as const)
    it(`gives a row once that came down to the next page, known by ${by}`, async () => {
      const [a = {}, b = {}, c = {}] = rows;
      const b2 = by === 'its content' ? b : { ...b, seen: 'again' };
      const api = await scriptedApi(page('http://localhost/?offset=2', a, b), page(null, b2, c));
      const seen: unknown[] = [];
      for await (const row of clientOf(api.url).each('GET /b/pbl/v2/operation-requests/', {}))
        seen.push(row);
      await api.close();
      assert.deepEqual(seen, [a, b2, c]);
    });

  it('leaves out no row that others have moved up by ending those before it', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map(named);
    const leaving = [1, 1, 0, 3];
    const seen: string[] = [];
    const list = movingList(rows, () => rows.splice(0, leaving.shift() ?? 0));
    const query = { limit: 2 };
    for await (const { uuid } of clientOf('http://localhost', { fetch: list }).each(
      'GET /b/pbl/v2/agreements/',
      { query },
    ))
      seen.push(uuid);
    assert.deepEqual(seen, ['a', 'b', 'c', 'd', 'e', 'f']);
    assert.deepEqual(leaving, []);
  });

  it('gives no row of a list that moves on each time it is read', async () => {
    let asked = 0;
    const list = movingList(['a', 'b', 'c'].map(named), (rows) => {
      asked += 1;
      rows.splice(0, Infinity, ...[1, 2, 3].map((row) => named(`${asked}-${row}`)));
    });
    const query = { limit: 2 };
    const sarraf = clientOf('http://localhost', { fetch: list });
    const rows = sarraf.each('GET /b/pbl/v2/agreements/', { query });
    const { code, mayBeDone } = await thrownBy(rows.next());
    assert.deepEqual([code, mayBeDone, asked], ['list_moving', false, 20]);
  });

  it('gives each row of a list with a cursor before it asks for the next page', async () => {
    const step = { kind: 'viewed' };
    const api = await scriptedApi(page('http://localhost/?cursor=x', step, step), page(null, step));
    const asked: number[] = [];
    for await (const _ of clientOf(api.url).each('GET /b/webhooks/v1/deliveries/', {}))
      asked.push(api.heard.length);
    await api.close();
    assert.deepEqual(asked, [1, 1, 2]);
  });
});

describe('the wait before another try', () => {
  const refund = { isRepeatable: true, made: 1, most: 9 };
  const lost = { code: 'connection_failed' };

  it('grows, up to eight seconds, and is not the same for all', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7].map((made) =>
      waitBeforeRetry(lost, { ...refund, made }, 1),
    );
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
    assert.equal(waitBeforeRetry(lost, refund, 0), 250);
  });

  it('is what the answer asks for, where that is longer', () => {
    assert.equal(waitBeforeRetry({ status: 429, code: 'x', retryAfterMs: 9000 }, refund, 1), 9000);
    assert.equal(waitBeforeRetry({ status: 429, code: 'x', retryAfterMs: 0 }, refund, 1), 500);
  });

  const now = Date.parse('2026-01-31T00:00:00Z');
  for (const [header, ms] of [
    ['5', 5000],
    [' 0 ', 0],
    ['Sat, 31 Jan 2026 00:00:07 GMT', 7000],
    ['Fri, 30 Jan 2026 00:00:00 GMT', 0],
    ['-3', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ] as const)
    it(`reads the Retry-After ${JSON.stringify(header)} as ${ms} ms`, () => {
      assert.equal(retryAfterMs(header, now), ms);
    });
});

function clientOf(baseUrl: string, more: Partial<SarrafOptions> = {}) {
  return createSarraf({ baseUrl, privateKey: 'private.key', ...more });
}

/** An agreement of the one payment that all have. */
function named(uuid: string) {
  return { uuid, session_id: SESSION };
}

/** The API with a list by offset, of which something is done after each page that it gives. */
function movingList(rows: object[], move: (rows: object[]) => void): typeof fetch {
  return async (address) => {
    const url = new URL(typeof address === 'string' ? address : assert.fail());
    const [limit = 0, offset = 0] = ['limit', 'offset'].map((name) =>
      Number(url.searchParams.get(name)),
    );
    const results = rows.slice(offset, offset + limit);
    url.searchParams.set('offset', String(offset + limit));
    const next = offset + limit < rows.length ? url.href : null;
    move(rows);
    return Response.json({ count: rows.length, next, previous: null, results });
  };
}

/** How often a call is tried that may be tried twice, and never gets an answer. */
async function triesOf(group: string, call: string): Promise<number> {
  let tries = 0;
  const lost = async (): Promise<never> => {
    tries += 1;
    throw new TypeError('fetch failed');
  };
  const sarraf: object = clientOf('http://127.0.0.1:9', { fetch: lost, maxRetries: 1 });
  const calls = sarraf as Record<string, Record<string, (...given: unknown[]) => Promise<unknown>>>;
  await thrownBy(calls[group]?.[call]?.('x', {}) ?? assert.fail());
  return tries;
}

async function thrownBy(call: Promise<unknown>): Promise<SarrafError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof SarrafError, String(error));
  return error;
}

import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { assertDocumented } from './documented.ts';

export type Json = Readonly<Record<string, unknown>>;

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body when it is one JSON object, else an empty one. */
  readonly body: Json;
}

/** Sends a request. A redirect is an answer like any other: none is followed. */
export async function send(url: string | URL, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  const text = await response.text();
  assertDocumented({ method: init.method ?? 'GET', url: new URL(url), response, text });
  return { status, headers, text, body: objectIn(text) };
}

/** The most ordinary sale: what a merchant must send and nothing else. */
export const SALE = {
  type: 'payment_request',
  amount: '12.340',
  currency_code: 'KWD',
  pg_codes: ['sandbox'],
} as const;

export const TRANSACTIONS = '/b/checkout/v1/pymt-txn/';

/** A merchant's program, with its private key and JSON. */
export function merchantAt(api: string, key: string) {
  const headers = { Authorization: `Api-Key ${key}`, 'Content-Type': 'application/json' };
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    send(`${api}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    call,
    /** Posts a body with further headers. */
    post: (path: string, body: unknown, more: Readonly<Record<string, string>>) =>
      send(`${api}${path}`, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      }),
    /** Posts a body as it is written. */
    raw: (body: string) => send(`${api}${TRANSACTIONS}`, { method: 'POST', headers, body }),
    create: (body: unknown) => call('POST', TRANSACTIONS, body),
    read: (id: string) => call('GET', `${TRANSACTIONS}${id}/`),
    list: (query: string) => call('GET', `${TRANSACTIONS}?${query}`),
    patch: (id: string, body: unknown) => call('PATCH', `${TRANSACTIONS}${id}/`, body),
    put: (id: string, body: unknown) => call('PUT', `${TRANSACTIONS}${id}/`, body),
    /** Creates a sale that must succeed, and gives its session id. */
    sale: async (more: Json = {}): Promise<string> => {
      const answer = await unlessAway(() => call('POST', TRANSACTIONS, { ...SALE, ...more }));
      assert.equal(answer.status, 201, answer.text);
      return textIn(answer.body, 'session_id');
    },
  };
}

/** Asks once more where the engine did not answer in time, as callers do; that it does is what other tests are about. */
export async function unlessAway(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  if (answer.status !== 503) return answer;
  await wait(2000);
  return ask();
}

export type MerchantClient = ReturnType<typeof merchantAt>;

/** The text under a key; the test fails when it is none. */
export function textIn(body: Json, key: string): string {
  const value = body[key];
  assert.ok(typeof value === 'string', `${key} is no text in ${JSON.stringify(body)}`);
  return value;
}

/** The objects of the list under a key; the test fails when it is none. */
export function rows(body: Json, key: string): readonly Json[] {
  const value = body[key];
  assert.ok(Array.isArray(value), `${key} is no list in ${JSON.stringify(body)}`);
  return value.filter(isObject);
}

/** The object under a key; the test fails when it is none. */
export function part(body: Json, key: string): Json {
  const value = body[key];
  assert.ok(isObject(value), `${key} is no object in ${JSON.stringify(body)}`);
  return value;
}

/** What comes soon is seen soon; what takes long is not asked about twenty times a second, each time by programs that have to answer. */
const LOOK_AFTER_MS = { least: 25, most: 1000 };

/**
 * Looks until there is something to see, and gives it: after a tenth of the time that it has taken so far, so that nothing is seen
 * later than that. What never comes fails the test by its name.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 30_000,
): Promise<T> {
  for (const began = Date.now(); ;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    const tookMs = Date.now() - began;
    if (tookMs > withinMs) assert.fail(`${what}: not within ${withinMs} ms.`);
    await wait(Math.min(LOOK_AFTER_MS.most, Math.max(LOOK_AFTER_MS.least, tookMs / 10)));
  }
}

function objectIn(content: string): Json {
  try {
    const value: unknown = JSON.parse(content);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

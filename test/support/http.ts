import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { objectIn, textIn, type Json } from '../../drills/answers.ts';
import { assertDocumented } from './documented.ts';

// Most tests ask and read at once.
export { part, rows, textIn, until, type Json } from '../../drills/answers.ts';

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

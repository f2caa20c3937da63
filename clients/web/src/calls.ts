import type { CheckoutSettings } from './config.ts';
import { endingAfter } from './ending-after.ts';

/** What came back. A status of 0: nothing did. */
export interface CallAnswer {
  readonly status: number;
  readonly body: unknown;
}

export type Calls = ReturnType<typeof callsTo>;

/** A payment may take the server half a minute. */
const PATIENCE_MS = 60_000;

/**
 * The requests of the payer's program, by the public key. What only reads is asked once more in silence when the network
 * is lost; what pays is not, because nobody knows whether it arrived (sure-answer.ts).
 */
export function callsTo({ base, apiKey, sessionId }: CheckoutSettings, patienceMs = PATIENCE_MS) {
  const sdk = `${base}/b/checkout/api/sdk/v1`;
  const ask = async (
    method: string,
    url: string,
    body?: object,
    key?: string,
  ): Promise<CallAnswer> => {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          Authorization: `Api-Key ${apiKey}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: endingAfter(patienceMs),
      });
      const said = await response.text();
      return { status: response.status, body: jsonIn(said) };
    } catch {
      return { status: 0, body: undefined };
    }
  };
  const read = async (url: string): Promise<CallAnswer> => {
    const answer = await ask('GET', url);
    return answer.status === 0 ? ask('GET', url) : answer;
  };
  return {
    /** With `?amount=`: what paying that part of it costs. */
    read: (query = '') => read(`${sdk}/pymt-txn/submit/${sessionId}/${query}`),
    viewed: () => read(`${sdk}/concur-payer-view/${sessionId}/`),
    submitUrl: `${sdk}/submit/${sessionId}/`,
    charge: (url: string, body: object, key?: string) => ask('POST', url, body, key),
    cancel: (url: string) => ask('POST', url, { operation: 'cancel' }),
    remove: (url: string) => ask('DELETE', url),
  };
}

function jsonIn(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return undefined;
  }
}

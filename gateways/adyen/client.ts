import { createHash } from 'node:crypto';
import { callNetwork } from '../call.ts';
import { GatewayFault } from '../gateway.ts';
import { apiOf, type AdyenSettings } from './settings.ts';

/** What Adyen answered: it is done, or a plain no to us with its code. */
export type AdyenAnswer =
  | { readonly body: unknown }
  | { readonly status: number; readonly errorCode: string };

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the version, with its query. */
  readonly path: string;
  readonly body?: object;
  /** Ours, of any length. */
  readonly idempotencyKey?: string;
}

/** The version of the API to which bodies and shapes are written. */
const VERSION = 'v72';

/** Codes that say that the first request with the key is under way, or that nobody knows: neither a yes nor a no. */
const TRANSIENT: ReadonlySet<string> = new Set(['703', '704']);

/**
 * Asks Adyen. Safe to repeat with a key: for seven days it makes it the same request (docs.adyen.com, api-idempotency). Throws
 * a `GatewayFault` that says `unknown` when there is no usable answer.
 */
export async function call(
  settings: AdyenSettings,
  { method, path, body, idempotencyKey }: Call,
): Promise<AdyenAnswer> {
  const {
    status,
    headers,
    body: answer,
  } = await callNetwork({
    url: new URL(`${apiOf(settings)}/${VERSION}${path}`),
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': keyOf(idempotencyKey) }),
      'X-API-Key': settings.api_key,
    },
    ...(body && { body: JSON.stringify(body) }),
    timeoutMs: settings.timeout_ms,
  });
  if (status < 300) return { body: answer };
  const errorCode = codeIn(answer);
  const isTransient = headers.get('transient-error') === 'true' || TRANSIENT.has(errorCode);
  if (status < 400 || status === 409 || isTransient)
    throw new GatewayFault('unknown', `Adyen answered HTTP ${status}${words(errorCode)}.`);
  return { status, errorCode };
}

/** The body of an answer. Throws a `GatewayFault` that says `refused` for a plain no. */
export function granted(answer: AdyenAnswer, what: string): unknown {
  if ('body' in answer) return answer.body;
  const { status, errorCode } = answer;
  throw new GatewayFault(
    'refused',
    `Adyen refused ${what} with HTTP ${status}${words(errorCode)}. The Customer Area has the call under Developers > API logs.`,
  );
}

/** Ours is longer than the 64 characters that Adyen takes; a digest is as much its own. */
function keyOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function codeIn(json: unknown): string {
  const code: unknown = typeof json === 'object' && json !== null && Reflect.get(json, 'errorCode');
  return typeof code === 'string' && /^[\w-]{1,20}$/.test(code) ? code : '';
}

function words(errorCode: string): string {
  return errorCode === '' ? '' : ` (error ${errorCode})`;
}

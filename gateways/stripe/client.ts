import { callNetwork, type NetworkCall } from '../call.ts';
import { encodedForm, type FormFields } from '../form.ts';
import { GatewayFault } from '../gateway.ts';
import { refusalIn, type StripeError } from './shapes.ts';
import type { StripeSettings } from './settings.ts';

/** The version whose words `shapes.ts` reads; the webhook endpoint is made with the same one (docs/stripe.md). */
export const STRIPE_VERSION = '2026-08-26.dahlia';

/** What Stripe said: an object of its own, or a no with its reason. */
export interface StripeAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The first answer under this key once more: what it says may be old. */
  readonly isReplayed: boolean;
  readonly error?: StripeError;
}

/** Asks and changes nothing. */
export function get(
  settings: StripeSettings,
  path: string,
  query: FormFields = {},
): Promise<StripeAnswer> {
  return call(settings, `${path}?${encodedForm(query)}`, { method: 'GET' });
}

/** Asks to do something. Safe to repeat with the same key and fields: Stripe answers for at least 24 hours what it answered first. */
export function postForm(
  settings: StripeSettings,
  path: string,
  fields: FormFields,
  idempotencyKey?: string,
): Promise<StripeAnswer> {
  return call(settings, path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    body: encodedForm(fields),
  });
}

/** The object of an answer. Throws `refused` for a no. */
export function accepted({ status, body, error }: StripeAnswer, what: string): unknown {
  if (!error) return body;
  const { code, param } = error;
  const why = [code, param].filter((one) => one !== undefined).join(', ');
  throw new GatewayFault(
    'refused',
    `Stripe refused ${what} with HTTP ${status}${why === '' ? '' : ` (${why})`}.`,
  );
}

/** Where the first is still under way, or went with other words, something was done of which this answer does not tell. */
const UNDECIDED: ReadonlySet<number> = new Set([409, 424]);

async function call(
  { url, secret_key, timeout_ms }: StripeSettings,
  path: string,
  init: Pick<NetworkCall, 'method' | 'body'> & Partial<Pick<NetworkCall, 'headers'>>,
): Promise<StripeAnswer> {
  const { status, headers, body } = await callNetwork({
    ...init,
    url: new URL(path, url),
    headers: {
      ...init.headers,
      Authorization: `Bearer ${secret_key}`,
      'Stripe-Version': STRIPE_VERSION,
    },
    timeoutMs: timeout_ms,
    // Its limits stand before everything else, the keys included (docs.stripe.com/error-low-level); `lock_timeout` is another 429.
    isTurnedAway: (body) => refusalIn(body).error?.code === 'rate_limit',
  });
  const error = status < 300 ? undefined : refusalIn(body).error;
  if (status < 400 ? error : UNDECIDED.has(status) || error?.type === 'idempotency_error')
    throw new GatewayFault('unknown', `Stripe answered HTTP ${status} (${error?.code ?? ''}).`);
  const isReplayed = headers.get('idempotent-replayed') === 'true';
  return { status, body, isReplayed, ...(error && { error }) };
}

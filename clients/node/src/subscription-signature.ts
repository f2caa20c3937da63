import { createHmac } from 'node:crypto';
import { equalInConstantTime, SIGNED_FIELDS } from './body-signature.ts';

/**
 * Says the same as `isSignedBySarraf`, where the operator of your Sarraf has chosen the subscription scheme: 26 paths, as
 * lines of `path=value` in the order of the paths.
 */
export function isSignedBySubscriptionScheme(
  payload: { readonly [field: string]: unknown },
  webhookKey: string,
): boolean {
  const lines = PATHS.flatMap((path) => {
    const value = path.split('.').reduce(within, payload);
    return isSigned(value) ? [`${path}=${String(value)}`] : [];
  });
  const expected = createHmac('sha256', webhookKey).update(lines.join('\n')).digest('hex');
  const { signature } = payload;
  return typeof signature === 'string' && equalInConstantTime(signature, expected);
}

const PATHS: readonly string[] = [
  ...SIGNED_FIELDS,
  'agreement.id',
  'extra.autopay.subscription_id',
  'extra.merchant_id',
  'payment_type',
  'session_id',
  'token.customer_id',
  'token.pg_code',
  'token.token',
].toSorted();

function within(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

/** What a merchant has put into `extra` may be a number or a boolean: it is signed as JSON writes it. */
function isSigned(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'object';
}

import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';

/**
 * The text that the standard scheme signs (contract/webhooks#signatures): of the 18 signed keys those that have a
 * value, by name, each key followed by its value with nothing between. Nested values take no part.
 */
export function standardMessage(payload: JsonObject): string {
  return signed(payload, STANDARD_KEYS)
    .map(([key, value]) => `${key}${value}`)
    .join('');
}

/**
 * The text that the subscription scheme signs (contract/webhooks#signatures): of the 26 signed paths those that
 * have a value, by name, as `path=value` lines without a newline at the end.
 */
export function subscriptionMessage(payload: JsonObject): string {
  return signed(payload, SUBSCRIPTION_PATHS)
    .map(([path, value]) => `${path}=${value}`)
    .join('\n');
}

const STANDARD_KEYS: readonly string[] = [
  'amount',
  'currency_code',
  'customer_address_city',
  'customer_address_country',
  'customer_address_line1',
  'customer_address_line2',
  'customer_address_postal_code',
  'customer_address_state',
  'customer_email',
  'customer_first_name',
  'customer_last_name',
  'customer_phone',
  'gateway_account',
  'gateway_name',
  'order_no',
  'reference_number',
  'result',
  'state',
];

// The default order of strings is byte order here, because every path is ASCII.
const SUBSCRIPTION_PATHS: readonly string[] = [
  ...STANDARD_KEYS,
  'agreement.id',
  'extra.autopay.subscription_id',
  'extra.merchant_id',
  'payment_type',
  'session_id',
  'token.customer_id',
  'token.pg_code',
  'token.token',
].toSorted();

function signed(payload: JsonObject, paths: readonly string[]): readonly [string, string][] {
  return paths.flatMap((path): [string, string][] => {
    const text = signedText(at(payload, path));
    return text === '' ? [] : [[path, text]];
  });
}

function at(payload: JsonObject, path: string): JsonValue | undefined {
  return path
    .split('.')
    .reduce<JsonValue | undefined>(
      (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      payload,
    );
}

// Ours are strings. A merchant may have put a number or a boolean in `extra`: it is signed as JSON writes it. An object
// there has no text that all languages agree on, so it is not signed.
function signedText(value: JsonValue | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

import { passesLuhn } from '../card/number.ts';
import type { JsonObject, JsonValue } from '../json.ts';

/** Stands where something was that nobody has to read. */
export const REMOVED = '[removed]';

const SECRET_WORDS =
  'password|passwd|pwd|secret|token|api[_-]?key|private[_-]?key|access[_-]?key|authorization|cookie|signature|cvv|cvc';
const SECRET_NAME = new RegExp(`^[\\w-]{0,40}?(?:${SECRET_WORDS})[\\w-]{0,40}$`, 'i');
/** `"password": "x"`, `token=x`: a name, what stands between, and the value. Bounded, so that no text takes long. */
const PAIR = new RegExp(
  `(?<![\\w-])([\\w-]{0,40}(?:${SECRET_WORDS})[\\w-]{0,40}\\\\?["']?\\s{0,4}[:=]\\s{0,4})(\\\\?"[^"]{0,2000}"?|'[^']{0,2000}'?|[^\\s,;&}"']{1,2000})`,
  'gi',
);
const SCHEME = /\b(bearer|basic|api-key) +[\w.~+/=-]{4,2000}/gi;
const PEM = /-----BEGIN [A-Z ]{1,40}-----[^-]{0,20000}(?:-----END [A-Z ]{1,40}-----)?/g;
/** As cards have them: 13 to 19 digits, in groups or not. Times in milliseconds begin with 1, and no card does. */
const DIGITS = /(?<![\w-])[2-6](?:[ -]?\d){12,18}(?![\w-])/g;

/**
 * A text of somebody else's server without what looks like a secret or a card number, and without the secrets given.
 * What is left says what went wrong, which is what it is kept for.
 */
export function redactedText(text: string, secrets: readonly string[] = []): string {
  return secrets
    .filter((secret) => secret.length >= 4)
    .reduce((rest, secret) => rest.replaceAll(secret, REMOVED), text)
    .replaceAll(PEM, REMOVED)
    .replaceAll(SCHEME, `$1 ${REMOVED}`)
    .replaceAll(PAIR, (_all, name: string) => `${name}"${REMOVED}"`)
    .replaceAll(DIGITS, (digits) => (isCardNumber(digits) ? REMOVED : digits));
}

/** An object without the values whose names say that they are secrets, at any depth, and without card numbers. */
export function redacted(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isPlain(inner) && SECRET_NAME.test(name) ? REMOVED : redactedValue(inner),
    ]),
  );
}

/** An address without the values of its query, in which some receivers want their secret. */
export function redactedUrl(text: string): string {
  const [address = '', query] = text.split('#', 1)[0]?.split('?', 2) ?? [];
  if (query === undefined) return address;
  return `${address}?${query.replaceAll(/=[^&]*/g, '=…')}`;
}

function redactedValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return redactedText(value);
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map(redactedValue) : redacted(value);
}

function isPlain(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isCardNumber(text: string): boolean {
  return passesLuhn(Array.from(text.replaceAll(/\D/g, ''), Number));
}

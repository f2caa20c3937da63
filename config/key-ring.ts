import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key for AES-256-GCM. Its id stands in clear beside all that it has encrypted. */
export interface SecretKey {
  readonly id: string;
  /** Of 32 bytes. It prints none of them, and Node makes no object anew of it at each use, as it does of bytes. */
  readonly secret: KeyObject;
}

/** The first key encrypts, every one decrypts: a new key goes in front, an old one leaves when nothing needs it. */
export type KeyRing = readonly [SecretKey, ...SecretKey[]];

/** For tests and their stored histories. Everybody can read it, so production refuses it. */
export const TEST_ONLY_KEYS = `test-only:${Buffer.from('open to all: for tests, not data').toString('base64')}`;

/**
 * Reads `id:base64,id:base64`. Throws when a part is not an id with 32 bytes, or when two keys have one id. No message
 * shows a key.
 */
export function keyRing(text: string): KeyRing {
  const [first, ...others] = text.split(',').map((part, index) => secretKey(part, index + 1));
  if (!first) throw new Error('no key is given');
  const keys = [first, ...others] as const;
  const ids = new Set(keys.map(({ id }) => id));
  if (ids.size < keys.length) throw new Error('two keys have the same id');
  return keys;
}

/** True when the ring holds the key that everybody can read, under whatever id. */
export function isPublic(keys: readonly SecretKey[]): boolean {
  const known = keyRing(TEST_ONLY_KEYS)[0];
  return keys.some(({ secret }) => secret.equals(known.secret));
}

const ID = /^[A-Za-z0-9_-]{1,40}$/;
const KEY_BYTES = 32;

function secretKey(text: string, place: number): SecretKey {
  const [id = '', encoded = '', ...rest] = text.trim().split(':');
  const bytes = Buffer.from(encoded, 'base64');
  const isWhole = bytes.length === KEY_BYTES && bytes.toString('base64') === encoded;
  if (!ID.test(id) || !isWhole || rest.length > 0)
    throw new Error(`key no. ${place} is not "id:base64" with ${KEY_BYTES} bytes of key`);
  return { id, secret: createSecretKey(bytes) };
}

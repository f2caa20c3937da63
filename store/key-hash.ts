import { createHash } from 'node:crypto';

/** The characters of a key by which it is found; the rest is the secret. */
export const KEY_PREFIX_LENGTH = 8;

/** How a key is kept: SHA-256, because a random secret of 32 characters needs no slow hash. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

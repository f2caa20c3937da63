import { timingSafeEqual } from 'node:crypto';
import {
  USED_WITHIN_MS,
  type ApiKey,
  type ApiKeyStore,
  KEY_PREFIX_LENGTH,
  keyHash,
} from '../../store/api-keys.ts';

/**
 * Gives the living key that somebody sent; nothing when it is unknown, wrong, revoked or expired. That it was used is
 * written now and then, and nobody waits for it: `later` takes that.
 */
export function validKeys(
  keys: Pick<ApiKeyStore, 'findByPrefix' | 'markUsed'>,
  later: (work: Promise<void>) => void,
) {
  const marked = new Map<string, number>();

  return async (given: string): Promise<ApiKey | undefined> => {
    const key = await keys.findByPrefix(given.slice(0, KEY_PREFIX_LENGTH));
    if (!key || !isRight(key, given)) return undefined;
    const now = Date.now();
    const last = Math.max(key.lastUsedAt ?? 0, marked.get(key.prefix) ?? 0);
    if (now - last >= USED_WITHIN_MS) {
      marked.set(key.prefix, now);
      later(keys.markUsed(key, now));
    }
    return key;
  };
}

function isRight(key: ApiKey, given: string): boolean {
  const equal = timingSafeEqual(Buffer.from(keyHash(given), 'hex'), Buffer.from(key.hash, 'hex'));
  return equal && !key.revoked && (key.expiresAt === undefined || key.expiresAt > Date.now());
}

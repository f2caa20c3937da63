import type { MerchantId } from '../../domain/ids.ts';
import { type ApiKey, type ApiKeyPair, KEY_PREFIX_LENGTH, keyHash } from '../../store/api-keys.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { findMerchant } from './merchants.ts';

/** Makes a pair of keys, which is shown once. `expiresAt` is in epoch milliseconds. Throws `not_found`. */
export async function createKeys(
  auditContext: AuditContext,
  merchantId: MerchantId,
  given: { readonly name: string; readonly expiresAt?: number },
): Promise<ApiKeyPair> {
  await findMerchant(auditContext, merchantId);
  const what = { command: 'keys create', merchantId, subject: given.name, change: given };
  return act(auditContext, what, () => auditContext.store.apiKeys.createPair(merchantId, given));
}

/** The keys of a pair, or a single key by its first characters. Throws `not_found`. */
export async function keysNamed(
  { store }: AuditContext,
  merchantId: MerchantId,
  pairOrPrefix: string,
): Promise<readonly Omit<ApiKey, 'hash'>[]> {
  const keys = await store.apiKeys.list(merchantId);
  const named = keys.filter(({ pair, prefix }) => [pair, prefix].includes(pairOrPrefix));
  if (named.length === 0)
    throw new CliError('not_found', `The merchant "${merchantId}" has no key "${pairOrPrefix}".`);
  return named;
}

/** Ends a pair, or a single key by its first characters; gives how many keys that ended. Throws `not_found`. */
export async function revokeKeys(
  auditContext: AuditContext,
  merchantId: MerchantId,
  pairOrPrefix: string,
): Promise<number> {
  const named = await keysNamed(auditContext, merchantId, pairOrPrefix);
  const change = { revoked: named.filter(({ revoked }) => !revoked).map(({ prefix }) => prefix) };
  const what = { command: 'keys revoke', merchantId, subject: pairOrPrefix, change };
  return act(auditContext, what, () => auditContext.store.apiKeys.revoke(merchantId, pairOrPrefix));
}

/** For seeds: a key that is known from elsewhere. One that is there already is left alone. */
export async function keepKey(
  auditContext: AuditContext,
  merchantId: MerchantId,
  { key, kind }: { readonly key: string; readonly kind: 'private' | 'public' },
): Promise<void> {
  const prefix = key.slice(0, KEY_PREFIX_LENGTH);
  const hash = keyHash(key);
  const known = await auditContext.store.apiKeys.findByPrefix(prefix);
  if (known?.hash === hash && !known.revoked && known.merchantId === merchantId) return;
  const name = `sandbox ${kind}`;
  const what = { command: 'keys create', merchantId, subject: prefix, change: { kind, name } };
  const put = { prefix, hash, kind, merchantId, name, revoked: false };
  await act(auditContext, what, () => auditContext.store.apiKeys.put(put));
}

import { randomBytes } from 'node:crypto';
import assert from 'node:assert/strict';
import type { MerchantId } from '../../../domain/ids.ts';
import { type ApiKey, KEY_PREFIX_LENGTH, keyHash } from '../../../store/api-keys.ts';
import type { System } from '../../support/system.ts';
import { merchantAt } from '../../support/http.ts';
import { codeOf } from '../../support/builders.ts';
import { DEMO, idOf } from './records.ts';

/** A key of the seeded merchant, or of another one; a private one where nothing else is said. */
export async function anApiKey({ store }: System, given: Partial<ApiKey> = {}): Promise<string> {
  // Only a private key has a dot.
  const dot = given.kind === 'public' ? '' : '.';
  const key = `${randomBytes(4).toString('hex')}${dot}${randomBytes(16).toString('hex')}`;
  await store.apiKeys.put({
    prefix: key.slice(0, KEY_PREFIX_LENGTH),
    hash: keyHash(key),
    kind: 'private',
    merchantId: DEMO,
    name: 'test',
    revoked: false,
    ...given,
  });
  return key;
}

/** A merchant of its own, with a key and one account, which the seeded merchant must never meet. */
export async function anotherMerchant(
  system: System,
  {
    code = 'sandbox',
    eCommerce = true,
    expiresByTimer = true,
  }: {
    readonly code?: string;
    readonly eCommerce?: boolean;
    readonly expiresByTimer?: boolean;
  } = {},
) {
  const { store, run } = system;
  const id = idOf(`other-${randomBytes(4).toString('hex')}`);
  const demo = await store.merchants.find(DEMO);
  assert.ok(demo);
  const plugins = { ...demo.plugins, e_commerce: { enabled: eCommerce } };
  const settings = { ...demo, id, plugins, expiresByTimer, referencePrefix: 'other' };
  await store.merchants.put(settings, 'another key');
  await putAccount(system, id, { code, active: true });
  const key = await anApiKey(system, { merchantId: id });
  return {
    key,
    id,
    client: merchantAt(run.api, key),
    /** From now on the account takes no payments. */
    withdraw: (code: string) => putAccount(system, id, { code, active: false }),
  };
}

/** An account like the seeded card or cash account, on its own in the books of its merchant. */
async function putAccount(
  { store }: System,
  merchantId: MerchantId,
  { code: name, active }: { readonly code: string; readonly active: boolean },
): Promise<void> {
  const code = codeOf(name);
  const opened = await store.gatewayAccounts.open(
    DEMO,
    codeOf(name === 'cash' ? 'cash' : 'sandbox'),
  );
  assert.ok(opened);
  await store.gatewayAccounts.put(
    { ...opened.account, merchantId, code, active },
    { ...opened.settings },
  );
}

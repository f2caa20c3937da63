import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MerchantId } from '../../domain/ids.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { MOST_PREVIOUS_KEYS, overlapUntil, webhookKeyOf } from '../../domain/webhook/key.ts';
import { rotate } from '../../store/key-rotation.ts';
import { UnopenableError, type SealedSecret } from '../../store/sealed.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';

/** A new merchant with `e_commerce` and `payment_request` on, and what everybody begins with. */
export function newMerchant(
  id: MerchantId,
  name: string,
  more: Partial<Omit<Merchant, 'id' | 'name'>> = {},
): Merchant {
  return {
    id,
    name,
    referencePrefix: id.replaceAll('-', '').slice(0, 8),
    currencies: [],
    plugins: { e_commerce: { enabled: true }, payment_request: { enabled: true } },
    expiresByTimer: true,
    webhooks: {
      enabled: true,
      scheme: 'standard',
      pgParamsFormat: 'labelled',
      timeoutSeconds: 15,
      userAgent: 'Sarraf-Webhooks/1.0',
    },
    ...more,
  };
}

/** A key for signatures of webhooks. */
function newWebhookKey(): string {
  return webhookKeyOf(randomBytes(16));
}

/** Makes a merchant; gives its webhook key, which nobody is shown again. Throws `exists`. */
export async function createMerchant(
  auditContext: AuditContext,
  merchant: Merchant,
): Promise<string> {
  if (await auditContext.store.merchants.find(merchant.id))
    throw new CliError('exists', `There is a merchant "${merchant.id}" already.`);
  const webhookKey = newWebhookKey();
  await put(auditContext, 'merchants create', merchant, webhookKey);
  return webhookKey;
}

/**
 * For seeds: makes a merchant as it is given, or brings it up to date. What is right already is left alone; a key that cannot be
 * opened is not.
 */
export async function keepMerchant(
  auditContext: AuditContext,
  merchant: Merchant,
  webhookKey: string,
): Promise<void> {
  const { merchants } = auditContext.store;
  const [known, key] = await Promise.all([
    merchants.find(merchant.id),
    merchants.sealedWebhookKey(merchant.id),
  ]);
  if (isSealed(webhookKey, key) && isDeepStrictEqual(known, merchant)) return;
  await put(auditContext, 'merchants set', merchant, webhookKey);
}

function isSealed(secret: string, kept: SealedSecret | undefined): boolean {
  try {
    return kept?.open() === secret;
  } catch (error) {
    if (error instanceof UnopenableError) return false;
    throw error;
  }
}

/** The merchant of this id. Throws `not_found`. */
export async function findMerchant({ store }: AuditContext, id: MerchantId): Promise<Merchant> {
  const merchant = await store.merchants.find(id);
  if (!merchant) throw new CliError('not_found', `There is no merchant "${id}".`);
  return merchant;
}

/**
 * Changes a merchant's settings, and gives them. `command` is the noun and verb for the audit log. Where somebody else has changed
 * them meanwhile, `change` is asked again, with those that are.
 */
export async function changeMerchant(
  auditContext: AuditContext,
  id: MerchantId,
  { command, change }: { readonly command: string; readonly change: (now: Merchant) => Merchant },
): Promise<Merchant> {
  const { merchants } = auditContext.store;
  for (;;) {
    const now = await findMerchant(auditContext, id);
    const changed = change(now);
    const what = { command, merchantId: id, subject: id, change: changed };
    if (await act(auditContext, what, () => merchants.replace(now, changed))) return changed;
  }
}

/**
 * Gives a merchant another webhook key, which signs from the next call on; gives it to be shown once. For so many hours the
 * one before signs beside it. Throws `wrong` when too many before it still do, or one that should cannot be opened.
 */
export async function rotateWebhookKey(
  auditContext: AuditContext,
  id: MerchantId,
  overlapHours: number,
): Promise<string> {
  await findMerchant(auditContext, id);
  const key = newWebhookKey();
  const change = { overlapHours };
  const what = { command: 'webhooks rotate-key', merchantId: id, subject: id, change };
  const { merchants, previousKeys } = auditContext.store;
  const now = Date.now();
  const overlap = { owner: { merchantId: id }, until: overlapUntil(now, overlapHours), now };
  const present = {
    read: () => merchants.sealedWebhookKey(id),
    replace: (before: string) => merchants.setWebhookKey(id, { before, key }),
  };
  await act(auditContext, what, async () => {
    const said = await rotate(previousKeys, overlap, present);
    if (said === 'full')
      throw new CliError(
        'wrong',
        `${MOST_PREVIOUS_KEYS} keys before this one still sign. Wait until one of them is over, or end all of them with --overlap 0.`,
      );
    if (said === 'unopenable')
      throw new CliError(
        'wrong',
        'A key before this one cannot be opened any more, so it cannot sign beside a new one. Use --overlap 0.',
      );
    if (said !== 'done') throw new CliError('wrong', 'The key changes at this moment; try again.');
  });
  return key;
}

function put(
  auditContext: AuditContext,
  command: string,
  merchant: Merchant,
  webhookKey: string,
): Promise<void> {
  const { id } = merchant;
  const what = { command, merchantId: id, subject: id, change: merchant };
  return act(auditContext, what, () => auditContext.store.merchants.put(merchant, webhookKey));
}

import { isDeepStrictEqual } from 'node:util';
import Joi from 'joi';
import type { GatewayAccount } from '../../domain/account.ts';
import { pgCode, type MerchantId, type PgCode } from '../../domain/ids.ts';
import { readAccount } from '../account-file.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { findMerchant } from './merchants.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Creates or replaces a gateway account, from what an operator writes (admin/account-schema.ts). Settings that are left
 * out stay as they are, so that a new rate needs no secret. What is right already is left alone. Throws `wrong` with
 * every fault, and tells no setting's value.
 */
export async function putAccount(
  auditContext: AuditContext,
  merchantId: MerchantId,
  given: Given,
): Promise<GatewayAccount> {
  await findMerchant(auditContext, merchantId);
  const { gatewayAccounts } = auditContext.store;
  const code = pgCode(String(given['code']));
  const known = code && (await gatewayAccounts.open(merchantId, code));
  const { account, settings } = read(merchantId, {
    ...(known && { settings: known.settings }),
    ...given,
  });
  const routes = await auditContext.store.routes.list(merchantId);
  if (routes.some((route) => route.code === account.code))
    throw new CliError('wrong', `Invalid account: "${account.code}" is a route already.`);
  if (known && isDeepStrictEqual({ ...known }, { account, settings })) return account;
  const what = { command: 'accounts put', merchantId, subject: account.code, change: account };
  await act(auditContext, what, () => gatewayAccounts.put(account, settings));
  return account;
}

/** An account with the names of its settings, without their values. Throws `not_found`. */
export async function accountOf(
  auditContext: AuditContext,
  merchantId: MerchantId,
  code: PgCode,
): Promise<{ readonly account: GatewayAccount; readonly settings: readonly string[] }> {
  const { account, settings } = await opened(auditContext, merchantId, code);
  return { account, settings: Object.keys(settings) };
}

/** Switches an account on or off. An attempt that is under way is not touched. */
export async function switchAccount(
  auditContext: AuditContext,
  merchantId: MerchantId,
  { code, active }: Pick<GatewayAccount, 'code' | 'active'>,
): Promise<GatewayAccount> {
  const { account, settings } = await opened(auditContext, merchantId, code);
  const changed = { ...account, active };
  const command = active ? 'accounts activate' : 'accounts deactivate';
  const what = { command, merchantId, subject: code, change: { active } };
  await act(auditContext, what, () => auditContext.store.gatewayAccounts.put(changed, settings));
  return changed;
}

async function opened(auditContext: AuditContext, merchantId: MerchantId, code: PgCode) {
  const found = await auditContext.store.gatewayAccounts.open(merchantId, code);
  if (!found)
    throw new CliError(
      'not_found',
      `The merchant "${merchantId}" has no gateway account "${code}".`,
    );
  return found;
}

function read(merchantId: MerchantId, given: Given): ReturnType<typeof readAccount> {
  try {
    return readAccount(merchantId, given);
  } catch (error) {
    if (error instanceof Joi.ValidationError || error instanceof RangeError)
      throw new CliError('wrong', `Invalid account: ${error.message}`);
    throw error;
  }
}

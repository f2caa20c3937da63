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
 * out stay as they are, so that a new rate needs no secret; those of `fromEnv` take the place of one each. What is right
 * already is left alone; what somebody else has changed meanwhile is read again. Throws `wrong` with every fault, and tells
 * no setting's value.
 */
export async function putAccount(
  auditContext: AuditContext,
  merchantId: MerchantId,
  given: Given,
  fromEnv: Given = {},
): Promise<GatewayAccount> {
  await findMerchant(auditContext, merchantId);
  const { gatewayAccounts } = auditContext.store;
  const code = pgCode(String(given['code']));
  for (;;) {
    const known = code && (await gatewayAccounts.open(merchantId, code));
    // Of another connector they are other settings.
    const isSame = known?.account.gateway === given['gateway'];
    const base = { ...(known && isSame && { settings: known.settings }), ...given };
    const opened = read(merchantId, withSettings(base, fromEnv));
    const { account } = opened;
    const routes = await auditContext.store.routes.list(merchantId);
    if (routes.some((route) => route.code === account.code))
      throw new CliError('wrong', `Invalid account: "${account.code}" is a route already.`);
    if (known && isDeepStrictEqual(known, opened)) return account;
    const what = { command: 'accounts put', merchantId, subject: account.code, change: account };
    if (await act(auditContext, what, () => gatewayAccounts.replace(known, opened))) return account;
  }
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
  const command = active ? 'accounts activate' : 'accounts deactivate';
  const what = { command, merchantId, subject: code, change: { active } };
  const { gatewayAccounts } = auditContext.store;
  for (;;) {
    const known = await opened(auditContext, merchantId, code);
    const account = { ...known.account, active };
    const replace = () => gatewayAccounts.replace(known, { ...known, account });
    if (await act(auditContext, what, replace)) return account;
  }
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

function withSettings(base: Given, fromEnv: Given): Given {
  const { settings = {} } = base;
  // What is no object is for the check of shape to name.
  const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
  if (!isObject || Object.keys(fromEnv).length === 0) return base;
  return { ...base, settings: { ...settings, ...fromEnv } };
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

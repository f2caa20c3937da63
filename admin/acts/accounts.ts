import { isDeepStrictEqual } from 'node:util';
import Joi from 'joi';
import type { GatewayAccount } from '../../domain/account.ts';
import { pgCode, type MerchantId, type PgCode } from '../../domain/ids.ts';
import type { SealedAccount } from '../../store/gateway-accounts.ts';
import { UnopenableError } from '../../store/sealed.ts';
import { readAccount } from '../account-file.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { findMerchant } from './merchants.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Creates or replaces a gateway account, from what an operator writes (admin/account-schema.ts). Settings that are left
 * out stay as they are, so that a new rate needs no secret; those of `fromEnv` take the place of one each. What is right
 * already is left alone; what somebody else has changed meanwhile is read again. Settings that cannot be opened any more are
 * replaced by those that are given. Throws `wrong` with every fault, and tells no setting's value.
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
    const known = code && (await gatewayAccounts.find(merchantId, code));
    const before = known && settingsOf(auditContext, known);
    // Of another connector they are other settings.
    const isSame = known !== undefined && known.account.gateway === given['gateway'];
    if (isSame && given['settings'] === undefined && before instanceof UnopenableError)
      throw new CliError('wrong', `${before.message} Or give all of them: "settings" in the file.`);
    const base = { ...(isSame && { settings: before }), ...given };
    const opened = read(merchantId, withSettings(base, fromEnv));
    const { account } = opened;
    const routes = await auditContext.store.routes.list(merchantId);
    if (routes.some((route) => route.code === account.code))
      throw new CliError('wrong', `Invalid account: "${account.code}" is a route already.`);
    if (isDeepStrictEqual({ account: known?.account, settings: before }, opened)) return account;
    const what = { command: 'accounts put', merchantId, subject: account.code, change: account };
    if (await act(auditContext, what, () => gatewayAccounts.replace(known, opened))) return account;
  }
}

/** An account with the names of its settings, without their values, or why they cannot be opened. Throws `not_found`. */
export async function accountOf(
  auditContext: AuditContext,
  merchantId: MerchantId,
  code: PgCode,
): Promise<{
  readonly account: GatewayAccount;
  readonly settings: readonly string[] | UnopenableError;
}> {
  const found = await findAccount(auditContext, merchantId, code);
  const settings = settingsOf(auditContext, found);
  return {
    account: found.account,
    settings: settings instanceof UnopenableError ? settings : Object.keys(settings),
  };
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
    const known = await findAccount(auditContext, merchantId, code);
    const account = { ...known.account, active };
    const replace = () => gatewayAccounts.replace(known, { ...known, account });
    if (await act(auditContext, what, replace)) return account;
  }
}

async function findAccount(auditContext: AuditContext, merchantId: MerchantId, code: PgCode) {
  const found = await auditContext.store.gatewayAccounts.find(merchantId, code);
  if (!found)
    throw new CliError(
      'not_found',
      `The merchant "${merchantId}" has no gateway account "${code}".`,
    );
  return found;
}

/** The settings of an account, or why they cannot be opened. */
function settingsOf({ store }: AuditContext, found: SealedAccount): Given | UnopenableError {
  try {
    return store.gatewayAccounts.settingsOf(found);
  } catch (error) {
    if (error instanceof UnopenableError) return error;
    throw error;
  }
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

import type { Context } from 'koa';
import { untakenBy } from '../../domain/agreement/debit.ts';
import type { CheckContext } from '../../domain/transaction/proposal.ts';
import { usePermission } from '../../domain/permission.ts';
import { asUnit } from '../../domain/unit.ts';
import { initiatorOf } from '../../domain/initiator.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { callerMay, callerOf, merchantOf } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { knownAgreement } from './agreement.ts';
import type { TransactionBody } from './schema.ts';

/** What the rules look at: settings and accounts, and whom and what the body names. */
export async function contextFor(
  { store }: ApiDeps,
  ctx: Context,
  body: Partial<Omit<TransactionBody, 'amount'>>,
): Promise<CheckContext> {
  const merchantId = merchantOf(ctx);
  const [merchant, accounts, routes, unit, initiator] = await Promise.all([
    settingsOf(store, ctx),
    store.gatewayAccounts.list(merchantId),
    store.routes.list(merchantId),
    body.unit_code === undefined ? undefined : store.units.find(merchantId, body.unit_code),
    initiatorFor(store, ctx, body.initiator_id),
  ]);
  if (!merchant) throw new Error(`The caller's merchant ${merchantId} has no settings.`);
  const now = Date.now();
  const known = await knownAgreement(store, { merchantId, accounts, routes, now }, body);
  const around = { accounts, traitsOf: (slug: string) => gatewayFor(slug).traits, now };
  return {
    ...around,
    merchant: asUnit(merchant, unit),
    routes,
    mayUse: (code) => callerMay(ctx, usePermission(code)),
    ...(known && { agreed: known.terms, untaken: untakenBy(known, { ...around, merchant }) }),
    ...(unit && { unit }),
    ...(initiator && { initiator }),
  };
}

/** The initiator is the user themselves; a key may name an active one (contract/transactions#initiator). */
async function initiatorFor({ users }: ApiDeps['store'], ctx: Context, id: number | undefined) {
  const caller = callerOf(ctx);
  if (caller.kind === 'user') return initiatorOf(caller.user);
  const user = id === undefined ? undefined : await users.find(caller.merchantId, id);
  return user?.active ? initiatorOf(user) : undefined;
}

/**
 * A user does not speak for another: what they say of the initiator is ignored, whatever it is
 * (contract/transactions#initiator).
 */
export function withoutOthers(
  ctx: Context,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { initiator_id: initiatorId, ...rest } = body;
  return callerOf(ctx).kind === 'user' || initiatorId === undefined
    ? rest
    : { ...rest, initiator_id: initiatorId };
}

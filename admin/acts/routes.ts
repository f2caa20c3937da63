import { isDeepStrictEqual } from 'node:util';
import Joi from 'joi';
import type { MerchantId, PgCode } from '../../domain/ids.ts';
import { breakerStateOf } from '../../domain/routing/breaker.ts';
import type { RouteDecision } from '../../domain/routing/decision.ts';
import { dryRun, type Trial } from '../../domain/routing/dry-run.ts';
import type { PaymentRoute } from '../../domain/routing/route.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { act, type AuditContext } from '../audit-context.ts';
import { CliError } from '../cli-error.ts';
import { readRoute } from '../route-file.ts';
import { findMerchant } from './merchants.ts';

/**
 * Creates or replaces a route, from what an operator writes (admin/route-file.ts). What is right already is left alone. Throws
 * `wrong` with every fault.
 */
export async function putRoute(
  auditContext: AuditContext,
  merchantId: MerchantId,
  given: Readonly<Record<string, unknown>>,
): Promise<PaymentRoute> {
  await findMerchant(auditContext, merchantId);
  const { gatewayAccounts, routes } = auditContext.store;
  const [accounts, all] = await Promise.all([
    gatewayAccounts.list(merchantId),
    routes.list(merchantId),
  ]);
  const route = read(merchantId, given, { accounts, routes: all.map(({ code }) => code) });
  const known = all.find(({ code }) => code === route.code);
  if (known && isDeepStrictEqual(known, route)) return route;
  const what = { command: 'routes put', merchantId, subject: route.code, change: route };
  await act(auditContext, what, () => routes.put(route));
  return route;
}

/** The route of this code. Throws `not_found`. */
export async function findRoute(
  { store }: AuditContext,
  merchantId: MerchantId,
  code: PgCode,
): Promise<PaymentRoute> {
  const all = await store.routes.list(merchantId);
  const route = all.find((one) => one.code === code);
  if (!route)
    throw new CliError('not_found', `The merchant "${merchantId}" has no route "${code}".`);
  return route;
}

/** Payments that offer it can be paid by it no more; its accounts stay as they are. */
export async function deleteRoute(
  auditContext: AuditContext,
  merchantId: MerchantId,
  code: PgCode,
): Promise<void> {
  await findRoute(auditContext, merchantId, code);
  const what = { command: 'routes delete', merchantId, subject: code };
  await act(auditContext, what, () => auditContext.store.routes.remove(merchantId, code));
}

/** Where a route would lead now. Throws `not_found`. */
export async function tryRoute(
  auditContext: AuditContext,
  { merchantId, code }: { readonly merchantId: MerchantId; readonly code: PgCode },
  trial: (timeZone: string) => Trial,
): Promise<RouteDecision> {
  const { gatewayAccounts, merchants, breakers } = auditContext.store;
  const route = await findRoute(auditContext, merchantId, code);
  const [accounts, merchant, known] = await Promise.all([
    gatewayAccounts.list(merchantId),
    merchants.find(merchantId),
    breakers.list(merchantId),
  ]);
  const now = Date.now();
  return dryRun(route, trial(merchant?.timeZone ?? 'UTC'), {
    accounts,
    traitsOf: (slug) => gatewayFor(slug).traits,
    breakers: new Map([...known].map(([one, breaker]) => [one, breakerStateOf(breaker, now)])),
  });
}

function read(
  merchantId: MerchantId,
  given: Readonly<Record<string, unknown>>,
  known: Parameters<typeof readRoute>[2],
): PaymentRoute {
  try {
    return readRoute(merchantId, given, known);
  } catch (error) {
    if (error instanceof Joi.ValidationError)
      throw new CliError('wrong', `Invalid route: ${error.message}`);
    throw error;
  }
}

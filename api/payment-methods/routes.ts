import Router from '@koa/router';
import type { Context } from 'koa';
import { usePermission } from '../../domain/permission.ts';
import { matching } from '../../domain/method-query.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { authorize } from '../access/authorize.ts';
import { callerMay, merchantOf } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { links } from '../links.ts';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { presentAccount } from './present.ts';
import { given, methodsBody, queryOf, type MethodsBody } from './schema.ts';

/** The gateway accounts that a caller may use, by what they can do (contract/api.md 5.1). */
export function paymentMethodRoutes(deps: ApiDeps): Router {
  const router = new Router();
  router.post('/b/pbl/v2/payment-methods', authorize(deps, 'payment-methods.list'), async (ctx) => {
    ctx.body = await methods(deps, ctx);
  });
  return router;
}

async function methods({ store, publicUrl }: ApiDeps, ctx: Context): Promise<object> {
  const body = await bodyFor(store, ctx);
  const merchantId = merchantOf(ctx);
  const accounts = await store.gatewayAccounts.list(merchantId);
  const paidWith: readonly string[] =
    body.customer_id === undefined
      ? []
      : await store.transactions.paidWith(merchantId, body.customer_id);
  const found = matching(accounts, queryOf(body)).filter(({ code }) =>
    callerMay(ctx, usePermission(code)),
  );
  const to = links(publicUrl);
  return {
    customer_payment_methods: found
      .map(({ code }) => code)
      .filter((code) => paidWith.includes(code)),
    payment_methods: found.map((account) =>
      presentAccount(account, gatewayFor(account.gateway).traits, to),
    ),
  };
}

async function bodyFor(store: ApiDeps['store'], ctx: Context): Promise<MethodsBody> {
  const { value, faults } = check(methodsBody, given(bodyOf(ctx)));
  const merchant = await settingsOf(store, ctx);
  const { plugin } = value;
  const isMissing = plugin !== undefined && merchant?.plugins[plugin].enabled !== true;
  const all = {
    ...faults,
    ...(isMissing && { plugin: [`The plugin ${plugin} is not enabled for this merchant.`] }),
  };
  if (Object.keys(all).length > 0) throw new InvalidFields(all);
  return value as MethodsBody;
}

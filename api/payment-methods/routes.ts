import type { Context } from 'koa';
import type { GatewayAccount } from '../../domain/account.ts';
import { matching } from '../../domain/method-query.ts';
import { usePermission } from '../../domain/permission.ts';
import { accountsOf, type PaymentRoute } from '../../domain/routing/route.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { callerMay, merchantOf } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { links } from '../../domain/links.ts';
import { refuseFaults } from '../middleware/errors.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import { route, SERVER } from '../route.ts';
import { methodsAnswer } from './answer.ts';
import { presentAccount } from './present.ts';
import { methodsBody, type MethodsBody, queryOf } from './schema.ts';
import { faultless } from '../middleware/validate.ts';

/** The gateway accounts that a caller may use, by what they can do (contract/accounts#list). */
export const paymentMethodRoutes = [
  route('payment-methods.list', {
    method: 'POST',
    path: '/b/pbl/v2/payment-methods',
    who: SERVER,
    permissions: 'none',
    audit: false,
    tag: 'Payment methods',
    summary: 'List the payment methods',
    description:
      'The active gateway accounts that fit every field of the question, and of a list any one item. Users see those that they may use.',
    body: methodsBody,
    fields: {
      plugin: 'The `type` of the payments to be made.',
      currencies: 'Accounts that accept one of these; those that convert it are not among them.',
      customer_id:
        'Fills `customer_payment_methods` with the codes that this customer has paid with.',
      tokenizable: 'True: accounts that save cards. False asks for nothing.',
      auto_debit: 'True: accounts that save cards and debit by themselves.',
      pg_names: 'Accounts of one of these gateways.',
    },
    answers: {
      200: {
        description: 'In the order of the merchant, then by code.',
        shape: methodsAnswer,
      },
    },
    handle: (deps) => (ctx, body) => methods(deps, ctx, body),
  }),
];

async function methods({ store, publicUrl }: ApiDeps, ctx: Context, sent: SentBody<MethodsBody>) {
  const body = await bodyFor(store, ctx, sent);
  const merchantId = merchantOf(ctx);
  const [accounts, routes] = await Promise.all([
    store.gatewayAccounts.list(merchantId),
    store.routes.list(merchantId),
  ]);
  const paidWith: readonly string[] =
    body.customer_id === undefined
      ? []
      : await store.transactions.paidWith(merchantId, body.customer_id);
  const found = matching(accounts, queryOf(body)).filter(({ code }) =>
    callerMay(ctx, usePermission(code)),
  );
  const leading = leadingTo(
    found,
    routes.filter(({ code }) => callerMay(ctx, usePermission(code))),
  );
  const to = links(publicUrl);
  return {
    customer_payment_methods: found
      .map(({ code }) => code)
      .filter((code) => paidWith.includes(code)),
    ...(leading.length > 0 && { routes: leading }),
    payment_methods: found.map((account) =>
      presentAccount(account, gatewayFor(account.gateway).traits, to),
    ),
  };
}

/** The active routes that lead to any of the accounts. */
function leadingTo(found: readonly GatewayAccount[], routes: readonly PaymentRoute[]) {
  return routes
    .filter(({ active }) => active)
    .map((one) => ({
      code: one.code,
      name: one.name,
      ...(one.nameAr !== undefined && { name_ar: one.nameAr }),
      pg_codes: accountsOf(one).filter((code) => found.some((account) => account.code === code)),
    }))
    .filter(({ pg_codes: led }) => led.length > 0);
}

async function bodyFor(
  store: ApiDeps['store'],
  ctx: Context,
  sent: SentBody<MethodsBody>,
): Promise<MethodsBody> {
  const checked = sent.checked();
  const { value, faults } = checked;
  const merchant = await settingsOf(store, ctx);
  const { plugin } = value;
  const isMissing = plugin !== undefined && merchant?.plugins[plugin].enabled !== true;
  refuseFaults({
    ...faults,
    ...(isMissing && { plugin: [`The plugin ${plugin} is not enabled for this merchant.`] }),
  });
  return faultless(checked);
}

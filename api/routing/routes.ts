import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { currencyCode } from '../../domain/currencies.ts';
import { parseDateTime } from '../../domain/duration.ts';
import { Refusal } from '../../domain/refusal.ts';
import { breakerStateOf } from '../../domain/routing/breaker.ts';
import { chosenIn } from '../../domain/routing/decision.ts';
import { dryRun } from '../../domain/routing/dry-run.ts';
import { amountFault, moneyOf } from '../../domain/transaction/proposed-amount.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { merchantOf } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseFaults } from '../middleware/errors.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import { faultless } from '../middleware/validate.ts';
import { PRIVATE_KEY, route } from '../route.ts';
import { decisionAnswer } from './answer.ts';
import { presentDecision } from './present.ts';
import { trialBody, type TrialBody } from './schema.ts';

/** Which account a payment would go to (contract/routing#dry-run). */
export const routingRoutes = [
  route('routing.dry-run', {
    method: 'POST',
    path: '/b/pbl/v2/routing/dry-run',
    who: PRIVATE_KEY,
    audit: false,
    tag: 'Payment methods',
    summary: 'Try a route',
    description:
      'Where a payment would go by a route now, and why. Nothing is made, and no network is asked.',
    body: trialBody,
    fields: {
      route: 'The code of the route.',
      type: 'Of the payment; accounts that are not enabled for it are left out.',
      brand: 'Of the card, such as VISA. A card that is typed at the network is not known before.',
      bin: 'The first six to eight digits of the card.',
      at: 'In place of now: rules may ask for the time of day.',
      reference: 'From which the turns of accounts follow that share; a new one when left out.',
    },
    errors: [404],
    answers: {
      200: {
        description: 'The accounts in the order in which they would be tried, and those left out.',
        shape: decisionAnswer,
      },
    },
    handle: (deps) => (ctx, body) => tried(deps, ctx, body),
  }),
];

async function tried({ store }: ApiDeps, ctx: Context, sent: SentBody<TrialBody>) {
  const checked = sent.checked();
  const { amount, currency_code: currency } = checked.value;
  const known = currency === undefined ? undefined : currencyCode(currency);
  const fault = amount !== undefined && known ? amountFault(amount, known) : undefined;
  refuseFaults({ ...(fault !== undefined && { amount: [fault] }), ...checked.faults });
  const body = faultless(checked);
  const merchantId = merchantOf(ctx);
  const [routes, accounts, breakers, merchant] = await Promise.all([
    store.routes.list(merchantId),
    store.gatewayAccounts.list(merchantId),
    store.breakers.list(merchantId),
    settingsOf(store, ctx),
  ]);
  const found = routes.find(({ code }) => code === body.route);
  const paid = moneyOf({ amount: body.amount, currencyCode: body.currency_code });
  if (!found || !paid) throw new Refusal('not_found', `There is no route "${body.route}".`);
  const now = Date.now();
  const reference = body.reference ?? randomUUID();
  const decision = dryRun(
    found,
    {
      facts: {
        amount: paid,
        at: (body.at === undefined ? undefined : parseDateTime(body.at)) ?? now,
        timeZone: merchant?.timeZone ?? 'UTC',
        ...(body.brand !== undefined && { brand: body.brand }),
        ...(body.bin !== undefined && { bin: body.bin }),
      },
      seed: reference,
      ...(body.type && { type: body.type }),
    },
    {
      accounts,
      traitsOf: (slug) => gatewayFor(slug).traits,
      breakers: new Map([...breakers].map(([code, one]) => [code, breakerStateOf(one, now)])),
    },
  );
  return { ...presentDecision(decision), chosen: chosenIn(decision) ?? null, reference };
}

import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import type { JsonObject } from '../../domain/json.ts';
import { Refusal } from '../../domain/refusal.ts';
import { OVERLAP_HOURS, overlapUntil } from '../../domain/webhook/key.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyFor } from '../payments/body.ts';
import { endpointAt, newSecret, refuseAddresses } from './endpoints.ts';
import { presentEndpoint } from './present.ts';
import { rotationBody } from './schema.ts';

type Deps = Pick<ApiDeps, 'store'>;

/**
 * Another key for the merchant's own webhooks. The one before is kept first, so that there is no moment in which a call is
 * signed by none of the two.
 */
export async function rotateKey({ store }: Deps, ctx: Context): Promise<JsonObject> {
  const merchantId = merchantOf(ctx);
  const until = untilIn(ctx);
  const before = await store.merchants.webhookKey(merchantId);
  if (before === undefined) throw new Refusal('not_found', 'There is no webhook key.');
  const key = newSecret();
  await store.previousKeys.put({ merchantId }, before, until);
  await store.merchants.setWebhookKey(merchantId, key);
  return { webhook_key: key, previous_key_until: isoUtc(until) };
}

/** The same for an endpoint. */
export async function rotateSecret(deps: Deps, ctx: Context): Promise<JsonObject> {
  const { store } = deps;
  const endpoint = await endpointAt(deps, ctx);
  refuseAddresses(endpoint);
  const { merchantId, id } = endpoint;
  const until = untilIn(ctx);
  const before = await store.webhookEndpoints.secret(merchantId, id);
  if (before === undefined) throw new Refusal('not_found', 'There is no such endpoint.');
  const secret = newSecret();
  await store.previousKeys.put({ merchantId, endpointId: id }, before, until);
  await store.webhookEndpoints.setSecret(merchantId, id, secret);
  return { ...presentEndpoint(endpoint, secret), previous_secret_until: isoUtc(until) };
}

function untilIn(ctx: Context): number {
  const { overlap_hours: hours = OVERLAP_HOURS.usual } = bodyFor(rotationBody, ctx);
  return overlapUntil(Date.now(), hours);
}

import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { enabled, readdressed, type WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import { webhookKeyOf } from '../../domain/webhook/key.ts';
import type { Store } from '../../store/index.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import type { EndpointChange, NewEndpoint } from './schema.ts';
import type { RouteContext } from '../route.ts';

type Deps = Pick<ApiDeps, 'store'>;

/** Each event is sent to each of them, so there is an end. */
const MOST_ENDPOINTS = 20;

/** The endpoint that the path names. Throws `not_found`. */
export async function endpointAt(
  { store }: Deps,
  ctx: RouteContext<'id'>,
): Promise<WebhookEndpoint> {
  const { id } = ctx.params;
  const found = await store.webhookEndpoints.find(merchantOf(ctx), id);
  if (found) return found;
  throw new Refusal('not_found', 'There is no such endpoint.');
}

/**
 * Registers an endpoint; gives it with what signs its webhooks, which nobody is shown again. Its id belongs to the
 * Idempotency-Key: a request that takes over from one that was cut off gives what that has made.
 */
export async function register(
  { store }: Deps,
  ctx: Context,
  { url, events = [], ...rest }: NewEndpoint,
) {
  const merchantId = merchantOf(ctx);
  const id = `whe_${claimedSessionId(ctx).slice(0, 24)}`;
  const known = await store.webhookEndpoints.list(merchantId, { registered: true });
  const made = known.find((one) => one.id === id);
  if (made) {
    const secret = await store.webhookEndpoints.secret(merchantId, id);
    if (secret === undefined) throw new TypeError('An endpoint is written with its secret.');
    return { endpoint: made, secret };
  }
  if (known.length >= MOST_ENDPOINTS)
    throw new Refusal(
      'invalid_state',
      `You have ${known.length} endpoints, which is as many as there may be. Remove one first.`,
    );
  const endpoint: WebhookEndpoint = {
    id,
    merchantId,
    url,
    registered: true,
    events: [...new Set(events)],
    ...rest,
    createdAt: Date.now(),
    version: 1,
  };
  const secret = newSecret();
  await store.webhookEndpoints.insert(endpoint, secret);
  return { endpoint, secret };
}

/** Changes what the body names. An address of payments has nothing that could be changed. Throws `invalid_state`. */
export async function change(
  deps: Deps,
  ctx: RouteContext<'id'>,
  body: SentBody<EndpointChange>,
): Promise<WebhookEndpoint> {
  refuseAddresses(await endpointAt(deps, ctx));
  const given = body.read();
  return written(deps.store, ctx, (endpoint) => ({
    ...readdressed(endpoint, given.url ?? endpoint.url),
    ...given,
    ...(given.events && { events: [...new Set(given.events)] }),
  }));
}

/** Has it called again, whatever has disabled it. What was held meanwhile waits to be sent again. */
export async function enable({ store }: Deps, ctx: RouteContext<'id'>): Promise<WebhookEndpoint> {
  return written(store, ctx, enabled);
}

/** Throws `invalid_state` for an address of payments: nobody has registered it. */
export function refuseAddresses({ registered }: WebhookEndpoint): void {
  if (registered) return;
  throw new Refusal(
    'invalid_state',
    'This is an address of payments, which has no settings here: it can be enabled only.',
  );
}

export function newSecret(): string {
  return webhookKeyOf(randomBytes(16));
}

/** Calls write its health at the same time, so that it may take a few tries. */
const TRIES = 10;

async function written(
  store: Store,
  ctx: RouteContext<'id'>,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
): Promise<WebhookEndpoint> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const changed = change(await endpointAt({ store }, ctx));
    if (await store.webhookEndpoints.save(changed)) return changed;
  }
  throw new Refusal('locked', 'The endpoint changes at this moment; ask again.');
}

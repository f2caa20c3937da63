import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import { Refusal } from '../../domain/refusal.ts';
import { withoutEmpty } from '../../domain/json.ts';
import { isAddressId } from '../../store/webhook-endpoints.ts';
import type { WebhookReplay } from '../../store/webhook-replays.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { filterOf } from './deliveries.ts';
import type { DeliveryQuery } from './schema.ts';
import type { RouteContext } from '../route.ts';

type Deps = Pick<ApiDeps, 'store' | 'engine'>;

/**
 * Begins to send all deliveries again that the body means and that are there by now. It is written down before it begins,
 * and the same `Idempotency-Key` goes on with the same one, and gives it as it stands. Throws `InvalidFields` where nothing is said of which ones, or
 * an address of payments, whose events nobody finds by its id.
 */
export async function beginReplay(
  { store, engine }: Deps,
  ctx: Context,
  body: DeliveryQuery,
): Promise<WebhookReplay> {
  if (body.endpoint_id !== undefined && isAddressId(body.endpoint_id))
    throw new InvalidFields({
      endpoint_id: [
        'This is an address of payments, and their events do not have its id. Leave endpoint_id out, and say which ones in another way, such as {"state":"held"}.',
      ],
    });
  const filter = filterOf(body);
  if (Object.keys(filter).length === 0)
    throw new InvalidFields({
      non_field_errors: ['Say which ones: a state, a type, a session, an endpoint or a time.'],
    });
  const createdAt = Date.now();
  const { createdUntil = createdAt } = filter;
  const replay = await store.webhookReplays.insert({
    id: `whr_${claimedSessionId(ctx).slice(0, 24)}`,
    merchantId: merchantOf(ctx),
    filter: { ...filter, real: true, createdUntil: Math.min(createdUntil, createdAt) },
    state: 'running',
    sent: 0,
    createdAt,
  });
  if (replay.state === 'running') await engine.startReplay(replay);
  return replay;
}

/** The replay that the path names. Throws `not_found`. */
export async function replayAt(
  { store }: Pick<Deps, 'store'>,
  ctx: RouteContext<'id'>,
): Promise<WebhookReplay> {
  const { id } = ctx.params;
  const found = await store.webhookReplays.find({ merchantId: merchantOf(ctx), id });
  if (found) return found;
  throw new Refusal('not_found', 'There is no such replay.');
}

export function presentReplay({ id, state, sent, createdAt, endedAt }: WebhookReplay) {
  return withoutEmpty({
    id,
    state,
    sent,
    created_at: isoUtc(createdAt),
    ended_at: endedAt === undefined ? undefined : isoUtc(endedAt),
  });
}

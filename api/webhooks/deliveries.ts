import type { Context } from 'koa';
import { parseDateTime } from '../../domain/duration.ts';
import { eventIdIn } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { WebhookEvent } from '../../store/webhook-events.ts';
import type { DeliveryFilter } from '../../store/webhook-lists.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { presentDelivery } from './present.ts';
import { cursorOf, listQuery, placeIn, type DeliveryQuery } from './schema.ts';
import type { RouteContext } from '../route.ts';

/** The deliveries of the caller's merchant, newest first, page by page. */
export async function deliveriesPage(
  { store, publicUrl }: Pick<ApiDeps, 'store' | 'publicUrl'>,
  ctx: Context,
) {
  const { value, faults } = check(listQuery, ctx.query);
  refuseFaults(faults);
  const { limit = '10', cursor, ...which } = value;
  const { results, next } = await store.webhookLists.listDeliveries(
    merchantOf(ctx),
    filterOf(which),
    { limit: Number(limit), ...(cursor !== undefined && { after: placeIn(cursor) }) },
  );
  const url = new URL(ctx.path.endsWith('/') ? ctx.path : `${ctx.path}/`, publicUrl);
  if (next) url.search = String(new URLSearchParams({ ...which, limit, cursor: cursorOf(next) }));
  return { next: next ? url.href : null, results: results.map(presentDelivery) };
}

/** The delivery that the path names. Throws `not_found`. */
export async function deliveryAt(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: RouteContext<'event_id'>,
): Promise<WebhookEvent> {
  const id = eventIdIn(ctx.params.event_id);
  const found = id && (await store.webhookLists.findDelivery(merchantOf(ctx), id));
  if (found) return found;
  throw new Refusal('not_found', 'There is no such delivery.');
}

/** Which deliveries a query means. */
export function filterOf(query: Partial<DeliveryQuery>): DeliveryFilter {
  const { state, event_type: type, session_id: sessionId, endpoint_id: endpointId } = query;
  const createdFrom = timeIn(query.created_after);
  const createdUntil = timeIn(query.created_before);
  return {
    ...(state && { state }),
    ...(type !== undefined && { type }),
    ...(sessionId !== undefined && { sessionId }),
    ...(endpointId !== undefined && { endpointId }),
    ...(createdFrom !== undefined && { createdFrom }),
    ...(createdUntil !== undefined && { createdUntil }),
  };
}

function timeIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseDateTime(text);
}

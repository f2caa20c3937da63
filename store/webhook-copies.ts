import type { WebhookEndpointStore } from './webhook-endpoints.ts';
import type { MerchantId } from '../domain/ids.ts';
import { eventTypeOf, isWanted } from '../domain/webhook/event-type.ts';
import type { NewEvent } from './webhook-events.ts';

/** An event before anybody knows whom it is for. */
export type Unaddressed = Omit<NewEvent, 'url' | 'target' | 'endpointId'>;

/**
 * The copies of an event for the endpoints that a merchant has registered and that want its type: each is an event of its
 * own, with its own calls. A paused or disabled one gets its copy too, which waits there.
 */
export async function copiesOf(
  endpoints: Pick<WebhookEndpointStore, 'list'>,
  merchantId: MerchantId,
  event: Unaddressed,
): Promise<readonly NewEvent[]> {
  const type = eventTypeOf(event.payload);
  const all = await endpoints.list(merchantId, { registered: true });
  return all
    .filter(({ events }) => isWanted(type, events))
    .map(({ id, url }) => ({ ...event, url, endpointId: id }));
}

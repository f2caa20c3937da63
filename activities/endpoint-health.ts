import type { WebhookEvent } from '../store/webhook-events.ts';
import type { Store } from '../store/index.ts';
import { addressId } from '../store/webhook-endpoints.ts';
import {
  healthAfter,
  withoutQuery,
  type EndpointHealth,
  type EndpointNews,
  type WebhookEndpoint,
} from '../domain/webhook/endpoint.ts';

/** What people are told of an endpoint, since when it fails, and when the call was made that it is told after. */
export interface EndpointTold {
  readonly news: EndpointNews;
  readonly endpoint: WebhookEndpoint;
  /** Epoch milliseconds. */
  readonly failingSince: number;
  readonly at: number;
}

type Endpoints = Pick<Store['webhookEndpoints'], 'find' | 'insert' | 'save' | 'remove'>;

/** The endpoint of an event: the registered one that it is for, or what is known of the address of its payment. */
export function endpointOf(
  endpoints: Pick<Endpoints, 'find'>,
  { merchantId, endpointId, url }: Pick<WebhookEvent, 'merchantId' | 'endpointId' | 'url'>,
): Promise<WebhookEndpoint | undefined> {
  return endpoints.find(merchantId, endpointId ?? addressId(merchantId, url));
}

/** Others may write at the same time; what they all have seen is the same, so few tries are enough. */
const TRIES = 5;

/**
 * Writes down what a call says of the endpoint's health; gives what people were told. An address of payments is known
 * from its first failure on, until it says yes. Tests say nothing of health. People are told first: what is written down
 * is never told again, so that a process that ends between the two would lose their mail for ever. When `tell` fails
 * nothing is written down, and the next call tells them. It must be safe to repeat; when somebody else has written
 * meanwhile, it can tell what is not so any more.
 */
export async function updateEndpointHealth(
  endpoints: Endpoints,
  event: WebhookEvent,
  call: { readonly acknowledged: boolean; readonly at: number },
  tell: (told: EndpointTold) => Promise<void>,
): Promise<EndpointTold | undefined> {
  if (event.test) return undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = await endpointOf(endpoints, event);
    if (!known && (call.acknowledged || event.endpointId !== undefined)) return undefined;
    if (known && call.acknowledged && !known.registered) {
      await endpoints.remove(known.merchantId, known.id);
      return undefined;
    }
    const { failingSince, failedAt, toldAt, warnedAt, disabledAt, ...endpoint } =
      known ?? addressOf(event, call.at);
    if (call.acknowledged && failingSince === undefined) return undefined;
    const before = { failingSince, failedAt, toldAt, warnedAt, disabledAt };
    const { health, news } = healthAfter(withoutUndefined(before), call);
    const changed = { ...endpoint, ...health };
    const failing = health.failingSince ?? call.at;
    const told = news && { news, endpoint: changed, failingSince: failing, at: call.at };
    if (told) await tell(told);
    if (!known) await endpoints.insert(changed);
    else if (!(await endpoints.save(changed))) continue;
    return told;
  }
  return undefined;
}

function addressOf({ merchantId, url }: WebhookEvent, at: number): WebhookEndpoint {
  const known = { id: addressId(merchantId, url), merchantId, url: withoutQuery(url) };
  return { ...known, registered: false, events: [], createdAt: at, version: 1 };
}

function withoutUndefined(health: {
  readonly [Name in keyof EndpointHealth]-?: EndpointHealth[Name] | undefined;
}): EndpointHealth {
  return Object.fromEntries(Object.entries(health).filter(([, one]) => one !== undefined));
}

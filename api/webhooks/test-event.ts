import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'koa';
import { sampleOf } from '../../domain/webhook/sample.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import type { WebhookEvent } from '../../store/webhook-events.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { pollIntervalMs } from '../poller.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { settingsOf } from '../access/settings.ts';
import type { TestBody } from './schema.ts';

type Deps = Pick<ApiDeps, 'store' | 'engine'>;

/** Longer than a call may take. */
const PATIENCE_MS = 27_000;

/**
 * Sends a made-up event once, signed like every other, and waits for what the receiver says; the event as it stands then.
 * It is of no payment. Throws `InvalidFields` when nobody has said where to: an address of payments is known here without its
 * query, so that it has to be said in full.
 */
export async function sendTest(
  deps: Deps,
  ctx: Context,
  { event_type: type = 'payment.paid', url: given, endpoint_id: endpointId }: TestBody,
): Promise<WebhookEvent> {
  const merchantId = merchantOf(ctx);
  const endpoint =
    endpointId === undefined ? undefined : await endpointNamed(deps, merchantId, endpointId);
  if (endpoint && !endpoint.registered && given === undefined)
    throw new InvalidFields({
      endpoint_id: [
        'This is an address of payments, which can have more in its query. Say the whole of it as url.',
      ],
    });
  const registeredUrl = endpoint?.registered ? endpoint.url : undefined;
  const url = registeredUrl ?? given ?? defaultUrl(await settingsOf(deps.store, ctx));
  if (url === undefined)
    throw new InvalidFields({
      url: ['No plugin has a webhook URL: say where the event shall go.'],
    });
  const sessionId = claimedSessionId(ctx);
  const createdAt = Date.now();
  const payload = sampleOf(type, { sessionId, at: createdAt });
  if (!payload) throw new TypeError(`There is no sample of ${type}.`);
  const { webhookEvents } = deps.store;
  const event = { merchantId, sessionId, sequence: 1, url, payload, type, test: true, createdAt };
  const registered = endpoint?.registered ? { endpointId: endpoint.id } : {};
  const eventId = await webhookEvents.freeze({ ...event, ...registered });
  await deps.engine.sendOnce(eventId);
  for (const began = Date.now(); ;) {
    const found = await webhookEvents.find(eventId);
    const waited = Date.now() - began;
    if (found && (found.calls.length > 0 || waited > PATIENCE_MS)) return found;
    await sleep(pollIntervalMs(waited));
  }
}

async function endpointNamed(
  { store }: Pick<Deps, 'store'>,
  merchantId: MerchantId,
  id: string,
): Promise<WebhookEndpoint> {
  const found = await store.webhookEndpoints.find(merchantId, id);
  if (!found) throw new InvalidFields({ endpoint_id: ['There is no endpoint with this id.'] });
  return found;
}

function defaultUrl(merchant: Merchant | undefined): string | undefined {
  if (!merchant) return undefined;
  const { e_commerce: shop, payment_request: desk, invoice, bulk } = merchant.plugins;
  return [shop, desk, invoice, bulk].find((plugin) => plugin?.webhookUrl !== undefined)?.webhookUrl;
}

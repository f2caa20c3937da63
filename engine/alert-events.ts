import type { MerchantId, SessionId } from '../domain/ids.ts';
import type { AlertTask } from '../domain/tasks/task.ts';
import { alertPayload, type AlertNews } from '../domain/webhook/alert-payload.ts';
import type { Store } from '../store/index.ts';
import { copiesOf } from '../store/webhook-copies.ts';
import type { NewEvent } from '../store/webhook-events.ts';

/** Of which payment an alert is, and what is news of it. */
interface AlertOf {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly task: AlertTask;
  readonly news: AlertNews;
}

/**
 * The events for registered endpoints of what became of alerts (contract/webhooks#alerts): none where the merchant wants no
 * webhooks. They are not counted among the events of the payment.
 */
export async function alertEvents(
  {
    merchants,
    webhookEndpoints,
  }: {
    readonly merchants: Pick<Store['merchants'], 'find'>;
    readonly webhookEndpoints: Pick<Store['webhookEndpoints'], 'list'>;
  },
  { merchantId, sessionId, task, news }: AlertOf,
): Promise<readonly NewEvent[]> {
  const merchant = await merchants.find(merchantId);
  if (!merchant?.webhooks.enabled) return [];
  return copiesOf(webhookEndpoints, merchantId, {
    merchantId,
    sessionId,
    sequence: 0,
    name: [news.type, task.id, ...(news.type === 'alert.handled' ? [news.at] : [])].join('/'),
    payload: alertPayload(task, news),
    createdAt: news.at,
  });
}

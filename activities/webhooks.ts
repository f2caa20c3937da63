import { log } from '@temporalio/activity';
import type { EventId } from '../domain/ids.ts';
import { verdict, type Verdict } from '../domain/webhook/verdict.ts';
import type { Store } from '../store/index.ts';
import type { PostWebhook } from '../transports/webhook.ts';
import { notThere } from './failures.ts';

export interface SendWebhook {
  readonly eventId: EventId;
  /** 1 is the inline call; later ones follow the calendar. */
  readonly call: number;
}

export function webhookActivities(
  { webhookEvents, merchants }: Pick<Store, 'webhookEvents' | 'merchants'>,
  post: PostWebhook,
) {
  return {
    /**
     * Posts a frozen event once and writes down what came of it. Repeating it posts the same event id again, which
     * receivers must expect of any webhook.
     */
    async sendWebhook({ eventId, call }: SendWebhook): Promise<Verdict> {
      const event = await webhookEvents.find(eventId);
      if (!event) throw notThere(`webhook event ${eventId}`);
      const merchant = await merchants.find(event.merchantId);
      const key = await merchants.webhookKey(event.merchantId);
      if (!merchant || key === undefined) throw notThere(`merchant ${event.merchantId}`);
      const at = Date.now();
      const answer = await post({
        url: event.url,
        payload: event.payload,
        eventId,
        key,
        settings: merchant.webhooks,
      });
      const outcome = verdict('status' in answer ? answer.status : undefined);
      await webhookEvents.record(
        eventId,
        { call, at, tookMs: Date.now() - at, ...answer },
        outcome,
      );
      if (outcome === 'failed') log.warn('webhook not acknowledged', { eventId, call, ...answer });
      return outcome;
    },
  };
}

import { log } from '@temporalio/activity';
import type { EventId, MerchantId } from '../domain/ids.ts';
import type { Merchant, WebhookSettings } from '../domain/merchant.ts';
import { redactedText } from '../domain/webhook/redact.ts';
import { retryAfterMs } from '../domain/webhook/retry-after.ts';
import { verdict, type CallOutcome, type NoticeForm } from '../domain/webhook/verdict.ts';
import type { Store } from '../store/index.ts';
import type { PostAnswer, PostWebhook } from '../transports/webhook.ts';
import { notThere, once, receiverBusy } from './failures.ts';

export interface SendWebhook {
  readonly eventId: EventId;
  /** 1 is the inline call; later ones follow the calendar. */
  readonly call: number;
}

/** A webhook that was given up: the calendar ended, or the receiver said that it is gone. */
export interface GivenUp {
  readonly eventId: EventId;
  readonly merchantId: MerchantId;
  /** Where the receiver was, without path and query, which may hold secrets. */
  readonly host: string;
  /** How many calls were made. */
  readonly calls: number;
  /** The merchant's people who want to know. */
  readonly emails: readonly string[];
}

/** Tells people of a webhook that was given up; worker/deps.ts gives it. */
export type TellOfFailure = (givenUp: GivenUp) => Promise<void>;

type Stores = Pick<Store, 'merchants'> & {
  readonly webhookEvents: Pick<Store['webhookEvents'], 'find' | 'record' | 'giveUp'>;
};

export function webhookActivities(
  { webhookEvents, merchants }: Stores,
  { post, tell }: { readonly post: PostWebhook; readonly tell: TellOfFailure },
) {
  return {
    /**
     * Posts a frozen event once and writes down what came of it. Repeating it posts the same event id again, which
     * receivers must expect of any webhook. Fails so that Temporal tries again only when no call was made: because the
     * store did not answer, or because the receiver is busy with others of ours.
     */
    async sendWebhook({ eventId, call }: SendWebhook): Promise<CallOutcome> {
      const { event, merchant, key } = await loaded(eventId);
      return once(async () => {
        const { url, payload, sequence, form } = event;
        const at = Date.now();
        const settings = settingsFor(merchant, form);
        const answer = await post({ url, payload, eventId, sequence, at, key, settings });
        if (!answer) throw receiverBusy(eventId);
        const outcome = outcomeOfAnswer(answer, { form, now: Date.now() });
        const kept = { call, ...keptOf(answer, { at, secrets: [key] }) };
        await webhookEvents.record(eventId, kept, outcome.verdict);
        if (outcome.verdict === 'failed' || outcome.verdict === 'gone')
          log.warn('webhook not acknowledged', { eventId, call, ...loggedOf(answer) });
        return outcome;
      });
    },

    /**
     * Writes down that a webhook was given up, and tells of it if the merchant wants that; never of a test, which its own
     * people look at. Repeating it tells again.
     */
    async tellOfFailure({ eventId }: { readonly eventId: EventId }): Promise<void> {
      const event = await webhookEvents.find(eventId);
      if (!event) throw notThere(`webhook event ${eventId}`);
      await webhookEvents.giveUp(eventId, Date.now());
      if (event.test) return;
      const merchant = await merchants.find(event.merchantId);
      if (!merchant) throw notThere(`merchant ${event.merchantId}`);
      const { notifyOnFailure = true, emails = [] } = merchant.webhooks;
      if (!notifyOnFailure) return;
      await tell({
        eventId,
        merchantId: event.merchantId,
        host: URL.canParse(event.url) ? new URL(event.url).host : '',
        calls: event.calls.length,
        emails,
      });
    },
  };

  /** The event, whose it is, and the key that signs it. Fails for good when there is none. */
  async function loaded(eventId: EventId) {
    const event = await webhookEvents.find(eventId);
    if (!event) throw notThere(`webhook event ${eventId}`);
    const [merchant, key] = await Promise.all([
      merchants.find(event.merchantId),
      merchants.webhookKey(event.merchantId),
    ]);
    if (!merchant || key === undefined) throw notThere(`merchant ${event.merchantId}`);
    return { event, merchant, key };
  }
}

/** A disclosure has the fields that the standard scheme signs, and no others. */
function settingsFor({ webhooks }: Merchant, form: NoticeForm | undefined): WebhookSettings {
  return form === 'disclosure' ? { ...webhooks, scheme: 'standard' } : webhooks;
}

function outcomeOfAnswer(
  answer: PostAnswer,
  { form, now }: { readonly form: NoticeForm | undefined; readonly now: number },
): CallOutcome {
  if ('error' in answer) return { verdict: verdict(undefined) };
  const said = verdict(answer.status, form);
  const asked = said === 'failed' ? retryAfterMs(answer.retryAfter, now) : undefined;
  return { verdict: said, ...(asked !== undefined && { retryAfterMs: asked }) };
}

/** A receiver may answer with whatever it was sent or has at hand: what looks like a secret is not kept. */
function keptOf(
  answer: PostAnswer,
  { at, secrets }: { readonly at: number; readonly secrets: readonly string[] },
) {
  const tookMs = Date.now() - at;
  if ('error' in answer) return { at, tookMs, error: answer.error };
  const { status, body } = answer;
  const shown = body === undefined ? undefined : redactedText(body, secrets);
  return { at, tookMs, status, ...(shown !== undefined && { body: shown }) };
}

/** Without the body: it is the merchant's, and may hold anything. */
function loggedOf(answer: PostAnswer) {
  return 'error' in answer ? { error: answer.error } : { status: answer.status };
}

import { activityInfo, log, sleep } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { EventId } from '../domain/ids.ts';
import type { Merchant, WebhookSettings } from '../domain/merchant.ts';
import { failureReceivers } from '../domain/staff-receivers.ts';
import { settingsPlugin } from '../domain/transaction/open.ts';
import { redactedText } from '../domain/webhook/redact.ts';
import { retryAfterMs } from '../domain/webhook/retry-after.ts';
import {
  verdict,
  type CalledAtOnce,
  type CallOutcome,
  type NoticeForm,
  type Verdict,
} from '../domain/webhook/verdict.ts';
import type { Store } from '../store/index.ts';
import type { WebhookEvent } from '../store/webhook-events.ts';
import { MOST_TIMEOUT_MS, type PostAnswer, type PostWebhook } from '../transports/webhook.ts';
import { isDisabled, type WebhookEndpoint } from '../domain/webhook/endpoint.ts';
import { endpointOf, updateEndpointHealth, type EndpointTold } from './endpoint-health.ts';
import { notThere, once, receiverBusy } from './failures.ts';
import {
  givenUpDetailsOf,
  failedCallOf,
  type FailedCall,
  type GivenUp,
} from './webhook-failures.ts';

export interface SendWebhook {
  readonly eventId: EventId;
  /** 1 is the inline call; later ones follow the calendar. */
  readonly call: number;
  /** Nobody has asked for the event to be sent again: where a call of it is written down, that one counts. */
  readonly isFirst?: true;
  /** Since when this call is under way already, in epoch milliseconds: its answer is waited for, as long as it can take. */
  readonly begunAt?: number;
}

/** So long a save waits for the merchant whom it calls: longer than most take, shorter than anybody notices. Milliseconds. */
const AT_ONCE_MS = 200;

/** People are told of a webhook that was given up in so many tries: the record says the same. */
const TRIES_TO_TELL = 5;

/** How often it is looked whether a call that is under way elsewhere has its answer. Milliseconds. */
const LOOK_AGAIN_MS = 250;

/** Tells people of a webhook that was given up; worker/deps.ts gives it. */
export type TellOfFailure = (givenUp: GivenUp) => Promise<void>;

/** Tells people that an endpoint fails, or is disabled, once however often it is said; worker/deps.ts gives it. */
export type TellOfEndpoint = (
  told: EndpointTold,
  emails: readonly string[],
  failed: FailedCall,
) => Promise<void>;

type Stores = Pick<Store, 'merchants'> & {
  readonly transactions: Pick<Store['transactions'], 'find'>;
  readonly webhookEvents: Pick<
    Store['webhookEvents'],
    'find' | 'record' | 'giveUp' | 'hold' | 'readdress'
  >;
  readonly webhookEndpoints: Pick<
    Store['webhookEndpoints'],
    'find' | 'insert' | 'save' | 'remove' | 'secret'
  >;
  readonly previousKeys: Pick<Store['previousKeys'], 'find'>;
};

export function webhookActivities(
  { webhookEvents, merchants, webhookEndpoints, previousKeys, transactions }: Stores,
  {
    post,
    tell,
    tellOfEndpoint,
  }: {
    readonly post: PostWebhook;
    readonly tell: TellOfFailure;
    readonly tellOfEndpoint: TellOfEndpoint;
  },
) {
  return {
    sendWebhook,

    /**
     * Writes down that a webhook was given up, and tells of it if the merchant wants that; never of a test, which its own
     * people look at. Repeating it tells again. Fails, for another try, until it is written; then only for a few tries more, the last
     * of which leaves people untold.
     */
    async tellOfFailure({ eventId }: { readonly eventId: EventId }): Promise<void> {
      const event = await webhookEvents.find(eventId);
      if (!event) throw notThere(`webhook event ${eventId}`);
      await webhookEvents.giveUp(eventId, Date.now());
      if (event.test) return;
      try {
        await tellPeople(event);
      } catch (error) {
        if (event.givenUpAt === undefined || activityInfo().attempt < TRIES_TO_TELL) throw error;
        log.warn('nobody could be told of a webhook that was given up', { eventId, error });
      }
    },
  };

  async function tellPeople(event: WebhookEvent): Promise<void> {
    const { eventId, merchantId, url, calls } = event;
    const merchant = await merchants.find(merchantId);
    if (!merchant) throw notThere(`merchant ${merchantId}`);
    const { notifyOnFailure = true, emails = [] } = merchant.webhooks;
    if (!notifyOnFailure) return;
    await tell({
      eventId,
      merchantId,
      host: URL.canParse(url) ? new URL(url).host : '',
      calls: calls.length,
      emails,
      details: givenUpDetailsOf(event),
    });
  }

  /**
   * Posts a frozen event once and writes down what came of it. Repeating it posts the same event id again, which
   * receivers must expect of any webhook. Fails so that Temporal tries again only when no call was made: because the
   * store did not answer, or because the receiver is busy with others of ours. An endpoint is called where it is now,
   * wherever it was when the event was frozen. One that is disabled is not called, nor is anybody while the merchant has webhooks
   * switched off: the event is held.
   */
  async function sendWebhook(sent: SendWebhook): Promise<CallOutcome> {
    const { eventId, call, isFirst } = sent;
    const event = await eventOf(sent);
    if (!event) throw notThere(`webhook event ${eventId}`);
    const answered = isFirst ? answeredOf(event) : undefined;
    if (answered) return answered;
    const merchant = await merchants.find(event.merchantId);
    if (!merchant) throw notThere(`merchant ${event.merchantId}`);
    // A test is sent all the same.
    if (!merchant.webhooks.enabled && !event.test) {
      await webhookEvents.hold(eventId);
      return { verdict: 'held', isOff: true };
    }
    const endpoint = await endpointOf(webhookEndpoints, event);
    if (isHeld(event, endpoint)) {
      await webhookEvents.hold(eventId);
      return { verdict: 'held' };
    }
    const url = addressNow(event, endpoint);
    // What merchants see of the event, and who is told when it is given up, go by the address that is called.
    if (url !== event.url) await webhookEvents.readdress(eventId, url);
    const { key, previousKeys } = await signing(event);
    return once(async () => {
      const { payload, sequence, form } = event;
      const at = Date.now();
      const settings = settingsFor(merchant, form);
      const answer = await post({
        merchantId: event.merchantId,
        url,
        payload,
        eventId,
        sequence,
        at,
        key,
        previousKeys,
        settings,
      });
      if (!answer) throw receiverBusy(eventId);
      const outcome = outcomeOfAnswer(answer, { form, now: Date.now() });
      const kept = {
        call,
        ...keptOf(answer, { at, secrets: [key, ...previousKeys] }),
        ...(outcome.retryAfterMs !== undefined && { retryAfterMs: outcome.retryAfterMs }),
      };
      await webhookEvents.record(eventId, kept, outcome.verdict);
      log.info('merchant called', { eventId, call, verdict: outcome.verdict });
      if (outcome.verdict === 'failed' || outcome.verdict === 'gone')
        log.warn('webhook not acknowledged', { eventId, call, ...loggedOf(answer) });
      await tellOfHealth(event, merchant, {
        call: { acknowledged: isYes(outcome.verdict), at },
        failed: failedCallOf(event, { call, at, answer, outcome }),
      });
      return outcome;
    });
  }

  /** The event, as soon as the call of it that is under way is written down, or can have its answer no more. */
  async function eventOf({ eventId, begunAt }: SendWebhook): Promise<WebhookEvent | undefined> {
    const event = await webhookEvents.find(eventId);
    const mayBeAnswered = begunAt !== undefined && Date.now() < begunAt + MOST_TIMEOUT_MS;
    if (!mayBeAnswered || !event || event.verdict !== undefined) return event;
    await sleep(LOOK_AGAIN_MS);
    return eventOf({ eventId, call: 1, begunAt });
  }

  /** The keys that sign it. Fails for good when there is none. */
  async function signing({ merchantId, endpointId }: WebhookEvent) {
    const [key, before] = await Promise.all([
      endpointId === undefined
        ? merchants.webhookKey(merchantId)
        : webhookEndpoints.secret(merchantId, endpointId),
      previousKeys.find({ merchantId, endpointId }, Date.now()),
    ]);
    if (key === undefined)
      throw notThere(`webhook key of ${endpointId ?? `merchant ${merchantId}`}`);
    return { key, previousKeys: before };
  }

  /** The call was made and is written down: what becomes of this can make it neither better nor worse. */
  async function tellOfHealth(
    event: WebhookEvent,
    merchant: Merchant,
    {
      call,
      failed,
    }: { readonly call: Parameters<typeof updateEndpointHealth>[2]; readonly failed: FailedCall },
  ): Promise<void> {
    try {
      const told = await updateEndpointHealth(webhookEndpoints, event, call, async (one) => {
        const payment = await transactions.find(event);
        const plugin = payment && settingsPlugin(payment);
        await tellOfEndpoint(one, failureReceivers(merchant, plugin), failed);
      });
      if (!told) return;
      const { news, endpoint } = told;
      log.warn('endpoint of webhooks', {
        news,
        merchantId: event.merchantId,
        endpoint: endpoint.id,
      });
    } catch (error) {
      log.error('the health of an endpoint is not written down', { eventId: event.eventId, error });
    }
  }
}

/** Calls for an event for the first time, and waits `AT_ONCE_MS` for what comes of it. */
export function callingAtOnce(
  sendWebhook: (sent: SendWebhook) => Promise<CallOutcome>,
): (eventId: EventId) => Promise<CalledAtOnce | undefined> {
  return async (eventId) => {
    const begunAt = Date.now();
    const call = sendWebhook({ eventId, call: 1, isFirst: true }).catch(whatFailed);
    return Promise.race([call, sleep(AT_ONCE_MS).then(() => ({ begunAt }))]);
  };
}

/** A disclosure has the fields that the standard scheme signs, and no others. */
function settingsFor({ webhooks }: Merchant, form: NoticeForm | undefined): WebhookSettings {
  return form === 'disclosure' ? { ...webhooks, scheme: 'standard' } : webhooks;
}

/** Nobody is called at an endpoint that is disabled, or was removed meanwhile; a test is sent all the same. */
function isHeld(
  { endpointId, test }: WebhookEvent,
  endpoint: WebhookEndpoint | undefined,
): boolean {
  return endpoint ? isDisabled(endpoint) && !test : endpointId !== undefined;
}

function addressNow(event: WebhookEvent, endpoint: WebhookEndpoint | undefined): string {
  return event.endpointId !== undefined && endpoint ? endpoint.url : event.url;
}

function isYes(verdict: Verdict): boolean {
  return verdict === 'delivered' || verdict === 'delivered_stay';
}

/** What is written down of the first call; undefined before it, and where nobody was called because the event is held. */
function answeredOf({ calls: [first], verdict }: WebhookEvent): CallOutcome | undefined {
  if (!first || verdict === undefined) return undefined;
  const { retryAfterMs } = first;
  return { verdict, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** A call that was made counts as failed; one that was not can be made at once by the run. */
function whatFailed(error: unknown): CallOutcome | undefined {
  return error instanceof ApplicationFailure && error.nonRetryable
    ? { verdict: 'failed' }
    : undefined;
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

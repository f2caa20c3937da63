import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { webhookActivities } from '../../activities/webhooks.ts';
import { memoryEndpoints, memoryPreviousKeys } from '../activities/support/memory-endpoints.ts';
import type { EventId } from '../../domain/ids.ts';
import type { Verdict } from '../../domain/webhook/verdict.ts';
import type { WebhookEvent } from '../../store/webhook-events.ts';
import { TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import { aMerchant, CREATED_AT, sessionOf, SHOP } from '../support/builders.ts';
import { poster } from '../transports/support/posting.ts';
import { receiver, type WebhookReceiver } from '../transports/support/receiver.ts';
import { aChange, delivering, eventOf, type Delivering } from './support/delivering.ts';

const SLOW = 50;
const PLACES = 30;
const PER_RECEIVER = 10;
/** The quick receiver is told within this; without a limit it would be after the time-out of the slow ones. */
const SOON_MS = 15_000;
const TIMEOUT_SECONDS = 20;

describe('fifty webhooks to a receiver that hangs', function () {
  this.timeout(120_000);
  let system: Delivering;
  let hanging: WebhookReceiver;
  let quick: WebhookReceiver;
  const verdicts = new Map<EventId, Verdict>();

  before(async () => {
    hanging = await receiver(() => undefined);
    quick = await receiver((response) => response.end());
    const urlOf = (id: EventId) => (id === eventOf('0') ? quick : hanging).url;
    system = await delivering(
      webhookActivities(storesOf(urlOf, verdicts), {
        post: poster({ perReceiver: PER_RECEIVER }),
        tell: async () => undefined,
        tellOfEndpoint: async () => undefined,
      }),
      { concurrent: PLACES },
    );
  });
  after(async () => {
    await hanging.close();
    await quick.close();
    await system.stop();
  });

  async function tell(number: number) {
    await system.client.workflow.start('tellNotice', {
      workflowId: `told/${number}`,
      taskQueue: TRANSACTIONS_QUEUE,
      args: [aChange(), eventOf(number.toString(16))],
    });
  }

  it('do not delay one to another receiver', async () => {
    await Promise.all(Array.from({ length: SLOW }, (_, index) => tell(index + 1)));
    await until(() => hanging.received.length >= PER_RECEIVER, 'The slow ones were never sent.');
    // By now the others have asked for their places too.
    await wait(1000);

    const begun = Date.now();
    await tell(0);
    await until(() => verdicts.has(eventOf('0')), 'The quick one was never told.');
    const took = Date.now() - begun;

    assert.ok(took < SOON_MS, `It took ${took} ms.`);
    assert.equal(verdicts.get(eventOf('0')), 'delivered');
    assert.equal(hanging.most(), PER_RECEIVER);
  });
});

async function until(holds: () => boolean, otherwise: string): Promise<void> {
  const end = Date.now() + 2 * TIMEOUT_SECONDS * 1000;
  while (!holds()) {
    assert.ok(Date.now() < end, otherwise);
    await wait(20);
  }
}

/** Stores in memory: every event is there, and its last verdict is noted. */
function storesOf(urlOf: (id: EventId) => string, verdicts: Map<EventId, Verdict>) {
  const eventOfId = (id: EventId): WebhookEvent => ({
    eventId: id,
    merchantId: SHOP,
    sessionId: sessionOf('1'),
    sequence: 1,
    url: urlOf(id),
    payload: { state: 'paid' },
    type: 'payment.paid',
    createdAt: CREATED_AT,
    calls: [],
  });
  const webhooks = { ...aMerchant().webhooks, timeoutSeconds: TIMEOUT_SECONDS };
  return {
    webhookEvents: {
      freeze: async () => eventOf('0'),
      find: async (id: EventId) => eventOfId(id),
      giveUp: async () => undefined,
      hold: async () => undefined,
      readdress: async () => undefined,
      record: async (id: EventId, _call: unknown, verdict: Verdict) => {
        verdicts.set(id, verdict);
      },
      countFailing: async () => 0,
      listOf: async () => [],
    },
    transactions: { find: async () => undefined },
    webhookEndpoints: memoryEndpoints(),
    previousKeys: memoryPreviousKeys(),
    merchants: {
      put: async () => undefined,
      find: async () => aMerchant({ webhooks }),
      list: async () => [],
      webhookKey: async () => 'whk_key',
      replace: async () => true,
      sealedWebhookKey: async () => undefined,
      setWebhookKey: async () => true,
      openToAddresses: async () => [],
      reseal: async () => 0,
    },
  };
}

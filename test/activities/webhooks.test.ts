import assert from 'node:assert/strict';
import { webhookActivities } from '../../activities/webhooks.ts';
import { eventId } from '../../domain/ids.ts';
import { eventIdOf, type WebhookEvent } from '../../store/webhook-events.ts';
import type { PostAnswer, WebhookPost } from '../../transports/webhook.ts';
import { aMerchant, BORN, SHOP, sessionOf } from '../support/builders.ts';
import { failure } from './support/failures.ts';
import { inActivity } from './support/in-activity.ts';
import { memoryEvents, memoryMerchants } from './support/memory-store.ts';

const SESSION = sessionOf('a1');
const EVENT: WebhookEvent = {
  eventId: eventIdOf(SESSION, 1),
  merchantId: SHOP,
  sessionId: SESSION,
  sequence: 1,
  url: 'https://shop.example.test/webhook',
  payload: { state: 'paid' },
  createdAt: BORN,
  calls: [],
};

describe('sendWebhook', () => {
  for (const [answer, verdict] of [
    [{ status: 200 }, 'delivered'],
    [{ status: 201 }, 'delivered_stay'],
    [{ status: 204 }, 'failed'],
    [{ status: 302 }, 'failed'],
    [{ status: 404 }, 'failed'],
    [{ status: 500 }, 'failed'],
    [{ error: 'no answer within 15 s' }, 'failed'],
    [{ error: 'connect ECONNREFUSED' }, 'failed'],
  ] as const) {
    it(`takes ${JSON.stringify(answer)} for ${verdict}, and writes down call and verdict`, async () => {
      const { send, kept } = setting(answer);
      assert.equal(await send(3), verdict);
      const event = await kept();
      assert.equal(event?.verdict, verdict);
      const [call, ...more] = event?.calls ?? [];
      assert.deepEqual(more, []);
      assert.ok(call);
      const { at, tookMs, ...rest } = call;
      assert.deepEqual(rest, { call: 3, ...answer });
      assert.ok(Math.abs(Date.now() - at) < 10_000);
      assert.ok(tookMs >= 0 && tookMs < 10_000);
    });
  }

  it("posts the frozen event to its own address, with the merchant's key and settings", async () => {
    const { send, posts } = setting({ status: 200 });
    await send();
    const { url, payload } = EVENT;
    const { webhooks: settings } = aMerchant();
    assert.deepEqual(posts, [{ url, payload, eventId: EVENT.eventId, key: 'key-1', settings }]);
  });

  it('adds each call to those before it', async () => {
    const { send, kept } = setting({ status: 500 });
    await send(1);
    await send(2);
    assert.deepEqual(
      (await kept())?.calls.map(({ call }) => call),
      [1, 2],
    );
  });

  it('is final, and posts nothing, when there is no such event or no such merchant', async () => {
    const { send, posts } = setting({ status: 200 });
    await assert.rejects(send(1, eventId('nobody')), failure('NotFound', 'final'));
    const orphan = setting({ status: 200 }, memoryMerchants('key-1'));
    await assert.rejects(orphan.send(), failure('NotFound', 'final'));
    assert.deepEqual([...posts, ...orphan.posts], []);
  });
});

/** The activity with a merchant who answers so, and what there is to look at afterwards. */
function setting(answer: PostAnswer, merchants = memoryMerchants('key-1', aMerchant())) {
  const posts: WebhookPost[] = [];
  const webhookEvents = memoryEvents(EVENT);
  const activities = webhookActivities({ webhookEvents, merchants }, async (post) => {
    posts.push(post);
    return answer;
  });
  const send = (call = 1, id = EVENT.eventId) =>
    inActivity(() => activities.sendWebhook({ eventId: id, call }));
  return { send, posts, kept: () => webhookEvents.find(EVENT.eventId) };
}

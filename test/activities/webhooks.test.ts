import assert from 'node:assert/strict';
import { ApplicationFailure, type LogMetadata } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { FailedCall, GivenUp } from '../../activities/webhook-failures.ts';
import { callingAtOnce, webhookActivities } from '../../activities/webhooks.ts';
import type { EndpointTold } from '../../activities/endpoint-health.ts';
import type { WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import type { Merchant, WebhookSettings } from '../../domain/merchant.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { CalledAtOnce, CallOutcome } from '../../domain/webhook/verdict.ts';
import { addressId } from '../../store/webhook-endpoints.ts';
import { eventIdOf, type WebhookCall, type WebhookEvent } from '../../store/webhook-events.ts';
import { MOST_TIMEOUT_MS, type PostAnswer, type WebhookPost } from '../../transports/webhook.ts';
import {
  aMerchant,
  aTransaction,
  CREATED_AT,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { memoryEndpoints, memoryPreviousKeys } from './support/memory-endpoints.ts';

const EVENT: WebhookEvent = {
  eventId: eventIdOf(sessionOf('7'), 3),
  merchantId: SHOP,
  sessionId: sessionOf('7'),
  sequence: 3,
  url: 'https://shop.example.test:8443/hook?token=secret',
  payload: { state: 'paid' },
  type: 'payment.paid',
  createdAt: CREATED_AT,
  calls: [],
};

describe('sendWebhook', () => {
  it('posts the frozen event with its place, under the key and the settings of the merchant', async () => {
    const { send, posts } = stage({ status: 200 });
    await send(4);
    const [{ at, ...post }] = posts as [WebhookPost];
    assert.deepEqual(post, {
      merchantId: EVENT.merchantId,
      url: EVENT.url,
      payload: EVENT.payload,
      eventId: EVENT.eventId,
      sequence: 3,
      key: 'whk_key',
      previousKeys: [],
      settings: aMerchant().webhooks,
    });
    assert.ok(Math.abs(Date.now() - at) < 60_000);
  });

  const OUTCOMES = [
    [{ status: 200 }, 'delivered'],
    [{ status: 201 }, 'delivered_stay'],
    [{ status: 410 }, 'gone'],
    [{ status: 404 }, 'failed'],
    [{ error: 'address not allowed' }, 'failed'],
  ] as const;
  for (const [answer, verdict] of OUTCOMES)
    it(`gives and keeps ${verdict} for ${JSON.stringify(answer)}`, async () => {
      const { send, kept } = stage(answer);
      assert.deepEqual(await send(4), { verdict });
      const [{ call, verdict: saved }] = kept as [Kept];
      const { at, tookMs, ...rest } = call;
      assert.deepEqual([rest, saved], [{ call: 4, ...answer }, verdict]);
      assert.ok(tookMs >= 0 && Math.abs(Date.now() - at) < 60_000);
    });

  it('gives how long a merchant asked to wait', async () => {
    const { send } = stage({ status: 503, retryAfter: '120' });
    assert.deepEqual(await send(), { verdict: 'failed', retryAfterMs: 120_000 });
  });

  for (const status of [200, 201, 410])
    it(`has nothing to wait for after ${status}`, async () => {
      const outcome = await stage({ status, retryAfter: '120' }).send();
      assert.equal(outcome.retryAfterMs, undefined);
    });

  it('keeps nothing of an answer that looks like a secret, nor the key that the receiver sends back', async () => {
    const { send, kept } = stage({ status: 500, body: 'whk_key is wrong; password=abc' });
    await send();
    assert.equal(kept[0]?.call.body, '[removed] is wrong; password="[removed]"');
  });

  it('keeps the beginning of the answer, and logs the status without it', async () => {
    const { send, kept, logged } = stage({ status: 500, body: 'Fatal: card 4111' });
    await send();
    assert.equal(kept[0]?.call.body, 'Fatal: card 4111');
    assert.match(logged[0] ?? '', /"status":500/);
    assert.ok(!logged.join('').includes('Fatal'));
  });

  it('logs nothing of a webhook that was acknowledged', async () => {
    const { send, logged } = stage({ status: 200, body: 'ok' });
    await send();
    assert.deepEqual(logged, []);
  });

  it('asks Temporal to try again when the receiver is busy, and keeps no call', async () => {
    const { send, kept } = stage(undefined);
    await assert.rejects(send(), failing({ type: 'ReceiverBusy', nonRetryable: false }));
    assert.deepEqual(kept, []);
  });

  it('leaves it to Temporal to try again when the store fails before the call, which was not made then', async () => {
    let isDown = true;
    const { send, posts } = stage(
      { status: 200 },
      {
        find: () => {
          if (isDown) throw new TypeError('no primary');
          return EVENT;
        },
      },
    );
    await assert.rejects(
      send(),
      (error) => !(error instanceof ApplicationFailure && error.nonRetryable === true),
    );
    assert.deepEqual(posts, []);
    isDown = false;
    assert.deepEqual(await send(), { verdict: 'delivered' });
  });

  it('asks Temporal not to try again when the store fails after the call', async () => {
    const { send } = stage(
      { status: 200 },
      {
        record: () => {
          throw new TypeError('no primary');
        },
      },
    );
    await assert.rejects(send(), failing({ type: 'TypeError', nonRetryable: true }));
  });

  it('holds the event where the merchant has switched webhooks off, and says so: a test goes all the same', async () => {
    const { send, posts, kept, held } = stage({ status: 200 }, { settings: { enabled: false } });
    assert.deepEqual(await send(1), { verdict: 'held', isOff: true });
    assert.deepEqual([posts, kept, held], [[], [], [EVENT.eventId]]);
    const asked = stage(
      { status: 200 },
      { settings: { enabled: false }, find: () => ({ ...EVENT, test: true }) },
    );
    assert.deepEqual(await asked.send(1), { verdict: 'delivered' });
  });

  it('holds it also where its address is disabled besides: the way of the payer is that of webhooks that are off', async () => {
    const id = addressId(SHOP, EVENT.url);
    const endpoints = [
      {
        id,
        merchantId: SHOP,
        url: EVENT.url,
        registered: false,
        events: [],
        createdAt: CREATED_AT,
        version: 1,
        disabledAt: CREATED_AT,
      },
    ];
    const { send } = stage({ status: 200 }, { endpoints, settings: { enabled: false } });
    assert.deepEqual(await send(1), { verdict: 'held', isOff: true });
  });

  describe('for an endpoint', () => {
    const endpoint: WebhookEndpoint = {
      id: 'whe_1',
      merchantId: SHOP,
      url: EVENT.url,
      registered: true,
      events: [],
      createdAt: CREATED_AT,
      version: 1,
    };
    const copy = { ...EVENT, endpointId: endpoint.id };
    const HOUR = 3_600_000;

    it('signs with its own secret, and beside it with those before', async () => {
      const { send, posts } = stage(
        { status: 200 },
        { endpoints: [endpoint], find: () => copy, previousKeys: ['whk_2', 'whk_1'] },
      );
      await send();
      const keys = ['secret of whe_1', ['whk_2', 'whk_1']];
      assert.deepEqual([posts[0]?.key, posts[0]?.previousKeys], keys);
    });

    it('calls it where it is now, and writes down where that is', async () => {
      const url = 'https://moved.example.test/hook';
      const { send, posts, readdressed } = stage(
        { status: 500 },
        { endpoints: [{ ...endpoint, url }], find: () => copy },
      );
      await send();
      assert.deepEqual([posts[0]?.url, posts[0]?.eventId], [url, EVENT.eventId]);
      assert.deepEqual(readdressed, [url]);
    });

    const CLOSED = [
      ['is disabled', [{ ...endpoint, disabledAt: CREATED_AT }]],
      ['is paused', [{ ...endpoint, paused: true }]],
      ['was removed', []],
    ] as const;
    for (const [why, endpoints] of CLOSED)
      it(`calls nobody when it ${why}: the event is held`, async () => {
        const { send, posts, held, kept } = stage({ status: 200 }, { endpoints, find: () => copy });
        assert.deepEqual(await send(), { verdict: 'held' });
        assert.deepEqual([posts, kept, held], [[], [], [EVENT.eventId]]);
      });

    it('sends a test all the same', async () => {
      const endpoints = [{ ...endpoint, disabledAt: CREATED_AT }];
      const { send } = stage({ status: 200 }, { endpoints, find: () => ({ ...copy, test: true }) });
      assert.deepEqual(await send(), { verdict: 'delivered' });
    });

    it('tells its people of the first failure, what was answered, and when it is called again', async () => {
      const event = { ...copy, type: 'payment.paid', payload: { order_no: 'ORD-1' } };
      const { send, news } = stage(
        { status: 503, retryAfter: '3600', body: 'no' },
        {
          endpoints: [endpoint],
          find: () => event,
          payment: aTransaction(),
          plugins: { e_commerce: { enabled: true, supportEmail: 'shop@pearl.example' } },
        },
      );
      await send(1);
      await send(2);
      assert.deepEqual(
        news.map((one) => [one.news, one.emails]),
        [['not-acknowledged', ['shop@pearl.example']]],
      );
      const [{ failed, at }] = news as [(typeof news)[number]];
      const { following, ...facts } = failed;
      assert.deepEqual(facts, {
        sessionId: EVENT.sessionId,
        orderNo: 'ORD-1',
        eventId: EVENT.eventId,
        type: 'payment.paid',
        answer: 'HTTP 503',
      });
      assert.equal(following.length, 9);
      assert.equal(following[0], at + HOUR);
    });

    it('tells those of the old endpoints of what fails of a payment that came by them', async () => {
      const { send, news } = stage(
        { status: 503 },
        {
          endpoints: [endpoint],
          find: () => copy,
          payment: aTransaction({ legacy: { referenceNumber: referenceOf('demoLLLLLL') } }),
          plugins: {
            e_commerce: { enabled: true, supportEmail: 'shop@pearl.example' },
            legacy: { enabled: true, supportEmail: 'old-shop@pearl.example' },
          },
        },
      );
      await send(1);
      assert.deepEqual(
        news.map(({ emails }) => emails),
        [['old-shop@pearl.example']],
      );
    });

    it('names no further call to a receiver that is gone', async () => {
      const { send, news } = stage({ status: 410 }, { endpoints: [endpoint], find: () => copy });
      await send(1);
      assert.deepEqual(news[0]?.failed.following, []);
    });

    it('warns its people after 72 hours of failures, once', async () => {
      const now = Date.now();
      const failing = { ...endpoint, failingSince: now - 73 * HOUR, failedAt: now - HOUR };
      const emails = ['ops@shop.example.test'];
      const { send, news } = stage(
        { status: 500 },
        { endpoints: [failing], find: () => copy, settings: { emails } },
      );
      await send();
      await send();
      assert.deepEqual(
        news.map((one) => [one.news, one.failingSince, one.emails]),
        [['failing', failing.failingSince, emails]],
      );
    });

    it('disables it after 120 hours and tells them, or nobody who does not want it', async () => {
      const now = Date.now();
      const failing = {
        ...endpoint,
        failingSince: now - 121 * HOUR,
        failedAt: now - HOUR,
        warnedAt: now - 30 * HOUR,
      };
      const settings = { emails: ['ops@shop.example.test'], notifyOnFailure: false };
      const given = { endpoints: [failing], find: () => copy, settings };
      const { send, news, posts } = stage({ status: 500 }, given);
      assert.deepEqual(await send(), { verdict: 'failed' });
      assert.deepEqual(await send(), { verdict: 'held' });
      assert.equal(posts.length, 1);
      assert.deepEqual(
        news.map((one) => [one.news, one.emails]),
        [['disabled', []]],
      );
    });

    it('is delivered all the same when its people cannot be told, which the next call does', async () => {
      const now = Date.now();
      const failing = { ...endpoint, failingSince: now - 73 * HOUR, failedAt: now - HOUR };
      let isDown = true;
      const { send, news, kept, endpoints, logged } = stage(
        { status: 500 },
        {
          endpoints: [failing],
          find: () => copy,
          tellOfEndpoint: () => {
            if (isDown) throw new TypeError('no primary');
          },
        },
      );
      assert.deepEqual(await send(), { verdict: 'failed' });
      assert.equal((await endpoints.find(SHOP, endpoint.id))?.warnedAt, undefined);
      assert.match(logged.join(), /not written down/);
      isDown = false;
      await send();
      await send();
      assert.deepEqual([news.map((one) => one.news), kept.length], [['failing'], 3]);
    });

    it('knows an address of payments once it has failed, and forgives it after a yes', async () => {
      let status = 500;
      const { send, endpoints } = stage({ status }, { say: () => ({ status }) });
      await send();
      const [known] = await endpoints.list(SHOP);
      const url = 'https://shop.example.test:8443/hook';
      assert.deepEqual([known?.registered, known?.url], [false, url]);
      assert.ok(known?.failingSince);
      status = 200;
      await send();
      assert.equal((await endpoints.list(SHOP))[0]?.failingSince, undefined);
    });
  });

  it('knows addresses that differ in their query alone as one, until one of them says yes', async () => {
    let event: WebhookEvent = EVENT;
    let status = 500;
    const { send, endpoints } = stage({ status }, { find: () => event, say: () => ({ status }) });
    for (const order of ['?order=1', '?order=2#top', '']) {
      event = { ...EVENT, url: `https://shop.example.test/hook${order}` };
      await send();
    }
    const all = await endpoints.list(SHOP);
    assert.deepEqual(
      all.map(({ id, url }) => [id, url]),
      [[addressId(SHOP, event.url), 'https://shop.example.test/hook']],
    );
    status = 200;
    await send();
    assert.deepEqual(await endpoints.list(SHOP), []);
  });

  it('has no event that nobody froze', async () => {
    const { send } = stage({ status: 200 }, { find: () => undefined });
    await assert.rejects(send(), failing({ type: 'NotFound', nonRetryable: true }));
  });
});

describe('callAtOnce', () => {
  const first = { call: 1, at: CREATED_AT, tookMs: 3, status: 503 };
  const never = new Promise<PostAnswer>(() => undefined);

  it('gives what came of the call where the merchant answers soon', async () => {
    const { callAtOnce, posts } = stage({ status: 503, retryAfter: '120' });
    assert.deepEqual(await callAtOnce(), { verdict: 'failed', retryAfterMs: 120_000 });
    assert.equal(posts.length, 1);
  });

  it('gives since when it is under way where the merchant does not', async () => {
    const before = Date.now();
    const called = await stage(undefined, { say: () => never }).callAtOnce();
    assert.ok(called && 'begunAt' in called);
    assert.ok(called.begunAt >= before && called.begunAt <= Date.now());
  });

  it('gives nothing where no call was made, which the run may make then', async () => {
    assert.equal(await stage(undefined).callAtOnce(), undefined);
  });

  it('counts a call that could not be written down as failed, because it was made', async () => {
    const { callAtOnce } = stage(
      { status: 200 },
      {
        record: () => {
          throw new TypeError('no primary');
        },
      },
    );
    assert.deepEqual(await callAtOnce(), { verdict: 'failed' });
  });

  it('calls nobody where a call is written down: a lost workflow task has made it', async () => {
    const event: WebhookEvent = {
      ...EVENT,
      verdict: 'failed',
      calls: [{ ...first, retryAfterMs: 7000 }],
    };
    const { callAtOnce, posts } = stage({ status: 200 }, { find: () => event });
    assert.deepEqual(await callAtOnce(), { verdict: 'failed', retryAfterMs: 7000 });
    assert.deepEqual(posts, []);
  });

  it('is waited for by whoever goes on with it, who calls nobody', async () => {
    let looks = 0;
    const answered: WebhookEvent = { ...EVENT, verdict: 'delivered', calls: [first] };
    const find = () => ((looks += 1) > 2 ? answered : EVENT);
    const { goOn, posts } = stage({ status: 500 }, { find });
    assert.deepEqual(await goOn(Date.now()), { verdict: 'delivered' });
    assert.deepEqual([looks, posts], [3, []]);
  });

  it('is made anew when it can have no answer any more', async () => {
    const { goOn, posts } = stage({ status: 200 });
    assert.deepEqual(await goOn(Date.now() - MOST_TIMEOUT_MS), { verdict: 'delivered' });
    assert.equal(posts.length, 1);
  });

  it('does not keep an event from being sent again when somebody asks for it', async () => {
    const event: WebhookEvent = { ...EVENT, verdict: 'delivered', calls: [first] };
    const { send, posts } = stage({ status: 200 }, { find: () => event });
    await send(1);
    assert.equal(posts.length, 1);
  });
});

describe('tellOfFailure', () => {
  const calls = [
    { call: 1, at: CREATED_AT, tookMs: 3, error: 'no answer in time' },
    { call: 2, at: CREATED_AT + 5000, tookMs: 3, status: 500, body: 'secret' },
  ];

  it('tells which event, whose, where, what came of the calls and when they were, and no more', async () => {
    const payload = { state: 'paid', order_no: 'ORD-1', customer_email: 'sara@example.test' };
    const event = { ...EVENT, calls, payload, type: 'payment.paid' };
    const { tell, told } = stage(undefined, { find: () => event });
    await tell();
    assert.deepEqual(told, [
      {
        eventId: EVENT.eventId,
        merchantId: SHOP,
        host: 'shop.example.test:8443',
        calls: 2,
        emails: [],
        details: {
          sessionId: EVENT.sessionId,
          orderNo: 'ORD-1',
          type: 'payment.paid',
          lastAnswer: 'HTTP 500',
          firstAt: CREATED_AT,
          lastAt: CREATED_AT + 5000,
        },
      },
    ]);
  });

  it('tells why the last call had no answer, without what looks like a secret', async () => {
    const error = 'connect ECONNREFUSED token=abc123';
    const refused = { call: 1, at: CREATED_AT, tookMs: 3, error };
    const { tell, told } = stage(undefined, { find: () => ({ ...EVENT, calls: [refused] }) });
    await tell();
    assert.equal(told[0]?.details.lastAnswer, 'connect ECONNREFUSED token="[removed]"');
  });

  it('tells no order number where there is none, and nothing of calls that were not made', async () => {
    const { tell, told } = stage(undefined, {
      find: () => ({ ...EVENT, payload: { order_no: '' } }),
    });
    await tell();
    assert.deepEqual(told[0]?.details, { sessionId: EVENT.sessionId, type: 'payment.paid' });
  });

  it('writes down that nobody calls any more, and of a test tells nobody', async () => {
    const real = stage(undefined);
    await real.tell();
    assert.deepEqual([real.givenUp.length, real.told.length], [1, 1]);
    assert.equal(real.givenUp[0]?.id, EVENT.eventId);
    const test = stage(undefined, { find: () => ({ ...EVENT, test: true }) });
    await test.tell();
    assert.deepEqual([test.givenUp.length, test.told.length], [1, 0]);
  });

  it("tells the merchant's people", async () => {
    const emails = ['dev@shop.example.test'];
    const { tell, told } = stage(undefined, { settings: { notifyOnFailure: true, emails } });
    await tell();
    assert.deepEqual(told[0]?.emails, emails);
  });

  it('tells nobody when the merchant does not want it', async () => {
    const { tell, told } = stage(undefined, { settings: { notifyOnFailure: false } });
    await tell();
    assert.deepEqual(told, []);
  });

  it('tells people in a few tries, and one more after the try that has written it down', async () => {
    const first = stage(undefined, { tellPeople: away });
    await assert.rejects(first.tell(4), /away/);
    await assert.rejects(first.tell(10), /away/);
    const written = { ...EVENT, givenUpAt: CREATED_AT };
    const again = stage(undefined, { find: () => written, tellPeople: away });
    await assert.rejects(again.tell(4), /away/);
    await again.tell(5);
    assert.match(again.logged.join(), /nobody could be told of a webhook that was given up/);
    assert.deepEqual([first.givenUp.length, again.givenUp.length], [2, 2]);
  });

  it('tells also of an address that is none', async () => {
    const { tell, told } = stage(undefined, { find: () => ({ ...EVENT, url: 'nowhere' }) });
    await tell();
    assert.equal(told[0]?.host, '');
  });
});

function away(): never {
  throw new Error('Temporal is away.');
}

interface Kept {
  readonly call: WebhookCall;
  readonly verdict: string;
}

/** The activities between stores in memory and a merchant who answers as given. */
function stage(
  answer: PostAnswer | undefined,
  {
    settings = {},
    find = () => EVENT,
    record = () => undefined,
    endpoints = [],
    previousKeys = [],
    say = () => answer,
    tellOfEndpoint = () => undefined,
    tellPeople = () => undefined,
    plugins = {},
    payment,
  }: {
    readonly settings?: Partial<WebhookSettings>;
    readonly find?: () => WebhookEvent | undefined;
    readonly record?: () => void;
    readonly endpoints?: readonly WebhookEndpoint[];
    readonly previousKeys?: readonly string[];
    readonly say?: () => PostAnswer | undefined | Promise<PostAnswer>;
    readonly tellOfEndpoint?: () => void;
    readonly tellPeople?: () => void;
    readonly plugins?: Partial<Merchant['plugins']>;
    readonly payment?: Transaction | undefined;
  } = {},
) {
  const posts: WebhookPost[] = [];
  const kept: Kept[] = [];
  const told: GivenUp[] = [];
  const webhookEndpoints = memoryEndpoints(...endpoints);
  const held: string[] = [];
  const readdressed: string[] = [];
  const news: (EndpointTold & {
    readonly emails: readonly string[];
    readonly failed: FailedCall;
  })[] = [];
  const givenUp: { readonly id: string; readonly at: number }[] = [];
  const logged: string[] = [];
  const merchant = aMerchant({
    webhooks: { ...aMerchant().webhooks, ...settings },
    plugins: { ...aMerchant().plugins, ...plugins },
  });
  const activities = webhookActivities(
    {
      webhookEvents: {
        find: async () => find(),
        record: async (_id, call, verdict) => {
          record();
          kept.push({ call, verdict });
        },
        hold: async (id) => {
          held.push(id);
        },
        readdress: async (_id, url) => {
          readdressed.push(url);
        },
        giveUp: async (id, at) => {
          givenUp.push({ id, at });
        },
      },
      transactions: { find: async () => payment },
      webhookEndpoints,
      previousKeys: memoryPreviousKeys(...previousKeys),
      merchants: {
        put: async () => undefined,
        list: async () => [],
        find: async () => merchant,
        openToAddresses: async () => [],
        webhookKey: async () => 'whk_key',
        replace: async () => true,
        sealedWebhookKey: async () => undefined,
        setWebhookKey: async () => true,
        reseal: async () => 0,
      },
    },
    {
      post: async (post) => {
        posts.push(post);
        return say();
      },
      tell: async (givenUp) => {
        tellPeople();
        told.push(givenUp);
      },
      tellOfEndpoint: async (endpoint, emails, failed) => {
        tellOfEndpoint();
        news.push({ ...endpoint, emails, failed });
      },
    },
  );
  const note = (message: string, meta?: LogMetadata) =>
    logged.push(`${message} ${JSON.stringify(meta)}`);
  const logger = new DefaultLogger('WARN', ({ message, meta }) => note(message, meta));
  const environment = new MockActivityEnvironment({}, { logger });
  const onTry = (attempt: number) => new MockActivityEnvironment({ attempt }, { logger });
  return {
    send: (call = 2): Promise<CallOutcome> =>
      environment.run(() => activities.sendWebhook({ eventId: EVENT.eventId, call })),
    callAtOnce: (): Promise<CalledAtOnce | undefined> =>
      environment.run(() => callingAtOnce(activities.sendWebhook)(EVENT.eventId)),
    goOn: (begunAt: number): Promise<CallOutcome> =>
      environment.run(() =>
        activities.sendWebhook({ eventId: EVENT.eventId, call: 1, isFirst: true, begunAt }),
      ),
    tell: (attempt = 1): Promise<void> =>
      onTry(attempt).run(() => activities.tellOfFailure({ eventId: EVENT.eventId })),
    posts,
    kept,
    told,
    givenUp,
    held,
    readdressed,
    news,
    endpoints: webhookEndpoints,
    logged,
  };
}

function failing({
  type,
  nonRetryable,
}: {
  readonly type: string;
  readonly nonRetryable: boolean;
}) {
  return (error: unknown) =>
    error instanceof ApplicationFailure &&
    error.type === type &&
    (error.nonRetryable ?? false) === nonRetryable;
}

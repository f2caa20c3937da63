import assert from 'node:assert/strict';
import { updateEndpointHealth, type EndpointTold } from '../../activities/endpoint-health.ts';
import { mailOfEndpoint, mailOfGivenUp } from '../../activities/staff-mails.ts';
import type { FailedCall, GivenUp } from '../../activities/webhook-failures.ts';
import type { WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import { notificationIdOf } from '../../store/notifications.ts';
import { eventIdOf, type WebhookEvent } from '../../store/webhook-events.ts';
import { CREATED_AT, sessionOf, SHOP } from '../support/builders.ts';
import { memoryEndpoints } from './support/memory-endpoints.ts';

const HOUR = 3_600_000;
const EMAILS = ['ops@shop.example.test'];
const URL_OF_SHOP = 'https://shop.example.test/hook?token=hidden';
const failing: WebhookEndpoint = {
  id: 'whe_1',
  merchantId: SHOP,
  url: URL_OF_SHOP,
  registered: true,
  events: [],
  createdAt: CREATED_AT,
  version: 1,
  failingSince: CREATED_AT,
  failedAt: CREATED_AT + 121 * HOUR,
  toldAt: CREATED_AT + 120 * HOUR,
};
const warned: WebhookEndpoint = { ...failing, warnedAt: CREATED_AT + 73 * HOUR };
const EVENT: WebhookEvent = {
  eventId: eventIdOf(sessionOf('7'), 3),
  merchantId: SHOP,
  sessionId: sessionOf('7'),
  sequence: 3,
  endpointId: failing.id,
  url: URL_OF_SHOP,
  payload: { state: 'paid' },
  type: 'payment.paid',
  createdAt: CREATED_AT,
  calls: [],
};

const FAILED: FailedCall = {
  eventId: EVENT.eventId,
  sessionId: EVENT.sessionId,
  orderNo: 'ORD-1',
  type: 'payment.paid',
  answer: 'HTTP 500',
  following: [CREATED_AT + HOUR, CREATED_AT + 2 * HOUR, CREATED_AT + 80 * HOUR],
};

describe('the mail about a webhook that was not acknowledged', () => {
  const told = {
    news: 'not-acknowledged',
    endpoint: failing,
    failingSince: CREATED_AT,
    at: CREATED_AT,
  } as const;
  const linesFor = (failed: FailedCall) =>
    mailOfEndpoint(told, EMAILS, { failed, now: CREATED_AT })[0]?.facts?.['lines'];

  it('says which payment and event, whom it was for, what the answer was, and when the next calls are', () => {
    assert.deepEqual(linesFor(FAILED), [
      ['order', 'ORD-1'],
      ['payment', EVENT.sessionId],
      ['event', `${EVENT.eventId} (payment.paid)`],
      ['answer', 'HTTP 500'],
      ['next', '2026-01-15T10:00:00Z'],
      ['last', '2026-01-18T17:00:00Z'],
      ['receiver', 'shop.example.test'],
      ['endpoint', failing.id],
      ['failing', '2026-01-15T09:00:00Z'],
    ]);
  });

  it('names no call where none follows', () => {
    const { next, last } = Object.fromEntries((linesFor({ ...FAILED, following: [] }) ?? []) as []);
    assert.deepEqual([next, last], [undefined, undefined]);
  });

  it('is one for all calls that fail at once', async () => {
    const endpoints = memoryEndpoints();
    const { tell, ids } = mailing();
    const { endpointId: _of, ...event } = EVENT;
    await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        updateEndpointHealth(endpoints, event, { acknowledged: false, at: CREATED_AT + nth }, tell),
      ),
    );
    assert.ok(ids.length > 1);
    assert.equal(new Set(ids).size, 1);
  });

  it('is one in an hour from a receiver that says yes and no by turns', async () => {
    const endpoints = memoryEndpoints();
    const { tell, ids } = mailing();
    const { endpointId: _of, ...event } = EVENT;
    for (let minute = 0; minute < 180; minute += 1)
      await updateEndpointHealth(
        endpoints,
        event,
        { acknowledged: minute % 2 === 1, at: CREATED_AT + (minute * HOUR) / 60 },
        tell,
      );
    assert.equal(new Set(ids).size, 3);
  });
});

describe('the mail about an endpoint', () => {
  const NEWS = [
    ['failing', failing, 'warnedAt'],
    ['disabled', warned, 'disabledAt'],
  ] as const;
  for (const [news, endpoint, mark] of NEWS) {
    it(`is wanted before it is written down that it is ${news}`, async () => {
      const endpoints = memoryEndpoints(endpoint);
      const marks: unknown[] = [];
      const told = await updateEndpointHealth(endpoints, EVENT, callAt(122), async () => {
        marks.push((await endpoints.find(SHOP, endpoint.id))?.[mark]);
      });
      assert.deepEqual([told?.news, marks], [news, [undefined]]);
      assert.equal((await endpoints.find(SHOP, endpoint.id))?.[mark], CREATED_AT + 122 * HOUR);
    });

    it(`is wanted again by the next call when it could not be, and is the same one: ${news}`, async () => {
      const endpoints = memoryEndpoints(endpoint);
      await assert.rejects(updateEndpointHealth(endpoints, EVENT, callAt(122), fail), /no primary/);
      assert.equal((await endpoints.find(SHOP, endpoint.id))?.[mark], undefined);
      const { tell, ids } = mailing();
      await updateEndpointHealth(endpoints, EVENT, callAt(123), tell);
      await updateEndpointHealth(endpoints, EVENT, callAt(124), tell);
      assert.equal(ids.length, 1);
    });
  }

  it('is one for two tellings, also where they are of two calls', async () => {
    const { tell, ids } = mailing();
    // Each is killed before it can write down that people are told.
    for (const hour of [122, 123])
      await updateEndpointHealth(memoryEndpoints(failing), EVENT, callAt(hour), tell);
    assert.equal(ids.length, 2);
    assert.equal(new Set(ids).size, 1);
  });

  it('is one when somebody else has written meanwhile', async () => {
    const endpoints = memoryEndpoints(failing);
    const { tell, ids } = mailing();
    await updateEndpointHealth(endpoints, EVENT, callAt(122), async (told) => {
      if (ids.length === 0) await endpoints.save(failing);
      await tell(told);
    });
    assert.equal(ids.length, 2);
    assert.equal(new Set(ids).size, 1);
    assert.equal((await endpoints.find(SHOP, failing.id))?.warnedAt, CREATED_AT + 122 * HOUR);
  });

  it('is another one when it is disabled, and when it fails anew', () => {
    const told = {
      news: 'failing',
      endpoint: failing,
      failingSince: CREATED_AT,
      at: CREATED_AT,
    } as const;
    const others = [told, { ...told, news: 'disabled' }, { ...told, failingSince: 1 }] as const;
    assert.equal(new Set(others.map((one) => idOf(one, CREATED_AT))).size, 3);
  });
});

describe('the mail about a webhook that was given up', () => {
  const { eventId, sessionId } = EVENT;
  const givenUp = { eventId, merchantId: SHOP, host: 'shop.example.test', calls: 10 };

  it('says which payment and event, what came last, and when the calls were', () => {
    const details = {
      sessionId,
      orderNo: 'ORD-1',
      type: 'payment.paid',
      lastAnswer: 'HTTP 500',
      firstAt: CREATED_AT,
      lastAt: CREATED_AT + HOUR,
    };
    assert.deepEqual(linesOf({ ...givenUp, details }), [
      ['order', 'ORD-1'],
      ['payment', sessionId],
      ['receiver', 'shop.example.test'],
      ['event', `${eventId} (payment.paid)`],
      ['error', 'HTTP 500'],
      ['calls', '10 (first 2026-01-15T09:00:00Z, last 2026-01-15T10:00:00Z)'],
    ]);
  });

  it('says what is known of an event that nobody could call', () => {
    assert.deepEqual(
      linesOf({ ...givenUp, calls: 0, details: { sessionId, type: 'payment.paid' } }),
      [
        ['payment', sessionId],
        ['receiver', 'shop.example.test'],
        ['event', `${eventId} (payment.paid)`],
        ['calls', '0'],
      ],
    );
  });
});

function linesOf(given: Omit<GivenUp, 'emails'>) {
  return mailOfGivenUp({ ...given, emails: EMAILS }, CREATED_AT)[0]?.facts?.['lines'];
}

async function fail(): Promise<void> {
  throw new TypeError('no primary');
}

function callAt(hour: number) {
  return { acknowledged: false, at: CREATED_AT + hour * HOUR };
}

/** Collects the ids under which the store keeps what is wanted. */
function mailing() {
  const ids: unknown[] = [];
  const tell = async (told: EndpointTold) => {
    ids.push(idOf(told, CREATED_AT + ids.length));
  };
  return { tell, ids };
}

function idOf(told: EndpointTold, now: number) {
  return mailOfEndpoint(told, EMAILS, { failed: FAILED, now }).map((mail) =>
    notificationIdOf(mail),
  )[0];
}

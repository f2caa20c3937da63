import assert from 'node:assert/strict';
import { eventId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import { CREATED_AT, aMerchantId, sessionOf, SHOP } from '../support/builders.ts';
import { useDatabase } from './database.ts';

describe('the id of an event', () => {
  it('is the UUIDv5 of session and number under our namespace, in every release', () => {
    // Computed elsewhere and written down, because receivers know an event by it.
    assert.equal(eventIdOf(sessionOf('7'), 3), '027e3884-068a-5f94-a1be-10fce7f42e1c');
  });

  it('is another for another number or session', () => {
    const ids = [
      eventIdOf(sessionOf('7'), 3),
      eventIdOf(sessionOf('7'), 4),
      eventIdOf(sessionOf('8'), 3),
    ];
    assert.equal(new Set(ids).size, 3);
  });
});

describe('the store of webhook events', () => {
  const database = useDatabase();
  const events = () => database().store.webhookEvents;

  it('freezes an event under the id that follows from session and number', async () => {
    const event = anEvent('1');
    const id = await events().freeze(event);
    assert.equal(id, eventIdOf(event.sessionId, 1));
    assert.deepEqual(await events().find(id), {
      ...event,
      type: 'payment.paid',
      eventId: id,
      calls: [],
    });
  });

  it('changes nothing when the event is frozen again with other words', async () => {
    const event = anEvent('2');
    const id = await events().freeze(event);
    const other = {
      ...event,
      url: 'https://elsewhere.example.test/',
      payload: { state: 'failed' },
    };
    assert.equal(await events().freeze(other), id);
    assert.deepEqual(await events().find(id), {
      ...event,
      type: 'payment.paid',
      eventId: id,
      calls: [],
    });
  });

  it('makes one event of many at once', async () => {
    const event = anEvent('3');
    const ids = await Promise.all(Array.from({ length: 20 }, () => events().freeze(event)));
    assert.equal(new Set(ids).size, 1);
    assert.equal((await events().listOf(SHOP, event.sessionId)).length, 1);
  });

  it('counts those whose last call was not acknowledged', async () => {
    const before = await events().countFailing();
    const ids = await Promise.all(['c5', 'c6', 'c7'].map((tail) => events().freeze(anEvent(tail))));
    const [failing, mended, fresh] = ids;
    assert.ok(failing && mended && fresh);
    const call = { call: 1, at: CREATED_AT, tookMs: 5, status: 500 };
    await events().record(failing, call, 'failed');
    await events().record(mended, call, 'failed');
    assert.equal((await events().countFailing()) - before, 2);
    await events().record(mended, { ...call, call: 2, status: 200 }, 'delivered');
    assert.equal((await events().countFailing()) - before, 1);
  });

  it('gives the payload back as it was, whatever the merchant had put into it', async () => {
    const payload: JsonObject = {
      extra: { 'a.b': 1, $set: { x: {} }, ref: { $ref: 'x', $id: '1' }, toObject: 1, empty: {} },
      pg_params: {},
    };
    const id = await events().freeze(anEvent('4', payload));
    assert.deepEqual((await events().find(id))?.payload, payload);
  });

  it('adds each call, and keeps the verdict of the last', async () => {
    const id = await events().freeze(anEvent('5'));
    const first = { call: 1, at: CREATED_AT, tookMs: 15_000, error: 'timeout', retryAfterMs: 9 };
    const second = { call: 2, at: CREATED_AT + 1, tookMs: 12, status: 200, body: 'شكرا \u0000' };
    await events().record(id, first, 'failed');
    assert.equal((await events().find(id))?.verdict, 'failed');
    await events().record(id, second, 'delivered');
    const found = await events().find(id);
    assert.deepEqual([found?.calls, found?.verdict], [[first, second], 'delivered']);
  });

  it('keeps its calls when the event is frozen again', async () => {
    const event = anEvent('6');
    const id = await events().freeze(event);
    await events().record(id, { call: 1, at: CREATED_AT, tookMs: 1, status: 200 }, 'delivered');
    await events().freeze(event);
    const found = await events().find(id);
    assert.deepEqual([found?.calls.length, found?.verdict], [1, 'delivered']);
  });

  it('lists the events of a session by their numbers, and none of another merchant', async () => {
    for (const sequence of [3, 1, 2]) await events().freeze({ ...anEvent('7'), sequence });
    const list = await events().listOf(SHOP, sessionOf('7'));
    assert.deepEqual(
      list.map(({ sequence }) => sequence),
      [1, 2, 3],
    );
    assert.deepEqual(await events().listOf(aMerchantId('other'), sessionOf('7')), []);
  });

  it('finds, page by page, what was never called, or once in vain', async () => {
    const at = CREATED_AT - 900_000;
    const tails = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'];
    const ids = await Promise.all(
      tails.map((tail, nth) =>
        events().freeze({ ...anEvent(tail), createdAt: at + Math.floor(nth / 2) }),
      ),
    );
    const [untold, failing, delivered, calledOn, ...others] = ids;
    assert.ok(untold && failing && delivered && calledOn);
    const call = { call: 1, at, tookMs: 5, status: 500 };
    await events().record(failing, call, 'failed');
    await events().record(delivered, { ...call, status: 200 }, 'delivered');
    await events().record(calledOn, call, 'failed');
    await events().record(calledOn, { ...call, call: 2 }, 'failed');
    // What is frozen again is told already, or not, as before.
    await events().freeze({ ...anEvent('d3'), createdAt: at + 1 });
    const found = new Map<string, unknown>();
    let after: { readonly at: number; readonly id: string } | undefined;
    for (;;) {
      const page = await events().unsettled({ until: at + 2, after, limit: 1 });
      const [one] = page;
      if (!one) break;
      found.set(one.eventId, one.verdict);
      after = { at: one.createdAt, id: one.eventId };
    }
    assert.deepEqual(
      found,
      new Map(
        [untold, failing, ...others].map((id) => [id, id === failing ? 'failed' : undefined]),
      ),
    );
    assert.deepEqual(await events().unsettled({ until: at - 1, limit: 9 }), []);
    assert.deepEqual(
      await Promise.all(
        [untold, failing, delivered, calledOn].map((id) => events().isUnsettled(id)),
      ),
      [true, true, false, false],
    );
  });

  it('keeps the last fifty calls, and forgets that it was given up when it is called', async () => {
    const id = await events().freeze(anEvent('e1'));
    for (let nth = 0; nth < 52; nth += 1) await events().record(id, callAt(nth), 'failed');
    await events().giveUp(id, CREATED_AT + 60);
    const given = await events().find(id);
    assert.deepEqual(
      [given?.calls.length, given?.calls[0]?.at, given?.givenUpAt],
      [50, CREATED_AT + 2, CREATED_AT + 60],
    );
    await events().record(id, callAt(70), 'failed');
    assert.equal((await events().find(id))?.givenUpAt, undefined);
  });

  it('finds nothing under an id that nobody has', async () => {
    const nobody = eventId('00000000-0000-5000-8000-000000000000');
    assert.equal(await events().find(nobody), undefined);
  });
});

function callAt(nth: number) {
  return { call: 1, at: CREATED_AT + nth, tookMs: 1, status: 500 };
}

function anEvent(tail: string, payload: JsonObject = { state: 'paid' }) {
  return {
    merchantId: SHOP,
    sessionId: sessionOf(tail),
    sequence: 1,
    url: 'https://shop.example.test/webhook',
    payload,
    createdAt: CREATED_AT,
  };
}

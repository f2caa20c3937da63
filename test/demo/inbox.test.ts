import assert from 'node:assert/strict';
import { createInbox } from '../../demo/inbox.ts';
import { WEBHOOK_KEY } from './support/running-shop.ts';
import { aWebhook, bodySigned, forged, signed } from './support/webhook.ts';

describe('the inbox', () => {
  it('gives the answer asked for to a verified webhook and 400 to a forged one', () => {
    const inbox = createInbox(WEBHOOK_KEY);
    assert.equal(inbox.receive(signed(aWebhook()), 201).answered, 201);
    assert.equal(inbox.receive(forged(aWebhook()), 201).answered, 400);
  });

  it('verifies the headers, which sign what was settled, and not the body', () => {
    const inbox = createInbox(WEBHOOK_KEY);
    const { body, headers } = signed(aWebhook({ settled_amount: '0.001' }));
    const changed = body.replace('0.001', '4.750');
    assert.equal(inbox.receive({ body: changed, headers }, 200).verified, false);
    const inTheBody = { body: bodySigned(aWebhook({ order_no: 'SHOP-1' })), headers: {} };
    assert.equal(inbox.receive(inTheBody, 200).verified, false);
  });

  it('counts a repetition by its event id', () => {
    const inbox = createInbox(WEBHOOK_KEY);
    inbox.receive(signed(aWebhook(), { eventId: 'e1' }), 500);
    inbox.receive(signed(aWebhook(), { eventId: 'e1' }), 200);
    inbox.receive(signed(aWebhook(), { eventId: 'e2' }), 200);
    assert.deepEqual(
      inbox.list().map(({ times, answered }) => ({ times, answered })),
      [
        { times: 2, answered: 200 },
        { times: 1, answered: 200 },
      ],
    );
  });

  it('lets no forgery hide the true webhook by sending its event id first', () => {
    const inbox = createInbox(WEBHOOK_KEY);
    inbox.receive(forged(aWebhook(), 'e1'), 200);
    assert.equal(inbox.receive(signed(aWebhook(), { eventId: 'e1' }), 200).verified, true);
    assert.deepEqual(
      inbox.list().map(({ verified }) => verified),
      [false, true],
    );
  });

  it('holds no more than its limit, and drops forgeries before true ones', () => {
    const inbox = createInbox(WEBHOOK_KEY, 3);
    inbox.receive(signed(aWebhook(), { eventId: 'true' }), 200);
    for (const id of ['a', 'b', 'c', 'd']) inbox.receive(forged({}, id), 200);
    assert.equal(inbox.list().length, 3);
    assert.equal(inbox.list()[0]?.verified, true);

    for (const id of ['1', '2', '3']) inbox.receive(signed(aWebhook(), { eventId: id }), 200);
    assert.deepEqual(
      inbox.list().map(({ headers }) => headers['x-event-id']),
      ['1', '2', '3'],
    );
  });

  for (const body of ['', 'not json', '[]', 'null', '"text"'])
    it(`answers 400 to the body ${JSON.stringify(body)} and keeps it to be looked at`, () => {
      const inbox = createInbox(WEBHOOK_KEY);
      assert.equal(inbox.receive({ body, headers: {} }, 200).answered, 400);
      assert.equal(inbox.list()[0]?.body, body);
    });
});

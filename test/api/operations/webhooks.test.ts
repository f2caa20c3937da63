import assert from 'node:assert/strict';
import { theSystem, type System } from '../../support/system.ts';
import { part, rows, until, type Json } from '../../support/http.ts';
import { aReceiver, aShop, WEBHOOK_KEY, type Shop } from '../support/shop.ts';
import { childIn, operateAs, operating, type Operating } from '../support/operating.ts';
import { aPerson } from '../support/people.ts';
import { DEMO, sessionIdOf } from '../support/records.ts';
import { REVIVE_SCHEDULE_ID } from '../../../workflows/ids.ts';
import { deliveryStartOf } from '../../../workflows/starts.ts';
import { startTerminated } from '../support/terminated.ts';
import { signatureOf } from '../../../transports/signature.ts';
import type { WebhookSettings } from '../../../domain/merchant.ts';

describe('the webhook of an operation', () => {
  let system: System;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    receiver = await aReceiver();
  });
  after(() => receiver.close());

  /** A shop that listens at paths of its own. */
  async function listening(name: string, given: Partial<WebhookSettings>) {
    const demo = await system.store.merchants.find(DEMO);
    assert.ok(demo);
    const shop = await aShop(
      system,
      { payment_request: { enabled: true, webhookUrl: `${receiver.url}/${name}/plugin` } },
      { webhooks: { ...demo.webhooks, ...given } },
    );
    return { shop, at: operating(system, shop.client) };
  }

  /** The bodies about operations that came to a path. */
  const told = (path: string): readonly Json[] => receiver.at(path).filter((body) => 'txn' in body);
  const untilTold = (path: string, count: number, withinMs?: number) =>
    until(
      `${count} webhooks at ${path}`,
      async () => {
        const all = told(path);
        return all.length >= count && all;
      },
      withinMs,
    );

  it('comes to both addresses, signed, and says what the answer said', async () => {
    const { at } = await listening('both', {
      operationsUrl: `${receiver.url}/both/operations`,
    });
    const id = await at.paid();
    const answer = await at.done({ operation: 'refund', session_id: id, amount: '3' });
    for (const path of ['/both/operations', '/both/plugin']) {
      const [body, ...others] = await untilTold(path, 1);
      assert.deepEqual(others, []);
      assert.ok(body);
      const { signature, timestamp_utc: _at, ...said } = body;
      const { signature: _s, timestamp_utc: _t, detail: _d, order_no: _o, ...answered } = answer;
      assert.deepEqual(said, answered);
      const payload = body as Record<string, string>;
      assert.equal(signature, signatureOf(payload, { key: WEBHOOK_KEY, scheme: 'standard' }));
    }
  });

  it('is not sent to programs that asked and do not want it; to people it always is', async () => {
    const { shop, at } = await listening('quiet', {
      operationsUrl: `${receiver.url}/quiet/operations`,
      notifyApiOperations: false,
    });
    const id = await at.paid();
    await at.done({ operation: 'refund', session_id: id, amount: '1' });
    // A checker: nobody else has to agree first.
    const permissions = ['payment.refund', 'payment.approve'] as const;
    const person = await aPerson(system, { merchantId: shop.id, permissions });
    const body = { operation: 'refund', session_id: id, amount: '2' };
    assert.equal((await operateAs(system, person.basic, body)).status, 200);
    const [only, ...others] = await untilTold('/quiet/operations', 1);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [only?.['amount'], part(only ?? {}, 'initiator')['id']],
      ['2.000', person.user.id],
    );
  });

  it('comes at once when the gateway has queued it, and is none after a decline', async () => {
    const { shop, at } = await listening('queue', {});
    const id = await at.paid();
    const queued = await at.operate({
      operation: 'refund',
      session_id: id,
      extra: { sandbox_result: 'queued' },
    });
    assert.equal(queued.body['result'], 'queued', queued.text);
    const [body] = await untilTold('/queue/plugin', 1);
    assert.deepEqual(
      [body?.['result'], body?.['success'], part(body ?? {}, 'txn')['state']],
      ['queued', false, 'refund_queued'],
    );
    const listed = await shop.client.call('POST', '/b/pbl/v2/inquiry/', { session_id: id });
    assert.equal(rows(listed.body, 'transactions')[0]?.['session_id'], childIn(queued.body));
    const events = await system.store.webhookEvents.listOf(shop.id, sessionIdOf(id));
    const sequences = events.map(({ sequence }) => sequence);
    assert.deepEqual(sequences, [...new Set(sequences)], 'each event has its own number');
  });

  for (const [outcome, result, success, state] of [
    ['done', 'success', true, 'refunded'],
    ['declined', 'rejected', false, 'refund_rejected'],
  ] as const)
    it(`comes again when what was queued is ${outcome}`, async () => {
      const name = `queued-${outcome}`;
      const { shop, at } = await listening(name, {});
      const id = await at.paid();
      const extra = { sandbox_result: 'queued' };
      const queued = await at.operate({ operation: 'refund', session_id: id, extra });
      await untilTold(`/${name}/plugin`, 1);
      const found = await system.store.transactions.findForPayer(sessionIdOf(id));
      await at.network.decide(String(found?.attempts[0]?.gatewayReference), outcome);
      const [first, second, ...others] = await untilTold(`/${name}/plugin`, 2);
      assert.deepEqual(others, []);
      assert.deepEqual(
        [second?.['result'], second?.['success'], part(second ?? {}, 'txn')['state']],
        [result, success, state],
      );
      assert.equal(childIn(second ?? {}), childIn(queued.body));
      for (const same of ['session_id', 'amount', 'reference_number'])
        assert.equal(second?.[same], first?.[same], same);
      const events = await system.store.webhookEvents.listOf(shop.id, sessionIdOf(id));
      assert.equal(new Set(events.map(({ eventId }) => eventId)).size, events.length);
    });

  it('that was kept and never called is called by the reviver, and so is one whose run was ended before', async () => {
    const { shop, at } = await listening('lost', {});
    const sessionId = sessionIdOf(await at.paid());
    // As addresses that the payment's own event is told to besides.
    const [kept, ended] = await Promise.all(
      ['kept', 'ended'].map((path, nth) =>
        system.store.webhookEvents.freeze({
          merchantId: shop.id,
          sessionId,
          sequence: 1,
          target: 7 + nth,
          url: `${receiver.url}/lost/${path}`,
          payload: { txn: { session_id: sessionId } },
          createdAt: Date.now() - 10 * 60_000,
        }),
      ),
    );
    assert.ok(kept && ended);
    await startTerminated(system, 'delivery', deliveryStartOf(ended, { missing: true }));
    await system.temporal.schedule.getHandle(REVIVE_SCHEDULE_ID).trigger('BUFFER_ONE');
    for (const [path, id] of [
      ['/lost/kept', kept],
      ['/lost/ended', ended],
    ] as const) {
      // A round that is under way ends first.
      const [body, ...others] = await untilTold(path, 1, 75_000);
      assert.deepEqual(others, []);
      assert.deepEqual(body?.['txn'], { session_id: sessionId });
      await until('the call is written down', async () => {
        const event = await system.store.webhookEvents.find(id);
        return event?.verdict === 'delivered' && event.calls.length === 1;
      });
    }
  });

  it('falls back on the address of the payment', async () => {
    const { shop } = await listening('own', {});
    await shop.set({ plugins: { ...(await pluginsOf(shop)), payment_request: { enabled: true } } });
    const at: Operating = operating(system, shop.client);
    const id = await at.paid({ webhook_url: `${receiver.url}/own/payment` });
    await at.done({ operation: 'refund', session_id: id });
    const [body] = await untilTold('/own/payment', 1);
    assert.equal(body?.['session_id'], id);
  });

  async function pluginsOf(shop: Shop) {
    const merchant = await system.store.merchants.find(shop.id);
    assert.ok(merchant);
    return merchant.plugins;
  }
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { theSystem, type System } from '../../support/system.ts';
import { merchantAt, rows, send, textIn, until, type MerchantClient } from '../../support/http.ts';
import { aBillBody } from '../support/invoices.ts';
import { paymentIdIn, sandboxNetworkOf } from '../support/network.ts';
import { operateAs, operating, type Operating } from '../support/operating.ts';
import { goToNetwork } from '../support/payer.ts';
import { aPerson } from '../support/people.ts';
import {
  DEMO,
  countDocuments,
  eventsOf,
  sessionIdOf,
  transactionOf,
  untilState,
} from '../support/records.ts';

describe('cancel, expire and delete', () => {
  let system: System;
  let merchant: MerchantClient;
  let at: Operating;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    at = operating(system, merchant);
  });

  const cash = async () => {
    const id = await merchant.sale({ pg_codes: ['cash'] });
    const answer = await merchant.call('POST', '/b/pbl/v2/payment/cash/', { session_id: id });
    assert.equal(answer.status, 200, answer.text);
    return id;
  };

  it('cancel: ends what is unpaid, and cash that was not handed over; the webhook tells it', async () => {
    for (const prepare of [() => merchant.sale(listening()), cash]) {
      const id = await prepare();
      const { detail, ...body } = await at.done({ operation: 'cancel', session_id: id });
      assert.deepEqual(body, { operation: 'cancel', result: 'success' });
      assert.equal(typeof detail, 'string');
      assert.equal((await merchant.read(id)).body['state'], 'canceled');
    }
  });

  it('cancel: is told by webhook, and answers without waiting for who listens', async () => {
    const id = await merchant.sale(listening());
    await at.done({ operation: 'cancel', session_id: id });
    await until('the webhook', async () => {
      const [event] = await eventsOf(system, id);
      return event?.payload['state'] === 'canceled';
    });
  });

  it('cancel: closes the page on which the payer is, so that no money comes for it', async () => {
    const id = await merchant.sale();
    const page = await goToNetwork(system, id);
    await at.done({ operation: 'cancel', session_id: id });
    await until('its network says that it is closed', async () => {
      const { attempts } = await transactionOf(system, id);
      return attempts[0]?.state === 'canceled' && attempts[0].unanswered === undefined;
    });
    await assert.rejects(sandboxNetworkOf(system).pay(paymentIdIn(page)));
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), []);
  });

  it('expire: ends what is unpaid, and a payer cannot resume it', async () => {
    const id = await merchant.sale();
    const { detail: _detail, ...body } = await at.done({ operation: 'expire', session_id: id });
    assert.deepEqual(body, { operation: 'expire', result: 'success' });
    assert.equal((await merchant.read(id)).body['state'], 'expired');
    const page = await send(`${system.run.api}/checkout/${id}`);
    assert.ok(!page.text.includes('name="form_id"'), 'the page has a form to pay');
  });

  it('expire: asks the gateway first, so that what was paid meanwhile is not lost', async () => {
    const id = await merchant.sale();
    await at.network.pay(paymentIdIn(await goToNetwork(system, id)), { callback: false });
    const answer = await at.operate({ operation: 'expire', session_id: id });
    assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_state'], answer.text);
    assert.equal((await merchant.read(id)).body['state'], 'paid');
  });

  it('ignores a Tracking-Key and an amount', async () => {
    const id = await merchant.sale();
    const headers = { 'Tracking-Key': 'x'.repeat(500) };
    await at.done({ operation: 'cancel', session_id: id, amount: 'x', destination: 7 }, headers);
  });

  it('finds the one that is not deleted by its order_no', async () => {
    const orderNo = randomUUID();
    const gone = await at.paid({ order_no: orderNo });
    await at.done({ operation: 'delete', session_id: gone });
    const id = await merchant.sale({ order_no: orderNo });
    await at.done({ operation: 'cancel', order_no: orderNo });
    assert.equal((await transactionOf(system, id)).state, 'canceled');
    assert.equal((await transactionOf(system, gone)).state, 'paid');
  });

  it('delete: archives what was paid, and restore brings it back', async () => {
    const id = await at.paid();
    const before = await merchant.read(id);
    const { detail: _detail, ...body } = await at.done({ operation: 'delete', session_id: id });
    assert.deepEqual(body, { operation: 'delete', result: 'success' });
    assert.equal((await merchant.read(id)).status, 404);
    const again = await at.operate({ operation: 'delete', session_id: id });
    assert.deepEqual([again.status, Object.keys(again.body)], [400, ['session_id']]);
    const restored = await merchant.call('POST', `/b/checkout/v1/pymt-txn/${id}/restore/`);
    assert.deepEqual([restored.status, restored.body], [200, before.body]);
  });

  it('delete: removes for good what was never paid, everywhere, and its order_no is free', async () => {
    const orderNo = randomUUID();
    const id = await merchant.sale({ order_no: orderNo, shortify_checkout_url: true });
    const short = textIn((await merchant.read(id)).body, 'checkout_short_url');
    assert.equal((await send(short)).status, 302);
    const version = (await transactionOf(system, id)).version;
    await at.done({ operation: 'delete', order_no: orderNo });

    assert.equal(await countDocuments(system, orderNo), 0);
    assert.equal((await merchant.read(id)).status, 404);
    assert.equal((await merchant.patch(id, { order_no: 'x' })).status, 404);
    assert.equal(
      (await merchant.call('POST', '/b/pbl/v2/inquiry/', { session_id: id })).status,
      404,
    );
    for (const path of [
      `/checkout/${id}`,
      `/b/checkout/redirect/start/?session_id=${id}`,
      `/b/checkout/result/${id}/`,
      `/b/checkout/qr/${id}.svg`,
      new URL(short).pathname,
    ]) {
      const page = await send(`${system.run.api}${path}`);
      assert.equal(page.status, 404, path);
    }
    const deleted = await merchant.list('deleted=true&limit=100');
    assert.ok(!rows(deleted.body, 'results').some((one) => one['session_id'] === id));
    assert.equal(
      (await merchant.call('POST', `/b/checkout/v1/pymt-txn/${id}/restore/`)).status,
      404,
    );
    const next = await merchant.sale({ order_no: orderNo });
    assert.equal((await merchant.list(`order_no=${orderNo}`)).body['count'], 1);
    assert.notEqual(next, id);

    const tombstone = await system.store.tombstones.find({
      merchantId: DEMO,
      sessionId: sessionIdOf(id),
    });
    assert.deepEqual(
      [tombstone?.orderNo, tombstone?.state, tombstone?.version, tombstone?.amount.minor],
      [orderNo, 'created', version, 12_340],
    );
    const run = system.temporal.workflow.getHandle(`transaction/${id}`);
    assert.equal(await run.result(), 'removed');
  });

  it('delete: remembers who did it', async () => {
    const person = await aPerson(system, { permissions: ['payment.delete'] });
    const id = await merchant.sale();
    const answer = await operateAs(system, person.basic, { operation: 'delete', session_id: id });
    assert.equal(answer.status, 200, answer.text);
    const tombstone = await system.store.tombstones.find({
      merchantId: DEMO,
      sessionId: sessionIdOf(id),
    });
    assert.deepEqual(tombstone?.deletedBy, { id: person.user.id, username: person.user.username });
  });

  it('delete: takes an unpaid invoice along, and its number is free', async () => {
    const body = aBillBody();
    const made = await merchant.call('POST', '/b/invoice/v1/invoice/', body);
    assert.equal(made.status, 201, made.text);
    const id = textIn(made.body, 'session_id');
    await at.done({ operation: 'delete', session_id: id });
    assert.equal((await merchant.call('GET', `/b/invoice/v1/invoice/${id}/`)).status, 404);
    assert.equal((await send(`${system.run.api}/b/invoice/${id}/`)).status, 404);
    const again = await merchant.call('POST', '/b/invoice/v1/invoice/', body);
    assert.equal(again.status, 201, again.text);
  });

  it('delete: money that comes for what was removed is written down and told to operators', async function () {
    this.timeout(120_000);
    const id = await merchant.sale();
    const paymentId = paymentIdIn(await goToNetwork(system, id));
    // The network says that the payer has given up, and changes its mind when nobody is there any more.
    await at.network.cancel(paymentId);
    await untilState(system, id, 'attempted');
    const [attempt] = (await transactionOf(system, id)).attempts;
    assert.ok(attempt);
    await at.done({ operation: 'delete', session_id: id });
    await system.store.inbox.receive({
      merchantId: DEMO,
      pgCode: attempt.pgCode,
      gatewayEventId: randomUUID(),
      referenceNumber: attempt.referenceNumber,
      report: {
        referenceNumber: attempt.referenceNumber,
        outcome: { result: 'success', kind: 'purchase', charged: attempt.total },
      },
      // Nearly old enough: what is older may lie behind where the last round has ended.
      receivedAt: Date.now() - 59_000,
    });
    await new Promise((done) => setTimeout(done, 1500));
    await system.temporal.schedule.getHandle('sweep').trigger();
    const found = await until(
      'the late money',
      async () => {
        const tombstone = await system.store.tombstones.findByReference(attempt.referenceNumber);
        return tombstone?.lateMoney[0];
      },
      // A trigger while the sweeper is at work is dropped; its next round is a minute away.
      75_000,
    );
    assert.deepEqual(found.charged, attempt.total);
    await until('the log', async () => system.logs().includes('money came for a transaction'));
  });

  const permissions = ['refund', 'capture', 'void', 'cancel', 'expire', 'delete'] as const;
  for (const operation of permissions)
    it(`needs payment.${operation} for ${operation}, and no other permission does`, async () => {
      const others = permissions
        .filter((one) => one !== operation)
        .map((one) => `payment.${one}` as const);
      const person = await aPerson(system, { permissions: others });
      const id = await merchant.sale();
      await at.unchanged(id, async () => {
        const answer = await operateAs(system, person.basic, { operation, session_id: id });
        assert.deepEqual([answer.status, answer.body['code']], [403, 'permission_denied']);
        assert.deepEqual(Object.keys(answer.body).toSorted(), ['code', 'detail']);
      });
    });

  function listening() {
    return { webhook_url: `${system.run.demo}/webhooks` };
  }
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Permission } from '../../domain/permission.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  rows,
  send,
  textIn,
  TRANSACTIONS,
  until,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { goToNetwork, returnAddress } from './support/payer.ts';
import { aPerson } from './support/people.ts';
import { countDocuments, eventsOf, untilState } from './support/records.ts';

describe("what the merchant's people do with a payment", () => {
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
  });

  const act = (id: string, action: string) =>
    merchant.call('POST', `${TRANSACTIONS}${id}/${action}/`);
  const paid = async (more: Json = {}) => {
    const id = await merchant.sale({ webhook_url: `${system.run.demo}/webhooks`, ...more });
    await network.pay(paymentIdIn(await goToNetwork(system, id)));
    await untilState(system, id, 'paid');
    // The state and its event are written at the same time.
    await until('its event', async () => (await eventsOf(system, id))[0]);
    return id;
  };

  it('inquire: asks at once, without a throttle, and always tells', async () => {
    const id = await merchant.sale({ webhook_url: `${system.run.demo}/webhooks` });
    const paymentId = paymentIdIn(await goToNetwork(system, id));
    const first = await act(id, 'inquire');
    assert.deepEqual([first.status, first.body['result']], [200, 'pending'], first.text);
    await network.pay(paymentId, { callback: false });
    const second = await act(id, 'inquire');
    assert.deepEqual([second.status, second.body['state']], [200, 'paid'], second.text);
    assert.deepEqual(
      (await eventsOf(system, id)).map(({ payload }) => payload['result']),
      ['pending', 'success'],
    );
  });

  it('notify: sends how it stands now as an event of its own, and answers what was sent', async () => {
    const id = await paid();
    const answer = await act(id, 'notify');
    assert.equal(answer.status, 200, answer.text);
    const [, event, ...others] = await eventsOf(system, id);
    assert.deepEqual(others, []);
    const { signature, ...sent } = answer.body;
    assert.deepEqual(sent, event?.payload);
    assert.match(String(signature), /^[0-9a-f]{64}$/);
    const key = { 'Idempotency-Key': randomUUID() };
    const once = await merchant.post(`${TRANSACTIONS}${id}/notify/`, {}, key);
    const again = await merchant.post(`${TRANSACTIONS}${id}/notify/`, {}, key);
    assert.deepEqual([again.status, again.text], [200, once.text]);
    assert.equal((await eventsOf(system, id)).length, 3);
  });

  it('notify is refused where nobody has tried to pay, and where nobody listens', async () => {
    const unpaid = await act(await merchant.sale(), 'notify');
    assert.deepEqual([unpaid.status, unpaid.body['code']], [400, 'invalid_state']);
    const silent = await merchant.sale();
    await goToNetwork(system, silent);
    const unheard = await act(silent, 'notify');
    assert.deepEqual([unheard.status, unheard.body['code']], [400, 'invalid_state']);
    assert.match(textIn(unheard.body, 'detail'), /webhook_url/);
  });

  it('delete: hides a paid transaction from everybody, and restore brings it back', async () => {
    const orderNo = randomUUID();
    const id = await paid({ order_no: orderNo });
    const payer = merchantAt(system.run.api, system.run.keys.public);
    const sdk = '/b/checkout/api/sdk/v1/';
    const attach = () => {
      const form = new FormData();
      form.set('session_id', id);
      form.set('shortify_attachment_url', 'true');
      form.set('file', new File(['A text.'], 'a.txt'));
      return send(`${system.run.api}/b/checkout/v1/upload-attachment/`, {
        method: 'POST',
        headers: { Authorization: `Api-Key ${system.run.keys.private}` },
        body: form,
      });
    };
    const attached = await attach();
    assert.equal(attached.status, 200, attached.text);
    const before = await merchant.read(id);
    const deleted = await act(id, 'delete');
    assert.equal(deleted.status, 200, deleted.text);
    assert.deepEqual([deleted.body['operation'], deleted.body['result']], ['delete', 'success']);
    assert.equal((await merchant.read(id)).status, 404);
    assert.equal((await merchant.patch(id, { order_no: 'x' })).status, 404);
    assert.equal((await merchant.list(`order_no=${orderNo}`)).body['count'], 0);
    assert.equal(
      (await merchant.call('POST', '/b/pbl/v2/inquiry/', { session_id: id })).status,
      404,
    );
    for (const action of ['delete', 'notify', 'inquire'])
      assert.equal((await act(id, action)).status, 404, action);
    for (const read of [`pymt-txn/submit/${id}/`, `concur-payer-view/${id}/`])
      assert.equal((await payer.call('GET', `${sdk}${read}`)).status, 404, read);
    for (const [write, body] of [
      [`submit/${id}/`, { pg_code: 'sandbox' }],
      [`cancel/${id}/`, {}],
    ] as const)
      assert.equal((await payer.call('POST', `${sdk}${write}`, body)).status, 404, write);
    const refused = await attach();
    assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['session_id']]);
    for (const path of [
      textIn(attached.body, 'attachment_short_url'),
      `/checkout/${id}`,
      `/b/checkout/redirect/start/?session_id=${id}`,
      `/b/checkout/result/${id}/`,
      await returnAddress(system, id),
    ]) {
      const page = await send(new URL(path, system.run.api).href);
      assert.equal(page.status, 404, path);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    }

    const restored = await act(id, 'restore');
    assert.deepEqual([restored.status, restored.body], [200, before.body]);
    assert.deepEqual((await merchant.read(id)).body, before.body);
    assert.equal(await countDocuments(system, orderNo), 1);
    assert.equal((await act(id, 'restore')).status, 400);
  });

  it('delete is refused to what was never paid, and says what to do instead', async () => {
    const id = await merchant.sale();
    const answer = await act(id, 'delete');
    assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_state']);
    assert.match(textIn(answer.body, 'detail'), /created.*Cancel/);
    assert.equal((await merchant.read(id)).status, 200);
  });

  it('lists what was archived, the latest first, page by page', async () => {
    const other = await anotherMerchant(system, { code: 'cash' });
    const ids: string[] = [];
    for (const orderNo of ['one', 'two', 'one']) {
      const id = await other.client.sale({ pg_codes: ['cash'], order_no: orderNo });
      const cash = await other.client.call('POST', '/b/pbl/v2/payment/cash/', { session_id: id });
      assert.equal(cash.status, 200, cash.text);
      const deleted = await other.client.call('POST', `${TRANSACTIONS}${id}/delete/`);
      assert.equal(deleted.status, 200, deleted.text);
      ids.unshift(id);
    }
    const page = await other.client.list('deleted=true&limit=2');
    assert.equal(page.status, 200, page.text);
    assert.equal(page.body['count'], 3);
    assert.deepEqual(
      rows(page.body, 'results').map((one) => [one['session_id'], one['state'], one['is_deleted']]),
      ids.slice(0, 2).map((id) => [id, 'cod', true]),
    );
    assert.equal(page.body['previous'], null);
    const next = await send(textIn(page.body, 'next'), {
      headers: { Authorization: `Api-Key ${other.key}` },
    });
    assert.deepEqual(
      rows(next.body, 'results').map((one) => one['session_id']),
      ids.slice(2),
    );
    const ofOne = await other.client.list('deleted=true&order_no=one');
    assert.equal(ofOne.body['count'], 2);
    assert.equal((await other.client.list('order_no=one')).body['count'], 0);
  });

  it('lists need an order number or deleted=true', async () => {
    for (const query of ['', 'deleted=false', 'limit=5']) {
      const { status, body } = await merchant.list(query);
      assert.deepEqual([status, Object.keys(body)], [400, ['order_no']], query);
    }
    const { status, body } = await merchant.list('deleted=yes');
    assert.deepEqual([status, Object.keys(body)], [400, ['deleted']]);
  });

  it('is for who may do it: one permission allows one thing, and that to change only its own type', async () => {
    const id = await merchant.sale();
    const permissions: readonly Permission[] = ['e_commerce.change', 'payment.inquiry'];
    const clerk = await aPerson(system, { permissions });
    const statusOf = async (action: string) => {
      const { status } = await send(`${system.run.api}${TRANSACTIONS}${id}/${action}/`, {
        method: 'POST',
        headers: { Authorization: clerk.basic },
      });
      return status;
    };
    // The sale is a payment request that nobody has tried to pay: who comes in is told so.
    assert.equal(await statusOf('inquire'), 400);
    for (const action of ['notify', 'delete', 'restore'])
      assert.equal(await statusOf(action), 403, action);
    const list = await send(`${system.run.api}${TRANSACTIONS}?deleted=true`, {
      headers: { Authorization: clerk.basic },
    });
    assert.deepEqual([list.status, list.body['code']], [403, 'permission_denied']);
  });

  it('does not reach the payments of another merchant', async () => {
    const other = await anotherMerchant(system);
    const theirs = await other.client.sale();
    for (const action of ['inquire', 'notify', 'delete', 'restore'])
      assert.equal((await act(theirs, action)).status, 404, action);
  });
});

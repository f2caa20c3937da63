import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, send, type Json, type MerchantClient } from '../support/http.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { goToNetwork } from './support/payer.ts';
import { eventsOf, transactionOf, untilState } from './support/records.ts';

const CASH = '/b/pbl/v2/payment/cash/';
const FORMER = '/b/pbl/v2/cash-payment/';

describe('cash', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  const post = (path: string, body: Json, key?: string) =>
    send(`${system.run.api}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Api-Key ${system.run.keys.private}`,
        'Content-Type': 'application/json',
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
    });
  const sale = (more: Json = {}) => merchant.sale({ pg_codes: ['sandbox', 'cash'], ...more });

  for (const path of [CASH, FORMER]) {
    it(`is acknowledged by POST ${path}, and told`, async () => {
      const id = await sale({ webhook_url: `${system.run.demo}/webhooks` });
      const answer = await post(path, { session_id: id });
      assert.equal(answer.status, 200, answer.text);
      const { body } = answer;
      assert.deepEqual(
        [body['result'], body['state'], body['gateway_account'], body['settled_amount']],
        ['cod', 'cod', 'cash', '12.340'],
      );
      assert.match(String(body['signature']), /^[0-9a-f]{64}$/);
      const [event, ...others] = await eventsOf(system, id);
      assert.deepEqual(others, []);
      const { timestamp_utc: _then, ...told } = event?.payload ?? {};
      const { timestamp_utc: _now, signature: _signature, pg_response: gateway, ...said } = body;
      assert.deepEqual([said, gateway], [told, {}]);
    });

    it(`is acknowledged once under a key by POST ${path}`, async () => {
      const id = await sale();
      const key = randomUUID();
      const both = await Promise.all([
        post(path, { session_id: id }, key),
        post(path, { session_id: id }, key),
      ]);
      const again = await post(path, { session_id: id }, key);
      for (const answer of [...both, again])
        assert.deepEqual([answer.status, answer.text], [200, both[0].text]);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      const other = await post(path, { session_id: await sale() }, key);
      assert.deepEqual([other.status, other.body['code']], [409, 'idempotency_conflict']);
      assert.equal((await transactionOf(system, id)).attempts.length, 1);
    });
  }

  it('of the former path says that it is deprecated, also when it refuses', async () => {
    for (const body of [{ session_id: await sale() }, {}]) {
      const { headers } = await post(FORMER, body);
      assert.equal(headers.get('deprecation'), 'true');
      assert.equal(headers.get('sunset'), 'Fri, 31 Dec 2027 00:00:00 GMT');
      assert.equal(headers.get('link'), `<${CASH}>; rel="successor-version"`);
    }
    const { headers } = await post(CASH, {});
    assert.equal(headers.get('deprecation'), null);
  });

  it('is acknowledged once without a key too: the second is refused as a charge is', async () => {
    const id = await sale();
    assert.equal((await post(CASH, { session_id: id })).status, 200);
    const { status, body } = await post(CASH, { session_id: id });
    assert.deepEqual([status, body['result'], body['code']], [400, 'failed', 'invalid_state']);
  });

  it('gives way to money that the network has taken and not told of', async () => {
    const network = sandboxNetworkOf(system);
    const id = await sale();
    await network.pay(paymentIdIn(await goToNetwork(system, id)), { callback: false });
    const { status, body } = await post(CASH, { session_id: id });
    assert.deepEqual([status, body['result']], [400, 'failed']);
    await untilState(system, id, 'paid');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('is refused with the field that is wrong', async () => {
    const id = await sale();
    const faults: readonly (readonly [Json, string])[] = [
      [{}, 'session_id'],
      [{ session_id: '0'.repeat(40) }, 'session_id'],
      [{ session_id: 'nothing like it' }, 'session_id'],
      [{ session_id: id, pg_code: 'sandbox' }, 'pg_code'],
      [{ session_id: id, pg_code: 'no such' }, 'pg_code'],
      [{ session_id: await merchant.sale() }, 'pg_code'],
    ];
    for (const [body, field] of faults) {
      const answer = await post(CASH, body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], answer.text);
    }
    assert.deepEqual((await transactionOf(system, id)).attempts, []);
  });

  it('is not for public keys', async () => {
    const payer = merchantAt(system.run.api, system.run.keys.public);
    const answer = await payer.call('POST', CASH, { session_id: await sale() });
    assert.deepEqual([answer.status, answer.body['code']], [401, 'public_key_not_allowed']);
  });
});

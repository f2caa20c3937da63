import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aNetwork, dig, listOf, SECRET_KEY, type Json, type TestNetwork } from './support.ts';

describe('a dispute at the network', () => {
  let network: TestNetwork;
  before(async () => {
    network = await aNetwork();
  });
  after(() => network.close());

  const paid = async (at = network): Promise<string> => {
    const id = await at.open();
    const json = { card_number: '4242424242424242' };
    await at.http('POST', `/control/payments/${id}/pay`, { json });
    return id;
  };
  const raise = (id: string, json: Json = {}, at = network) =>
    at.http('POST', `/control/payments/${id}/disputes`, { json });
  const decide = (id: unknown, outcome: string, at = network) =>
    at.http('POST', `/control/disputes/${String(id)}/decide`, { json: { outcome } });
  const refund = (id: string, json: Json = {}) =>
    network.http('POST', `/v1/payments/${id}/refunds`, {
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': randomUUID() },
      json: { merchant_reference: `op-${randomUUID()}`, ...json },
    });
  const moved = async (id: string, at = network) =>
    (await at.ledger())
      .filter((entry) => entry['payment_id'] === id)
      .map(({ entry, amount }) => [entry, amount].join(' '));

  it('takes the money, and gives it back when the merchant has won', async () => {
    const id = await paid();
    const { status, json } = await raise(id, { reason: 'general' });
    assert.deepEqual(
      [status, json['status'], json['amount'], json['reason']],
      [201, 'open', '12.340', 'general'],
    );
    assert.equal((await refund(id)).status, 409);
    await decide(json['id'], 'review');
    const won = await decide(json['id'], 'won');
    assert.deepEqual(
      listOf(won, 'movements').map(({ kind, amount }) => [kind, amount]),
      [
        ['withdrawn', '12.340'],
        ['reinstated', '12.340'],
      ],
    );
    assert.deepEqual(await moved(id), [
      'capture 12.340',
      'chargeback 12.340',
      'chargeback_reversal 12.340',
    ]);
    assert.equal((await refund(id)).status, 201);
  });

  it('may be of a part, or a mere question, and goes no other way than banks do', async () => {
    const id = await paid();
    const asked = await raise(id, { status: 'inquiry', amount: '2.340' });
    assert.deepEqual(await moved(id), ['capture 12.340']);
    assert.equal((await decide(asked.json['id'], 'won')).status, 409);
    assert.equal((await decide(asked.json['id'], 'open')).status, 200);
    assert.equal((await refund(id, { amount: '10.001' })).status, 409);
    assert.equal((await decide(asked.json['id'], 'lost')).status, 200);
    assert.equal((await decide(asked.json['id'], 'won')).status, 409);
    assert.deepEqual(await moved(id), ['capture 12.340', 'chargeback 2.340']);
    const all = await network.http('GET', `/control/disputes?payment_id=${id}`);
    assert.deepEqual(
      listOf(all, 'disputes').map(({ status }) => status),
      ['lost'],
    );
  });

  it('cannot be of what was not captured, of more than that, or of nothing that there is', async () => {
    const open = await network.open();
    assert.equal((await raise(open)).status, 409);
    const id = await paid();
    assert.equal((await raise(id, { amount: '12.341' })).status, 409);
    for (const wrong of [{ amount: '0.000' }, { amount: 'all' }, { status: 'lost' }])
      assert.equal((await raise(id, wrong)).status, 400, JSON.stringify(wrong));
    assert.equal((await raise('pay_nobody')).status, 404);
    assert.equal((await decide('dp_nobody', 'won')).status, 404);
  });

  it('is told to the merchant, signed as everything is', async () => {
    const id = await paid();
    const { json } = await raise(id);
    const last = network.merchant.received.at(-1);
    assert.ok(last?.headers['x-simulator-signature']);
    const told: Json = JSON.parse(last.body);
    assert.deepEqual(
      [told['type'], dig(told, 'dispute', 'id'), dig(told, 'payment', 'id')],
      ['dispute.updated', json['id'], id],
    );
    const before = network.merchant.received.length;
    await raise(id, { callback: false });
    assert.equal(network.merchant.received.length, before);
  });

  it('outlives a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'disputes-'));
    const first = await aNetwork({ dataDir });
    const id = await paid(first);
    const { json } = await raise(id, {}, first);
    await first.close();
    const second = await aNetwork({ dataDir });
    try {
      assert.equal((await decide(json['id'], 'lost', second)).json['status'], 'lost');
      assert.deepEqual(await moved(id, second), ['capture 12.340', 'chargeback 12.340']);
    } finally {
      await second.close();
      rmSync(dataDir, { recursive: true });
    }
  });
});

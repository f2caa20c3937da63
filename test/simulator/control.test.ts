import assert from 'node:assert/strict';
import { aNetwork, dig, idOf, listOf } from './support.ts';
import type { TestNetwork } from './support.ts';

describe('the control routes', () => {
  let network: TestNetwork;
  before(async () => {
    network = await aNetwork();
  });
  after(async () => network.close());

  const pay = async (id: string, json: Readonly<Record<string, unknown>>) =>
    network.http('POST', `/control/payments/${id}/pay`, { json });

  const put = async (key: string) =>
    network.http('PUT', '/control/accounts/rotated', {
      json: { secret_key: key, callback_secret: 'cs' },
    });
  const inquire = async (key: string) =>
    (
      await network.http('GET', '/v1/payments/none', {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status;

  it('create and replace an account, and never answer its secrets', async () => {
    const json = { secret_key: 'sk_a', callback_secret: 'cs_a', name: 'A', simulate: 'somebank' };
    const created = await network.http('PUT', '/control/accounts/a', { json });
    const again = await network.http('PUT', '/control/accounts/a', { json });
    assert.deepEqual([created.status, again.status], [201, 200]);
    assert.deepEqual(again.json, { account: 'a', name: 'A', simulate: 'somebank' });
    const list = await network.http('GET', '/control/accounts');
    assert.deepEqual(
      listOf(list, 'accounts').map(({ account }) => account),
      ['shop', 'a'],
    );
    assert.doesNotMatch(list.text, /sk_a|cs_a/u);
  });

  it('stop honouring a secret key that was replaced', async () => {
    await put('sk_old');
    assert.equal(await inquire('sk_old'), 404);
    await put('sk_new');
    assert.deepEqual([await inquire('sk_old'), await inquire('sk_new')], [401, 404]);
  });

  it('refuse a secret key of another account and a name that is none', async () => {
    const json = { secret_key: 'sk_test_shop', callback_secret: 'cs' };
    assert.equal((await network.http('PUT', '/control/accounts/thief', { json })).status, 409);
    const odd = await network.http('PUT', '/control/accounts/a%20b', { json });
    assert.equal(odd.status, 400);
  });

  for (const [number, status, code] of [
    ['4242424242424242', 'CAPTURED', undefined],
    ['378282246310005', 'CAPTURED', undefined],
    ['4000000000003220', 'CAPTURED', undefined],
    ['4000000000000002', 'DECLINED', 'issuer_decline'],
    ['4000000000009995', 'DECLINED', 'insufficient_funds'],
    ['4000000000000069', 'DECLINED', 'expired_card'],
    ['4000000000009979', 'DECLINED', 'stolen_card'],
    ['4917610000000000', 'DECLINED', 'unknown_card'],
    ['4000000000000119', 'ERROR', 'processing_error'],
  ] as const)
    it(`pay with ${number} as a customer does: ${code ?? status}`, async () => {
      const { status: http, json } = await pay(await network.open(), { card_number: number });
      assert.equal(http, 200);
      assert.deepEqual([json['status'], json['code']], [status, code]);
    });

  it('fail the challenge with a wrong code', async () => {
    const id = await network.open({ amount: '9006.000' });
    const { json } = await pay(id, { card_number: '4242424242424242', code: '1' });
    assert.deepEqual([json['status'], json['code']], ['DECLINED', '3ds_failed']);
  });

  it('refuse a wrong card and a payment that is finished', async () => {
    const id = await network.open();
    const wrong = await pay(id, { card_number: '4242424242424241', cvv: '12', expiry: '01/20' });
    assert.equal(wrong.status, 400);
    assert.equal(
      dig(wrong.json, 'error', 'message'),
      'Correct the card: number-wrong, expiry-past, cvv-wrong.',
    );
    assert.equal((await pay(id, {})).status, 400);
    await network.http('POST', `/control/payments/${id}/cancel`, { json: {} });
    assert.equal((await pay(id, { card_number: '4242424242424242' })).status, 409);
    const cancel = await network.http('POST', `/control/payments/${id}/cancel`, { json: {} });
    assert.equal(cancel.status, 409);
    assert.equal((await pay('pay_none', { card_number: '4242424242424242' })).status, 404);
  });

  it('list every payment of a reference', async () => {
    const ids = [
      idOf(await network.create({ merchant_reference: 'listed' })),
      idOf(await network.create({ merchant_reference: 'listed' })),
    ];
    const list = await network.http('GET', '/control/payments?merchant_reference=listed');
    assert.deepEqual(
      listOf(list, 'payments').map(({ id }) => id),
      ids,
    );
  });

  it('show the ledger by account and reference, numbered without a gap, and only show it', async () => {
    for (const reference of ['l1', 'l2'])
      await pay(await network.open({ merchant_reference: reference }), {
        card_number: '4242424242424242',
      });
    const entries = await network.ledger();
    assert.deepEqual(
      entries.map(({ seq }) => seq),
      entries.map((_, index) => index + 1),
    );
    const one = await network.http('GET', '/control/ledger?account=shop&merchant_reference=l1');
    assert.equal(listOf(one, 'entries').length, 1);
    const none = await network.http('GET', '/control/ledger?account=other&merchant_reference=l1');
    assert.equal(listOf(none, 'entries').length, 0);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      assert.ok((await network.http(method, '/control/ledger', { json: {} })).status >= 400);
    assert.deepEqual(await network.ledger(), entries);
  });

  it('do not exist when they are switched off', async () => {
    const off = await aNetwork({ control: false });
    const answers = await Promise.all([
      off.http('GET', '/control/ledger'),
      off.http('GET', '/control/accounts'),
      off.http('PUT', '/control/accounts/x', { json: { secret_key: 's', callback_secret: 'c' } }),
      off.create(),
    ]);
    await off.close();
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 401],
    );
  });
});

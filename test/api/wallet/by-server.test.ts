import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { toDecimal } from '../../../domain/money.ts';
import type { Permission } from '../../../domain/permission.ts';
import { theSystem, type System } from '../../support/system.ts';
import { merchantAt, rows, SALE, send, until, type Json } from '../../support/http.ts';
import { answerLost } from '../support/answer-lost.ts';
import { sandboxNetworkOf, paymentIdIn } from '../support/network.ts';
import { goToNetwork } from '../support/payer.ts';
import { aPerson } from '../support/people.ts';
import { ledgerOf, transactionOf, untilState } from '../support/records.ts';
import { aReceiver, aShop, type Shop } from '../support/shop.ts';
import { aCustomer, walletsOf } from './support.ts';

const PATH = '/b/pbl/v2/payment/wallet/';

describe('a wallet that pays at the word of a server', function () {
  this.timeout(60_000);
  let system: System;
  let shop: Shop;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system);
    const { serve } = walletsOf(system, shop);
    await serve('sandbox', ['wallet']);
    await serve('sandbox-fee', []);
    receiver = await aReceiver();
  });
  after(() => receiver.close());

  const pay = (body: Json, headers: Readonly<Record<string, string>> = {}) =>
    send(`${system.run.api}${PATH}`, {
      method: 'POST',
      headers: {
        Authorization: `Api-Key ${shop.key}`,
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const rich = (amount = '20.000') => walletsOf(system, shop).give(aCustomer(), amount);
  const balanceOf = async (customer: string) => {
    const account = await walletsOf(system, shop).of(customer);
    return account && toDecimal(account.balance);
  };
  const sale = (customer: string, more: Json = {}) =>
    shop.client.sale({ customer_id: customer, ...more });

  it('pays all in the request that creates the payment, or nothing is made', async () => {
    const customer = await rich();
    const create = (payload: Json, more: Json = {}) =>
      shop.client.create({
        ...SALE,
        customer_id: customer,
        payment_instrument: { instrument_type: 'wallet', payload },
        ...more,
      });
    const paid = await create({ wallet_code: 'wallet_sarraf' });
    assert.deepEqual([paid.status, paid.body['state']], [201, 'paid'], paid.text);
    assert.equal(await balanceOf(customer), '7.660');
    const poor = await create({});
    assert.deepEqual(
      [poor.status, poor.body['code'], poor.body['result']],
      [400, 'amount_exceeds_balance', 'failed'],
      poor.text,
    );
    for (const [answer, field] of [
      [await create({ wallet_code: 'other' }), 'payment_instrument'],
      [await create({}, { pg_codes: ['sandbox-fee'] }), 'pg_codes'],
      [await create({}, { pg_codes: ['sandbox', 'sandbox-fee'] }), 'pg_codes'],
    ] as const)
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], answer.text);
    assert.equal(await balanceOf(customer), '7.660');
  });

  it('pays once in the request that creates the payment, also where its answer is lost and the wallet has less since', async () => {
    const customer = await rich();
    const key = randomUUID();
    const create = () =>
      send(`${system.run.api}/b/checkout/v1/pymt-txn/`, {
        method: 'POST',
        headers: {
          Authorization: `Api-Key ${shop.key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify({
          ...SALE,
          customer_id: customer,
          payment_instrument: { instrument_type: 'wallet', payload: {} },
        }),
      });
    const first = await create();
    assert.equal(first.status, 201, first.text);
    await answerLost(system, key);
    const again = await create();
    assert.deepEqual(
      [again.status, again.body['session_id'], again.body['state']],
      [201, first.body['session_id'], 'paid'],
      again.text,
    );
    assert.equal(await balanceOf(customer), '7.660');
  });

  it('pays all, without a gateway and without a fee, and the merchant is told', async () => {
    const customer = await rich();
    const id = await sale(customer, {
      pg_codes: ['sandbox', 'sandbox-fee'],
      webhook_url: `${receiver.url}/told`,
    });
    const answer = await pay({ session_id: id, payload: { wallet_code: 'wallet_sarraf' } });
    assert.equal(answer.status, 200, answer.text);
    const { body } = answer;
    assert.deepEqual(
      [body['result'], body['state'], body['settled_amount'], body['paid_amount']],
      ['success', 'paid', '12.340', '0.000'],
    );
    const [leg] = rows(body, 'customer_wallet_transactions');
    assert.deepEqual([leg?.['provider_code'], leg?.['amount']], ['wallet_sarraf', '12.340']);
    assert.match(String(body['signature']), /^[0-9a-f]{64}$/);
    assert.equal(await balanceOf(customer), '7.660');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), []);
    const [told] = await until('the webhook', async () => {
      const bodies = receiver.at('/told');
      return bodies.length > 0 && bodies;
    });
    assert.deepEqual([told?.['session_id'], told?.['state']], [id, 'paid']);
    const entries = await ledgerOf(system, id);
    assert.deepEqual(
      entries.map(({ event: name }) => name),
      ['wallet-payment'],
    );
  });

  it('pays once under a key, however often and at once it is asked', async () => {
    const customer = await rich();
    const id = await sale(customer);
    const key = { 'Idempotency-Key': randomUUID() };
    const both = await Promise.all([1, 2].map(() => pay({ session_id: id }, key)));
    const again = await pay({ session_id: id }, key);
    for (const answer of [...both, again])
      assert.deepEqual([answer.status, answer.text], [200, both[0]?.text]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(await balanceOf(customer), '7.660');
    const other = await pay({ session_id: await sale(customer) }, key);
    assert.deepEqual([other.status, other.body['code']], [409, 'idempotency_conflict']);
  });

  it('pays once without a key, too', async () => {
    const customer = await rich('30.000');
    const id = await sale(customer);
    const answers = await Promise.all([1, 2, 3].map(() => pay({ session_id: id })));
    const paid = answers.filter(({ status }) => status === 200);
    assert.ok(paid.length > 0);
    for (const { status, body } of answers)
      if (status !== 200)
        assert.deepEqual([status, body['result'], body['code']], [400, 'failed', 'invalid_state']);
    assert.equal(await balanceOf(customer), '17.660');
  });

  it('takes nothing where the payer has paid at the network already', async () => {
    const customer = await rich();
    const id = await sale(customer);
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, id)), {
      callback: false,
    });
    const { status, body } = await pay({ session_id: id });
    assert.deepEqual([status, body['result'], body['code']], [400, 'failed', 'invalid_state']);
    await untilState(system, id, 'paid');
    assert.equal(await balanceOf(customer), '20.000');
  });

  it('says no in the words of a charge, and touches nothing', async () => {
    const poor = await rich('12.339');
    const cases: readonly (readonly [string, Json, Json])[] = [
      [await sale(poor), { code: 'amount_exceeds_balance' }, { available: '12.339' }],
      [await shop.client.sale(), { code: 'operation_not_supported' }, {}],
    ];
    for (const [id, code, facts] of cases) {
      const { status, body } = await pay({ session_id: id });
      assert.equal(status, 400);
      const { detail, message: _message, ...rest } = body;
      assert.ok(detail);
      assert.deepEqual(rest, { ...code, ...facts, result: 'failed' });
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
    }
    assert.equal(await balanceOf(poor), '12.339');
  });

  it('says no in the same words where others take the money at the same time', async () => {
    const customer = await rich();
    const ids = await Promise.all(Array.from({ length: 6 }, () => sale(customer)));
    const answers = await Promise.all(ids.map((id) => pay({ session_id: id })));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 5);
    for (const { status, body } of refused) {
      const { detail, message: _message, ...rest } = body;
      assert.deepEqual(
        [status, rest],
        [400, { code: 'amount_exceeds_balance', available: '7.660', result: 'failed' }],
      );
      assert.match(String(detail), /^The wallet has KWD 7\.660, .* Send the payer to the checkout/);
    }
    assert.equal(await balanceOf(customer), '7.660');
  });

  it('names the field that is wrong', async () => {
    const id = await sale(await rich());
    const bare = await sale(await rich(), { pg_codes: ['sandbox-fee'] });
    const faults: readonly (readonly [Json, string])[] = [
      [{}, 'session_id'],
      [{ session_id: '0'.repeat(40) }, 'session_id'],
      [{ session_id: bare }, 'pg_code'],
      [{ session_id: id, pg_code: 'sandbox-fee' }, 'pg_code'],
      [{ session_id: id, pg_code: 'no such' }, 'pg_code'],
      [{ session_id: id, pg_code: 'x'.repeat(50) }, 'pg_code'],
      [{ session_id: id, payload: 'wallet' }, 'payload'],
      [{ session_id: id, payload: { wallet_code: 'another' } }, 'payload'],
    ];
    for (const [body, field] of faults) {
      const answer = await pay(body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], answer.text);
    }
    assert.deepEqual((await transactionOf(system, id)).attempts, []);
  });

  it('asks which account where several have the service', async () => {
    const { serve } = walletsOf(system, shop);
    await serve('sandbox-fee', ['wallet']);
    const id = await sale(await rich(), { pg_codes: ['sandbox', 'sandbox-fee'] });
    const { status, body } = await pay({ session_id: id });
    assert.deepEqual([status, body], [400, { pg_code: ['Say which: sandbox, sandbox-fee.'] }]);
    const answer = await pay({ session_id: id, pg_code: 'sandbox-fee' });
    assert.deepEqual([answer.status, answer.body['gateway_account']], [200, 'sandbox-fee']);
    await serve('sandbox-fee', []);
  });

  it('is for private keys and for users who may create one of both kinds of payments', async () => {
    const payer = merchantAt(system.run.api, system.run.keys.public);
    const closed = await payer.call('POST', PATH, { session_id: await sale(aCustomer()) });
    assert.deepEqual([closed.status, closed.body['code']], [401, 'public_key_not_allowed']);
    const as = async (...permissions: readonly Permission[]) => {
      const { basic } = await aPerson(system, { merchantId: shop.id, permissions });
      const id = await sale(await rich());
      return (await pay({ session_id: id }, { Authorization: basic })).status;
    };
    assert.deepEqual(
      [await as('payment_request.add'), await as('e_commerce.add'), await as('e_commerce.view')],
      [200, 200, 403],
    );
  });

  it('is not there while payments are paused', async () => {
    const id = await sale(await rich());
    await shop.set({ paused: true });
    const { status, body } = await pay({ session_id: id });
    await shop.set({});
    assert.deepEqual([status, body['code']], [423, 'locked']);
  });
});

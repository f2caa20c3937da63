import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operatedAmounts } from '../../../domain/operation/settle.ts';
import type { WalletPolicy } from '../../../domain/wallet/policy.ts';
import { kwd } from '../../support/builders.ts';
import { theSystem, type System } from '../../support/system.ts';
import { part, rows, send, textIn, type Json } from '../../support/http.ts';
import { sandboxNetworkOf, paymentIdIn } from '../support/network.ts';
import { goToNetwork } from '../support/payer.ts';
import { ledgerOf, transactionOf, untilState } from '../support/records.ts';
import { aShop, type Shop } from '../support/shop.ts';
import { aCustomer, walletsOf } from './support.ts';

const PATH = '/b/pbl/v2/operation/';

describe('a refund to a wallet', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system);
    await walletsOf(system, shop).serve('sandbox', ['wallet']);
  });

  /** A sale of 12.340 that was paid by card. */
  async function paid(more: Json = {}): Promise<string> {
    const id = await shop.client.sale(more);
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, id)));
    await untilState(system, id, 'paid');
    return id;
  }
  const refund = (session_id: string, more: Json = {}, headers: Record<string, string> = {}) =>
    send(`${system.run.api}${PATH}`, {
      method: 'POST',
      headers: {
        Authorization: `Api-Key ${shop.key}`,
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ operation: 'refund', destination: 'wallet', session_id, ...more }),
    });
  const walletOf = (customerId: string) => walletsOf(system, shop).of(customerId);
  const balanceOf = async (customerId: string) => (await walletOf(customerId))?.balance;

  /** The answer, after making sure that it left nothing behind. */
  async function refused(id: string, customer: string, more: Json = {}) {
    const look = async () => ({
      balance: await balanceOf(customer),
      ledger: await ledgerOf(system, id),
      refunded: operatedAmounts(await transactionOf(system, id)).refunded,
    });
    const before = await look();
    const answer = await refund(id, more);
    assert.deepEqual(await look(), before);
    return answer;
  }
  const policy = (walletPolicy: WalletPolicy) => shop.set({ walletPolicy });

  it('credits the customer, tells the merchant, asks no network, and adds up to what was paid and no fil more', async () => {
    const customer = aCustomer();
    const id = await paid({ customer_id: customer, order_no: randomUUID() });
    const before = await sandboxNetworkOf(system).moved(id);
    const answer = await refund(id, { amount: '5.000' });
    assert.equal(answer.status, 200, answer.text);
    const { body } = answer;
    assert.deepEqual(
      [body['operation'], body['result'], body['success']],
      ['refund', 'success', true],
    );
    assert.equal(part(body, 'txn')['state'], 'refunded');
    const wallet = await walletOf(customer);
    const { operation_id: operationId, ...rest } = part(part(body, 'pg_response'), 'wallet');
    assert.deepEqual(rest, { account_id: wallet?.id, balance: '5.000' });
    assert.deepEqual(wallet?.balance, kwd('5'));
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), before);
    // The entry is of the payment, and the merchant can read it.
    const read = await shop.client.call('POST', '/b/wallet/v1/operations/', {
      operation_id: operationId,
    });
    assert.deepEqual(
      [read.body['operation_type'], read.body['status'], read.body['session_id']],
      ['refund', 'completed', id],
    );
    const [entry] = rows(read.body, 'entries');
    assert.deepEqual([entry?.['entry_type'], entry?.['amount']], ['credit_refund', '5.000']);
    const after = await shop.client.call('POST', '/b/pbl/v2/inquiry/', { session_id: id });
    assert.equal(after.body['refunded_amount'], '5.000', after.text);

    const over = await refund(id, { amount: '7.341' });
    assert.deepEqual([over.status, over.body['code']], [400, 'amount_exceeds_balance']);
    assert.equal(over.body['available'], '7.340');
    assert.equal((await refund(id)).status, 200);
    assert.deepEqual(await balanceOf(customer), kwd('12.34'));
    assert.equal((await refund(id, { destination: 'pg' })).body['code'], 'invalid_state');
  });

  it('credits once under one key, again without, and of six at once no more than there is', async () => {
    const customer = aCustomer();
    const id = await paid({ customer_id: customer });
    for (const header of ['Tracking-Key', 'Idempotency-Key']) {
      const key = { [header]: randomUUID() };
      const first = await refund(id, { amount: '1' }, key);
      const second = await refund(id, { amount: '1' }, key);
      assert.equal(first.status, 200, first.text);
      assert.equal(
        textIn(part(second.body, 'txn'), 'session_id'),
        textIn(part(first.body, 'txn'), 'session_id'),
      );
    }
    assert.deepEqual(await balanceOf(customer), kwd('2'));
    const key = { 'Idempotency-Key': randomUUID() };
    await refund(id, { amount: '1' }, key);
    const other = await refund(id, { amount: '2' }, key);
    assert.deepEqual([other.status, other.body['code']], [409, 'idempotency_conflict']);
    for (const _again of [1, 2]) await refund(id, { amount: '1' });
    assert.deepEqual(await balanceOf(customer), kwd('5'));

    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(id, { amount: '2' })));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 200, 400, 400, 400],
    );
    assert.deepEqual(await balanceOf(customer), kwd('11'));
  });

  // What else is refused, of nobody and without a wallet at the account, is in operations/bad-input.test.ts.
  describe('is refused, and nothing has changed,', () => {
    it("by the merchant's policy, as 422 for an amount of nothing, and by a suspended wallet; and goes through when that is over", async () => {
      const customer = aCustomer();
      const id = await paid({ customer_id: customer });
      await policy({ highestCredit: [kwd('4')] });
      const much = await refused(id, customer, { amount: '4.001' });
      assert.deepEqual([much.status, much.body['code']], [400, 'policy_violation']);
      assert.equal(await walletOf(customer), undefined);
      await policy({});

      const nothing = await refused(id, customer, { amount: '0' });
      assert.deepEqual([nothing.status, nothing.body['code']], [422, 'validation_error']);
      assert.ok('amount' in part(nothing.body, 'errors'));
      const corrected = { 'Idempotency-Key': randomUUID() };
      assert.equal((await refund(id, { amount: '0' }, corrected)).status, 422);
      const first = await refund(id, { amount: '1' }, corrected);
      assert.equal(first.status, 200, first.text);

      const wallet = await walletOf(customer);
      assert.ok(wallet);
      await system.store.wallets.setStatus(shop.id, wallet.id, { status: 'suspended', now: 1 });
      const key = { 'Tracking-Key': randomUUID() };
      const answer = await refused(id, customer);
      assert.deepEqual(
        [answer.status, answer.body['code'], answer.body['operation'], answer.body['result']],
        [400, 'account_inactive', 'refund', 'failed'],
      );
      assert.equal((await refund(id, { amount: '2' }, key)).status, 400);
      await system.store.wallets.setStatus(shop.id, wallet.id, { status: 'active', now: 2 });
      assert.equal((await refund(id, { amount: '2' }, key)).status, 200);
      assert.deepEqual(await balanceOf(customer), kwd('3'));
      // The whole of what is left can still be refunded.
      assert.equal((await refund(id)).status, 200);
      assert.deepEqual(await balanceOf(customer), kwd('12.34'));
    });

    it('before anything was paid', async () => {
      const customer = aCustomer();
      const id = await shop.client.sale({ customer_id: customer });
      const answer = await refused(id, customer);
      assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_state']);
      assert.equal((await transactionOf(system, id)).operations, undefined);
    });
  });
});

import assert from 'node:assert/strict';
import { toDecimal } from '../../../domain/money.ts';
import { theSystem, type System } from '../../support/system.ts';
import { send, textIn, type Json } from '../../support/http.ts';
import { sandboxNetworkOf, paymentIdIn } from '../support/network.ts';
import { transactionOf, untilState } from '../support/records.ts';
import { aShop, type Shop } from '../support/shop.ts';
import { aCustomer, walletsOf } from './support.ts';

describe("a wallet in the submission of a payer's program", function () {
  this.timeout(60_000);
  let system: System;
  let shop: Shop;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system);
    await walletsOf(system, shop).serve('sandbox', ['wallet']);
    await walletsOf(system, shop).serve('sandbox-fee', []);
  });

  const submit = (id: string, body: Json) =>
    send(`${system.run.api}/b/checkout/api/sdk/v1/submit/${id}/`, {
      method: 'POST',
      headers: { Authorization: `Api-Key ${shop.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ pg_code: 'sandbox', ...body }),
    });
  const rich = (amount: string) => walletsOf(system, shop).give(aCustomer(), amount);
  const sale = (customer: string, more: Json = {}) =>
    shop.client.sale({ customer_id: customer, ...more });
  const balanceOf = async (customer: string) => {
    const account = await walletsOf(system, shop).of(customer);
    return account && toDecimal(account.balance);
  };

  it('pays its part, and the chosen method the rest', async () => {
    const customer = await rich('10.000');
    const id = await sale(customer);
    const shown = { wallet_amount: '10.000', wallet_currency_code: 'KWD' };
    const answer = await submit(id, { wallet: true, ...shown });
    assert.equal(answer.status, 200, answer.text);
    await sandboxNetworkOf(system).pay(paymentIdIn(textIn(answer.body, 'redirect_url')));
    await untilState(system, id, 'paid');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 2.340 KWD']);
    assert.equal(await balanceOf(customer), '0.000');
  });

  it('pays all, whatever method was chosen', async () => {
    const customer = await rich('20.000');
    const id = await sale(customer, { pg_codes: ['sandbox', 'sandbox-fee'] });
    const answer = await submit(id, { wallet: true, pg_code: 'sandbox-fee' });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await untilState(system, id, 'paid')).settledPgCode, 'sandbox');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), []);
    assert.equal(await balanceOf(customer), '7.660');
  });

  it('is left alone unless it is asked for', async () => {
    const customer = await rich('20.000');
    const id = await sale(customer);
    for (const body of [{}, { wallet: false }]) assert.equal((await submit(id, body)).status, 200);
    const { attempts } = await transactionOf(system, id);
    assert.deepEqual(
      attempts.map(({ wallet }) => wallet),
      [undefined],
    );
  });

  it('is refused with the field that is wrong, and nothing is tried', async () => {
    const faults: readonly (readonly [string, Json, string])[] = [
      [
        await sale(await rich('10.000')),
        { wallet: true, wallet_amount: '12.340' },
        'wallet_amount',
      ],
      [
        await sale(await rich('10.000')),
        { wallet: true, wallet_amount: '10.000', wallet_currency_code: 'BHD' },
        'wallet_amount',
      ],
      [await sale(aCustomer()), { wallet: true }, 'wallet'],
      [
        await sale(await rich('10.000'), { pg_codes: ['sandbox-fee'] }),
        { wallet: true, pg_code: 'sandbox-fee' },
        'wallet',
      ],
      [
        await sale(await rich('10.000'), { pg_codes: ['sandbox', 'cash'] }),
        { wallet: true, pg_code: 'cash' },
        'wallet',
      ],
      [await sale(await rich('10.000')), { wallet: 'yes' }, 'wallet'],
    ];
    for (const [id, body, field] of faults) {
      const answer = await submit(id, body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], answer.text);
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
    }
  });
});

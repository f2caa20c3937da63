import assert from 'node:assert/strict';
import { CATALOGUE } from '../../demo/catalogue.ts';
import type { Order } from '../../demo/orders.ts';
import { informed, standing } from '../../demo/standing.ts';
import { aWebhook } from './support/webhook.ts';

const coffee = CATALOGUE.find(({ id }) => id === 'coffee');
assert.ok(coffee);
const bought: Order = { orderNo: 'SHOP-1', product: coffee, language: 'en', announced: [] };

/** Where the order stands after verified webhooks with these payloads came in. */
function after(...payloads: readonly Readonly<Record<string, string>>[]): string {
  let order = bought;
  for (const payload of payloads) order = informed(order, payload);
  return standing(order);
}

const ours = (fields: Record<string, string> = {}) => aWebhook({ order_no: 'SHOP-1', ...fields });

describe('standing', () => {
  it('waits while nothing came', () => assert.equal(after(), 'waiting'));

  for (const state of ['paid', 'authorized', 'cod'])
    it(`is ${state} when a verified webhook says so`, () =>
      assert.equal(after(ours({ state })), state));

  for (const state of ['attempted', 'failed', 'canceled', 'expired', 'invalided'])
    it(`is unpaid when the only webhook says ${state}`, () => {
      assert.equal(after(ours({ state, result: 'failed' })), 'unpaid');
    });

  it('waits when the only webhook says that an attempt is under way', () => {
    assert.equal(after(ours({ state: 'pending', result: 'pending' })), 'waiting');
  });

  it('stays paid when an older failure arrives late', () => {
    assert.equal(after(ours(), ours({ state: 'attempted', result: 'failed' })), 'paid');
  });

  it('is unpaid once a cash order was canceled, whichever is told first', () => {
    const cash = ours({ state: 'cod' });
    const canceled = ours({ state: 'canceled', result: 'canceled' });
    assert.equal(after(cash, canceled), 'unpaid');
    assert.equal(after(canceled, cash), 'unpaid');
  });

  for (const state of ['paid', 'authorized', 'cod'])
    it(`is a part when the webhook that says ${state} has settled less than the price`, () => {
      assert.equal(after(ours({ state, settled_amount: '0.001' })), 'part');
    });

  it('is not moved by the true webhook of another order, amount or currency', () => {
    assert.equal(after(aWebhook({ order_no: 'SHOP-2' })), 'waiting');
    assert.equal(after(ours({ amount: '0.750' })), 'waiting');
    assert.equal(after(ours({ currency_code: 'JPY' })), 'waiting');
  });
});

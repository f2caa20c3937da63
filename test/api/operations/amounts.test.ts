import assert from 'node:assert/strict';
import { theSystem, type System } from '../../support/system.ts';
import { merchantAt, send, type Json, type MerchantClient } from '../../support/http.ts';
import { aShop, type Shop } from '../support/shop.ts';
import { paymentIdIn } from '../support/network.ts';
import { anAccountLike, operating, type Operating } from '../support/operating.ts';
import { untilState } from '../support/records.ts';

const FEE = { type: 'fixed', values: { KWD: '2.000' }, chargeDefaultCurrency: true } as const;
const SALE = { amount: '100.000' };

/** The published vectors (contract/operations#amounts): amount 100, fee 2. What is nothing is left out of the body. */
describe('the amounts of a payment, as an inquiry tells them', () => {
  let system: System;
  let merchant: MerchantClient;
  let at: Operating;
  let pay: string;
  let hold: string;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    at = operating(system, merchant);
    pay = await anAccountLike(system, 'sandbox', 'fee-two', { fee: FEE });
    hold = await anAccountLike(system, 'sandbox-hold', 'hold-fee-two', { fee: FEE });
  });

  const NAMES = ['settled', 'paid', 'refunded', 'voided', 'remaining'] as const;
  const figures = (body: Json) => NAMES.map((name) => body[`${name}_amount`] ?? '0');
  const tell = async (id: string, expected: readonly string[]) =>
    assert.deepEqual(figures(await at.stands(id)), expected);

  it('A to C: paid, refunded in part, refunded whole', async () => {
    const id = await at.paid(SALE, pay);
    await tell(id, ['100.000', '102.000', '0', '0', '0']);
    await at.done({ operation: 'refund', session_id: id, amount: '30' });
    await tell(id, ['100.000', '102.000', '30.000', '0', '0']);
    const rest = await at.done({ operation: 'refund', session_id: id });
    assert.equal(rest['amount'], '70.000');
    await tell(id, ['100.000', '102.000', '100.000', '0', '0']);
  });

  it('D: authorized, captured whole', async () => {
    const id = await at.held(SALE, hold);
    await tell(id, ['100.000', '0', '0', '0', '0']);
    await at.done({ operation: 'capture', session_id: id });
    await tell(id, ['100.000', '102.000', '0', '0', '0']);
  });

  it('E: authorized, captured in part', async () => {
    const id = await at.held(SALE, hold);
    await at.done({ operation: 'capture', session_id: id, amount: '50' });
    await tell(id, ['100.000', '50.000', '0', '0', '0']);
  });

  it('F: authorized, voided: all but the fee, which nobody has charged', async () => {
    const id = await at.held(SALE, hold);
    const voided = await at.done({ operation: 'void', session_id: id });
    assert.equal(voided['amount'], '100.000');
    await tell(id, ['100.000', '0', '0', '100.000', '0']);
  });

  it('G: a payer who may choose pays 80', async () => {
    const shop: Shop = await aShop(system, {
      payment_request: { enabled: true, amountEditable: true },
    });
    const { store } = system;
    const [account] = (await store.gatewayAccounts.list(shop.id)).filter(
      ({ code }) => code === 'sandbox',
    );
    const opened = account && (await store.gatewayAccounts.open(shop.id, account.code));
    assert.ok(opened);
    await store.gatewayAccounts.put({ ...opened.account, fee: FEE }, { ...opened.settings });
    const id = await shop.client.sale(SALE);
    const press = (page: string) =>
      send(`${system.run.api}/checkout/${id}/pay/`, {
        method: 'POST',
        body: new URLSearchParams({
          form_id: hidden(page, 'form_id'),
          shown: hidden(page, 'shown'),
          pg_code: 'sandbox',
          amount: '80',
        }),
      });
    // The fee is shown for the amount that was typed in, before it is charged.
    const first = await press((await send(`${system.run.api}/checkout/${id}`)).text);
    assert.equal(first.status, 409);
    const pressed = await press(first.text);
    assert.equal(pressed.status, 303, pressed.text);
    await at.network.pay(paymentIdIn(pressed.headers.get('location') ?? ''));
    await untilState(system, id, 'paid');
    const theirs = operating(system, shop.client);
    const stands = await theirs.stands(id);
    assert.deepEqual(figures(stands), ['80.000', '82.000', '0', '0', '20.000']);
    const refund = await theirs.done({ operation: 'refund', session_id: id });
    assert.equal(refund['amount'], '80.000');
  });

  it('H: never paid: there is nothing to tell of, and nothing to give back', async () => {
    const id = await merchant.sale(SALE);
    const answer = await merchant.call('POST', '/b/pbl/v2/inquiry/', { session_id: id });
    assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_state']);
    const refund = await at.operate({ operation: 'refund', session_id: id });
    assert.deepEqual([refund.status, refund.body['code']], [400, 'invalid_state']);
  });
});

/** What a hidden field of a form says. */
function hidden(page: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
}

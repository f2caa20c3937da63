import assert from 'node:assert/strict';
import { subtract, toDecimal } from '../../../domain/money.ts';
import { availableBalance } from '../../../domain/wallet/account.ts';
import { kwd } from '../../support/builders.ts';
import { DECLINED_CARD } from '../../../drills/networks/network.ts';
import { theSystem, type System } from '../../support/system.ts';
import { part, rows, send, textIn, until, type Answer, type Json } from '../../support/http.ts';
import { sandboxNetworkOf, paymentIdIn } from '../support/network.ts';
import { ledgerOf, transactionOf, untilState } from '../support/records.ts';
import { inside, visibleText } from '../../render/read.ts';
import { addAccountInTens, aReceiver, aShop, copyAccount, type Shop } from '../support/shop.ts';
import { aCustomer, walletsOf } from './support.ts';

type Typed = Readonly<Record<string, string>>;

describe('a wallet at checkout', function () {
  this.timeout(60_000);
  let system: System;
  let shop: Shop;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system);
    receiver = await aReceiver();
    const { serve } = walletsOf(system, shop);
    await serve('sandbox', ['wallet']);
    await serve('sandbox-fee', []);
  });
  after(() => receiver.close());

  const page = async (id: string) => {
    const answer = await send(`${system.run.api}/checkout/${id}`);
    assert.equal(answer.status, 200, answer.text.slice(0, 200));
    return answer;
  };
  const press = (id: string, { text: html }: Answer, typed: Typed): Promise<Answer> =>
    send(`${system.run.api}/checkout/${id}/pay/`, {
      method: 'POST',
      body: new URLSearchParams({
        form_id: hidden(html, 'form_id'),
        wallet_shown: hidden(html, 'wallet_shown'),
        pg_code: 'sandbox',
        wallet: 'yes',
        ...typed,
      }),
    });
  const walletOf = (customerId: string) => walletsOf(system, shop).of(customerId);
  /** What the customer owns, and what of it is free. */
  async function figures(customer: string): Promise<readonly [string, string]> {
    const account = await walletOf(customer);
    assert.ok(account);
    return [toDecimal(account.balance), toDecimal(availableBalance(account))];
  }
  const withWallet = (amount: string) => walletsOf(system, shop).give(aCustomer(), amount);
  const operate = (session_id: string, more: Json) =>
    shop.client.call('POST', '/b/pbl/v2/operation/', { session_id, ...more });
  const refusedAs = async (id: string, typed: Typed, status: number, words: RegExp) => {
    const before = await transactionOf(system, id);
    const answer = await press(id, await page(id), typed);
    assert.equal(answer.status, status, answer.text.slice(0, 300));
    assert.match(answer.text, words);
    assert.equal((await transactionOf(system, id)).attempts.length, before.attempts.length);
  };

  it('pays a part, the card the rest, and everybody can read who paid what', async () => {
    const customer = await withWallet('10.000');
    const id = await shop.client.sale({
      customer_id: customer,
      order_no: `order-${customer}`,
      webhook_url: `${receiver.url}/part`,
    });
    const shown = await page(id);
    assert.match(shown.text, /Wallet \(<bdi[^>]*>KWD 10\.000/);
    const answer = await press(id, shown, {});
    assert.equal(answer.status, 303, answer.text.slice(0, 300));
    assert.deepEqual(await figures(customer), ['10.000', '0.000']);
    await sandboxNetworkOf(system).pay(paymentIdIn(answer.headers.get('location') ?? ''));
    const paid = await untilState(system, id, 'paid');
    assert.deepEqual(await figures(customer), ['0.000', '0.000']);
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 2.340 KWD']);
    assert.ok(paid.paidAmount);
    assert.deepEqual(subtract(paid.amount, paid.paidAmount), kwd('10'));

    const read = await shop.client.call('GET', `/b/checkout/v1/pymt-txn/${id}/`);
    const [leg] = rows(read.body, 'customer_wallet_transactions');
    assert.deepEqual(
      [leg?.['provider_code'], leg?.['amount'], leg?.['currency']],
      ['wallet_sarraf', '10.000', 'KWD'],
    );
    const operation = await shop.client.call('POST', '/b/wallet/v1/operations/', {
      operation_id: leg?.['operation_id'],
    });
    assert.deepEqual(
      rows(operation.body, 'entries').map(({ entry_type }) => entry_type),
      ['reserve', 'debit_payment'],
    );
    const [told] = await until('the webhook', async () => {
      const bodies = receiver.at('/part');
      return bodies.length > 0 && bodies;
    });
    assert.ok(told);
    assert.deepEqual(
      [told['amount'], told['paid_amount'], told['settled_amount'], told['state']],
      ['12.340', '2.340', '12.340', 'paid'],
    );
    assert.equal(part(told, 'amount_details')['total'], '2.340');
    const [child] = rows(told, 'transactions');
    assert.deepEqual([child?.['state'], child?.['amount']], ['paid', '10.000']);
    assert.notEqual(textIn(child ?? {}, 'session_id'), id);
    assert.notEqual(textIn(child ?? {}, 'order_no'), `order-${customer}`);
    assert.deepEqual(rows(told, 'customer_wallet_transactions'), [leg]);

    const asked = await shop.client.call('POST', '/b/pbl/v2/inquiry/', { session_id: id });
    assert.deepEqual(rows(asked.body, 'customer_wallet_transactions'), [leg]);

    const result = await send(`${system.run.api}/b/checkout/result/${id}`);
    assert.match(result.text, /From the wallet/);
    // The wallet's part does not come back, to any destination.
    for (const destination of ['pg', 'wallet']) {
      const over = await operate(id, { operation: 'refund', destination, amount: '2.341' });
      assert.equal(over.body['code'], 'amount_exceeds_balance', over.text);
    }
    assert.equal((await operate(id, { operation: 'refund', destination: 'wallet' })).status, 200);
    assert.deepEqual(await figures(customer), ['2.340', '2.340']);
    const entries = await ledgerOf(system, id);
    assert.deepEqual(entries.map(({ event }) => event).toSorted(), [
      'capture',
      'wallet-payment',
      'wallet-refund',
    ]);
  });

  it('pays a part in its own currency where the rest is charged in another one, and the payer reads all of it', async () => {
    await copyAccount(system, shop.id, 'sandbox-abroad');
    await walletsOf(system, shop).serve('sandbox-abroad', ['wallet']);
    const customer_id = await walletsOf(system, shop).give(aCustomer(), '3.00', 'USD');
    const id = await shop.client.sale({
      customer_id,
      pg_codes: ['sandbox-abroad'],
      currency_code: 'USD',
      amount: '10.00',
    });
    const answer = await press(id, await page(id), { pg_code: 'sandbox-abroad' });
    assert.equal(answer.status, 303, answer.text.slice(0, 300));
    await sandboxNetworkOf(system).pay(paymentIdIn(answer.headers.get('location') ?? ''));
    await untilState(system, id, 'paid');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 2.192 KWD']);
    const result = await send(`${system.run.api}/b/checkout/result/${id}`);
    const words = visibleText(inside(result.text, 'main'));
    assert.match(words, /Payment successful: USD 10\.00/);
    assert.match(words, /Amount USD 10\.00 From the wallet USD 3\.00 .* Charged KWD 2\.192/);
  });

  it('pays all without any network, and nothing of it is refundable', async () => {
    const customer = await withWallet('12.340');
    const id = await shop.client.sale({ customer_id: customer });
    const answer = await press(id, await page(id), { pg_code: '' });
    assert.equal(answer.status, 303, answer.text.slice(0, 300));
    const paid = await untilState(system, id, 'paid');
    assert.deepEqual(paid.paidAmount, kwd('0'));
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), []);
    assert.deepEqual(await figures(customer), ['0.000', '0.000']);
    assert.equal((await operate(id, { operation: 'refund' })).body['code'], 'invalid_state');
    const result = await send(`${system.run.api}/b/checkout/result/${id}`);
    assert.match(result.text, /KWD 12\.340/);
  });

  it('is told to the own program of the payer, where there is one', async () => {
    const customer = await withWallet('5.000');
    const id = await shop.client.sale({ customer_id: customer, include_sdk_setup_preload: true });
    const read = await shop.client.call(
      'GET',
      `/b/checkout/v1/pymt-txn/${id}/?include_sdk_setup_preload=true`,
    );
    assert.deepEqual(rows(part(read.body, 'sdk_setup_preload_payload'), 'wallets'), [
      {
        code: 'wallet_sarraf',
        provider_code: 'wallet_sarraf',
        name: 'Wallet',
        balance: '5.000',
        balance_display: 'KWD 5.000',
        currency_code: 'KWD',
        applicable_amount: '5.000',
        applicable_display: 'KWD 5.000',
        pg_code: 'sandbox',
      },
    ]);
  });

  it('has its money free again when the payment is canceled', async () => {
    const customer = await withWallet('10.000');
    const id = await shop.client.sale({ customer_id: customer });
    assert.equal((await press(id, await page(id), {})).status, 303);
    assert.equal((await operate(id, { operation: 'cancel' })).status, 200);
    await until('it is free', async () => (await figures(customer))[1] === '10.000');
  });

  it('is offered in the new currency of a payment, and what an ended try has set aside in the old one is free again', async () => {
    const customer = await withWallet('10.000');
    await walletsOf(system, shop).give(customer, '15.00', 'USD');
    const id = await shop.client.sale({ customer_id: customer });
    const first = await press(id, await page(id), {});
    const declined = { card_number: DECLINED_CARD };
    await sandboxNetworkOf(system).pay(paymentIdIn(first.headers.get('location') ?? ''), declined);
    await untilState(system, id, 'attempted');
    assert.deepEqual(await figures(customer), ['10.000', '0.000']);
    const changed = await shop.client.patch(id, { currency_code: 'USD', amount: '40.00' });
    assert.equal(changed.status, 200, changed.text);

    const charge = { session_id: id, payload: { wallet_code: 'wallet_sarraf' } };
    const whole = await shop.client.call('POST', '/b/pbl/v2/payment/wallet/', charge);
    assert.equal(whole.body['available'], '15.00', whole.text);
    const shown = await page(id);
    assert.match(shown.text, /Wallet \(<bdi[^>]*>USD 15\.00/);
    assert.equal((await press(id, shown, {})).status, 303);
    assert.deepEqual(await figures(customer), ['10.000', '10.000']);
  });

  it('of two payments in two tabs at once never gives more than there is', async () => {
    const customer = await withWallet('12.340');
    const ids = await Promise.all([1, 2].map(() => shop.client.sale({ customer_id: customer })));
    const pages = await Promise.all(ids.map(page));
    const answers = await Promise.all(
      ids.map((id, at) => press(id, pages[at] ?? assert.fail(), {})),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 409],
    );
    assert.deepEqual(await figures(customer), ['0.000', '0.000']);
  });

  describe('is not there, and cannot be asked for,', () => {
    it('of another customer, or of nobody', async () => {
      await withWallet('10.000');
      for (const more of [{ customer_id: aCustomer() }, {}]) {
        const id = await shop.client.sale(more);
        assert.doesNotMatch((await page(id)).text, /name="wallet"/);
        await refusedAs(id, { wallet_shown: '10.000' }, 409, /What the wallet can pay has changed/);
      }
    });

    it('while it is suspended', async () => {
      const customer = await withWallet('10.000');
      const id = await shop.client.sale({ customer_id: customer });
      const before = await page(id);
      const account = await walletOf(customer);
      assert.ok(account);
      await system.store.wallets.setStatus(shop.id, account.id, { status: 'suspended', now: 1 });
      assert.equal((await press(id, before, {})).status, 409);
      assert.doesNotMatch((await page(id)).text, /name="wallet"/);
      assert.deepEqual(await figures(customer), ['10.000', '10.000']);
    });

    it('where no account of the payment has the service', async () => {
      const customer = await withWallet('10.000');
      const id = await shop.client.sale({ customer_id: customer, pg_codes: ['sandbox-fee'] });
      assert.doesNotMatch((await page(id)).text, /name="wallet"/);
      const more = { pg_code: 'sandbox-fee', wallet_shown: '10.000' };
      await refusedAs(id, more, 409, /What the wallet can pay has changed/);
    });

    it('for another part than the page has shown', async () => {
      const customer = await withWallet('10.000');
      const id = await shop.client.sale({ customer_id: customer });
      for (const wallet_shown of ['', '9.999', '10.001', '10', '-1', '1e1', '12.340'])
        await refusedAs(id, { wallet_shown }, 409, /What the wallet can pay has changed/);
      assert.deepEqual(await figures(customer), ['10.000', '10.000']);
    });

    it('where it leaves what the network cannot charge exactly', async () => {
      await addAccountInTens(system, shop.id);
      const customer_id = await walletsOf(system, shop).give(aCustomer(), '3.335');
      const pg_codes = ['sandbox', 'in-tens'];
      const id = await shop.client.sale({ customer_id, amount: '10.000', pg_codes });
      const words = /This way to pay cannot charge exactly what the wallet leaves/;
      await refusedAs(id, { pg_code: 'in-tens' }, 400, words);
      assert.equal((await press(id, await page(id), {})).status, 303);
    });

    it('together with cash', async () => {
      const customer = await withWallet('10.000');
      const id = await shop.client.sale({
        customer_id: customer,
        pg_codes: ['sandbox', 'cash'],
      });
      await refusedAs(id, { pg_code: 'cash' }, 400, /Cash and the wallet cannot be combined/);
    });
  });
});

function hidden(html: string, name: string): string {
  const [, value = ''] = new RegExp(`name="${name}" value="([^"]*)"`).exec(html) ?? [];
  return value;
}

import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import { send, until, type Answer, type Json } from '../support/http.ts';
import { anApiKey } from './support/another-merchant.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { transactionOf, untilState } from './support/records.ts';
import { addAccountInTens, aReceiver, aShop, type Shop } from './support/shop.ts';

describe('a payer who may choose the amount', () => {
  let system: System;
  let shop: Shop;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    receiver = await aReceiver();
    shop = await aShop(system, { payment_request: { enabled: true, amountEditable: true } });
  });
  after(() => receiver.close());

  const page = (id: string) => send(`${system.run.api}/checkout/${id}`);
  /** Presses Pay in the form as it is shown, with what is given typed in. */
  const press = (
    id: string,
    { text: html }: Answer,
    typed: Readonly<Record<string, string>>,
  ): Promise<Answer> =>
    send(`${system.run.api}/checkout/${id}/pay/`, {
      method: 'POST',
      body: new URLSearchParams({
        form_id: hidden(html, 'form_id'),
        shown: hidden(html, 'shown'),
        pg_code: 'sandbox',
        ...typed,
      }),
    });

  it('pays a part of it, and the merchant learns what remains', async () => {
    const id = await shop.client.sale({ webhook_url: `${receiver.url}/part` });
    const paying = await press(id, await page(id), { amount: ' ٥٫٢٥٠ ' });
    assert.equal(paying.status, 303, paying.text);
    await sandboxNetworkOf(system).pay(paymentIdIn(paying.headers.get('location') ?? ''));
    const { amount, settledAmount } = await untilState(system, id, 'paid');
    assert.equal(amount.minor, 12_340);
    assert.equal(settledAmount?.minor, 5250);
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 5.250 KWD']);
    const [told] = await until('the webhook', async () => {
      const all = receiver.at('/part');
      return all.length > 0 && all;
    });
    assert.equal(told?.['amount'], '12.340');
    assert.equal(told['settled_amount'], '5.250');
    assert.equal(told['remaining_amount'], '7.090');
    const read = await shop.client.read(id);
    assert.equal(read.body['amount'], '12.340');
    const summary = await send(`${system.run.api}/b/checkout/result/${id}/`);
    assert.match(summary.text, /KWD 5\.250/);
  });

  it('sees the total with its fee before anything is asked of a network', async () => {
    const id = await shop.client.sale({ pg_codes: ['sandbox-fee', 'sandbox'] });
    const first = await press(id, await page(id), { amount: '4', pg_code: 'sandbox-fee' });
    assert.equal(first.status, 409, first.text);
    assert.match(first.text, /The total has changed with your amount/);
    assert.match(first.text, /KWD 4\.100/);
    assert.equal((await transactionOf(system, id)).attempts.length, 0);
    const second = await press(id, first, { amount: '4', pg_code: 'sandbox-fee' });
    assert.equal(second.status, 303, second.text);
    const [attempt] = (await transactionOf(system, id)).attempts;
    assert.equal(attempt?.total.minor, 4100);
    assert.equal(attempt.fee.minor, 100);
  });

  it('is charged the new amount when they come back and change it', async () => {
    const id = await shop.client.sale();
    const shown = await page(id);
    const first = await press(id, shown, { amount: '5' });
    const second = await press(id, shown, { amount: '7' });
    assert.equal(second.status, 303, second.text);
    assert.notEqual(second.headers.get('location'), first.headers.get('location'));
    await sandboxNetworkOf(system).pay(paymentIdIn(second.headers.get('location') ?? ''));
    await untilState(system, id, 'paid');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 7.000 KWD']);
  });

  for (const [amount, sentence] of [
    ['', 'This amount cannot be read'],
    ['five', 'This amount cannot be read'],
    ['0', 'The amount must be more than zero'],
    ['-1', 'This amount cannot be read'],
    ['12.341', 'This is more than is asked for'],
    ['1.2345', 'This amount has too many decimals'],
  ] as const)
    it(`is told what is wrong with "${amount}", and finds what they had typed`, async () => {
      const id = await shop.client.sale({ customer_phone_2: '+96555550000' });
      // As it is copied from a list of contacts, in marks of its direction.
      const customer_phone_2 = '\u202d+96566660000\u202c';
      const answer = await press(id, await page(id), { amount, customer_phone_2 });
      assert.equal(answer.status, 400);
      assert.ok(answer.text.includes(sentence), answer.text);
      assert.match(answer.text, /value="\+96566660000"/);
      if (amount !== '') assert.ok(answer.text.includes(`value="${amount}"`));
      assert.equal((await transactionOf(system, id)).attempts.length, 0);
    });

  it('is told of an amount that the network cannot charge exactly, each time, and finds it as typed', async () => {
    const fee = { type: 'percent', value: '2.75', chargeDefaultCurrency: true } as const;
    await addAccountInTens(system, shop.id, { fee });
    const id = await shop.client.sale({ amount: '20.000', pg_codes: ['in-tens'] });
    const typed = { amount: '5.000', pg_code: 'in-tens' };
    const first = await press(id, await page(id), typed);
    const again = await press(id, first, typed);
    for (const { status, text } of [again, first]) {
      assert.doesNotMatch(text, /open too long/);
      assert.match(text, /This way to pay cannot charge exactly this amount/);
      assert.match(text, /name="amount"[^>]*value="5\.000"/);
      assert.equal(status, 400);
    }
    const other = await press(id, again, { ...typed, amount: '4.000' });
    assert.match(other.text, /The total has changed with your amount/);
    assert.equal((await transactionOf(system, id)).attempts.length, 0);
  });

  it('is told in Arabic too', async () => {
    const id = await shop.client.sale({ language: 'ar' });
    const answer = await press(id, await page(id), { amount: '99' });
    assert.match(answer.text, /هذا أكثر من المبلغ المطلوب/);
  });

  it('has no choice where the merchant gives none, whatever the form says', async () => {
    const other = await aShop(system);
    const id = await other.client.sale();
    const shown = await page(id);
    assert.doesNotMatch(shown.text, /name="amount"/);
    const paying = await press(id, shown, { amount: '0.100' });
    assert.equal(paying.status, 303);
    const [attempt] = (await transactionOf(system, id)).attempts;
    assert.equal(attempt?.total.minor, 12_340);
  });

  it('may do so through the client library, which is told that they may', async () => {
    const key = await anApiKey(system, { merchantId: shop.id, kind: 'public' });
    const sdk = (method: string, path: string, body?: Json) =>
      send(`${system.run.api}/b/checkout/api/sdk/v1/${path}`, {
        method,
        headers: { Authorization: `Api-Key ${key}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const id = await shop.client.sale();
    const read = await sdk('GET', `pymt-txn/submit/${id}/`);
    assert.equal(read.body['is_amount_editable'], true);
    const much = await sdk('POST', `submit/${id}/`, { pg_code: 'sandbox', amount: '12.341' });
    assert.deepEqual([much.status, Object.keys(much.body)], [400, ['amount']]);
    const part = await sdk('POST', `submit/${id}/`, { pg_code: 'sandbox', amount: '2.500' });
    assert.equal(part.status, 200, part.text);
    assert.equal((await transactionOf(system, id)).attempts[0]?.total.minor, 2500);
    await shop.set({ paused: true });
    const paused = await sdk('POST', `submit/${id}/`, { pg_code: 'sandbox' });
    await shop.set({});
    assert.deepEqual([paused.status, paused.body['code']], [423, 'locked']);
  });

  it('changes the second phone, if the merchant has given one', async () => {
    const id = await shop.client.sale({ customer_phone_2: '+96555550000' });
    const long = await press(id, await page(id), { amount: '1', customer_phone_2: '1'.repeat(17) });
    assert.equal(long.status, 400);
    assert.match(long.text, /This phone number is too long/);
    for (const number of ['4539511619543489', '4539 5116 1954 3489']) {
      const card = await press(id, await page(id), { amount: '1', customer_phone_2: number });
      assert.equal(card.status, 400);
      assert.ok(!card.text.includes(number));
      const { customer } = await transactionOf(system, id);
      assert.equal(customer.phone2, '+96555550000');
    }
    await press(id, await page(id), { amount: '1', customer_phone_2: '+96566660000' });
    const { body } = await shop.client.read(id);
    assert.equal(body['customer_phone_2'], '+96566660000');
    const plain = await shop.client.sale();
    await press(plain, await page(plain), { amount: '1', customer_phone_2: '+96566660000' });
    assert.equal((await shop.client.read(plain)).body['customer_phone_2'], undefined);
  });
});

/** The value of a hidden field of the form. */
function hidden(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { StripeJson } from '../../../drills/networks/stripe/form.ts';
import { createStripe } from '../../../drills/networks/stripe/server.ts';

const SECRET = 'sk_test_pearl';
const CARD = '4242424242424242';

describe('the stand-in of Stripe', () => {
  const stripe = createStripe(SECRET);
  before(() => stripe.listen());
  after(stripe.close);

  describe('keeps the keys of requests', () => {
    it('and gives the first answer again, marked as such', async () => {
      const first = await post('/v1/checkout/sessions', aSession(), 'twice');
      const again = await post('/v1/checkout/sessions', aSession(), 'twice');
      assert.deepEqual(again.body, first.body);
      assert.deepEqual([first.replayed, again.replayed], [null, 'true']);
    });

    it('and takes none for another body, nor at another address', async () => {
      await post('/v1/checkout/sessions', aSession(), 'taken');
      for (const [path, fields] of [
        ['/v1/checkout/sessions', aSession('12350')],
        ['/v1/refunds', { payment_intent: 'pi_1' }],
      ] as const) {
        const { status, body } = await post(path, fields, 'taken');
        assert.deepEqual([status, body['error'].type], [400, 'idempotency_error']);
      }
    });

    it('and says that the first is under way while it is', async () => {
      stripe.fail({ on: 'post /v1/checkout/sessions', fault: 'late', ms: 1500 });
      const first = post('/v1/checkout/sessions', aSession(), 'slow');
      await stripe.waitsFor('slow');
      const second = await post('/v1/checkout/sessions', aSession(), 'slow');
      assert.deepEqual([second.status, second.body['error'].code], [409, 'idempotency_key_in_use']);
      assert.equal((await first).status, 200);
    });

    it('also with an answer that was lost, or was a 500', async () => {
      stripe.fail({ on: 'post /v1/checkout/sessions', fault: 'lost' });
      await assert.rejects(post('/v1/checkout/sessions', aSession(), 'lost'));
      const found = await post('/v1/checkout/sessions', aSession(), 'lost');
      assert.deepEqual([found.status, found.replayed], [200, 'true']);
      stripe.fail({ on: 'post /v1/checkout/sessions', fault: 'broken' });
      for (let times = 0; times < 2; times += 1)
        assert.equal((await post('/v1/checkout/sessions', aSession(), 'broken')).status, 500);
    });

    it('but not of a request that was not begun', async () => {
      const wrong = { ...aSession(), 'payment_intent_data[nonsense]': '1' };
      assert.equal((await post('/v1/checkout/sessions', wrong, 'wrong')).status, 400);
      assert.equal((await post('/v1/checkout/sessions', aSession(), 'wrong')).status, 200);
    });
  });

  describe('refuses', () => {
    for (const [what, change] of [
      ['a name that is not in the schema', { cancel_utl: 'x' }],
      ['one that is nested', { 'line_items[0][price_data][nonsense]': '1' }],
      ['Arabic', { locale: 'ar' }],
      ['an amount with a point', { 'line_items[0][price_data][unit_amount]': '12.5' }],
      ['fils that do not end in 0', { 'line_items[0][price_data][unit_amount]': '12345' }],
      ['more than eight digits', { 'line_items[0][price_data][unit_amount]': '100000000' }],
      ['nothing', { 'line_items[0][price_data][unit_amount]': '0' }],
      ['a page of ten minutes', { expires_at: `${seconds() + 600}` }],
      ['a page of two days', { expires_at: `${seconds() + 172_800}` }],
      ['a payment without a line', { mode: 'setup' }],
    ] as const)
      it(what, async () => {
        const answer = await post('/v1/checkout/sessions', { ...aSession(), ...change });
        assert.equal(answer.status, 400, JSON.stringify(answer.body));
      });

    it('who does not know its key', async () => {
      const answer = await fetch(`${stripe.url()}/v1/refunds`, {
        headers: { authorization: 'Bearer sk_test_other' },
      });
      assert.equal(answer.status, 401);
    });
  });

  describe('has a book', () => {
    it('in which a payment and its refunds stand once', async () => {
      const { reference, intent } = await paid();
      const refund = { payment_intent: intent, amount: '5000' };
      for (let times = 0; times < 2; times += 1) await post('/v1/refunds', refund, reference);
      const { status } = await post('/v1/refunds', { ...refund, amount: '7350' });
      assert.equal(status, 400);
      assert.deepEqual(moved(reference), [
        ['capture', 12_340],
        ['refund', 5000],
      ]);
    });

    it('in which what is held is captured once, or is free again', async () => {
      const held = await paid({ 'payment_intent_data[capture_method]': 'manual' });
      const path = `/v1/payment_intents/${held.intent}`;
      const captured = await post(`${path}/capture`, { amount_to_capture: '2500' });
      assert.equal(captured.body['amount_received'], 2500);
      for (const again of ['capture', 'cancel'])
        assert.equal((await post(`${path}/${again}`, {})).status, 400);
      assert.deepEqual(moved(held.reference), [
        ['authorize', 12_340],
        ['capture', 2500],
      ]);
    });

    it('that is told to nobody twice unless they wish it, and in the other order where they do', async () => {
      const heard: string[] = [];
      const listener = createServer((request, response) => {
        let text = '';
        request.on('data', (chunk: Buffer) => (text += chunk.toString()));
        request.on('end', () => {
          const [, t, v1] =
            /t=(\d+),v1=(\w+)/.exec(String(request.headers['stripe-signature'])) ?? [];
          assert.equal(v1, createHmac('sha256', 'whsec_1').update(`${t}.${text}`).digest('hex'));
          heard.push(JSON.parse(text).type);
          response.end();
        });
      });
      await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
      const address = listener.address();
      assert.ok(address && typeof address === 'object');
      const url = `http://127.0.0.1:${address.port}/`;
      stripe.postTo({ url, secrets: ['whsec_1'], isHeld: true, times: 2 });
      await paid();
      assert.deepEqual(heard, []);
      await stripe.release();
      stripe.postTo();
      listener.close();
      assert.equal(heard.length, 8);
      assert.deepEqual(heard.slice(0, 2), Array(2).fill('checkout.session.completed'));
      assert.deepEqual(heard.slice(-2), Array(2).fill('payment_intent.created'));
    });

    it('whose events name the key of the request that caused them', async () => {
      const { intent } = await paid();
      await post('/v1/refunds', { payment_intent: intent }, 'named');
      const { body } = await get(`/v1/events?type=refund.created&created[gte]=${seconds() - 60}`);
      assert.equal(body['data'][0].request.idempotency_key, 'named');
    });
  });

  it('has a page on which a person can be declined, pay, and go back to the shop', async () => {
    const { body } = await post('/v1/checkout/sessions', aSession());
    const press = (number: string) =>
      fetch(body['url'], {
        method: 'POST',
        body: new URLSearchParams({ press: number }),
        redirect: 'manual',
      });
    assert.match(await (await fetch(body['url'])).text(), /Pay with 4242424242424242/);
    assert.match(await (await press('4000000000000002')).text(), /declined/);
    assert.equal((await press(CARD)).headers.get('location'), 'https://shop.example.test/back');
  });

  it('does what a test orders over HTTP', async () => {
    const { body } = await post('/v1/checkout/sessions', aSession());
    const order = JSON.stringify([body['id'], CARD]);
    const answer = await fetch(`${stripe.url()}/_control/pay`, { method: 'POST', body: order });
    assert.match(await answer.text(), /"status":"complete"/);
  });

  async function paid(change: Record<string, string> = {}) {
    const reference = `demoPAID${stripe.book.objects.size}`;
    const { body } = await post('/v1/checkout/sessions', {
      ...aSession(),
      'payment_intent_data[metadata][reference]': reference,
      ...change,
    });
    const session = stripe.book.pay(body['id'], CARD);
    return { reference, intent: String(session['payment_intent']) };
  }

  function moved(reference: string) {
    return stripe.book.moved
      .filter((one) => one.reference === reference)
      .map(({ entry, amount }) => [entry, amount]);
  }

  function post(path: string, fields: Record<string, string>, key?: string) {
    const headers = { ...(key !== undefined && { 'idempotency-key': key }) };
    return ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) });
  }

  function get(path: string) {
    return ask(path, {});
  }

  async function ask(
    path: string,
    {
      headers = {},
      ...init
    }: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> },
  ) {
    const answer = await fetch(`${stripe.url()}${path}`, {
      ...init,
      headers: { ...headers, authorization: `Bearer ${SECRET}` },
    });
    const body: StripeJson = await answer.json();
    return { status: answer.status, body, replayed: answer.headers.get('idempotent-replayed') };
  }
});

function aSession(amount = '12340'): Record<string, string> {
  return {
    mode: 'payment',
    success_url: 'https://shop.example.test/back',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'kwd',
    'line_items[0][price_data][unit_amount]': amount,
    'line_items[0][price_data][product_data][name]': 'ORD-1',
  };
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

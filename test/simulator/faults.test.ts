import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  aNetwork,
  dig,
  idOf,
  listOf,
  paymentBody,
  SECRET_KEY,
  until,
  type Answer,
  type Json,
  type TestNetwork,
} from './support.ts';

const CARD = { card_number: '4242424242424242' };
const DEVICE_WALLET = {
  wallet: 'google_pay',
  payload: { paymentMethodData: { tokenizationData: { token: 'sandbox:visa:1' } } },
};
const bearer = { authorization: `Bearer ${SECRET_KEY}` };

describe('faults on demand', () => {
  let network: TestNetwork;
  before(async () => {
    network = await aNetwork();
  });
  afterEach(() => order());
  after(() => network.close());

  /** Orders these faults for the account, in place of those before. */
  async function order(...faults: readonly Json[]): Promise<void> {
    const answer = await network.http('PUT', '/control/accounts/shop/faults', { json: { faults } });
    assert.equal(answer.status, 200, answer.text);
  }

  const control = (path: string, json: Json = {}) =>
    network.http('POST', `/control/payments/${path}`, { json });

  /** How many payments the network has of a reference. */
  async function countOf(reference: string): Promise<number> {
    const path = `/control/payments?merchant_reference=${reference}`;
    return listOf(await network.http('GET', path), 'payments').length;
  }

  const inquire = (reference: string) =>
    network.http('GET', `/v1/payments?merchant_reference=${reference}`, { headers: bearer });

  async function moved(id: string): Promise<readonly string[]> {
    const entries = await network.ledger();
    return entries
      .filter((entry) => entry['payment_id'] === id)
      .map(({ entry, amount, currency }) => [entry, amount, currency].join(' '));
  }

  /** The bodies of the callbacks about a payment, in the order of their coming. */
  function callbacksOf(id: string): readonly unknown[] {
    return network.merchant.received
      .map(({ body }): unknown => JSON.parse(body))
      .filter((body) => dig(body, 'payment', 'id') === id);
  }

  /** A payment that a customer has made while these faults are ordered. */
  const pay = async (...faults: readonly Json[]): Promise<string> => {
    await order(...faults);
    const id = await network.open({ merchant_reference: reference() });
    assert.equal((await control(`${id}/pay`, CARD)).json['status'], 'CAPTURED');
    return id;
  };

  /** A payment whose card the network has queued. */
  const queue = async (): Promise<string> => {
    await order({ fault: 'queued' });
    const id = await network.open({ merchant_reference: reference() });
    const { json } = await control(`${id}/pay`, CARD);
    assert.equal(json['status'], 'PENDING');
    return id;
  };

  /** A payment whose request orders faults by a header. */
  const simulate = (
    header: string,
    over: Json = {},
    path: string = '/v1/payments',
  ): Promise<Answer> =>
    network.http('POST', path, {
      headers: { ...bearer, 'idempotency-key': randomUUID(), 'x-simulate': header },
      json: { ...paymentBody(network.merchant.url), ...over },
    });

  /** What a charge by a card says that was just saved. */
  const savedCard = async (): Promise<Json> => {
    const id = await network.open({ save_card: true });
    return { token: (await control(`${id}/pay`, CARD)).json['token'] };
  };

  describe('in an answer', () => {
    it('answer-lost: the payment is made, nobody is told, and the same key finds it', async () => {
      await order({ fault: 'answer-lost', on: ['create'] });
      const [merchant_reference, key] = [reference(), randomUUID()];
      await assert.rejects(network.create({ merchant_reference }, key));
      assert.equal(await countOf(merchant_reference), 1);
      const again = await network.create({ merchant_reference }, key);
      assert.deepEqual([again.status, again.headers.get('idempotent-replay')], [200, 'true']);
      assert.equal(await countOf(merchant_reference), 1);
    });

    it('reset: nothing is made', async () => {
      await order({ fault: 'reset' });
      const merchant_reference = reference();
      await assert.rejects(network.create({ merchant_reference }));
      assert.equal(await countOf(merchant_reference), 0);
    });

    it('error: nothing is made, or all is, and the status is one of a broken server', async () => {
      await order({ fault: 'error' }, { fault: 'error', status: 502, done: true });
      const [one, other] = [reference(), reference()];
      const first = await network.create({ merchant_reference: one });
      assert.deepEqual([first.status, dig(first.json, 'error', 'code')], [503, 'simulated_error']);
      assert.equal(await countOf(one), 0);
      assert.equal((await network.create({ merchant_reference: other })).status, 502);
      assert.equal(await countOf(other), 1);
    });

    it('slow: the payment is made at once, the answer comes later', async () => {
      await order({ fault: 'slow', delay_ms: 2000 });
      const merchant_reference = reference();
      const since = Date.now();
      let isAnswered = false;
      const creating = network.create({ merchant_reference }).finally(() => (isAnswered = true));
      await until(async () => (await countOf(merchant_reference)) === 1);
      assert.ok(!isAnswered || Date.now() - since >= 1995, 'It was answered at once.');
      assert.equal((await creating).status, 201);
      assert.ok(Date.now() - since >= 1995);
    });

    it('strike inquiries just as well', async () => {
      const merchant_reference = reference();
      await network.create({ merchant_reference });
      await order({ fault: 'error', on: ['inquire'] }, { fault: 'reset', on: ['inquire'] });
      assert.equal((await inquire(merchant_reference)).status, 503);
      await assert.rejects(inquire(merchant_reference));
      assert.equal((await inquire(merchant_reference)).status, 200);
    });

    it('do not strike callers who are nobody', async () => {
      await order({ fault: 'error', next: 9 });
      const headers = { authorization: 'Bearer wrong' };
      assert.equal((await network.http('GET', '/v1/payments/x', { headers })).status, 401);
    });

    it('key-ignored: the same key makes another payment', async () => {
      await order({ fault: 'key-ignored', next: 2 });
      const [merchant_reference, key] = [reference(), randomUUID()];
      const ids = [
        idOf(await network.create({ merchant_reference }, key)),
        idOf(await network.create({ merchant_reference }, key)),
      ];
      assert.equal(new Set(ids).size, 2);
      assert.equal(await countOf(merchant_reference), 2);
    });

    for (const [fault, expected] of [
      ['wrong-amount', ['13.340', 'KWD']],
      ['wrong-currency', ['12.340', 'BHD']],
    ] as const)
      it(`${fault}: the inquiry tells other money than what moved`, async () => {
        const merchant_reference = reference();
        const id = idOf(await network.create({ merchant_reference }));
        await control(`${id}/pay`, CARD);
        await order({ fault, on: ['inquire'] });
        const { amount, currency } = (await inquire(merchant_reference)).json;
        assert.deepEqual([amount, currency], expected);
        assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
        assert.equal((await inquire(merchant_reference)).json['amount'], '12.340');
      });
  });

  describe('in a callback', () => {
    it('no-callback: nobody is told, and the money has moved', async () => {
      const id = await pay({ fault: 'no-callback' });
      assert.deepEqual(callbacksOf(id), []);
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
    });

    it('late-callback: the customer goes back first', async () => {
      const id = await pay({ fault: 'late-callback', delay_ms: 2000 });
      assert.deepEqual(callbacksOf(id), []);
      await until(() => callbacksOf(id).length === 1);
    });

    it('duplicate-callback: the same event comes as often as ordered', async () => {
      const id = await pay({ fault: 'duplicate-callback', times: 3 });
      const ids = callbacksOf(id).map((body) => dig(body, 'event_id'));
      assert.equal(ids.length, 3);
      assert.equal(new Set(ids).size, 1);
    });

    it('wrong-amount: the callback tells other money; a fresh one tells the truth under an id of its own', async () => {
      const id = await pay({ fault: 'wrong-amount', on: ['callback'] });
      const again = await control(`${id}/callback`, { fresh: true });
      assert.equal(again.status, 200);
      const told = callbacksOf(id).map((body) => dig(body, 'payment', 'amount'));
      assert.deepEqual(told, ['13.340', '12.340']);
      assert.equal(new Set(callbacksOf(id).map((body) => dig(body, 'event_id'))).size, 2);
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
    });

    it('wrong money can be told at any later time too', async () => {
      const id = await pay();
      await control(`${id}/callback`, { fault: 'wrong-currency', times: 2 });
      const told = callbacksOf(id).map((body) => dig(body, 'payment', 'currency'));
      assert.deepEqual(told, ['KWD', 'BHD', 'BHD']);
      assert.equal((await control(`${id}/callback`, { fault: 'reset' })).status, 400);
    });
  });

  describe('in the outcome', () => {
    it('queued: the card is taken and nothing decided, which callback and inquiry say', async () => {
      const id = await queue();
      const payment = await network.payment(id);
      assert.deepEqual(
        [payment['status'], dig(payment, 'card', 'last4'), payment['page_url'], payment['code']],
        ['PENDING', '4242', undefined, undefined],
      );
      assert.deepEqual(
        callbacksOf(id).map((body) => dig(body, 'payment', 'status')),
        ['PENDING'],
      );
      assert.deepEqual(await moved(id), []);
    });

    it('queued: the page says so, and takes no second card and no cancellation', async () => {
      const id = await queue();
      const page = await network.http('GET', `/pay/${id}?lang=en`);
      assert.match(page.text, /has not decided yet/u);
      assert.doesNotMatch(page.text, /name="number"/u);
      assert.equal((await control(`${id}/pay`, CARD)).status, 409);
      assert.equal((await control(`${id}/cancel`)).status, 409);
      assert.equal((await network.payment(id))['status'], 'PENDING');
    });

    it('queued: is decided as planned, with ledger and callback, once', async () => {
      const id = await queue();
      assert.equal((await control(`${id}/decide`)).json['status'], 'CAPTURED');
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
      assert.equal(callbacksOf(id).length, 2);
      assert.equal((await control(`${id}/decide`)).status, 409);
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
    });

    it('queued: or as told, and in silence when that is wished', async () => {
      const id = await queue();
      const json = { outcome: 'insufficient_funds', callback: false };
      const decided = (await control(`${id}/decide`, json)).json;
      assert.deepEqual([decided['status'], decided['code']], ['DECLINED', 'insufficient_funds']);
      assert.equal(callbacksOf(id).length, 1);
      assert.deepEqual(await moved(id), []);
    });

    it('queued: refuses an outcome that it does not know, and a payment that is not queued', async () => {
      assert.equal((await control(`${await queue()}/decide`, { outcome: 'luck' })).status, 400);
      assert.equal((await control(`${await network.open()}/decide`)).status, 409);
    });

    it('queued: a challenge comes first', async () => {
      await order({ fault: 'queued' });
      const id = await network.open();
      const json = { card_number: '4000000000003220' };
      assert.equal((await control(`${id}/pay`, json)).json['status'], 'PENDING');
      assert.equal((await control(`${id}/decide`)).json['three_ds'], 'challenge');
    });

    it('declined: a card that would succeed does not', async () => {
      await order({ fault: 'declined', on: ['pay'] });
      const id = await network.open();
      assert.equal((await control(`${id}/pay`, CARD)).json['code'], 'issuer_decline');
    });
  });

  describe('ordered by', () => {
    it('a header of the request strike this request only', async () => {
      const answer = await simulate('error;status=500;done=true');
      assert.equal(answer.status, 500);
      assert.equal((await network.create()).status, 201);
    });

    it('a header of the request strike what comes later to the payment that it makes', async () => {
      const id = idOf(await simulate('no-callback, queued, error;on=inquire;skip=1'));
      assert.equal((await control(`${id}/pay`, CARD)).json['status'], 'PENDING');
      assert.deepEqual(callbacksOf(id), []);
      const statuses = [];
      for (let times = 0; times < 3; times += 1)
        statuses.push(
          (await network.http('GET', `/v1/payments/${id}`, { headers: bearer })).status,
        );
      assert.deepEqual(statuses, [200, 503, 200]);
    });

    for (const [what, path, paidBy] of [
      ['a saved card', '/v1/charges', savedCard],
      ['the wallet of a device', '/v1/wallet-charges', () => DEVICE_WALLET],
    ] as const)
      it(`a header of a charge by ${what} strike what comes later to its payment`, async () => {
        const given = await paidBy();
        const charged = await simulate('no-callback, wrong-amount;on=inquire', given, path);
        assert.deepEqual([charged.status, charged.json['amount']], [201, '12.340']);
        const id = idOf(charged);
        const asked = await network.http('GET', `/v1/payments/${id}`, { headers: bearer });
        assert.equal(asked.json['amount'], '13.340');
        // The callback of a charge without faults is sent after its own, were there one.
        const other = idOf(await simulate('', await paidBy(), path));
        await until(() => callbacksOf(other).length === 1);
        assert.deepEqual(callbacksOf(id), []);
      });

    it('a header that cannot be read is refused', async () => {
      for (const header of ['flood', 'reset;next', 'reset;next=soon', ';'])
        assert.equal((await simulate(header)).status, 400, header);
    });

    it('the control route of one payment strike no other', async () => {
      const [one, other] = [await network.open(), await network.open()];
      const ordered = await control(`${one}/faults`, { faults: [{ fault: 'no-callback' }] });
      assert.equal(ordered.status, 204);
      for (const id of [one, other]) await control(`${id}/pay`, CARD);
      assert.deepEqual([callbacksOf(one).length, callbacksOf(other).length], [0, 1]);
    });

    it('the account itself, where it is created', async () => {
      const json = {
        secret_key: 'sk_troubled',
        callback_secret: 'cs',
        simulate: [{ fault: 'error' }],
      };
      const put = await network.http('PUT', '/control/accounts/troubled', { json });
      assert.deepEqual(put.json, { account: 'troubled', name: 'troubled' });
      const headers = { authorization: 'Bearer sk_troubled' };
      const statuses = [];
      for (let times = 0; times < 2; times += 1)
        statuses.push((await network.http('GET', '/v1/payments/x', { headers })).status);
      assert.deepEqual(statuses, [503, 404]);
      const state = await network.http('GET', '/control/accounts/troubled/faults');
      assert.deepEqual(
        listOf(state, 'faults').map(({ fault, seen, struck }) => [fault, seen, struck]),
        [['error', 1, 1]],
      );
    });

    it('nobody, for an account that is not there', async () => {
      const json = { faults: [] };
      const put = await network.http('PUT', '/control/accounts/nobody/faults', { json });
      assert.equal(put.status, 404);
    });
  });

  it('are named in the log line of the request that they struck', async () => {
    await order({ fault: 'error', on: ['create'] });
    await network.create();
    const line = network.log.findLast(({ route }) => route === '/v1/payments');
    assert.equal(line?.['fault'], 'error');
  });

  it('cannot be ordered when the control routes are off', async () => {
    const closed = await aNetwork({ control: false });
    try {
      const path = '/control/accounts/shop/faults';
      assert.equal((await closed.http('PUT', path, { json: { faults: [] } })).status, 404);
    } finally {
      await closed.close();
    }
  });
});

function reference(): string {
  return `ref-${randomUUID()}`;
}

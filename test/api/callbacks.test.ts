import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { activityEngineOn } from '../../engine/activity-engine.ts';
import { operationIdOf, operationResumeOf, resumeOf } from '../../workflows/starts.ts';
import { aNumberedOperation } from '../domain/operation/support.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  rows,
  send,
  textIn,
  until,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { codeOf, referenceOf } from '../support/builders.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { DECLINED_CARD } from '../../drills/networks/network.ts';
import { goToNetwork, returnAddress } from './support/payer.ts';
import { startTerminated } from './support/terminated.ts';
import { DEMO, eventsOf, transactionOf, untilState } from './support/records.ts';

describe('a callback of a network', () => {
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  /** One that nothing is to change. */
  let open: Awaited<ReturnType<typeof atNetwork>>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
    open = await atNetwork();
  });

  const secretOf = async (code: string): Promise<string> => {
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf(code));
    assert.ok(opened);
    return textIn(opened.settings, 'callback_secret');
  };

  interface Call {
    readonly body: string;
    readonly header?: string | undefined;
    readonly code?: string;
    readonly query?: string;
  }
  const callBack = ({ body, header, code = 'sandbox', query = '?merchant=demo' }: Call) =>
    send(`${system.run.api}/b/gw/callback/${code}/${query}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(header !== undefined && { 'X-Simulator-Signature': header }),
      },
      body,
    });

  /** A sale whose payer is at the network. */
  const atNetwork = async (more: Json = {}, code = 'sandbox') => {
    const id = await merchant.sale({ webhook_url: `${system.run.demo}/webhooks`, ...more });
    const paymentId = paymentIdIn(await goToNetwork(system, id, code));
    const [attempt] = (await transactionOf(system, id)).attempts;
    assert.ok(attempt);
    return { id, paymentId, reference: attempt.referenceNumber };
  };

  describe('that is forged', () => {
    type Forge = (body: string, right: string) => Partial<Call> | Promise<Partial<Call>>;
    const FORGERIES: Readonly<Record<string, Forge>> = {
      'has no signature': () => ({ header: undefined }),
      'has an empty signature': () => ({ header: '' }),
      'has an unreadable signature': () => ({ header: 'v1=abc' }),
      'is signed with a secret that is guessed': (body) => ({
        header: signed(body, 'guess', now()),
      }),
      'is signed with an empty secret': (body) => ({ header: signed(body, '', now()) }),
      'is signed by another account of the same merchant': async (body) => ({
        header: signed(body, await secretOf('sandbox-fee'), now()),
      }),
      'was signed too long ago': (body, right) => ({ header: signed(body, right, now() - 301) }),
      'will be signed in the future': (body, right) => ({
        // Farther than a busy machine can take to send it.
        header: signed(body, right, now() + 400),
      }),
      'has another time than was signed': (body, right) => ({
        header: signed(body, right, now() - 400).replace(/t=\d+/, `t=${now()}`),
      }),
      'was changed after it was signed': (body, right) => ({
        body: body.replace('12.340', '99.000'),
        header: signed(body, right, now()),
      }),
      'got a blank after it was signed': (body, right) => ({
        body: `${body} `,
        header: signed(body, right, now()),
      }),
      'is signed but no JSON': (_body, right) => ({
        body: 'nonsense',
        header: signed('nonsense', right, now()),
      }),
      'is signed but empty': (_body, right) => ({ body: '', header: signed('', right, now()) }),
    };
    it('changes nothing, however it is forged', async () => {
      const { id, reference } = open;
      const before = await transactionOf(system, id);
      const right = await secretOf('sandbox');
      const requests: (readonly [string, string])[] = [];
      for (const [what, forge] of Object.entries(FORGERIES)) {
        const body = success(reference);
        const answer = await callBack({ body, ...(await forge(body, right)) });
        assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_signature'], what);
        requests.push([what, answer.headers.get('x-request-id') ?? 'none']);
      }
      assert.equal(await system.store.inbox.hasWordOn(reference), false);
      assert.deepEqual(await transactionOf(system, id), before);
      const logs = system.logs();
      const lines = logs.split('\n').filter((line) => line.includes('forged callback'));
      for (const [what, request] of requests)
        assert.ok(
          lines.some((line) => line.includes(request)),
          `${what}: not logged`,
        );
      assert.ok(!logs.includes(right), 'the secret is in no log');
    });

    it('may be for an account that does not exist, and is 404 then', async () => {
      const { reference } = open;
      const body = success(reference);
      const header = signed(body, await secretOf('sandbox'), now());
      for (const address of [
        { code: 'nobody' },
        { query: '?merchant=nobody' },
        { query: '' },
        { code: encodeURIComponent('a b') },
        { query: '?merchant=demo&merchant=demo' },
      ])
        assert.equal((await callBack({ body, header, ...address })).status, 404);
      assert.equal(await system.store.inbox.hasWordOn(reference), false);
    });

    it('may be very large, and is not read then', async () => {
      const { status } = await callBack({ body: 'x'.repeat(300_000), header: 'x' });
      assert.equal(status, 413);
    });

    it('leaves the payment to be paid as ever', async () => {
      const { id, paymentId, reference } = await atNetwork();
      const body = success(reference);
      await callBack({ body, header: signed(body, 'guess', now()) });
      await network.pay(paymentId);
      await untilState(system, id, 'paid');
      assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    });
  });

  it('makes a transaction paid once, however often and however parallel it comes, and the merchant is told so in words that are signed', async () => {
    const { id, paymentId, reference } = await atNetwork({ order_no: 'told', extra: { a: 1 } });
    await network.pay(paymentId, { callback: false });
    assert.equal((await transactionOf(system, id)).state, 'pending');
    const twentyTimes = async () => {
      const told = await network.callBack(paymentId, { times: 20 });
      assert.equal(told.status, 200, told.text);
      return rows(told.body, 'callbacks').map((callback) => callback['status']);
    };
    const accepted = Array.from({ length: 20 }, () => 200);
    assert.deepEqual(await twentyTimes(), accepted);
    await untilState(system, id, 'paid');
    await told(id);
    const run = system.temporal.workflow.getHandle(`transaction/${id}`);
    const { runId } = await run.describe();
    assert.deepEqual(await twentyTimes(), accepted);
    const paid = await transactionOf(system, id);
    assert.deepEqual([paid.state, paid.attempts.length, paid.sequence], ['paid', 1, 1]);
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    assert.equal((await run.describe()).runId, runId, 'no other run was begun for what was heard');

    const events = await eventsOf(system, id);
    assert.equal(events.length, 1);
    const [event] = events;
    assert.equal(event?.verdict, 'delivered');
    assert.deepEqual(
      event.calls.map(({ status }) => status),
      [200],
    );
    const { result, state, operation, session_id, reference_number, order_no, amount } =
      event.payload;
    assert.deepEqual(
      { result, state, operation, session_id, reference_number, order_no, amount },
      {
        result: 'success',
        state: 'paid',
        operation: 'payment',
        session_id: id,
        reference_number: reference,
        order_no: 'told',
        amount: '12.340',
      },
    );
    assert.equal((await merchant.read(id)).body['settled_pg_code'], 'sandbox');
  });

  it('is kept with the run that was told of it, which is found when something has ended it', async () => {
    const { id, paymentId } = await atNetwork();
    const run = system.temporal.workflow.getHandle(`transaction/${id}`);
    const { runId } = await run.describe();
    await network.pay(paymentId);
    await untilState(system, id, 'paid');
    const [told] = await until('it is signaled', async () => {
      const found = await system.store.inbox.signaledTo([runId]);
      return found.length > 0 && found;
    });
    assert.deepEqual([told?.signaled, told?.report?.outcome.result], [true, 'success']);

    const since = Date.now();
    const transaction = await transactionOf(system, id);
    await until('it is over', async () => (await run.describe()).status.name === 'COMPLETED');
    await startTerminated(system, 'transaction', resumeOf(transaction));
    const { runId: ended } = await run.describe();
    const engine = activityEngineOn(system.temporal, system.store.transactions, () => 'test');
    const refund = aNumberedOperation(1, { parentId: transaction.sessionId });
    await startTerminated(system, 'operation', operationResumeOf(refund));
    const ofRefund = system.temporal.workflow.getHandle(operationIdOf(refund.sessionId));
    const { runId: other } = await ofRefund.describe();
    const found = await until('the index has both', async () => {
      const runs = await engine.runsCutShort(since - 60_000, Date.now() + 60_000);
      const ids = runs.map((one) => one.runId);
      return ids.includes(ended) && ids.includes(other) && runs;
    });
    const one = found.find((short) => short.runId === ended);
    assert.ok(one && one.endedAt > since - 60_000 && one.endedAt < Date.now() + 60_000);
    assert.ok(!found.some((short) => short.runId === runId), 'one that came to its end by itself');
  });

  it('that names nothing of ours is kept, and starts nothing', async () => {
    const reference = `demo${randomUUID().slice(0, 8).toUpperCase()}`;
    const body = success(reference);
    const header = signed(body, await secretOf('sandbox'), now());
    const answer = await callBack({ body, header });
    assert.deepEqual([answer.status, answer.body], [200, { received: true }]);
    assert.equal(await system.store.inbox.hasWordOn(referenceOf(reference)), true);
    assert.equal(
      await system.store.transactions.findByReference(referenceOf(reference)),
      undefined,
    );
    assert.ok(isLogged(system, 'callback for an unknown attempt', reference));
  });

  it("of one account says nothing about an attempt of another, nor of one merchant about another merchant's payment", async () => {
    const { id, paymentId, reference } = await atNetwork();
    const body = success(reference);
    const account = signed(body, await secretOf('sandbox-fee'), now());
    const before = await transactionOf(system, id);
    assert.equal(before.state, 'pending');
    const word = await callBack({ body, header: account, code: 'sandbox-fee' });
    assert.equal(word.status, 200);
    const other = await anotherMerchant(system);
    const header = signed(body, await secretOf('sandbox'), now());
    const answer = await callBack({ body, header, query: `?merchant=${other.id}` });
    assert.deepEqual([answer.status, answer.body], [200, { received: true }]);
    const unknown = system
      .logs()
      .split('\n')
      .filter(
        (line) => line.includes('callback for an unknown attempt') && line.includes(reference),
      );
    assert.equal(unknown.length, 2);
    assert.deepEqual(await transactionOf(system, id), before);
    // Neither of them must keep the right one from being heard.
    await network.pay(paymentId);
    await untilState(system, id, 'paid');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('with another amount than was asked makes nothing paid, and calls a person', async () => {
    const { id, paymentId, reference } = await atNetwork();
    const body = success(reference, { id: paymentId, amount: '1.000' });
    const header = signed(body, await secretOf('sandbox'), now());
    assert.equal((await callBack({ body, header })).status, 200);
    const { state, alerts } = await until('somebody is called', async () => {
      const transaction = await transactionOf(system, id);
      return transaction.alerts.length > 0 && transaction;
    });
    assert.equal(state, 'pending');
    assert.deepEqual(
      alerts.map(({ kind }) => kind),
      ['amount-mismatch'],
    );
  });

  describe('that nobody can read', () => {
    const ODD: readonly unknown[] = [
      '',
      '12.3400000000000001',
      '12,340',
      '-12.340',
      '+12.340',
      '1e3',
      '.',
      'twelve',
      '9'.repeat(400),
      12.34,
      null,
      ['12.340'],
      { value: '12.340' },
    ];

    it('is kept, and has the network asked, whatever its amount is, and what that says was paid is paid', async () => {
      const { id, paymentId, reference } = await atNetwork();
      const secret = await secretOf('sandbox');
      for (const amount of ODD) {
        const body = success(reference, { amount });
        const answer = await callBack({ body, header: signed(body, secret, now()) });
        assert.deepEqual([answer.status, answer.body], [200, { received: true }], answer.text);
      }
      assert.equal(await system.store.inbox.hasWordOn(referenceOf(reference)), true);
      assert.ok(isLogged(system, 'callback that nobody can read', reference));
      assert.equal((await transactionOf(system, id)).state, 'pending');
      await network.pay(paymentId, { callback: false });
      const body = success(reference, { amount: 'many' });
      const answer = await callBack({ body, header: signed(body, secret, now()) });
      assert.equal(answer.status, 200);
      await untilState(system, id, 'paid');
    });

    it('has whoever takes it up later ask, too, where nobody was there to ask', async () => {
      const reference = referenceOf(`demo${randomUUID().slice(0, 8).toUpperCase()}`);
      const body = success(reference, { amount: 'many' });
      const header = signed(body, await secretOf('sandbox'), now());
      assert.equal((await callBack({ body, header })).status, 200);
      const unheard = await system.store.inbox.unheard(0, Date.now());
      const kept = unheard.find(({ referenceNumber }) => referenceNumber === reference);
      assert.equal(kept?.report && kept.asks, true);
    });

    it('is acknowledged where it names no payment of ours, and the log has its name alone', async () => {
      for (const merchant_reference of ['../secret-of-the-body', 1, null, '']) {
        const body = success('x', { merchant_reference });
        const header = signed(body, await secretOf('sandbox'), now());
        const answer = await callBack({ body, header });
        assert.deepEqual([answer.status, answer.body], [200, { received: true }], answer.text);
        const [, eventId = ''] = /"event_id":"([^"]+)"/.exec(body) ?? [];
        assert.ok(isLogged(system, 'callback that nobody can read', eventId));
      }
      assert.ok(!isLogged(system, 'callback that nobody can read', 'secret-of-the-body'));
    });

    it('is a 400 of an account whose network calls nobody back', async () => {
      assert.equal((await callBack({ body: '{}', code: 'cash' })).status, 400);
    });
  });

  it("with another payment's id pays nothing, calls a person, and touches nobody's money", async () => {
    const paid = await atNetwork();
    await network.pay(paid.paymentId);
    await untilState(system, paid.id, 'paid');
    const { id, paymentId, reference } = await atNetwork();
    const secret = await secretOf('sandbox');
    const body = success(reference, { id: paid.paymentId });
    assert.equal((await callBack({ body, header: signed(body, secret, now()) })).status, 200);
    const { alerts, ...open } = await until('somebody is called', async () => {
      const transaction = await transactionOf(system, id);
      return transaction.alerts.length > 0 && transaction;
    });
    assert.deepEqual(
      [open.state, open.attempts[0]?.gatewayReference, alerts.map(({ kind }) => kind)],
      ['pending', paymentId, ['reference-mismatch']],
    );
    const refund = JSON.stringify({
      event_id: `evt_${randomUUID()}`,
      payment: {
        id: paymentId,
        merchant_reference: paid.reference,
        status: 'CAPTURED',
        amount: '12.340',
        currency: 'KWD',
      },
      operation: {
        id: 'op_other',
        kind: 'refund',
        payment_id: paymentId,
        merchant_reference: 'there',
        status: 'DONE',
        amount: '1.000',
        currency: 'KWD',
      },
    });
    assert.equal(
      (await callBack({ body: refund, header: signed(refund, secret, now()) })).status,
      200,
    );
    const other = await until('somebody is called', async () => {
      const transaction = await transactionOf(system, paid.id);
      return transaction.alerts.length > 0 && transaction;
    });
    assert.deepEqual(
      [other.state, other.operations, other.alerts.map(({ kind }) => kind)],
      ['paid', undefined, ['reference-mismatch']],
    );
    await network.pay(paymentId);
    await untilState(system, id, 'paid');
    assert.deepEqual(await network.moved(paid.id), ['capture 12.340 KWD']);
  });

  it('of a declined card leaves the transaction open, and tells the merchant why', async () => {
    const { id, paymentId } = await atNetwork();
    await network.pay(paymentId, { card_number: DECLINED_CARD });
    await untilState(system, id, 'attempted');
    await told(id);
    const [event] = await eventsOf(system, id);
    assert.deepEqual([event?.payload['result'], event?.payload['state']], ['failed', 'attempted']);
    assert.ok(typeof event?.payload['message'] === 'string');
    assert.deepEqual(await network.moved(id), []);
  });

  it('of an expired transaction comes too late for the payer, and is still told as paid', async () => {
    const { id, paymentId } = await atNetwork();
    const over = await merchant.patch(id, { expiration_time: '00:00:01' });
    assert.equal(over.status, 200, over.text);
    await untilState(system, id, 'expired');
    await network.pay(paymentId);
    await untilState(system, id, 'paid');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('is waited for in both languages, and not replaced by a browser that only says that it paid', async () => {
    const { id } = open;
    const waiting = await send(await returnAddress(system, id, 'en'));
    assert.equal(waiting.status, 200);
    const other = (await returnAddress(system, id, 'ar')).replaceAll('&', '&amp;');
    assert.ok(waiting.text.includes(`href="${other}"`), waiting.text);
    const forged = new URLSearchParams({
      status: 'CAPTURED',
      payment_id: 'pay_x',
      result: 'success',
    });
    const back = await send(`${await returnAddress(system, id)}&${forged}`);
    assert.ok(back.status === 200 || back.status === 303, back.text);
    assert.equal((await transactionOf(system, id)).state, 'pending');
    assert.deepEqual(await network.moved(id), []);
  });

  it('that is lost is made up for by the browser that comes back, and not by who knows only the reference of a payment, whom the page tells nothing', async () => {
    const { id, paymentId, reference } = await atNetwork();
    const { orderNo = '' } = await transactionOf(system, id);
    await network.pay(paymentId, { callback: false });
    const token = new URL(await returnAddress(system, id)).searchParams.get('return_token') ?? '';
    const foreign = new URL(await returnAddress(system, open.id)).search;
    const nobody = await send(`${system.run.api}/b/gw/return/demoNOBODY99/`);
    for (const init of [{}, { method: 'POST', body: new URLSearchParams({ return_token: token }) }])
      for (const query of [
        '',
        '?return_token=',
        `?return_token=${token}x`,
        foreign.replace('?lang=en&', '?'),
      ]) {
        const page = await send(`${system.run.api}/b/gw/return/${reference}/${query}`, init);
        assert.deepEqual([page.status, page.headers.get('location')], [404, null]);
        assert.equal(page.text.replaceAll(reference, 'demoNOBODY99'), nobody.text);
        for (const secret of [id, orderNo, '12.340'])
          assert.ok(secret === '' || !page.text.includes(secret), secret);
      }
    assert.equal((await transactionOf(system, id)).state, 'pending');
    const back = await send(`${await returnAddress(system, id)}&status=CAPTURED`);
    assert.ok(back.status === 200 || back.status === 303, back.text);
    await untilState(system, id, 'paid');
  });

  /** Waits until the merchant's answer is known. */
  const told = (id: string) =>
    until('the merchant is told', async () => {
      const { notice } = await transactionOf(system, id);
      return notice !== undefined && notice.status !== 'pending';
    });
});

/** Whether one line of the logs has both. */
function isLogged({ logs }: System, what: string, about: string): boolean {
  return logs()
    .split('\n')
    .some((line) => line.includes(what) && line.includes(about));
}

/** What the network says of a success. */
function success(reference: string, more: Json = {}): string {
  return JSON.stringify({
    event_id: `evt_${randomUUID()}`,
    type: 'payment.updated',
    created_at: new Date().toISOString(),
    payment: {
      id: 'pay_forged',
      merchant_reference: reference,
      status: 'CAPTURED',
      amount: '12.340',
      currency: 'KWD',
      ...more,
    },
  });
}

/** The present in whole seconds. */
function now(): number {
  return Math.floor(Date.now() / 1000);
}

function signed(body: string, secret: string, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${v1}`;
}

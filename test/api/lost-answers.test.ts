import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction, InquirySettings } from '../../domain/transaction/transaction.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { codeOf } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, send, until, type Json, type MerchantClient } from '../support/http.ts';
import { networkBook } from '../../admin/ledger/network-book.ts';
import { withRecords } from '../../admin/ledger/sessions.ts';
import { sessionDifferences } from '../../domain/ledger/compare.ts';
import { networkDifferences } from '../../domain/ledger/network-book.ts';
import { toDecimal } from '../../domain/money.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { aShop } from './support/shop.ts';
import { formOf, pressPayButton } from './support/payer.ts';
import { DEMO, eventsOf, ledgerOf, sessionIdOf, transactionOf } from './support/records.ts';

/** Seconds where a real gateway has minutes. */
const QUICK: InquirySettings = {
  firstAfterSeconds: 3,
  gapsSeconds: [0, 1, 2],
  repeatEverySeconds: 2,
  giveUpAfterSeconds: 120,
};
/** A network that answers has answered by then, on a busy machine, too. */
const PATIENT = { timeout_ms: 9000 };
const PATIENCE_MS = 90_000;

describe('when answers are lost', function () {
  this.timeout(PATIENCE_MS + 90_000);
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
  });

  /** An account of its own at the network, on which nobody else's tests rely. */
  async function anAccount(code: string, inquiry: InquirySettings = QUICK): Promise<string> {
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    const secrets = { secret_key: `sk-${code}`, callback_secret: `cs-${code}` };
    const put = await control('PUT', `/accounts/${code}`, secrets);
    assert.ok(put.status === 201 || put.status === 200, put.text);
    await system.store.gatewayAccounts.put(
      { ...opened.account, code: codeOf(code), inquiry },
      { url: system.run.simulator, account: code, ...secrets, ...PATIENT },
    );
    return code;
  }

  const control = (method: string, path: string, body: Json) =>
    send(`${system.run.simulator}/control${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  async function order(code: string, ...faults: readonly Json[]): Promise<void> {
    const { status, text } = await control('PUT', `/accounts/${code}/faults`, { faults });
    assert.equal(status, 200, text);
  }

  const sale = (code: string) =>
    merchant.sale({ pg_codes: [code], webhook_url: `${system.run.demo}/webhooks` });

  /** Presses Pay until the network's page is there, as a patient payer does. */
  async function pageOf(id: string, code: string): Promise<string> {
    return until(
      'the page of the network',
      async () => {
        const answer = await pressPayButton(system, id, { formId: await formOf(system, id), code });
        const location = answer.headers.get('location') ?? '';
        return location.startsWith(system.run.simulator) && paymentIdIn(location);
      },
      60_000,
    );
  }

  /** Pays on the network's page and is gone: the browser never comes back. */
  async function payAndGo(id: string, code: string, more: Json = {}): Promise<string> {
    const paymentId = await pageOf(id, code);
    await network.pay(paymentId, more);
    return paymentId;
  }

  /** Waits until it is so of the document, and gives the document. */
  const becomes = (id: string, what: string, so: (transaction: Transaction) => boolean) =>
    until(
      what,
      async () => {
        const transaction = await transactionOf(system, id);
        return so(transaction) && transaction;
      },
      PATIENCE_MS,
    );

  async function told(id: string): Promise<readonly unknown[]> {
    return (await eventsOf(system, id)).map(({ payload }) => payload['result']);
  }

  /** The results that the merchant is told of: an event may be kept a moment after the state that it tells of. */
  async function assertTold(id: string, expected: readonly string[]): Promise<void> {
    const results = await until('the events', async () => {
      const found = await told(id);
      return found.length >= expected.length && found;
    });
    assert.deepEqual(results, expected);
  }

  it('and the gateway has not decided, every tab waits and no other method begins', async () => {
    const slow = { ...QUICK, firstAfterSeconds: 600, giveUpAfterSeconds: 3600 };
    const code = await anAccount('undecided', slow);
    await order(code, { fault: 'queued', on: ['pay'] });
    const id = await merchant.sale({ pg_codes: [code, 'cash'] });
    const formId = await formOf(system, id);
    await payAndGo(id, code);
    const { attempts } = await becomes(
      id,
      'the network is at it',
      ({ attempts: [one] }) => one?.processing === true,
    );
    const waiting = `/b/gw/return/${attempts[0]?.referenceNumber}/`;
    const page = `${system.run.api}/checkout/${id}`;
    for (const answer of [
      await send(page),
      await send(`${page}/pay/cash/`),
      await pressPayButton(system, id, { formId, code: 'cash' }),
      await pressPayButton(system, id, { formId, code }),
    ]) {
      assert.equal(answer.status, 303, answer.text);
      assert.equal(new URL(answer.headers.get('location') ?? '').pathname, waiting);
    }
    for (const [language, words] of [
      ['en', /confirming/],
      ['ar', /تأكيد/],
    ] as const)
      assert.match((await follow(`${page}?lang=${language}`)).text, words);
    assert.equal((await transactionOf(system, id)).attempts.length, 1);
    // Who has the form open in an older tab cannot cancel what they may have paid.
    const cancel = {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    };
    for (const answer of [await send(`${page}/cancel/ask/`), await send(`${page}/cancel/`, cancel)])
      assert.equal(new URL(answer.headers.get('location') ?? '').pathname, waiting, answer.text);
    const program = `${system.run.api}/b/checkout/api/sdk/v1`;
    const byKey = { Authorization: `Api-Key ${system.run.keys.public}` };
    const read = () => send(`${program}/pymt-txn/submit/${id}/`, { headers: byKey });
    assert.equal((await read()).status, 200);
    const canceled = await send(`${program}/cancel/${id}/`, {
      method: 'POST',
      headers: { ...byKey, 'Content-Type': 'application/json' },
      body: '{"operation":"cancel"}',
    });
    assert.deepEqual([canceled.status, canceled.body['code']], [423, 'locked'], canceled.text);
    // Nor does anybody call it expired, and have them ask for another link: they would pay twice.
    await merchant.patch(id, { expiration_time: '00:00:01' });
    await becomes(id, 'it is expired', ({ state }) => state === 'expired');
    const gone = await send(page);
    assert.equal(new URL(gone.headers.get('location') ?? '').pathname, waiting, gone.text);
    const summary = await send(`${system.run.api}/b/checkout/result/${id}/`);
    assert.deepEqual([summary.status, /checking/.test(summary.text)], [200, true], summary.text);
    assert.equal((await read()).status, 423);
  });

  it('and a run is ended by force while the page opens, another one answers the press, with the same page', async () => {
    const code = await anAccount('ended-by-force');
    const id = await sale(code);
    const formId = await formOf(system, id);
    await order(code, { fault: 'slow', on: ['create'], delay_ms: 3000 });
    const press = pressPayButton(system, id, { formId, code });
    const { attempts } = await becomes(id, 'it opens', (sale) => sale.attempts.length > 0);
    const run = system.temporal.workflow.getHandle(transactionWorkflowId(sessionIdOf(id)));
    await run.terminate('By mistake.');
    const { status, headers, text } = await press;
    assert.equal(status, 303, text);
    await network.pay(paymentIdIn(headers.get('location') ?? ''));
    await becomes(id, 'it is paid', isPaid);
    assert.equal((await network.paymentsOf(attempts[0]?.referenceNumber ?? '')).length, 1);
  });

  it('while another method is chosen, the payer is asked in time, and goes on when they say so', async () => {
    const code = await anAccount('silent-page');
    const id = await merchant.sale({ pg_codes: [code, 'cash'] });
    await pageOf(id, code);
    await order(code, { fault: 'slow', on: ['inquire', 'close'], probability: 1 });
    const press = async (more: { readonly replace_attempt?: 'yes' } = {}) =>
      pressPayButton(system, id, { formId: await formOf(system, id), code: 'cash', ...more });
    const asked = await press();
    assert.equal(asked.status, 423, asked.text);
    const gone = await press({ replace_attempt: 'yes' });
    assert.equal(gone.status, 303, gone.text);
    await becomes(id, 'it is to be paid in cash', ({ state }) => state === 'cod');
  });

  /** By two methods: while the bank asks, the page of the first one cannot be closed. Gives the payment. */
  async function paidTwice(client: MerchantClient): Promise<string> {
    const id = await client.sale({
      pg_codes: ['sandbox', 'sandbox-fee'],
      webhook_url: `${system.run.demo}/webhooks`,
    });
    const first = await pageOf(id, 'sandbox');
    await network.beginChallenge(first);
    const gone = await pressPayButton(system, id, {
      formId: await formOf(system, id),
      code: 'sandbox-fee',
      replace_attempt: 'yes',
    });
    const second = paymentIdIn(gone.headers.get('location') ?? '');
    // While its bank asks, nobody closes that page either, which is done as soon as the first one has paid.
    await network.beginChallenge(second);
    await network.passChallenge(first);
    await becomes(id, 'it is paid', ({ state }) => state === 'paid');
    await network.passChallenge(second);
    return id;
  }

  it('a second success is an event at once', async () => {
    const id = await paidTwice(merchant);
    const { attempts } = await becomes(id, 'a person is called', ({ alerts }) => alerts.length > 0);
    await assertTold(id, ['success', 'success']);
    const payload = (await eventsOf(system, id)).at(-1)?.payload;
    assert.deepEqual(
      [payload?.['alert'], payload?.['reference_number'], payload?.['state']],
      ['second_success', attempts[1]?.referenceNumber, 'paid'],
    );
  });

  it('a second success goes back by itself, its fee too, where the merchant wants that', async () => {
    const shop = await aShop(system, {}, { secondSuccess: 'refund' });
    const id = await paidTwice(shop.client);
    const { attempts, state } = await becomes(
      id,
      'the second is refunded',
      ({ operations }) => operations?.[0]?.state === 'done',
    );
    const second = attempts[1]?.total;
    assert.ok(second);
    const moved = await network.moved(id);
    assert.deepEqual(
      [state, moved],
      [
        'paid',
        [
          'capture 12.340 KWD',
          ...['capture', 'refund'].map((kind) => `${kind} ${toDecimal(second)} KWD`),
        ],
      ],
    );
    const session = await until('what the merchant was told is kept, too', async () => {
      const entries = await ledgerOf(system, id);
      const figured = await system.store.moneyViews.find(shop.id, sessionIdOf(id));
      assert.ok(figured);
      const { sessionId } = figured;
      const read = { sessionId, transaction: figured, figured, entries, operations: [] };
      const [one] = await withRecords(system.store, [read]);
      return one && sessionDifferences(one).length === 0 && one;
    });
    const lines = await networkBook(system.run.simulator).of(
      attempts.map(({ referenceNumber }) => referenceNumber),
    );
    const owner = { merchantId: shop.id, sessionId: session.sessionId };
    assert.deepEqual(networkDifferences(owner, session.entries, lines), []);
    await shop.close();
  });

  it('a page that could not be closed is closed at the next press, and another method pays once', async () => {
    const code = await anAccount('unclosed');
    await order(code, { fault: 'reset', on: ['close'], next: 2 });
    const id = await merchant.sale({ pg_codes: [code, 'sandbox'] });
    await pageOf(id, code);
    const told = await pressPayButton(system, id, { formId: await formOf(system, id) });
    assert.equal(told.status, 423);
    const again = await pressPayButton(system, id, { formId: await formOf(system, id) });
    assert.equal(again.status, 303, again.text.replaceAll(/<[^>]+>/g, ' ').slice(0, 3000));
    await network.pay(paymentIdIn(again.headers.get('location') ?? ''));
    await becomes(id, 'it is paid', ({ state }) => state === 'paid');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  // What is no answer is a promise of every gateway (test/gateways/contract.ts); here is one that the network has made something of, and one not.
  for (const [what, fault, isMade] of [
    ['is an error of a proxy', { fault: 'error', status: 502 }, false],
    ['is lost', { fault: 'answer-lost' }, true],
  ] as const)
    it(`the same form asks again once the gateway is back, and is charged once, where the answer to an opening ${what}`, async () => {
      const code = await anAccount(`of-${fault.fault}`);
      const id = await sale(code);
      const form = { formId: await formOf(system, id), code };
      await order(code, { ...fault, on: ['create', 'inquire'], probability: 1 });
      const { status, headers } = await pressPayButton(system, id, form);
      assert.deepEqual([status, headers.get('location')], [502, null]);
      const [begun] = (await transactionOf(system, id)).attempts;
      const opened = () => network.paymentsOf(begun?.referenceNumber ?? '');
      await until('the network has worked', async () => (await opened()).length === Number(isMade));

      await order(code);
      const answer = await pressPayButton(system, id, form);
      assert.equal(answer.status, 303, answer.text);
      await network.pay(paymentIdIn(answer.headers.get('location') ?? ''));
      const { attempts } = await becomes(id, 'it is paid', ({ state }) => state === 'paid');
      assert.equal(attempts.length, 1);
      assert.equal((await opened()).length, 1);
      assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    });

  it('a payer whose card is declined in silence may try again, and pays once, though no callback comes and no browser comes back', async () => {
    const code = await anAccount('lost-decline');
    const id = await sale(code);
    const card_number = '4000000000000002';
    await payAndGo(id, code, { card_number, callback: false });
    await becomes(id, 'it is attempted', ({ state }) => state === 'attempted');
    await payAndGo(id, code, { callback: false });
    const { attempts } = await becomes(id, 'it is paid', isPaid);
    assert.equal(attempts[1]?.inquired?.heard, 'decided');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    await assertTold(id, ['failed', 'success']);
  });

  it('a network that ignores keys is asked what it has before it is asked again, so it makes one payment', async () => {
    const code = await anAccount('ignored-keys');
    await order(
      code,
      { fault: 'error', status: 500, done: true, on: ['create'] },
      { fault: 'key-ignored', next: 9 },
      { fault: 'error', on: ['inquire'] },
    );
    const id = await sale(code);
    const paymentId = await payAndGo(id, code, { callback: false });
    const { attempts } = await becomes(id, 'it is paid', isPaid);
    const payments = await network.paymentsOf(attempts[0]?.referenceNumber ?? '');
    assert.deepEqual(
      [attempts.map(({ gatewayReference }) => gatewayReference), payments.length],
      [[paymentId], 1],
    );
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('a payment that the network has queued is told as pending, once, and paid when it is decided', async () => {
    const code = await anAccount('queued');
    await order(code, { fault: 'queued' });
    const id = await sale(code);
    const paymentId = await payAndGo(id, code);
    await becomes(id, 'the merchant is told', ({ notice }) => notice?.status === 'delivered');
    await wait(3000);
    await assertTold(id, ['pending']);
    await control('POST', `/payments/${paymentId}/decide`, { callback: false });
    await becomes(id, 'it is paid', isPaid);
    await assertTold(id, ['pending', 'success']);
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('a success with the wrong currency pays nothing until the right one comes', async () => {
    const fault = 'wrong-currency';
    const code = await anAccount(fault);
    await order(code, { fault, probability: 1 });
    const id = await sale(code);
    const paymentId = await payAndGo(id, code);
    await becomes(id, 'a person is called', isAlerted);
    await network.callBack(paymentId, { fault, times: 2 });
    await becomes(id, 'it was asked thrice', ({ attempts }) => {
      return (attempts[0]?.inquired?.calls ?? 0) >= 3;
    });
    const { state, alerts } = await transactionOf(system, id);
    assert.equal(state, 'pending');
    assert.deepEqual(
      alerts.map(({ kind }) => kind),
      ['amount-mismatch'],
    );
    const again = await pressPayButton(system, id, { formId: await formOf(system, id), code });
    assert.equal(again.headers.get('location'), null, 'nobody may pay a second time');
    await order(code);
    await becomes(id, 'it is paid', isPaid);
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    await assertTold(id, ['pending', 'success']);
  });

  it('a gateway that never answers leaves the attempt undecided and calls for a person', async () => {
    const code = await anAccount('silent', { ...QUICK, giveUpAfterSeconds: 6 });
    await order(code, { fault: 'error', on: ['inquire'], probability: 1 });
    const id = await sale(code);
    await payAndGo(id, code, { callback: false });
    const { state, alerts, attempts } = await becomes(id, 'a person is called', isAlerted);
    assert.deepEqual([state, attempts[0]?.state], ['pending', 'pending']);
    assert.equal(alerts[0]?.kind, 'manual-action-required');
    await assertTold(id, ['pending']);
    const [found] = await listed(`Alert = "manual-action-required" AND PgCode = "${code}"`);
    assert.equal(found, transactionWorkflowId(sessionIdOf(id)));
    await order(code);
    const handle = system.temporal.workflow.getHandle(transactionWorkflowId(sessionIdOf(id)));
    await handle.signal('returned', attempts[0]?.referenceNumber);
    await becomes(id, 'it is paid', isPaid);
  });

  /** The ids of the workflows that an operator finds by a query; the index follows within seconds. */
  function listed(query: string): Promise<readonly string[]> {
    return until('the workflow is found', async () => {
      const found: string[] = [];
      for await (const { workflowId } of system.temporal.workflow.list({ query }))
        found.push(workflowId);
      return found.length > 0 && found;
    });
  }
});

function isPaid({ state }: Transaction): boolean {
  return state === 'paid';
}

function isAlerted({ alerts }: Transaction): boolean {
  return alerts.length > 0;
}

/** Goes where a page leads. */
async function follow(url: string) {
  return send((await send(url)).headers.get('location') ?? 'nowhere');
}

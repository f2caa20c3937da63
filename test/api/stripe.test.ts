import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tombstoneOf } from '../../domain/transaction/tombstone.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { codeOf } from '../support/builders.ts';
import { rows, send, textIn, until, type Json } from '../support/http.ts';
import { theSystem, type System } from '../support/system.ts';
import { createStripe, signature } from '../../drills/networks/stripe/server.ts';
import { OPERATION } from './support/operating.ts';
import { formOf, goToNetwork, pressPayButton } from './support/payer.ts';
import { ledgerOf, transactionOf, untilState } from './support/records.ts';
import { aShop, type Shop } from './support/shop.ts';

const SECRET_KEY = 'sk_test_pearl7f3a';
const WEBHOOK_SECRET = 'whsec_pearl91cc';
const CARD = '4242424242424242';
const CODES = { purchase: 'stripe', once: 'stripe-once', authorize: 'stripe-hold' };
const DECLINED = '4000000000000002';

/** The whole engine on one side, the stand-in of Stripe on the other. */
describe('payments at Stripe', function () {
  this.timeout(120_000);
  const stripe = createStripe(SECRET_KEY);
  let system: System;
  let shop: Shop;
  let endpoints: readonly { readonly url: string; readonly secrets: readonly string[] }[];
  /** Our name of the attempt that has paid a transaction. */
  const referenceOf = new Map<string, string>();

  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
    await stripe.listen();
    const opened = await system.store.gatewayAccounts.open(shop.id, codeOf('sandbox'));
    assert.ok(opened);
    for (const [name, code] of Object.entries(CODES))
      await system.store.gatewayAccounts.put(
        {
          ...opened.account,
          code: codeOf(code),
          gateway: 'stripe',
          kind: name === 'authorize' ? 'authorize' : 'purchase',
          multipleAttempts: name !== 'once',
          operations: ['refund', 'void'],
          tokenizable: true,
          autoDebit: true,
          cvvRequired: false,
        },
        { url: stripe.url(), secret_key: SECRET_KEY, webhook_secrets: [WEBHOOK_SECRET] },
      );
    // Each account has an endpoint there, and hears what the other one is told.
    endpoints = Object.values(CODES).map((code) => ({
      url: `${system.run.api}/b/gw/callback/${code}/?merchant=${shop.id}`,
      secrets: [WEBHOOK_SECRET],
    }));
    stripe.postTo(...endpoints);
  });
  after(stripe.close);

  it('are paid on its page after a declined card, and given back in parts, one of them in its dashboard', async () => {
    const id = await paid([DECLINED, CARD]);
    assert.deepEqual(moved(id), ['capture 12340']);
    const refund = (amount: string) =>
      shop.client.call('POST', OPERATION, { session_id: id, operation: 'refund', amount });
    // Nothing is set aside for what Stripe cannot give back.
    const refused = await refund('3.317');
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /in steps of 0\.010/);
    const answer = await refund('2.340');
    assert.deepEqual([answer.status, answer.body['result']], [200, 'success'], answer.text);
    assert.deepEqual(moved(id), ['capture 12340', 'refund 2340']);

    stripe.book.refund({ payment_intent: intentOf(id)['id'], amount: 1000 });
    const { operations = [] } = await until('the refund', async () => {
      const transaction = await transactionOf(system, id);
      return (transaction.operations ?? []).length > 1 ? transaction : undefined;
    });
    assert.deepEqual(
      operations.map(({ kind, amount, state, source }) => [kind, amount.minor, state, source]),
      [
        ['refund', 2340, 'done', 'input'],
        ['refund', 1000, 'done', 'pg'],
      ],
    );
    const rest = await refund('9.000');
    assert.deepEqual([rest.status, rest.body['amount']], [200, '9.000'], rest.text);
  });

  it('go on with another method after a declined card, where one attempt is all there is', async () => {
    const { id, page } = await began({ pg_codes: [CODES.once, 'sandbox'] }, CODES.once);
    await pressAt(page, DECLINED);
    await goToNetwork(system, id);
    const { state, attempts } = await transactionOf(system, id);
    assert.deepEqual(
      [state, ...attempts.map((one) => one.state)],
      ['pending', 'canceled', 'pending'],
    );
  });

  it('are paid once, and disputed, although each event comes late, twice, and the last one first', async () => {
    stripe.postTo(...endpoints.map((one) => ({ ...one, isHeld: true, times: 2 })));
    const id = await paid([CARD]);
    await stripe.release();
    assert.deepEqual(moved(id), ['capture 12340']);
    assert.deepEqual(
      (await ledgerOf(system, id)).map(({ event }) => event),
      ['capture'],
    );
    stripe.postTo(...endpoints.map((one) => ({ ...one, isHeld: true, times: 2 })));
    const { id: dispute } = stripe.book.dispute(intentOf(id)['id']);
    stripe.book.closeDispute(dispute, 'won');
    await stripe.release();
    stripe.postTo(...endpoints);
    // That it is won, and that the money is back, are two events: whichever is heard first.
    const { disputes = [] } = await until('the dispute is won and its money back', async () => {
      const transaction = await transactionOf(system, id);
      const [first] = transaction.disputes ?? [];
      return first?.state === 'won' && first.movements.length > 1 ? transaction : undefined;
    });
    assert.deepEqual(
      // Both of one second, as Stripe tells the time.
      disputes.map(({ disputeId, movements }) => [
        disputeId,
        movements.map(({ kind }) => kind).toSorted(),
      ]),
      [[dispute, ['returned', 'taken']]],
    );
    const entries = await ledgerOf(system, id);
    assert.deepEqual(entries.map(({ event }) => event).toSorted(), [
      'capture',
      'chargeback',
      'chargeback-reversed',
    ]);
    const body = { session_id: id, operation: 'refund' };
    const answer = await shop.client.call('POST', OPERATION, body);
    assert.deepEqual([answer.status, answer.body['result']], [200, 'success'], answer.text);
  });

  it('are found by their names there when they were removed and money came late; on one page when Stripe keeps a 500 under the key of the first request', async () => {
    stripe.fail({ on: 'post /v1/checkout/sessions', fault: 'broken' });
    const id = await paid([CARD]);
    assert.equal(pagesOf(id), 1);
    assert.deepEqual(moved(id), ['capture 12340']);
    const transaction = await transactionOf(system, id);
    const [attempt] = transaction.attempts;
    assert.ok(attempt);
    const { total: charged, gatewayPayment, ...unpaid } = attempt;
    assert.ok(gatewayPayment !== undefined);
    const failed = { ...unpaid, total: charged, state: 'failed' } as const;
    const tombstone = tombstoneOf(
      { ...transaction, state: 'failed', attempts: [failed] },
      { now: Date.now() },
    );
    const { referenceNumber } = attempt;
    const lateMoney = [{ referenceNumber, gatewayPayment, charged, at: Date.now() }];
    await system.store.tombstones.insert({ ...tombstone, lateMoney });
    await system.store.transactions.remove(transaction);
    stripe.book.refund({ payment_intent: gatewayPayment, amount: 1000 });
    stripe.book.dispute(gatewayPayment);
    const stranger = await paid([CARD]);
    await system.store.transactions.remove(await transactionOf(system, stranger));
    const strange = textIn(intentOf(stranger), 'id');
    stripe.book.dispute(strange);
    // What is left for the sweep.
    const kept = await until('all are kept', async () => {
      const unheard = await system.store.inbox.unheard(transaction.createdAt, Date.now());
      const ours = unheard.filter(
        ({ operation, dispute }) =>
          (operation?.gatewayPayment ?? dispute?.gatewayPayment) === gatewayPayment ||
          dispute?.gatewayPayment === strange,
      );
      const kinds = ours.map(({ pgCode, operation, referenceNumber: on }) =>
        [pgCode, operation ? 'refund' : 'dispute', on ?? 'nobody'].join(' '),
      );
      const wanted = [
        `stripe refund ${referenceNumber}`,
        `stripe dispute ${referenceNumber}`,
        'stripe dispute nobody',
      ];
      return wanted.every((one) => kinds.includes(one)) ? ours : undefined;
    });
    // It would be an alert of the whole system.
    await Promise.all(kept.map((entry) => system.store.inbox.markSignaled(entry)));
  });

  it('are held and captured, on one page when the answer to the first request was lost', async () => {
    stripe.fail({ on: 'post /v1/checkout/sessions', fault: 'lost' });
    const id = await paid([CARD], { pg_codes: [CODES.authorize] }, 'authorized');
    const body = { session_id: id, operation: 'capture', amount: '5.000' };
    const answer = await shop.client.call('POST', OPERATION, body);
    assert.deepEqual([answer.status, answer.body['result']], [200, 'success'], answer.text);
    assert.equal(pagesOf(id), 1);
    assert.deepEqual(moved(id), ['authorize 12340', 'capture 5000']);
    // Stripe captures a hold once: the rest is free, and here it is a void.
    const freed = await until('the void of the rest', async () => {
      const { operations = [] } = await transactionOf(system, id);
      return operations.find(({ kind }) => kind === 'void');
    });
    assert.deepEqual([freed.amount.minor, freed.state, freed.source], [7340, 'done', 'pg']);
    const entries = await ledgerOf(system, id);
    const hold = entries
      .flatMap(({ lines }) => lines)
      .filter(({ account }) => account === 'hold')
      .reduce((sum, { amount }) => sum + amount.minor, 0);
    assert.equal(hold, 0);
    const again = await shop.client.call('POST', OPERATION, { ...body, amount: '1.000' });
    assert.equal(again.status, 400, again.text);
    assert.match(again.text, /captures a hold once/);
  });

  it('are held, and captured in the dashboard before the hold is heard of', async () => {
    const { id, back } = await heldUnheard();
    stripe.book.capture(textIn(intentOf(id), 'id'), { amount_to_capture: 5000 });
    await tell(lastEvent('charge.captured'));
    const early = await transactionOf(system, id);
    assert.deepEqual(
      [early.state, operationsOf(early)],
      ['pending', ['capture 5000 done pg', 'void 7340 done pg']],
    );
    await send(back);
    const { paidAmount, alerts } = await untilState(system, id, 'authorized');
    assert.deepEqual([paidAmount?.minor, alerts], [5000, []]);
    const entries = await ledgerOf(system, id);
    assert.deepEqual(entries.map(({ event }) => event).toSorted(), ['capture', 'hold', 'void']);
  });

  it('are held, and let go in the dashboard, which is heard of once the hold is', async () => {
    const { id, back } = await heldUnheard();
    stripe.book.cancel(textIn(intentOf(id), 'id'), 'requested_by_customer');
    await tell(lastEvent('payment_intent.canceled'));
    assert.deepEqual(operationsOf(await transactionOf(system, id)), []);
    await send(back);
    await untilState(system, id, 'authorized');
    // As the sweep does; Stripe may say it again, too.
    await tell(lastEvent('payment_intent.canceled'));
    assert.deepEqual(operationsOf(await transactionOf(system, id)), ['void 12340 done pg']);
  });

  it('have let nothing go where a page is closed on which nothing was held', async () => {
    stripe.postTo();
    const { id, page } = await began({ pg_codes: [CODES.authorize] }, CODES.authorize);
    await pressAt(page, DECLINED);
    const [attempt] = (await transactionOf(system, id)).attempts;
    referenceOf.set(id, attempt?.referenceNumber ?? '');
    // The bank was to be asked about another card, which has no charge yet.
    const asking = { ...intentOf(id), status: 'canceled', last_payment_error: null };
    const canceled = { ...asking, cancellation_reason: 'automatic' };
    stripe.book.expireSession(attempt?.gatewayReference ?? '');
    const closed = lastEvent('checkout.session.expired');
    await tell({
      ...closed,
      id: 'evt_never_held',
      type: 'payment_intent.canceled',
      data: { object: canceled },
    });
    await tell(closed);
    const over = await until('the end of the attempt', async () => {
      const transaction = await transactionOf(system, id);
      return transaction.attempts[0]?.state !== 'pending' && transaction;
    });
    assert.deepEqual([operationsOf(over), over.alerts], [[], []]);
    stripe.postTo(...endpoints);
  });

  it('are made with a card that it keeps', async () => {
    const customer_id = `c-${randomUUID()}`;
    const owner = { merchantId: shop.id, customerId: customer_id, sandbox: true };
    const webhook_url = `${system.run.demo}/webhooks`;
    await paid([CARD], { payment_type: 'save_card', amount: '0', customer_id, webhook_url });
    const card = await until('the card', async () => (await system.store.cards.list(owner))[0]);
    const id = await shop.client.sale({ pg_codes: [CODES.purchase], customer_id });
    const formId = await formOf(system, id);
    await pressPayButton(system, id, { formId, code: `card:${card.token}` });
    await untilState(system, id, 'paid');
    referenceOf.set(id, (await transactionOf(system, id)).attempts[0]?.referenceNumber ?? '');
    assert.deepEqual(moved(id), ['capture 12340']);
  });

  it('are not offered for fils that do not end in 0', async () => {
    const body = {
      type: 'payment_request',
      amount: '12.345',
      currency_code: 'KWD',
      pg_codes: [CODES.purchase],
    };
    const alone = await shop.client.create(body);
    assert.equal(alone.status, 400, alone.text);
    assert.match(alone.text, /Stripe takes KWD in steps of 0\.010/);
    // Where another one can charge it, the payment is made, and says why this one is hidden.
    const both = { ...body, pg_codes: [CODES.purchase, 'sandbox'] };
    const why = `"${CODES.purchase}" cannot charge KWD 12.345: Stripe takes KWD in steps of 0.010.`;
    const hidden = [{ code: CODES.purchase, why }];
    const preview = await shop.client.call('POST', '/b/checkout/v1/transactions/preview/', both);
    assert.deepEqual(offersOf(preview.body), [['sandbox'], hidden], preview.text);
    const made = await shop.client.create(both);
    assert.deepEqual(offersOf(made.body), [['sandbox'], hidden], made.text);
    assert.deepEqual(made.body['pg_codes'], both.pg_codes);
    const id = textIn(made.body, 'session_id');
    const page = await send(textIn(made.body, 'checkout_page_url'));
    assert.deepEqual(
      [...page.text.matchAll(/name="pg_code" value="([^"]+)"/g)].map(([, one]) => one),
      ['sandbox'],
    );
    const path = `/b/checkout/v1/pymt-txn/${id}/`;
    const changed = await shop.client.call('PATCH', path, { amount: '12.340' });
    assert.deepEqual(offersOf(changed.body), [both.pg_codes, undefined], changed.text);
    const other = await shop.client.call('PATCH', path, { order_no: 'O-1' });
    assert.deepEqual(offersOf(other.body), [both.pg_codes, undefined], other.text);
    const back = await shop.client.call('PATCH', path, { amount: '12.345' });
    assert.deepEqual(offersOf(back.body), [['sandbox'], hidden], back.text);
    const named = await shop.client.call('PATCH', path, { order_no: 'O-2' });
    assert.deepEqual(offersOf(named.body), [['sandbox'], hidden], named.text);
    const none = await shop.client.call('PATCH', path, { pg_codes: [CODES.purchase] });
    assert.equal(none.status, 400, none.text);
    assert.match(none.text, /steps of 0\.010/);
  });

  it('are told of by events, and one of a kind that nobody knows is acknowledged', async () => {
    const [endpoint] = endpoints;
    const ask = (body: string, at = Date.now()) =>
      send(endpoint?.url ?? '', {
        method: 'POST',
        headers: { 'stripe-signature': signature(body, [WEBHOOK_SECRET], at) },
        body,
      });
    const event = { id: 'evt_new', type: 'pearl.polished', data: { object: { id: 'pl_1' } } };
    assert.equal((await ask(JSON.stringify(event))).status, 200);
    const tenMinutes = 10 * 60_000;
    for (const at of [Date.now() - tenMinutes, Date.now() + tenMinutes])
      assert.equal((await ask(JSON.stringify(event), at)).status, 400);
  });

  it('are refunded in the dashboard before their charge is heard of: the word is kept', async () => {
    const [endpoint] = endpoints;
    const refund = {
      id: 're_early',
      amount: 5000,
      currency: 'kwd',
      status: 'succeeded',
      metadata: {},
      payment_intent: 'pi_not_known_yet',
      balance_transaction: 'txn_1',
    };
    const body = JSON.stringify({
      id: 'evt_early',
      type: 'refund.created',
      created: Math.floor(Date.now() / 1000),
      data: { object: refund },
    });
    const { status } = await send(endpoint?.url ?? '', {
      method: 'POST',
      headers: { 'stripe-signature': signature(body, [WEBHOOK_SECRET], Date.now()) },
      body,
    });
    assert.equal(status, 200);
    const page = { until: Date.now(), limit: 100 };
    const kept = await system.store.inbox.unheardOperations(Date.now() - 60_000, page);
    assert.deepEqual(
      kept
        .filter((one) => one.merchantId === shop.id && one.referenceNumber === undefined)
        .map(({ operation }) => [operation.gatewayPayment, operation.gatewayReference]),
      [['pi_not_known_yet', 're_early']],
    );
  });

  it('lead a payer who leaves its page without paying back to all methods at once, once it has said that nothing was paid', async () => {
    const { id, page } = await began({ pg_codes: [CODES.purchase, 'sandbox'] }, CODES.purchase);
    const [attempt] = (await transactionOf(system, id)).attempts;
    referenceOf.set(id, attempt?.referenceNumber ?? '');
    const session = stripe.book
      .all('checkout.session')
      .find(({ metadata }) => metadata.reference === attempt?.referenceNumber);
    const [paidThere, leftThere] = [session?.['success_url'], session?.['cancel_url']].map(String);
    assert.ok(paidThere && leftThere);
    const checkout = `${system.run.api}/checkout/${id}?lang=en`;
    assert.equal(await led(leftThere), checkout);
    assert.equal(await led(`${system.run.api}/b/checkout/result/${id}/`), checkout);
    // Stripe may say a moment later that they have paid: who comes from paying is not led to pay.
    assert.equal(await led(paidThere), null);
    assert.equal((await send(checkout)).status, 200);
    assert.equal(await led(leftThere), checkout);
    // They have paid in another tab.
    await pressAt(page, CARD);
    assert.notEqual(await led(leftThere), checkout);
    await untilState(system, id, 'paid');
    assert.deepEqual(moved(id), ['capture 12340']);
  });

  /** A sale that is paid by the last of these cards on the page of Stripe. */
  async function paid(
    cards: readonly string[],
    more: Json = {},
    state: 'paid' | 'authorized' = 'paid',
  ) {
    const code = state === 'authorized' ? CODES.authorize : CODES.purchase;
    const { id, page } = await began({ pg_codes: [code], ...more }, code);
    let back: string | null = null;
    for (const card of cards) back = await pressAt(page, card);
    assert.ok(back !== null && back.startsWith(system.run.api), `the payer was sent to ${back}`);
    await send(back);
    await untilState(system, id, state);
    const [attempt] = (await transactionOf(system, id)).attempts;
    referenceOf.set(id, attempt?.referenceNumber ?? '');
    return id;
  }

  /** A sale that Stripe holds money for, of which it has told nobody; with where the payer is sent back. */
  async function heldUnheard() {
    stripe.postTo();
    const { id, page } = await began({ pg_codes: [CODES.authorize] }, CODES.authorize);
    const back = await pressAt(page, CARD);
    assert.ok(back !== null);
    const [attempt] = (await transactionOf(system, id)).attempts;
    referenceOf.set(id, attempt?.referenceNumber ?? '');
    return { id, back };
  }

  /** Posts an event to the endpoint of the account that holds, which has heard it then. */
  async function tell(event: Json) {
    const body = JSON.stringify(event);
    const { status, text } = await send(endpoints.at(-1)?.url ?? '', {
      method: 'POST',
      headers: { 'stripe-signature': signature(body, [WEBHOOK_SECRET]) },
      body,
    });
    assert.equal(status, 200, text);
  }

  function lastEvent(type: string): Json {
    const event = stripe.book.events.find((one) => one['type'] === type);
    assert.ok(event);
    return event;
  }

  /** A sale whose payer has gone to the page of Stripe. */
  async function began(more: Json, code: string) {
    const id = await shop.client.sale(more);
    const { headers, text } = await pressPayButton(system, id, { code });
    const page = headers.get('location') ?? '';
    assert.ok(page.startsWith(stripe.url()), text.slice(0, 500));
    return { id, page };
  }

  function moved(id: string) {
    return stripe.book.moved
      .filter(({ reference }) => reference === referenceOf.get(id))
      .map(({ entry, amount }) => `${entry} ${amount}`);
  }

  /** How many pages Stripe has made for a sale. */
  function pagesOf(id: string) {
    return stripe.book
      .all('checkout.session')
      .filter(({ metadata }) => metadata.reference === referenceOf.get(id)).length;
  }

  function intentOf(id: string) {
    const found = stripe.book
      .all('payment_intent')
      .find(({ metadata }) => metadata.reference === referenceOf.get(id));
    assert.ok(found);
    return found;
  }
});

function operationsOf({ operations = [] }: Transaction) {
  return operations.map(({ kind, amount, state, source }) =>
    [kind, amount.minor, state, source].join(' '),
  );
}

/** Pays by a card on a page of Stripe; gives where the payer is sent then. */
async function pressAt(page: string, press: string): Promise<string | null> {
  const body = new URLSearchParams({ press });
  const { headers } = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  return headers.get('location');
}

/** The codes that are offered, and those that are hidden. */
function offersOf(body: Json) {
  const codes = rows(body, 'payment_methods').map(({ code }) => code);
  return [codes, body['hidden_payment_methods']];
}

async function led(url: string): Promise<string | null> {
  return (await send(url)).headers.get('location');
}

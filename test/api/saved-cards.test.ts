import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import type { GatewayAccount } from '../../domain/account.ts';
import type { SavedCard } from '../../domain/card/card.ts';
import { codeOf } from '../support/builders.ts';
import { EXPIRY } from '../../drills/networks/card-expiry.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  part,
  rows,
  send,
  textIn,
  TRANSACTIONS,
  until,
  type Answer,
  type Json,
} from '../support/http.ts';
import { answerLost } from './support/answer-lost.ts';
import { keepLocked } from './support/cards.ts';
import { CHALLENGED_CARD, sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { formAsking, formOf, goToNetwork, pressPayButton } from './support/payer.ts';
import { DEMO, transactionOf, untilState } from './support/records.ts';
import { aReceiver, aShop, type Shop } from './support/shop.ts';

const SDK = '/b/checkout/api/sdk/v1';
const VISA = '4012888888881881';
const POOR_ONCE_SAVED = '4000000000000341';

/** Two accounts that keep cards: one wants the security code again. */
const FREE = 'vault-free';
const CODED = 'vault-coded';
/** One that has the network's fields for a card. */
const TYPED = 'vault-typed';

describe('paying with a saved card', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
    receiver = await aReceiver();
    await putAccount(FREE, { cvvRequired: false });
    await putAccount(CODED, { cvvRequired: true });
    await putAccount(TYPED, { cvvRequired: false }, { card_frame: true });
  });
  after(() => receiver.close());

  async function putAccount(code: string, given: Partial<GatewayAccount>, settings: Json = {}) {
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    const account = { ...opened.account, ...given, merchantId: shop.id, code: codeOf(code) };
    await system.store.gatewayAccounts.put(
      { ...account, tokenizable: true },
      { ...opened.settings, ...settings },
    );
  }

  /** By account and number: the network keeps each card once, for all customers who have it. */
  const keptThere = new Map<string, Promise<SavedCard>>();

  /** A card that a customer has saved without a payment. */
  async function saved(customerId: string, code = FREE, number = VISA): Promise<SavedCard> {
    const which = `${code} ${number}`;
    const there = keptThere.get(which) ?? savedThere(customer(), code, number);
    keptThere.set(which, there);
    const now = Date.now();
    const card = { ...(await there), customerId, createdAt: now, usedAt: now };
    await system.store.cards.keep(card);
    return card;
  }

  async function savedThere(customerId: string, code: string, number: string): Promise<SavedCard> {
    const owner = { merchantId: shop.id, customerId, sandbox: true };
    const id = await shop.client.sale({
      payment_type: 'save_card',
      amount: '0',
      pg_codes: [code],
      customer_id: customerId,
      webhook_url: receiver.url,
    });
    const page = await goToNetwork(system, id, code);
    await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: number });
    return until('the card', async () => {
      const [card] = await system.store.cards.list(owner);
      return card;
    });
  }
  const sell = (customer_id: string, more: Json = {}) =>
    shop.client.sale({
      customer_id,
      pg_codes: [FREE, CODED],
      webhook_url: `${receiver.url}/pay`,
      ...more,
    });
  const told = (id: string, state = 'paid') =>
    until('the webhook', async () =>
      receiver.at('/pay').find((body) => body['session_id'] === id && body['state'] === state),
    );
  const submit = (session_id: string, token: string, more: Json = {}) =>
    shop.client.call('POST', `${SDK}/submit-token/`, { session_id, token, ...more });
  const create = (customer_id: string, token: string, more: Json = {}, key?: string) =>
    shop.client.post(
      TRANSACTIONS,
      {
        type: 'e_commerce',
        amount: '12.340',
        currency_code: 'KWD',
        pg_codes: [FREE],
        customer_id,
        webhook_url: `${receiver.url}/pay`,
        payment_instrument: { instrument_type: 'token', payload: { token } },
        ...more,
      },
      key === undefined ? {} : { 'Idempotency-Key': key },
    );
  const moved = (id: string) => sandboxNetworkOf(system).moved(id);
  /** Orders faults of the network for the accounts of the shop, in place of all before. */
  async function order(...faults: readonly Json[]): Promise<void> {
    const { settings } = (await system.store.gatewayAccounts.open(shop.id, codeOf(FREE))) ?? {};
    const path = `/control/accounts/${String(settings?.['account'])}/faults`;
    const { status } = await send(`${system.run.simulator}${path}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ faults }),
    });
    assert.equal(status, 200);
  }
  /** What the frame of the network gives for a code that was typed in it. */
  async function typed(code: string): Promise<string> {
    const { settings } = (await system.store.gatewayAccounts.open(shop.id, codeOf(code))) ?? {};
    const answer = await send(`${system.run.simulator}/control/cvv`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ account: settings?.['account'] }),
    });
    return textIn(answer.body, 'reference');
  }

  /** What the network's frame gives for a card that was typed in it. */
  async function typedCard(): Promise<string> {
    const { settings } = (await system.store.gatewayAccounts.open(shop.id, codeOf(TYPED))) ?? {};
    const answer = await send(`${system.run.simulator}/card`, {
      method: 'POST',
      body: new URLSearchParams({
        account: String(settings?.['account']),
        origin: 'https://shop.example',
        lang: 'en',
        number: VISA,
        expiry: EXPIRY,
        cvv: '123',
        name: 'Mona Ali',
      }),
    });
    return textIn(answer.body, 'reference');
  }
  /** Decides what the network has queued: as the card says, or so. */
  async function decide(payment: string, outcome?: string): Promise<void> {
    const { status } = await send(`${system.run.simulator}/control/payments/${payment}/decide`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ outcome }),
    });
    assert.equal(status, 200);
  }
  const patched = (id: string) => shop.client.patch(id, { amount: '15' });
  async function changedElsewhere(id: string): Promise<void> {
    await patched(id);
    await openedElsewhere(id);
  }
  async function openedElsewhere(id: string): Promise<string> {
    const answer = await shop.client.call('POST', `${SDK}/submit/${id}/`, { pg_code: CODED });
    return paymentIdIn(textIn(answer.body, 'redirect_url'));
  }
  async function paidElsewhere(id: string): Promise<void> {
    await sandboxNetworkOf(system).pay(await openedElsewhere(id));
    await untilState(system, id, 'paid');
  }

  describe('by a program of the payer', () => {
    it('is offered with its addresses, paid at once, and told with its token', async () => {
      const who = customer();
      const older = await saved(who);
      const card = await saved(who, CODED);
      const id = await sell(who);
      const { body } = await shop.client.call('GET', `${SDK}/pymt-txn/submit/${id}/`);
      const cards = rows(body, 'cards');
      assert.deepEqual(
        cards.map((one) => [one['token'], one['is_preferred'], one['cvv_required'], one['pg']]),
        [
          [card.token, true, true, 'Sandbox'],
          [older.token, false, false, 'Sandbox'],
        ],
      );
      const [coded, first] = cards;
      assert.equal(first?.['cvv_url'], undefined, 'no code is asked');
      const frame = new URL(String(coded?.['cvv_url']));
      assert.equal(frame.origin, system.run.simulator);
      frame.searchParams.set('origin', 'https://shop.example');
      const { headers } = await send(frame);
      assert.match(
        headers.get('Content-Security-Policy') ?? '',
        /frame-ancestors https:\/\/shop\.example$/,
      );
      assert.equal(first?.['submit_url'], `${system.run.api}${SDK}/submit-token/`);
      const changed = await submit(id, older.token, { total: '12.350' });
      assert.deepEqual([changed.status, Object.keys(changed.body)], [400, ['total']], changed.text);
      assert.deepEqual(await moved(id), []);
      const answer = await submit(id, older.token, { total: '12.340' });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(
        [answer.body['status'], answer.body['form_of_payment'], answer.body['challenge_occurred']],
        ['success', 'token_pay', false],
      );
      assert.equal(answer.text.includes(older.token), false);
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
      const token = part(await told(id), 'token');
      assert.deepEqual([token['token'], token['number']], [older.token, '**** 1881']);
      const again = await shop.client.call('POST', '/b/pbl/v2/card/', {
        type: 'sandbox',
        customer_id: who,
      });
      const [preferred] = JSON.parse(again.text) as readonly Json[];
      assert.equal(preferred?.['token'], older.token, 'it paid last');
      const over = await shop.client.call('GET', `${SDK}/pymt-txn/submit/${id}/`);
      assert.deepEqual(over.body['cards'], []);
    });

    it('needs the word of the frame where its security code is required, and each is good once', async () => {
      const who = customer();
      const card = await saved(who, CODED);
      const id = await sell(who);
      const missing = await submit(id, card.token);
      assert.deepEqual([missing.status, Object.keys(missing.body)], [400, ['cvv_reference']]);
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
      const invented = await submit(id, card.token, { cvv_reference: 'cvv_invented' });
      assert.equal(invented.body['status'], 'canceled', 'it can be tried again');
      const cvv_reference = await typed(CODED);
      const paid = await submit(id, card.token, { cvv_reference });
      assert.equal(paid.body['status'], 'success', paid.text);
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
      const document = JSON.stringify(await transactionOf(system, id));
      assert.equal(document.includes(cvv_reference), false);
    });

    it('leads to the bank where that wants the payer to confirm', async () => {
      const who = customer();
      const card = await saved(who, FREE, CHALLENGED_CARD);
      const id = await sell(who);
      const { status, body } = await submit(id, card.token);
      assert.deepEqual([status, body['status']], [200, '3DS']);
      const page = textIn(body, 'redirect_url');
      assert.ok(textIn(body, 'html').includes(page.replaceAll('&', '&amp;')));
      const confirmed = await send(`${page}/challenge`, {
        method: 'POST',
        body: new URLSearchParams({ code: '123456' }),
      });
      assert.equal(confirmed.status, 303, confirmed.text);
      await untilState(system, id, 'paid');
      const read = await shop.client.call('GET', `${SDK}/pymt-txn/submit/${id}/`);
      const response = part(read.body, 'response');
      assert.deepEqual(
        [response['form_of_payment'], response['challenge_occurred']],
        ['token_pay', true],
      );
    });

    it('tells why it was declined, and another one can pay', async () => {
      const who = customer();
      const poor = await saved(who, FREE, POOR_ONCE_SAVED);
      const good = await saved(who);
      const id = await sell(who);
      const declined = await submit(id, poor.token);
      assert.deepEqual(
        [declined.body['status'], declined.body['message']],
        ['canceled', 'There is not enough money on the card for this amount.'],
      );
      assert.equal('token' in (await told(id, 'attempted')), false);
      const { attempts } = await transactionOf(system, id);
      assert.deepEqual(attempts[0]?.decline, { code: 'insufficient_funds', advice: 'soft' });
      assert.equal((await submit(id, good.token)).body['status'], 'success');
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
    });

    it('is undecided when the gateway gives no answer, never failed; one charge comes of it', async () => {
      const who = customer();
      const card = await saved(who);
      const id = await sell(who);
      await order(
        { fault: 'answer-lost', on: ['charge'], probability: 1 },
        { fault: 'error', on: ['inquire'], probability: 1 },
        { fault: 'no-callback', probability: 1 },
      );
      // Nobody says anything of the charge before the next order, however often and late it is asked.
      const answer = await submit(id, card.token);
      assert.deepEqual([answer.status, answer.body['status']], [202, 'pending'], answer.text);
      await order();
      const [attempt] = (await transactionOf(system, id)).attempts;
      assert.ok(attempt);
      const [payment] = await sandboxNetworkOf(system).paymentsOf(attempt.referenceNumber);
      await sandboxNetworkOf(system).callBack(textIn(payment ?? {}, 'id'));
      await untilState(system, id, 'paid');
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
    });

    it('lets nothing else be paid while the gateway has not decided', async () => {
      const who = customer();
      const card = await saved(who);
      const id = await sell(who);
      await order({ fault: 'queued', on: ['charge'] });
      const answer = await submit(id, card.token);
      assert.deepEqual([answer.status, answer.body['status']], [202, 'pending'], answer.text);
      const other = await shop.client.call('POST', `${SDK}/submit/${id}/`, { pg_code: CODED });
      assert.deepEqual([other.status, other.body['code']], [423, 'locked']);
      const pressed = await pressPayButton(system, id, { formId: 'before', code: CODED });
      assert.equal(pressed.status, 303);
      assert.match(pressed.headers.get('location') ?? '', /\/b\/gw\/return\//u);
      const [payment] = await sandboxNetworkOf(system).paymentsOf(
        textIn(answer.body, 'reference_number'),
      );
      await decide(textIn(payment ?? {}, 'id'));
      await untilState(system, id, 'paid');
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
    });

    type PaidBy = 'a saved card' | 'a card that was typed';

    /** A press that its network has queued, and how the same request is sent again. */
    const queuedBy = async (by: PaidBy) => {
      const who = customer();
      const { token } = await saved(who);
      const id = await sell(who, { pg_codes: [FREE, CODED, TYPED] });
      const [path, body] =
        by === 'a saved card'
          ? [`${SDK}/submit-token/`, { session_id: id, token, total: '12.340' }]
          : [
              `${SDK}/submit/${id}/`,
              { pg_code: TYPED, card_reference: await typedCard(), total: '12.340' },
            ];
      const key = { 'Idempotency-Key': randomUUID() };
      const asked = () => shop.client.post(path, body, key);
      await order({ fault: 'queued', on: ['charge', 'pay'] });
      const first = await asked();
      assert.deepEqual([first.status, first.body['status']], [202, 'pending'], first.text);
      return { id, reference: textIn(first.body, 'reference_number'), asked };
    };

    const CHANGED = 'the amount was changed and another page was opened';
    // Whatever pays is pressed in one way (api/sdk/press.ts): each shows one of the two.
    for (const [by, what, since, told] of [
      ['a saved card', CHANGED, changedElsewhere, 'the decline'],
      ['a card that was typed', 'another page has paid', paidElsewhere, 'the other one'],
    ] as const)
      it(`is charged once by ${by} for one Idempotency-Key, also where the answer was lost and ${what} since`, async () => {
        const { id, reference, asked } = await queuedBy(by);
        const [payment] = await sandboxNetworkOf(system).paymentsOf(reference);
        await decide(textIn(payment ?? {}, 'id'), 'issuer_decline');
        await untilState(system, id, 'attempted');
        await since(id);
        const { attempts } = await transactionOf(system, id);
        const again = await asked();
        const { status, reference_number } = again.body;
        assert.equal(again.status, 200, again.text);
        assert.deepEqual(
          told === 'the decline'
            ? [status, reference_number]
            : [status, reference_number !== reference],
          told === 'the decline' ? ['canceled', reference] : ['success', true],
        );
        assert.equal((await transactionOf(system, id)).attempts.length, attempts.length);
        assert.equal((await sandboxNetworkOf(system).paymentsOf(reference)).length, 1);
      });

    it('is not said to be over where its payer cancels while the gateway has not answered', async () => {
      const customer_id = customer();
      const { token } = await saved(customer_id);
      const id = await sell(customer_id);
      // It has charged by then, and says so to nobody.
      await order(
        { fault: 'slow', delay_ms: 60_000, on: ['charge'], probability: 1 },
        { fault: 'no-callback', probability: 1 },
      );
      const paying = submit(id, token);
      const payment = await until('the charge', async () => {
        const [attempt] = (await transactionOf(system, id)).attempts;
        return attempt && (await sandboxNetworkOf(system).paymentsOf(attempt.referenceNumber))[0];
      });
      const canceled = await send(`${system.run.api}/checkout/${id}/cancel/`, { method: 'POST' });
      assert.match(canceled.text, /do not pay a second time/);
      await order();
      await sandboxNetworkOf(system).callBack(textIn(payment, 'id'));
      await paying;
      await untilState(system, id, 'paid');
    });

    // Each route answers itself what is undecided.
    for (const [by, form] of [
      ['a saved card', 'token_pay'],
      ['a card that was typed', 'card_onsite'],
    ] as const)
      it(`is undecided by ${by} for one Idempotency-Key until the gateway has said it, also while payments are paused and when the time to pay is over`, async () => {
        const { id, reference, asked } = await queuedBy(by);
        await shop.set({ paused: true });
        const paused = await asked();
        await shop.set({});
        assert.deepEqual(
          [paused.status, paused.body['reference_number']],
          [202, reference],
          paused.text,
        );
        const expired = { operation: 'expire', session_id: id };
        const over = await shop.client.call('POST', '/b/pbl/v2/operation/', expired);
        assert.equal(over.status, 200, over.text);
        const undecided = await asked();
        assert.equal(undecided.status, 202, undecided.text);
        assert.deepEqual(
          ['status', 'form_of_payment', 'reference_number'].map((key) => undecided.body[key]),
          ['pending', form, reference],
        );
        const [payment] = await sandboxNetworkOf(system).paymentsOf(reference);
        await decide(textIn(payment ?? {}, 'id'), 'success');
        await untilState(system, id, 'paid');
        const told = await asked();
        assert.deepEqual([told.status, told.body['status']], [200, 'success'], told.text);
      });

    it('is refused for a card of another customer, an expired one, and a security code in clear', async () => {
      const [who, stranger] = [customer(), customer()];
      const card = await saved(who);
      const foreign = await submit(await sell(stranger), card.token);
      assert.deepEqual([foreign.status, Object.keys(foreign.body)], [400, ['token']]);
      const id = await sell(who);
      const expired = { ...card, token: `tok_${who}`, expiry: { year: 2025, month: 1 } };
      await system.store.cards.keep(expired);
      const late = await submit(id, expired.token);
      assert.deepEqual([late.status, late.body['code']], [400, 'card_expired']);
      const cvv = String(randomInt(10 ** 11, 10 ** 12));
      const clear = await submit(id, card.token, { cvv });
      assert.deepEqual([clear.status, Object.keys(clear.body)], [400, ['cvv']]);
      assert.equal(system.logs().includes(cvv), false);
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
    });

    it('is not offered where its account was switched off, and pressing it all the same begins nothing', async () => {
      const who = customer();
      const card = await saved(who);
      const id = await sell(who);
      const formId = await formOf(system, id);
      const opened = await system.store.gatewayAccounts.open(shop.id, codeOf(FREE));
      assert.ok(opened);
      const { account, settings } = opened;
      const { put } = system.store.gatewayAccounts;
      await put({ ...account, active: false }, { ...settings });
      try {
        const { body } = await shop.client.call('GET', `${SDK}/pymt-txn/submit/${id}/`);
        assert.deepEqual(rows(body, 'cards'), []);
        const refused = await submit(id, card.token);
        assert.deepEqual(
          [refused.status, refused.body],
          [400, { token: [`"${FREE}" is not active.`] }],
        );
        const pressed = await pressPayButton(system, id, { formId, code: `card:${card.token}` });
        assert.equal(pressed.status, 400);
      } finally {
        await put(account, { ...settings });
      }
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
    });

    it('is one to its holder where two accounts of the payment keep it, and is deleted at both', async () => {
      const who = customer();
      const card = await saved(who);
      const pgCodes = [FREE, CODED].map(codeOf);
      const token = `tok_${who}`;
      for (const pgCode of pgCodes) await system.store.cards.keep({ ...card, token, pgCode });
      await system.store.cards.keep({ ...card, token, pgCode: codeOf('elsewhere') });
      const id = await sell(who, { pg_codes: [FREE, CODED] });
      const { body } = await shop.client.call('GET', `${SDK}/pymt-txn/submit/${id}/`);
      const shown = rows(body, 'cards').filter((one) => one['token'] === token);
      assert.equal(shown.length, 1);
      const url = new URL(textIn(shown[0] ?? {}, 'delete_url'));
      const deleted = await shop.client.call('DELETE', `${url.pathname}${url.search}`);
      assert.equal(deleted.status, 204, deleted.text);
      const left = (await system.store.cards.list(card)).filter((one) => one.token === token);
      assert.deepEqual(
        left.map(({ pgCode }) => pgCode),
        ['elsewhere'],
      );
    });

    it('can be deleted by its holder, but not while an agreement needs it', async () => {
      const who = customer();
      const card = await saved(who);
      const locked = await keepLocked(system, { ...card, token: `tok_${who}` }, 'A-1');
      const id = await sell(who);
      const { body } = await shop.client.call('GET', `${SDK}/pymt-txn/submit/${id}/`);
      const remove = (token: string): Promise<Answer> => {
        const shown = rows(body, 'cards').find((one) => one['token'] === token);
        const url = new URL(textIn(shown ?? {}, 'delete_url'));
        return shop.client.call('DELETE', `${url.pathname}${url.search}`);
      };
      const refused = await remove(locked.token);
      assert.deepEqual([refused.status, refused.body['code']], [400, 'card_locked']);
      assert.equal((await remove(card.token)).status, 204);
      assert.equal((await remove(card.token)).status, 404);
      const other = await sell(customer());
      const path = `${SDK}/card/${locked.token}/?session_id=${other}`;
      assert.equal((await shop.client.call('DELETE', path)).status, 404);
      const unnamed = await shop.client.call('DELETE', `${SDK}/card/${card.token}/`);
      assert.deepEqual([unnamed.status, Object.keys(unnamed.body)], [400, ['session_id']]);
      const gone = await submit(id, card.token);
      assert.deepEqual([gone.status, Object.keys(gone.body)], [400, ['token']]);
    });
  });

  describe('on our page', () => {
    it('is chosen among the methods and charged at once', async () => {
      const who = customer();
      const card = await saved(who);
      const id = await sell(who, { pg_codes: [FREE] });
      const formId = await formOf(system, id);
      const pressed = await pressPayButton(system, id, { formId, code: `card:${card.token}` });
      assert.equal(pressed.status, 303, pressed.text);
      assert.match(pressed.headers.get('location') ?? '', /\/b\/gw\/return\//u);
      assert.equal((await transactionOf(system, id)).state, 'paid');
      const twice = await pressPayButton(system, id, { formId, code: `card:${card.token}` });
      assert.equal(twice.status, 303);
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
    });

    it('is charged nothing but what the page has asked for: not the same number of another currency', async () => {
      const who = customer();
      const code = `card:${(await saved(who)).token}`;
      const id = await sell(who, { pg_codes: [FREE] });
      const form = await formAsking(system, id);
      assert.equal(form.asked, 'KWD 12.340');
      const { status } = await shop.client.patch(id, { currency_code: 'BHD' });
      assert.equal(status, 200);
      const pressed = await pressPayButton(system, id, { ...form, code });
      assert.equal(pressed.status, 409, pressed.text.slice(0, 200));
      assert.match(pressed.text, /The amount to pay has changed/u);
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
      const again = await pressPayButton(system, id, { ...(await formAsking(system, id)), code });
      assert.equal(again.status, 303, again.text.slice(0, 200));
      assert.equal((await transactionOf(system, id)).state, 'paid');
    });

    it('is charged no other fee than the page has shown', async () => {
      const who = customer();
      const code = `card:${(await saved(who)).token}`;
      const id = await sell(who, { pg_codes: [FREE] });
      const form = await formAsking(system, id);
      const fee = { type: 'percent', value: '2.5', chargeDefaultCurrency: true } as const;
      await putAccount(FREE, { cvvRequired: false, fee });
      const { status } = await shop.client.patch(id, { pg_codes: [FREE] });
      await putAccount(FREE, { cvvRequired: false });
      assert.equal(status, 200);
      const pressed = await pressPayButton(system, id, { ...form, code });
      assert.equal(pressed.status, 409, pressed.text.slice(0, 200));
      assert.match(pressed.text, /The amount to pay has changed/u);
      assert.match(pressed.text, /KWD 12\.649/u);
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
      const again = await pressPayButton(system, id, { ...(await formAsking(system, id)), code });
      assert.equal(again.status, 303, again.text.slice(0, 200));
      assert.deepEqual(await moved(id), ['capture 12.649 KWD']);
    });

    it('has its security code typed at the network, and nowhere else', async () => {
      const who = customer();
      const card = await saved(who, CODED);
      const id = await sell(who);
      const page = await send(`${system.run.api}/checkout/${id}`);
      assert.match(page.text, /VISA \*\*\*\* 1881/u);
      assert.doesNotMatch(page.text, /name="cvv"/u);
      const there = await goToNetwork(system, id, `card:${card.token}`);
      assert.deepEqual(await moved(id), []);
      const paid = await send(there, { method: 'POST', body: new URLSearchParams({ cvv: '123' }) });
      assert.equal(paid.status, 303, paid.text);
      await untilState(system, id, 'paid');
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
    });

    it('is not shown once it has expired, and pressing it all the same charges nothing', async () => {
      const who = customer();
      const card = await saved(who);
      const id = await sell(who);
      const formId = await formOf(system, id);
      await system.store.cards.keep({ ...card, expiry: { year: 2025, month: 1 } });
      const page = await send(`${system.run.api}/checkout/${id}`);
      assert.equal(page.text.includes(card.token), false);
      const pressed = await pressPayButton(system, id, { formId, code: `card:${card.token}` });
      assert.equal(pressed.status, 409);
      assert.deepEqual((await transactionOf(system, id)).attempts, []);
    });

    it('is removed after a question, and is gone then', async () => {
      const who = customer();
      const card = await saved(who);
      const locked = await keepLocked(system, { ...card, token: `tok_${who}` }, 'A-1');
      const id = await sell(who);
      const address = (token: string) => `${system.run.api}/checkout/${id}/cards/${token}/remove/`;
      const page = await send(`${system.run.api}/checkout/${id}`);
      assert.ok(page.text.includes(`/cards/${card.token}/remove/`));
      assert.equal(page.text.includes(`/cards/${locked.token}/remove/`), false);
      assert.equal((await send(address(locked.token))).status, 404);
      assert.match((await send(address(card.token))).text, /Remove this card\?/u);
      for (const token of [card.token, card.token, locked.token]) {
        const removed = await send(address(token), { method: 'POST' });
        assert.equal(removed.status, 303);
      }
      const left = await system.store.cards.list(card);
      assert.deepEqual(
        left.map(({ token }) => token),
        [locked.token],
      );
    });
  });

  describe('in the request that creates the payment', () => {
    it('answers how it stands, once for one key, and tells the same by webhook', async () => {
      const who = customer();
      const card = await saved(who);
      const key = randomUUID();
      const answer = await create(who, card.token, {}, key);
      assert.equal(answer.status, 201, answer.text);
      const id = textIn(answer.body, 'session_id');
      assert.deepEqual(
        [answer.body['result'], answer.body['state'], 'signature' in answer.body],
        ['success', 'paid', true],
      );
      assert.equal(part(answer.body, 'token')['token'], card.token);
      assert.deepEqual((await create(who, card.token, {}, key)).body, answer.body);
      assert.deepEqual(await moved(id), ['capture 12.340 KWD']);
      await told(id);
    });

    it('tells what it has charged also where its answer is lost and the card is gone since', async () => {
      const who = customer();
      const card = await saved(who);
      const key = `lost-${who}`;
      const answer = await create(who, card.token, {}, key);
      assert.equal(answer.status, 201, answer.text);
      await answerLost(system, key);
      await system.store.cards.remove(card, Date.now());
      const again = await create(who, card.token, {}, key);
      // How it stands now, which may be a second later.
      const { timestamp_utc: _now, ...said } = again.body;
      const { timestamp_utc: _then, ...lost } = answer.body;
      assert.deepEqual([again.status, said], [201, lost]);
      assert.deepEqual(await moved(textIn(answer.body, 'session_id')), ['capture 12.340 KWD']);
    });

    it('answers a decline with the session, which can be paid in another way', async () => {
      const who = customer();
      const poor = await saved(who, FREE, POOR_ONCE_SAVED);
      const { status, body } = await create(who, poor.token);
      assert.deepEqual(
        [status, body['code'], body['detail'], body['result'], body['state']],
        [400, 'gateway_declined', 'Insufficient funds', 'failed', 'attempted'],
      );
      const good = await saved(who);
      const paid = await submit(textIn(body, 'session_id'), good.token);
      assert.equal(paid.body['status'], 'success');
    });

    it('makes nothing of a card that it cannot charge', async () => {
      const who = customer();
      const card = await saved(who);
      const coded = await saved(who, CODED);
      const unknown = await create(who, 'tok_none');
      assert.deepEqual([unknown.status, Object.keys(unknown.body)], [400, ['payment_instrument']]);
      const foreign = await create(customer(), card.token);
      assert.deepEqual([foreign.status, Object.keys(foreign.body)], [400, ['payment_instrument']]);
      const unattended = await create(who, coded.token, { pg_codes: [CODED] });
      assert.deepEqual([unattended.status, unattended.body['code']], [400, 'cvv_required']);
      const several = await create(who, card.token, { pg_codes: [FREE, CODED] });
      assert.deepEqual([several.status, Object.keys(several.body)], [400, ['pg_codes']]);
      for (const payment_instrument of [
        { instrument_type: 'apple_pay', payload: {} },
        { instrument_type: 'token' },
        // No gateway here takes it.
        { instrument_type: 'samsung_pay', payload: { token: 'x' } },
        'token',
      ]) {
        const answer = await create(who, '', { payment_instrument });
        assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['payment_instrument']]);
      }
      assert.equal((await system.store.cards.list(card)).length, 2);
    });

    it('is declined before the gateway where the card expires too soon', async () => {
      const who = customer();
      const card = await saved(who);
      await system.store.cards.keep({ ...card, expiry: endOfTomorrowsMonth() });
      const criteria = { card_acceptance_criteria: { min_expiry_time: '40' } };
      const { status, body } = await create(who, card.token, criteria);
      assert.deepEqual([status, body['code']], [400, 'gateway_declined']);
      assert.match(textIn(body, 'detail'), /at least 40 days/u);
      const { attempts } = await transactionOf(system, textIn(body, 'session_id'));
      assert.deepEqual(
        attempts.map(({ state }) => state),
        ['failed'],
      );
      const [{ referenceNumber } = { referenceNumber: '' }] = attempts;
      assert.deepEqual(await sandboxNetworkOf(system).paymentsOf(referenceNumber), []);
    });
  });
});

/** A customer who has no card yet. */
function customer(): string {
  return `c-${randomUUID().slice(0, 8)}`;
}

/** In 31 days at the latest, and not while a test runs: the month of today may end meanwhile. */
function endOfTomorrowsMonth() {
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  return { year: tomorrow.getUTCFullYear(), month: tomorrow.getUTCMonth() + 1 };
}

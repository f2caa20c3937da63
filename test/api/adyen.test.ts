import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { GatewayAccount } from '../../domain/account.ts';
import { refundable } from '../../domain/operation/amounts.ts';
import { ACCOUNT } from '../gateways/adyen/network.ts';
import type { Page } from '../../drills/networks/adyen/network.ts';
import { AdyenStandIn } from '../../drills/networks/adyen/server.ts';
import { codeOf, kwd } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import { send, textIn, until, type Json } from '../support/http.ts';
import { operating, type Operating } from './support/operating.ts';
import { formOf, pressPayButton } from './support/payer.ts';
import { DEMO, ledgerOf, transactionOf, untilState } from './support/records.ts';
import { aReceiver, aShop, type Shop } from './support/shop.ts';

const SDK = '/b/checkout/api/sdk/v1';

/** What a script in the page has read. */
const FACTS = {
  language: 'ar-KW',
  screen_width: 393,
  screen_height: 852,
  color_depth: 30,
  time_zone_offset: -180,
};

/** The whole system with the stand-in of Adyen in place of the sandbox: what its asynchronous answers come to. */
describe('paying by Adyen', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  let at: Operating;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  /** Accounts of the two kinds, each with a merchant account and a webhook of its own. */
  const takes = aStandIn();
  const holds = aStandIn();

  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
    at = operating(system, shop.client);
    receiver = await aReceiver();
    await putAccount('adyen', takes, { kind: 'purchase', tokenizable: true });
    await putAccount('adyen-hold', holds, { kind: 'authorize' });
  });
  after(async () => {
    await Promise.all([takes.stop(), holds.stop(), receiver.close()]);
    assert.deepEqual([takes.keyConflicts, holds.keyConflicts], [0, 0]);
  });

  it('is paid when the webhook says so, and refunded when the webhook says so', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen'] });
    const page = await pageOf(id, takes);
    assert.equal((await transactionOf(system, id)).state, 'pending');
    await takes.network.leave(page);
    const { attempts } = await untilState(system, id, 'paid');
    const [attempt] = attempts;
    assert.equal(attempt?.gatewayReference, page.id);
    assert.equal(
      attempt?.gatewayPayment,
      takes.network.paymentNamed(referenceOf(page))?.pspReference,
    );
    takes.network.holdsModifications = true;
    const asked = await at.operate({ operation: 'refund', session_id: id, amount: '2.500' });
    assert.deepEqual([asked.status, asked.body['result']], [200, 'queued'], asked.text);
    await takes.network.decide();
    await until('the refund', async () => (await operationOf(id))?.state === 'done');
    assert.deepEqual(moved(takes, page), ['authorisation 12340', 'capture 12340', 'refund 2500']);
    assert.equal((await at.stands(id))['refunded_amount'], '2.500');
  });

  for (const [order, when] of [
    ['as-made', 'at once after the payment'],
    ['reverse', 'before the payment'],
  ] as const)
    it(`is refunded in the Customer Area, which is told of ${when}, and the rest here`, async () => {
      const id = await shop.client.sale({ pg_codes: ['adyen'] });
      const page = await pageOf(id, takes);
      takes.webhooks.delivery = 'hold';
      await takes.network.leave(page);
      const payment = takes.network.paymentNamed(referenceOf(page));
      assert.ok(payment);
      takes.network.refundThere(payment, { value: 5000, currency: 'KWD' });
      await takes.network.settled();
      await takes.webhooks.release(order);
      const { alerts } = await untilState(system, id, 'paid');
      assert.deepEqual(alerts, []);
      assert.deepEqual(await operationsOf(id), ['refund 5000 done pg']);
      const rest = await at.operate({ operation: 'refund', session_id: id });
      assert.deepEqual([rest.status, rest.body['amount']], [200, '7.340'], rest.text);
    });

  it('is canceled in the Customer Area, which is heard of once its hold is', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen-hold'] });
    const page = await pageOf(id, holds, 'adyen-hold');
    holds.webhooks.delivery = 'hold';
    await holds.network.leave(page);
    const payment = holds.network.paymentNamed(referenceOf(page));
    assert.ok(payment);
    const { reference, amount } = payment;
    const names = { pspReference: 'PSPCANCELED00001', reference };
    await holds.network.tellModified('CANCELLATION', payment, names, { amount });
    await holds.webhooks.release('reverse');
    const held = await untilState(system, id, 'authorized');
    assert.deepEqual([held.operations, held.alerts], [undefined, []]);
    // As the sweep does; Adyen may say it again, too.
    await holds.network.tellModified('CANCELLATION', payment, names, { amount });
    assert.deepEqual(await operationsOf(id), ['void 12340 done pg']);
  });

  it('is not over when a card is refused: the payer takes another one', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen'] });
    const page = await pageOf(id, takes);
    await takes.network.leave(page, { code: '12', reason: 'Not enough balance' });
    const { state, attempts } = await untilRefused(id);
    assert.deepEqual([state, attempts[0]?.processing], ['pending', undefined]);
    const checkout = await fetch(`${system.run.api}/checkout/${id}`, { redirect: 'manual' });
    assert.equal(checkout.status, 200);
    assert.equal((await pageOf(id, takes)).id, page.id);
    await takes.network.leave(page);
    await untilState(system, id, 'paid');
  });

  it('has failed by the card that was refused when nobody has paid until the link expires', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen', 'sandbox'] });
    const page = await pageOf(id, takes);
    await takes.network.leave(page, { code: '12', reason: 'Not enough balance' });
    await untilRefused(id);
    takes.network.expire(page);
    // The payer comes back for another method, before which Adyen is asked.
    const formId = await formOf(system, id);
    const pressed = await pressPayButton(system, id, { formId, code: 'sandbox' });
    assert.equal(pressed.status, 303, pressed.text);
    const [attempt] = (await transactionOf(system, id)).attempts;
    assert.deepEqual(
      [attempt?.state, attempt?.message, attempt?.decline],
      ['failed', 'Not enough balance', { code: 'insufficient_funds', advice: 'soft' }],
    );
  });

  it('is paid once when both words are about one payment, and come again', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen'] });
    const page = await pageOf(id, takes);
    takes.webhooks.delivery = 'hold';
    await takes.network.payAtLast(page, { code: '12', reason: 'Not enough balance' });
    await takes.webhooks.release('twice');
    const { alerts } = await untilState(system, id, 'paid');
    assert.deepEqual(alerts, []);
  });

  it('is canceled at Adyen when the payer takes another method', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen', 'sandbox'] });
    const page = await pageOf(id, takes);
    await takes.network.leave(page, { code: '12', reason: 'Not enough balance' });
    await untilRefused(id);
    const formId = await formOf(system, id);
    const pressed = await pressPayButton(system, id, { formId, code: 'sandbox' });
    assert.equal(pressed.status, 303, pressed.text);
    assert.equal(takes.network.page(page.id)?.status, 'expired');
    // We have closed it, so that it has not failed.
    assert.equal((await transactionOf(system, id)).attempts[0]?.state, 'canceled');
  });

  it('asks again under the key when the answer is lost, and has the page', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen'] });
    takes.fault = 'lose';
    const page = await pageOf(id, takes);
    await takes.network.leave(page);
    await untilState(system, id, 'paid');
  });

  it('has the alert when the bank undoes what was captured by itself', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen'] });
    const page = await pageOf(id, takes);
    await takes.network.leave(page);
    await untilState(system, id, 'paid');
    const reference = referenceOf(page);
    const payment = takes.network.paymentNamed(reference);
    assert.ok(payment);
    const names = { pspReference: 'PSPUNDONE0000001', reference };
    takes.webhooks.delivery = 'hold';
    await takes.network.tellModified('CAPTURE_FAILED', payment, names, {
      amount: { value: 12_340, currency: 'KWD' },
    });
    await takes.webhooks.release('twice');
    const { state, alerts } = await until('the alert', async () => {
      const transaction = await transactionOf(system, id);
      return transaction.alerts.length > 0 && transaction;
    });
    assert.deepEqual(
      [state, ...alerts.map(({ kind, referenceNumber }) => [kind, referenceNumber])],
      ['paid', ['manual-action-required', reference]],
    );
    assert.match(alerts[0]?.detail ?? '', /undone KWD 12\.340 of this payment: CAPTURE_FAILED/);
  });

  it('holds money, takes a part of it, and has the alert when the bank undoes that', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen-hold'] });
    const page = await pageOf(id, holds, 'adyen-hold');
    await holds.network.leave(page);
    await untilState(system, id, 'authorized');
    const asked = await at.operate({ operation: 'capture', session_id: id, amount: '10' });
    assert.equal(asked.status, 200, asked.text);
    await until('the capture', async () => (await operationOf(id))?.state === 'done');
    assert.deepEqual(moved(holds, page), ['authorisation 12340', 'capture 10000']);
    const payment = holds.network.paymentNamed(referenceOf(page));
    const operation = await operationOf(id);
    assert.ok(payment && operation?.gatewayReference);
    await holds.network.undo(
      'CAPTURE_FAILED',
      payment,
      {
        pspReference: operation.gatewayReference,
        reference: `${referenceOf(page)}.${operation.referenceNumber}`,
      },
      { value: 10_000, currency: 'KWD' },
    );
    const alerted = await until('the alert', async () => {
      const { alerts } = await transactionOf(system, id);
      return alerts.length > 0 && alerts;
    });
    assert.match(alerted[0]?.detail ?? '', /undone this capture .*CAPTURE_FAILED/);
    const entries = await ledgerOf(system, id);
    assert.deepEqual(entries.map(({ event }) => event).toSorted(), [
      'capture',
      'capture-reversed',
      'hold',
    ]);
    assert.equal((await transactionOf(system, id)).paidAmount, undefined);
    // What was a technical fault Adyen mends by itself, and says so by the same name.
    for (let times = 0; times < 2; times += 1)
      await holds.webhooks.announce({
        eventCode: 'CAPTURE',
        success: 'true',
        reason: 'Transaction Recaptured',
        amount: { value: 10_000, currency: 'KWD' },
        pspReference: operation.gatewayReference,
        originalReference: payment.pspReference,
        merchantAccountCode: ACCOUNT.merchant_account,
        merchantReference: `${referenceOf(page)}.${operation.referenceNumber}`,
        eventDate: new Date().toISOString(),
      });
    const again = await until('the money that is there again', async () => {
      const transaction = await transactionOf(system, id);
      return transaction.paidAmount && transaction;
    });
    assert.deepEqual([again.paidAmount, refundable(again)], [kwd('10'), kwd('10')]);
    assert.deepEqual(
      again.operations?.map(({ kind, source }) => `${source} ${kind}`),
      ['input capture', 'pg capture'],
    );
  });

  it('acknowledges a webhook of a kind that nobody knows, and refuses one of another account', async () => {
    const { url = '' } = takes.webhooks;
    const ask = (eventCode: string, merchantAccountCode: string) =>
      send(url, {
        method: 'POST',
        headers: takes.webhooks.headers(),
        body: takes.webhooks.signed({
          eventCode,
          merchantAccountCode,
          amount: { value: 0, currency: 'KWD' },
          pspReference: 'NEW0000000000001',
          merchantReference: '',
          eventDate: new Date().toISOString(),
          success: 'true',
        }),
      });
    const { merchant_account: ours } = ACCOUNT;
    assert.equal((await ask('PEARL_POLISHED', ours)).status, 200);
    assert.equal((await ask('PEARL_POLISHED', 'SomebodyElseECOM')).status, 400);
  });

  it('lets a hold go', async () => {
    const id = await shop.client.sale({ pg_codes: ['adyen-hold'] });
    const page = await pageOf(id, holds, 'adyen-hold');
    await holds.network.leave(page);
    await untilState(system, id, 'authorized');
    const asked = await at.operate({ operation: 'void', session_id: id });
    assert.equal(asked.status, 200, asked.text);
    await until('the void', async () => (await operationOf(id))?.state === 'done');
    assert.equal(holds.network.paymentNamed(referenceOf(page))?.canceled, true);
  });

  it('keeps a card without money, charges it, and sends its holder to the bank where that asks', async () => {
    const { customer_id, token } = await keptCard();
    const sale = { pg_codes: ['adyen'], customer_id };
    const paid = await submit(await shop.client.sale(sale), token);
    assert.equal(paid['status'], 'success', JSON.stringify(paid));
    assert.deepEqual(takes.network.shopperAddresses, ['127.0.0.1']);
    takes.network.nextCharge = { code: '12', reason: 'Not enough balance' };
    const declined = await submit(await shop.client.sale(sale), token);
    assert.notEqual(declined['status'], 'success');
    takes.network.nextCharge = 'redirect';
    const id = await shop.client.sale(sale);
    const asked = await submit(id, token, { browser: FACTS });
    assert.equal(asked['status'], '3DS', JSON.stringify(asked));
    const back = await press(textIn(asked, 'redirect_url'));
    await send(back);
    await untilState(system, id, 'paid');
    // The same on our page, whose form says it in a field.
    takes.network.nextCharge = 'redirect';
    const onPage = await shop.client.sale(sale);
    const pressed = await pressPayButton(system, onPage, {
      formId: await formOf(system, onPage),
      code: `card:${token}`,
      browser: JSON.stringify(FACTS),
    });
    pageAtBank(pressed);
  });

  it('ends a try whose payer never came back from their bank, and is paid by the next one', async () => {
    const { customer_id, token } = await keptCard();
    const id = await shop.client.sale({
      pg_codes: ['adyen'],
      customer_id,
      webhook_url: receiver.url,
    });
    const press = async () =>
      pressPayButton(system, id, {
        formId: await formOf(system, id),
        code: `card:${token}`,
        browser: JSON.stringify(FACTS),
      });
    takes.network.nextCharge = 'redirect';
    const page = pageAtBank(await press());
    await takes.network.abandon(page);
    const left = await until('the end of the try', async () => {
      const { attempts, alerts } = await transactionOf(system, id);
      return attempts[0]?.state !== 'pending' && { state: attempts[0]?.state, alerts };
    });
    assert.deepEqual(left, { state: 'canceled', alerts: [] });
    await press();
    await untilState(system, id, 'paid');
    const { attempts } = await transactionOf(system, id);
    assert.deepEqual(
      attempts.map(({ state }) => state),
      ['canceled', 'success'],
    );
  });

  it('asks a payer who comes back from their bank for another method, and goes on when they say so', async () => {
    const { customer_id, token } = await keptCard();
    const id = await shop.client.sale({ pg_codes: ['adyen', 'sandbox'], customer_id });
    takes.network.nextCharge = 'redirect';
    const browser = JSON.stringify(FACTS);
    pageAtBank(await pressPayButton(system, id, { code: `card:${token}`, browser }));
    const formId = await formOf(system, id);
    const told = await pressPayButton(system, id, { formId, code: 'sandbox' });
    assert.equal(told.status, 423, told.text);
    const replacing = { formId: await formOf(system, id), replace_attempt: 'yes' } as const;
    const gone = await pressPayButton(system, id, { ...replacing, code: 'sandbox' });
    assert.equal(gone.status, 303, gone.text);
    assert.ok(gone.headers.get('location')?.startsWith(system.run.simulator));
    const { attempts } = await transactionOf(system, id);
    assert.deepEqual(
      attempts.map(({ pgCode, state }) => [pgCode, state]),
      [
        ['adyen', 'canceled'],
        ['sandbox', 'pending'],
      ],
    );
  });

  /** The payment once it has heard that a card was refused on its page. */
  function untilRefused(id: string) {
    return until('the refusal', async () => {
      const transaction = await transactionOf(system, id);
      return transaction.attempts[0]?.lastRefusal && transaction;
    });
  }

  /** A card that a customer has kept at Adyen without paying. */
  async function keptCard() {
    const customer_id = randomUUID();
    const saving = await shop.client.sale({
      payment_type: 'save_card',
      amount: '0',
      pg_codes: ['adyen'],
      customer_id,
      webhook_url: receiver.url,
    });
    await takes.network.leave(await pageOf(saving, takes));
    const of = { merchantId: shop.id, customerId: customer_id, sandbox: true };
    const card = await until('the card', async () => (await system.store.cards.list(of))[0]);
    return { customer_id, token: card.token };
  }

  /** The page of the bank to which Pay has led. */
  function pageAtBank({ headers }: Pick<Response, 'headers'>): Page {
    const { pathname } = new URL(headers.get('location') ?? '');
    const page = takes.network.page(pathname.split('/').at(-1) ?? '');
    assert.equal(page?.way, 'redirect');
    return page;
  }

  async function submit(session_id: string, token: string, more: Json = {}): Promise<Json> {
    const answer = await shop.client.call('POST', `${SDK}/submit-token/`, {
      session_id,
      token,
      ...more,
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }

  /** Presses Pay here, and gives the page at Adyen to which that leads. */
  async function pageOf(id: string, standIn: AdyenStandIn, code = 'adyen'): Promise<Page> {
    const answer = await pressPayButton(system, id, { code });
    assert.equal(answer.status, 303, answer.text);
    const location = answer.headers.get('location') ?? '';
    assert.ok(location.startsWith(`${standIn.url}/pay/`), location);
    const page = standIn.network.page(location.split('/').at(-1) ?? '');
    assert.ok(page);
    return page;
  }

  async function operationOf(id: string) {
    const { sessionId } = await transactionOf(system, id);
    const [operation] = await system.store.operations.ofPayment(shop.id, sessionId);
    return operation;
  }

  /** What was done with its money, once something was. */
  async function operationsOf(id: string) {
    const operations = await until('an operation', async () => {
      const { operations: known = [] } = await transactionOf(system, id);
      return known.length > 0 && known;
    });
    return operations.map(({ kind, amount, state, source }) =>
      [kind, amount.minor, state, source].join(' '),
    );
  }

  async function putAccount(code: string, standIn: AdyenStandIn, given: Partial<GatewayAccount>) {
    await standIn.start();
    standIn.webhooks.url = `${system.run.api}/b/gw/callback/${code}/?merchant=${shop.id}`;
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    const { inquiry: _inquiry, fee: _fee, ...account } = opened.account;
    await system.store.gatewayAccounts.put(
      {
        ...account,
        merchantId: shop.id,
        code: codeOf(code),
        gateway: 'adyen',
        operations: ['refund', 'void'],
        cvvRequired: false,
        ...given,
      },
      { url: standIn.url, ...ACCOUNT },
    );
  }
});

function aStandIn(): AdyenStandIn {
  const [hmacKey] = ACCOUNT.hmac_keys;
  return new AdyenStandIn({
    apiKey: ACCOUNT.api_key,
    merchantAccount: ACCOUNT.merchant_account,
    hmacKey,
    user: ACCOUNT.webhook_user,
    password: ACCOUNT.webhook_password,
  });
}

function referenceOf({ request }: Page): string {
  return String(request['reference']).split('.')[0] ?? '';
}

/** What moved of a payment, in Adyen's own books. */
function moved({ network }: AdyenStandIn, page: Page): readonly string[] {
  return network.book.entries
    .filter(({ reference }) => reference.startsWith(referenceOf(page)))
    .map(({ entry, amount }) => `${entry} ${amount.value}`);
}

/** Confirms on the page of the bank; gives where the browser goes. */
async function press(page: string): Promise<string> {
  const body = new URLSearchParams({ card: 'good' });
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

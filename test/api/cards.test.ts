import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { GatewayAccount } from '../../domain/account.ts';
import type { Permission } from '../../domain/permission.ts';
import { aCard, codeOf, aMerchantId } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, part, send, textIn, until, type Answer, type Json } from '../support/http.ts';
import { anApiKey } from './support/another-merchant.ts';
import { keepLocked } from './support/cards.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { formOf, goToNetwork } from './support/payer.ts';
import { aPerson } from './support/people.ts';
import { DEMO, transactionOf, untilState } from './support/records.ts';
import { aReceiver, aShop, type Shop } from './support/shop.ts';

const CARDS = '/b/pbl/v2/card/';
const VISA = '4012888888881881';
const FIELDS =
  'agreements brand customer_id cvv_required expiry_month expiry_year is_expired is_preferred name_on_card number pg_code pg_name token will_expire_soon';

/** A customer who has no card yet. */
const customer = () => `c-${randomUUID().slice(0, 8)}`;

describe('saved cards', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
    receiver = await aReceiver();
    await putAccount('vault', {
      tokenizable: true,
      fee: { type: 'fixed', values: { KWD: '0.250' }, chargeDefaultCurrency: true },
    });
    await putAccount('holding', { tokenizable: true, kind: 'authorize', cvvRequired: false });
  });
  after(() => receiver.close());

  /** An account of the shop that differs from the seeded card account in this. */
  async function putAccount(code: string, given: Partial<GatewayAccount>) {
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    const account = { ...opened.account, ...given, merchantId: shop.id, code: codeOf(code) };
    await system.store.gatewayAccounts.put(account, { ...opened.settings });
  }
  const saving = (more: Json = {}): Json => ({
    payment_type: 'save_card',
    amount: '0',
    pg_codes: ['vault'],
    webhook_url: `${receiver.url}/cards`,
    ...more,
  });
  /** Saves a card without a payment, as merchant and payer do; gives what the merchant was told. */
  async function saved(customer_id: string, code = 'vault'): Promise<Json> {
    const id = await shop.client.sale(saving({ customer_id, pg_codes: [code] }));
    const page = await goToNetwork(system, id, code);
    await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: VISA });
    await untilState(system, id, 'paid');
    return told(id);
  }
  const told = (id: string) =>
    until('the webhook', async () =>
      receiver.at('/cards').find((body) => body['session_id'] === id && body['state'] === 'paid'),
    );
  const list = async (body: Json, client = shop.client): Promise<readonly Json[]> => {
    const answer = await client.call('POST', CARDS, { type: 'sandbox', ...body });
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as readonly Json[];
  };
  const remove = (token: string, query: string, client = shop.client) =>
    client.call('DELETE', `${CARDS}${token}/?${query}`);

  it('are saved without a payment, told by webhook, listed by both verbs, and deleted', async () => {
    const customer_id = customer();
    const body = await saved(customer_id);
    const token = part(body, 'token');
    assert.match(textIn(token, 'token'), /^tok_\w{32}$/u);
    assert.deepEqual(
      [token['number'], token['customer_id'], token['brand'], token['auto_debit_enabled']],
      ['**** 1881', customer_id, 'VISA', 'false'],
    );
    assert.deepEqual(
      [body['amount'], body['payment_type'], 'operation' in body, 'paid_amount' in body],
      ['0.000', 'save_card', false, false],
    );

    const [card, ...others] = await list({ customer_id });
    assert.ok(card);
    assert.deepEqual(others, []);
    assert.equal(Object.keys(card).toSorted().join(' '), FIELDS);
    const { auto_debit_enabled: _text, ...shown } = token;
    assert.deepEqual(card, shown);
    const ours = await transactionOf(system, textIn(body, 'session_id'));
    assert.equal(JSON.stringify([ours, card, body]).includes(VISA), false);
    const query = `customer_id=${customer_id}&type=sandbox`;
    const byQuery = await shop.client.call('GET', `${CARDS}?${query}&pg_codes=vault,other`);
    assert.deepEqual(JSON.parse(byQuery.text), [card]);

    const gone = await remove(textIn(token, 'token'), query);
    assert.deepEqual([gone.status, gone.text], [204, '']);
    assert.deepEqual(await list({ customer_id }), []);
    assert.equal((await remove(textIn(token, 'token'), query)).status, 404);
  });

  it('move no money when they are saved without a payment, whatever fee the account takes', async () => {
    const id = await shop.client.sale(saving({ customer_id: customer() }));
    const page = await goToNetwork(system, id, 'vault');
    await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: VISA });
    await untilState(system, id, 'paid');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), []);
    const answer = await shop.client.call('POST', '/b/pbl/v2/inquiry/', { session_id: id });
    assert.equal(textIn(part(answer.body, 'token'), 'number'), '**** 1881');
    const refund = { session_id: id, operation: 'refund', amount: '0.001' };
    assert.equal((await shop.client.call('POST', '/b/pbl/v2/operation/', refund)).status, 400);
  });

  it('are saved at an account that only holds, and know that no code is asked', async () => {
    const customer_id = customer();
    await saved(customer_id, 'holding');
    const [card] = await list({ customer_id });
    assert.deepEqual([card?.['pg_code'], card?.['cvv_required']], ['holding', false]);
  });

  describe('with a payment', () => {
    const sale = { pg_codes: ['vault', 'sandbox'] };
    const buy = async (more: Json, form: Readonly<Record<string, string>>) => {
      const id = await shop.client.sale({ ...sale, webhook_url: `${receiver.url}/cards`, ...more });
      const form_id = await formOf(system, id);
      const pressed = await send(`${system.run.api}/checkout/${id}/pay/`, {
        method: 'POST',
        body: new URLSearchParams({ form_id, pg_code: 'vault', ...form }),
      });
      assert.equal(pressed.status, 303, pressed.text);
      const page = pressed.headers.get('location') ?? '';
      await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: VISA });
      await untilState(system, id, 'paid');
      return told(id);
    };

    it('are saved once the payer has ticked the box', async () => {
      const customer_id = customer();
      const body = await buy({ customer_id }, { save_card: 'yes' });
      assert.equal(part(body, 'amount_details')['total'], '12.590');
      const [card] = await list({ customer_id });
      assert.equal(card?.['token'], part(body, 'token')['token']);
      assert.equal(JSON.stringify(body['gateway_response']).includes('tok_'), false);
    });

    it('are not saved when it is left empty, nor with a method that keeps none', async () => {
      for (const form of [{}, { save_card: 'yes', pg_code: 'sandbox' }] as const) {
        const customer_id = customer();
        const body = await buy({ customer_id }, form);
        assert.equal('token' in body, false);
        assert.deepEqual(await list({ customer_id }), []);
      }
    });

    it('are offered to known customers only, to their programs too', async () => {
      for (const [more, can] of [
        [{ customer_id: customer() }, true],
        [{}, false],
      ] as const) {
        const answer = await shop.client.create({
          type: 'payment_request',
          amount: '1',
          currency_code: 'KWD',
          ...sale,
          ...more,
          include_sdk_setup_preload: true,
        });
        const preload = part(answer.body, 'sdk_setup_preload_payload');
        const methods = preload['payment_methods'] as readonly Json[];
        assert.deepEqual(
          methods.map((method) => method['can_save_card']),
          [can, false],
        );
        const page = await send(`${system.run.api}/checkout/${textIn(answer.body, 'session_id')}`);
        assert.equal(page.text.includes('name="save_card"'), can);
      }
    });

    it('are saved through a program of the payer', async () => {
      const customer_id = customer();
      const id = await shop.client.sale({ ...sale, customer_id });
      const path = `/b/checkout/api/sdk/v1/submit/${id}/`;
      const refused = await shop.client.call('POST', path, { pg_code: 'sandbox', save_card: true });
      assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['save_card']]);
      const answer = await shop.client.call('POST', path, { pg_code: 'vault', save_card: true });
      await sandboxNetworkOf(system).pay(paymentIdIn(textIn(answer.body, 'redirect_url')), {
        card_number: VISA,
      });
      await untilState(system, id, 'paid');
      // Kept after the payment is paid, and told after it is kept.
      const cards = await until('the card', async () => {
        const kept = await list({ customer_id });
        return kept.length > 0 ? kept : undefined;
      });
      assert.equal(cards.length, 1);
    });
  });

  it('are listed with the one that was used last in front', async () => {
    const customer_id = customer();
    const first = part(await saved(customer_id), 'token')['token'];
    const second = part(await saved(customer_id), 'token')['token'];
    const cards = await list({ customer_id });
    assert.deepEqual(
      cards.map((card) => [card['token'], card['is_preferred']]),
      [
        [second, true],
        [first, false],
      ],
    );
    assert.deepEqual(await list({ customer_id, pg_codes: ['sandbox'] }), []);
    assert.deepEqual(await list({ customer_id, type: 'production' }), []);
    assert.deepEqual(await list({ customer_id, agreement_id: 'A-1' }), []);
  });

  it('say that they have expired, and are locked while an agreement needs them', async () => {
    const customer_id = customer();
    const card = aCard({
      merchantId: shop.id,
      customerId: customer_id,
      sandbox: true,
      expiry: { year: 2025, month: 12 },
    });
    await keepLocked(system, card, 'A-1', 'A-2');
    const [shown] = await list({ customer_id, agreement_id: 'A-2' });
    assert.deepEqual([shown?.['is_expired'], shown?.['agreements']], [true, ['A-1', 'A-2']]);
    const answer = await remove(card.token, `customer_id=${customer_id}&type=sandbox`);
    assert.deepEqual([answer.status, answer.body['code']], [400, 'card_locked']);
  });

  it('are one at each account that keeps the same token, and deleted at all, or at the one that is named', async () => {
    const customer_id = customer();
    const card = aCard({ merchantId: shop.id, customerId: customer_id, sandbox: true });
    const other = { ...card, pgCode: codeOf('other') };
    await system.store.cards.keep(other);
    await keepLocked(system, card, 'A-1');
    const codes = async () => (await list({ customer_id })).map((one) => one['pg_code']);
    assert.deepEqual(new Set(await codes()), new Set([card.pgCode, other.pgCode]));
    const mine = `customer_id=${customer_id}&type=sandbox`;
    const refused = await remove(card.token, mine);
    assert.deepEqual([refused.status, refused.body['code']], [400, 'card_locked']);
    assert.equal((await codes()).length, 2);
    assert.equal((await remove(card.token, `${mine}&pg_code=none`)).status, 404);
    assert.equal((await remove(card.token, `${mine}&pg_code=other`)).status, 204);
    assert.deepEqual(await codes(), [card.pgCode]);
  });

  describe('are nobody else’s:', () => {
    let token = '';
    const owner = customer();
    before(async () => {
      token = textIn(part(await saved(owner), 'token'), 'token');
    });
    const mine = `customer_id=${owner}&type=sandbox`;

    it('another merchant sees none and deletes none', async () => {
      const id = aMerchantId(`cards-${randomUUID().slice(0, 8)}`);
      const merchant = await system.store.merchants.find(DEMO);
      assert.ok(merchant);
      await system.store.merchants.put({ ...merchant, id }, 'whk_cards');
      const stranger = merchantAt(system.run.api, await anApiKey(system, { merchantId: id }));
      assert.deepEqual(await list({ customer_id: owner }, stranger), []);
      assert.equal((await remove(token, mine, stranger)).status, 404);
    });

    for (const [what, query, path] of [
      ['of another customer', 'customer_id=somebody&type=sandbox', undefined],
      ['of production', `customer_id=${owner}&type=production`, undefined],
      ['that there is not', mine, 'tok_none'],
      ['with a name like a card number', mine, VISA],
    ] as const)
      it(`a card ${what} is not found`, async () => {
        const answer = await remove(path ?? token, query);
        assert.deepEqual([answer.status, answer.body['code']], [404, 'not_found']);
        assert.equal(answer.text.includes(path ?? token), false);
        assert.equal((await list({ customer_id: owner })).length, 1);
      });

    for (const [what, query, fields] of [
      ['nothing', '', 'customer_id type'],
      ['an empty customer', 'customer_id=&type=sandbox', 'customer_id'],
      ['two customers', 'customer_id=a&customer_id=b&type=sandbox', 'customer_id'],
      ['another type', `customer_id=${owner}&type=test`, 'type'],
    ] as const)
      it(`a deletion that names ${what} is refused`, async () => {
        const answer = await remove(token, query);
        assert.equal(answer.status, 400);
        assert.equal(Object.keys(answer.body).toSorted().join(' '), fields);
      });

    for (const [what, body, fields] of [
      ['nobody', {}, 'customer_id type'],
      ['a query for a customer', { type: 'sandbox', customer_id: { $gt: '' } }, 'customer_id'],
      [
        'a long agreement',
        { type: 'sandbox', customer_id: 'a', agreement_id: 'x'.repeat(129) },
        'agreement_id',
      ],
      [
        'codes that are no list',
        { type: 'sandbox', customer_id: 'a', pg_codes: 'vault' },
        'pg_codes',
      ],
    ] as const)
      it(`a list for ${what} is refused`, async () => {
        const answer = await shop.client.call('POST', CARDS, body);
        assert.equal(answer.status, 400, answer.text);
        assert.equal(Object.keys(answer.body).toSorted().join(' '), fields);
      });

    it('a person may ask, or delete, with the right to it alone; a public key may not', async () => {
      const person = (permissions: readonly Permission[]) =>
        aPerson(system, { merchantId: shop.id, permissions });
      const key = await anApiKey(system, { merchantId: shop.id, kind: 'public' });
      const as = (authorization: string, method: string, path: string) =>
        send(`${system.run.api}${path}`, {
          method,
          headers: { authorization, 'content-type': 'application/json' },
          ...(method === 'POST' && {
            body: JSON.stringify({ type: 'sandbox', customer_id: owner }),
          }),
        });
      const statuses = async (authorization: string) => {
        const answers: readonly Answer[] = await Promise.all([
          as(authorization, 'POST', CARDS),
          as(authorization, 'GET', `${CARDS}?${mine}`),
          as(authorization, 'DELETE', `${CARDS}${token}/?${mine}`),
        ]);
        return answers.map(({ status }) => status);
      };
      assert.deepEqual(await statuses(`Api-Key ${key}`), [401, 401, 401]);
      const others = await person(['payment_request.change', 'wallet.view', 'payment.delete']);
      assert.deepEqual(await statuses(others.basic), [403, 403, 403]);
      assert.deepEqual(await statuses((await person(['customer.view'])).basic), [200, 200, 403]);
      assert.deepEqual(await statuses((await person(['card.delete'])).basic), [403, 403, 204]);
    });
  });

  describe('are refused at creation', () => {
    for (const [what, change, fields] of [
      ['with money', { amount: '0.001' }, ['amount']],
      ['with a sign', { amount: '-0' }, ['amount']],
      ['for nobody', { customer_id: null }, ['customer_id']],
      ['when nobody would be told', { webhook_url: undefined }, ['webhook_url']],
      ['with a method that keeps none', { pg_codes: ['vault', 'sandbox'] }, ['pg_codes']],
      ['in cash', { pg_codes: ['cash'] }, ['pg_codes']],
      ['with an agreement', { agreement: { id: 'A-1' } }, ['agreement']],
      [
        'with all of that',
        { amount: '5', customer_id: undefined, webhook_url: undefined, pg_codes: ['sandbox'] },
        ['amount', 'customer_id', 'pg_codes', 'webhook_url'],
      ],
    ] as const)
      it(what, async () => {
        const base = { type: 'payment_request', currency_code: 'KWD', customer_id: 'c-1' };
        const answer = await shop.client.create({ ...base, ...saving(), ...change });
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(Object.keys(answer.body).toSorted(), fields);
      });

    it('and by an edit that would charge for it; what it says besides can change', async () => {
      const id = await shop.client.sale(saving({ customer_id: customer() }));
      const dear = await shop.client.patch(id, { amount: '1.000' });
      assert.deepEqual([dear.status, Object.keys(dear.body)], [400, ['amount']]);
      const changed = await shop.client.patch(id, { order_no: 'CARD-7' });
      assert.deepEqual([changed.status, changed.body['order_no']], [200, 'CARD-7']);
      const { paymentType, methods } = await transactionOf(system, id);
      assert.deepEqual([paymentType, methods[0]?.fee.minor], ['save_card', 0]);
    });
  });
});

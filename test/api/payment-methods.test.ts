import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { GatewayAccount } from '../../domain/account.ts';
import { codeOf } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, rows, send, textIn, type Json, type MerchantClient } from '../support/http.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { aPerson } from './support/people.ts';
import { goToNetwork, pressPayButton } from './support/payer.ts';
import { DEMO, untilState } from './support/records.ts';

const PATH = '/b/pbl/v2/payment-methods/';
const SEEDED =
  'cash sandbox sandbox-abroad sandbox-cards sandbox-fee sandbox-fixed sandbox-hold sandbox-inline sandbox-on-file sandbox-single';

describe('payment methods', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  const ask = (more: Json = {}, client = merchant) =>
    client.call('POST', PATH, { plugin: 'e_commerce', ...more });
  /** The codes that a question gives, in their order; accounts of other tests left out. */
  const codes = async (more: Json = {}) => {
    const { status, body, text: raw } = await ask(more);
    assert.equal(status, 200, raw);
    return seededOf(body).join(' ');
  };
  /** An account of the seeded merchant that differs from the card account in this. */
  const put = async (code: string, given: Partial<GatewayAccount>) => {
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    const account = { ...opened.account, active: false, ...given, code: codeOf(code) };
    await system.store.gatewayAccounts.put(account, { ...opened.settings });
  };

  it('are described by exactly the fields of the contract', async () => {
    const { body } = await ask({ pg_names: ['sandbox'] });
    assert.deepEqual(Object.keys(body).toSorted(), ['customer_payment_methods', 'payment_methods']);
    const fee = rows(body, 'payment_methods').find(({ code }) => code === 'sandbox-abroad');
    assert.deepEqual(fee, {
      code: 'sandbox-abroad',
      name: 'Card, charged in dinars',
      name_ar: 'بطاقة، بالدينار الكويتي',
      pg: 'Sandbox',
      is_sandbox: true,
      logo: `${system.run.api}/static/methods/card.svg`,
      wallets: [],
      payment_services: [{ code: 'wallet', name: 'Wallet', name_ar: 'المحفظة' }],
      default_currency: 'KWD',
      accepted_currencies: ['KWD'],
      operation: 'purchase',
      operations: ['refund', 'void'],
      is_tokenizable: false,
      auto_debit_enabled: false,
      tags: [],
      connector: { identifier: 'sandbox-abroad', processor: 'sandbox' },
    });
  });

  for (const [what, more, expected] of [
    ['of a plugin are all that are active, in one order', {}, SEEDED],
    ['of the other plugin are the same', { plugin: 'payment_request' }, SEEDED],
    ['for a currency are those that accept it', { currencies: ['SAR'] }, without('sandbox-abroad')],
    ['for one of two currencies are all', { currencies: ['SAR', 'KWD'] }, SEEDED],
    ['that hold', { operation: 'authorize' }, 'sandbox-hold'],
    ['that charge', { operation: 'purchase' }, without('sandbox-hold')],
    ['of a gateway', { pg_names: ['cash'] }, 'cash'],
    ['of a gateway that there is not are none', { pg_names: ['knet'] }, ''],
    ['in production are none', { type: 'production' }, ''],
    ['in the sandbox', { type: 'sandbox' }, SEEDED],
    ['that save cards', { tokenizable: true }, 'sandbox-cards sandbox-on-file'],
    ['that debit by themselves', { auto_debit: 'true' }, 'sandbox-cards'],
    ['with a tag are none', { tags: ['retail'] }, ''],
    ['with a service', { payment_services: ['apple_pay'] }, 'sandbox sandbox-inline'],
    ['with a service of none are none', { payment_services: ['samsung_pay'] }, ''],
    ['of two filters fit both', { operation: 'purchase', pg_names: ['cash'] }, 'cash'],
    ['are not sorted out by a flag that is false', { tokenizable: false }, SEEDED],
    ['are not sorted out by what is empty', { currencies: null, type: '', tags: [] }, SEEDED],
    ['are not sorted out by what nobody knows', { colour: 'red' }, SEEDED],
  ] as const)
    it(what, async () => {
      assert.equal(await codes(more), expected);
    });

  it('are found by what an account has switched on', async () => {
    const given = { active: true, tokenizable: true, autoDebit: true } as const;
    await put('pm-all', {
      ...given,
      operations: ['refund', 'void'],
      paymentServices: ['apple_pay', 'wallet'],
      tags: ['retail'],
      order: -1,
    });
    for (const more of [
      { tokenizable: 'true', auto_debit: 'true', tags: ['retail'] },
      { auto_debit: true, payment_services: ['apple_pay'] },
      { tags: ['pos', 'retail'] },
      { payment_services: ['samsung_pay', 'apple_pay'], tags: ['retail'] },
    ]) {
      const [only, ...others] = rows((await ask(more)).body, 'payment_methods');
      assert.equal(only?.['code'], 'pm-all', JSON.stringify(more));
      assert.deepEqual(others, []);
      assert.deepEqual(only['operations'], ['refund', 'void']);
      assert.deepEqual(only['wallets'], ['ApplePay']);
      assert.deepEqual(only['payment_services'], [
        { code: 'apple_pay', name: 'Apple Pay', name_ar: 'أبل باي' },
        { code: 'wallet', name: 'Wallet', name_ar: 'المحفظة' },
      ]);
    }
    const [first] = rows((await ask()).body, 'payment_methods');
    assert.equal(first?.['code'], 'pm-all', 'its order puts it first');
    await put('pm-all', { active: false });
    assert.equal(await codes({ auto_debit: true }), 'sandbox-cards');
  });

  it('are only the own ones of a merchant', async () => {
    const other = await anotherMerchant(system, { code: 'theirs' });
    const { body } = await ask({}, other.client);
    assert.deepEqual(
      rows(body, 'payment_methods').map(({ code }) => code),
      ['theirs'],
    );
    const ours = rows((await ask()).body, 'payment_methods');
    assert.ok(!ours.some(({ code }) => code === 'theirs'));
  });

  it('can be asked for by a form, with and without the slash', async () => {
    for (const path of [PATH, PATH.slice(0, -1)]) {
      const form = new URLSearchParams([
        ['plugin', 'e_commerce'],
        ['currencies', 'SAR'],
        ['pg_names', 'cash'],
        ['pg_names', 'sandbox'],
        ['tokenizable', 'false'],
      ]);
      const headers = { Authorization: `Api-Key ${system.run.keys.private}` };
      const answer = await send(`${system.run.api}${path}`, {
        method: 'POST',
        headers,
        body: form,
      });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(seededOf(answer.body).length, 9);
    }
  });

  describe('of a customer', () => {
    const customer = `c-${randomUUID()}`;
    const paidWith = async (more: Json = {}) =>
      (await ask({ customer_id: customer, ...more })).body['customer_payment_methods'];

    it('are none before the first payment', async () => {
      await merchant.sale({ customer_id: customer });
      assert.deepEqual(await paidWith(), []);
    });

    it('are those that were paid with, in the order of the list', async () => {
      const byCard = await merchant.sale({ customer_id: customer });
      await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, byCard)));
      await untilState(system, byCard, 'paid');
      const inCash = await merchant.sale({ customer_id: customer, pg_codes: ['cash'] });
      await pressPayButton(system, inCash, { code: 'cash' });
      await untilState(system, inCash, 'cod');
      assert.deepEqual(await paidWith(), ['cash', 'sandbox']);
    });

    it('are a part of what the question gives', async () => {
      assert.deepEqual(await paidWith({ pg_names: ['cash'] }), ['cash']);
      assert.deepEqual(await paidWith({ type: 'production' }), []);
    });

    it("are nobody else's", async () => {
      assert.deepEqual(await paidWith({ customer_id: `${customer}x` }), []);
    });
  });

  it('names to a user the accounts that they may use, and no other', async () => {
    const person = await aPerson(system, { permissions: ['gateway.use:sandbox'] });
    const answer = await send(`${system.run.api}${PATH}`, {
      method: 'POST',
      headers: { Authorization: person.basic, 'Content-Type': 'application/json' },
      body: JSON.stringify({ plugin: 'e_commerce' }),
    });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(
      rows(answer.body, 'payment_methods').map((method) => method['code']),
      ['sandbox'],
    );
  });

  describe('are refused', () => {
    for (const [what, body, field] of [
      ['without a plugin', { plugin: undefined }, 'plugin'],
      ['for a plugin that is empty', { plugin: '' }, 'plugin'],
      ['for a plugin that there is not', { plugin: 'invoices' }, 'plugin'],
      ['for a currency that there is not', { currencies: ['KWD', 'XYZ'] }, 'currencies'],
      ['for currencies that are no list', { currencies: 'KWD' }, 'currencies'],
      ['for an operation that there is not', { operation: 'refund' }, 'operation'],
      ['for a flag that is none', { tokenizable: 'yes' }, 'tokenizable'],
      ['for a flag that is a number', { auto_debit: 1 }, 'auto_debit'],
      ['for a type that there is not', { type: 'test' }, 'type'],
      ['for a tag that there is not', { tags: ['shoes'] }, 'tags'],
      ['for a service that there is not', { payment_services: ['cheque'] }, 'payment_services'],
      ['for a gateway that is no slug', { pg_names: ['a b'] }, 'pg_names'],
      ['for a customer that is too long', { customer_id: 'x'.repeat(65) }, 'customer_id'],
      ['for a customer that is no text', { customer_id: { $gt: '' } }, 'customer_id'],
    ] as const)
      it(what, async () => {
        const answer = await ask(body);
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(Object.keys(answer.body), [field]);
        const sentences = answer.body[field];
        assert.ok(Array.isArray(sentences) && sentences.every((one) => typeof one === 'string'));
      });

    it('with all faults at once', async () => {
      const { body } = await ask({ plugin: undefined, type: 'x', tags: ['x'] });
      assert.deepEqual(Object.keys(body).toSorted(), ['plugin', 'tags', 'type']);
      assert.deepEqual(body['plugin'], ['This field is required.']);
    });

    it('for a plugin that the merchant has not enabled', async () => {
      const other = await anotherMerchant(system, { eCommerce: false });
      const answer = await ask({}, other.client);
      assert.equal(answer.status, 400);
      assert.deepEqual(answer.body, {
        plugin: ['The plugin e_commerce is not enabled for this merchant.'],
      });
    });

    it('to a public key and to nobody', async () => {
      const open = merchantAt(system.run.api, system.run.keys.public);
      const answer = await ask({}, open);
      assert.deepEqual([answer.status, answer.body['code']], [401, 'public_key_not_allowed']);
      const nobody = await send(`${system.run.api}${PATH}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      assert.deepEqual([nobody.status, nobody.body['code']], [401, 'not_authenticated']);
    });

    it('by another verb, and in another form', async () => {
      assert.equal((await merchant.call('GET', PATH)).status, 405);
      const answer = await send(`${system.run.api}${PATH}`, {
        method: 'POST',
        headers: {
          Authorization: `Api-Key ${system.run.keys.private}`,
          'Content-Type': 'text/csv',
        },
        body: 'plugin',
      });
      assert.equal(answer.status, 415);
    });
  });
});

/** The codes of an answer, in their order, without those that other tests have added. */
function seededOf(body: Json): readonly string[] {
  const seeded = new Set(SEEDED.split(' '));
  return rows(body, 'payment_methods')
    .map((method) => textIn(method, 'code'))
    .filter((code) => seeded.has(code));
}

function without(code: string): string {
  return SEEDED.split(' ')
    .filter((one) => one !== code)
    .join(' ');
}

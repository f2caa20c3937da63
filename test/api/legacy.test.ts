import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CapturedMessage } from '../../dev/mailbox/letters.ts';
import { signatureOf } from '../../transports/signature.ts';
import { returnUrl } from '../../gateways/return-url.ts';
import type { JsonObject } from '../../domain/json.ts';
import { theSystem, type System } from '../support/system.ts';
import { send, textIn, until, type Answer, type Json } from '../support/http.ts';
import { mailsTo } from '../support/mails.ts';
import { aPerson, type Person } from './support/people.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { DECLINED_CARD } from '../../drills/networks/network.ts';
import { goToNetwork, returnAddress } from './support/payer.ts';
import { transactionOf, untilState } from './support/records.ts';
import { aReceiver, aShop, WEBHOOK_KEY, type Shop } from './support/shop.ts';

const OLD = '/pos/crt/';

describe('the old endpoints', () => {
  let system: System;
  let shop: Shop;
  let network: ReturnType<typeof sandboxNetworkOf>;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    network = sandboxNetworkOf(system);
    receiver = await aReceiver((path) =>
      path.startsWith('/answers-') ? Number(path.slice(9)) : 200,
    );
    shop = await aShop(system, {
      legacy: {
        enabled: true,
        webhookUrl: `${receiver.url}/by-default`,
        redirectUrl: 'https://shop.example.test/by-default',
        customFields: ['civil_id'],
      },
    });
  });
  after(() => receiver.close());

  const SALE = { amount: '12.340', gateway_code: 'sandbox', currency_code: 'KWD' } as const;
  const post = (body: Json, path = OLD, of: Shop = shop): Promise<Answer> =>
    send(`${system.run.api}${path}`, {
      method: 'POST',
      headers: { Authorization: `Api-Key ${of.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** A request without credentials, from this machine, which says that it comes from elsewhere. */
  const anonymous = () =>
    send(`${system.run.api}${OLD}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.77' },
      body: JSON.stringify(SALE),
    });
  /** A form without credentials, as a page of a browser can send it. */
  const byForm = (headers: Readonly<Record<string, string>>) =>
    send(`${system.run.api}${OLD}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ ...SALE, order_no: 'OLD-PAGE' }),
    });
  const as = (person: Person, body: Json): Promise<Answer> =>
    send(`${system.run.api}/pos/d/crt/`, {
      method: 'POST',
      headers: { Authorization: person.basic, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const created = async (more: Json = {}, of: Shop = shop): Promise<Json> => {
    const answer = await post({ ...SALE, ...more }, OLD, of);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const bareShop = () => aShop(system, { legacy: { enabled: true } });
  const ofBareShop = async (bare: Shop): Promise<string> => {
    const ways = { disclosure_url: `${receiver.url}/bare`, redirect_url: 'https://a.example/' };
    return textIn(await created(ways, bare), 'session_id');
  };
  const pay = async (id: string, card: Json = {}) => {
    const paymentId = paymentIdIn(await goToNetwork(system, id));
    await network.pay(paymentId, card);
    return paymentId;
  };
  /** Where the browser of the payer ends, by the page that leads on. */
  const wayBack = async (id: string, address?: string): Promise<string> => {
    const back = await send(address ?? (await returnAddress(system, id)));
    return (
      back.headers.get('location') ??
      /<a class="button primary" href="([^"]+)"/.exec(back.text)?.[1]?.replaceAll('&amp;', '&') ??
      back.text
    );
  };

  const mailTo = (address: string): Promise<CapturedMessage> =>
    until('the mail', async () => {
      const [mail] = await mailsTo(system, address);
      return mail;
    });

  it('answer with the payment page under both names, and with what the first attempt will be', async () => {
    const answer = await post({ ...SALE, order_no: 'OLD-1' });
    assert.equal(answer.status, 201, answer.text);
    const { url, payment_url, order_no, reference_number } = answer.body;
    const id = textIn(answer.body, 'session_id');
    assert.equal(url, payment_url);
    assert.equal(url, `${system.run.api}/b/checkout/redirect/start/?session_id=${id}`);
    assert.equal(order_no, 'OLD-1');
    const { type, amount, legacy, webhookUrl } = await transactionOf(system, id);
    assert.equal(type, 'e_commerce');
    assert.equal(amount.minor, 12_340);
    assert.equal(legacy?.referenceNumber, reference_number);
    assert.equal(webhookUrl, `${receiver.url}/by-default`);
    await goToNetwork(system, id);
    const [attempt] = (await transactionOf(system, id)).attempts;
    assert.equal(attempt?.referenceNumber, reference_number);
  });

  it('say that they are old, also when they refuse', async () => {
    for (const answer of [await post(SALE), await post({})]) {
      assert.equal(answer.headers.get('Deprecation'), 'true');
      assert.ok(Date.parse(answer.headers.get('Sunset') ?? '') > Date.parse('2027-11-21'));
      assert.equal(
        answer.headers.get('Link'),
        `<${system.run.api}/b/checkout/v1/pymt-txn/>; rel="successor-version"`,
      );
    }
  });

  it('take a form like they take JSON, with and without the slash at the end', async () => {
    for (const path of ['/pos/crt/', '/pos/crt']) {
      const answer = await send(`${system.run.api}${path}`, {
        method: 'POST',
        headers: { Authorization: `Api-Key ${shop.key}` },
        body: new URLSearchParams({
          amount: '12.34',
          gateway_code: 'sandbox',
          currency_code: 'kwd',
          email_recipients: 'a@shop.example, b@shop.example',
          extra: '{"branch":"Salmiya"}',
          sms_notification: 'false',
          customer_address_postal_code: '13001',
          language: '',
        }),
      });
      assert.equal(answer.status, 201, answer.text);
      const kept = await transactionOf(system, textIn(answer.body, 'session_id'));
      assert.deepEqual(kept.emailRecipients, ['a@shop.example', 'b@shop.example']);
      assert.deepEqual(kept.extra, { branch: 'Salmiya' });
      assert.deepEqual(kept.legacy?.address, { postalCode: '13001' });
      assert.equal(kept.language, 'en');
    }
  });

  it('take lines of an address of any length, give them back, and leave the payment editable', async () => {
    for (const [line1, line2, path] of [
      ['Block 4', 'x'.repeat(200), '/long-2'],
      ['y'.repeat(300), 'Floor 2', '/long-1'],
    ] as const) {
      const answer = await created({
        disclosure_url: `${receiver.url}${path}`,
        customer_address_line1: line1,
        customer_address_line2: line2,
        customer_address_city: 'Kuwait City',
        customer_address_country: 'KW',
      });
      const id = textIn(answer, 'session_id');
      const edited = await shop.client.patch(id, { vendor_name: 'Pearl' });
      assert.equal(edited.status, 200, edited.text);
      await pay(id);
      const told = await until('the disclosure', async () => receiver.at(path)[0]);
      assert.deepEqual(
        [told['customer_address_line1'], told['customer_address_line2']],
        [line1, line2],
      );
    }
  });

  it('make one transaction of one Idempotency-Key', async () => {
    const headers = {
      Authorization: `Api-Key ${shop.key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `old-${Date.now()}`,
    };
    const once = () =>
      send(`${system.run.api}${OLD}`, { method: 'POST', headers, body: JSON.stringify(SALE) });
    const [one, other] = [await once(), await once()];
    assert.equal(one.status, 201);
    assert.equal(one.text, other.text);
  });

  it('tell the shop in their own form, signed, once the attempt is paid, and send the payer back with extra', async () => {
    const answer = await created({
      order_no: 'OLD-2',
      disclosure_url: `${receiver.url}/paid`,
      redirect_url: 'https://shop.example.test/back?lang=en',
      extra: { color: 'red & blue', count: 3, order_no: 'forged' },
      customer_first_name: 'Sara',
      customer_address_city: 'Kuwait City',
      full_name: 'Sara Ali',
      civil_id: '2900',
      unheard_of: 'x',
    });
    const id = textIn(answer, 'session_id');
    const reference = textIn(answer, 'reference_number');
    await pay(id);
    await untilState(system, id, 'paid');
    const [told] = await until('the disclosure', async () => {
      const all = receiver.at('/paid');
      return all.length > 0 && all;
    });
    assert.ok(told);
    const { signature, gateway_response: raw, ...rest } = told;
    assert.deepEqual(rest, {
      full_name: 'Sara Ali',
      civil_id: '2900',
      amount: '12.340',
      currency_code: 'KWD',
      result: 'success',
      reference_number: reference,
      order_no: 'OLD-2',
      customer_first_name: 'Sara',
      customer_address_city: 'Kuwait City',
      gateway_name: 'sandbox',
      gateway_account: 'sandbox',
    });
    assert.equal(typeof raw, 'object');
    const unsigned = Object.fromEntries(
      Object.entries(told).filter(([key]) => key !== 'signature'),
    ) as JsonObject;
    assert.equal(signature, signatureOf(unsigned, { key: WEBHOOK_KEY, scheme: 'standard' }));
    await until('the shop has answered', async () => {
      const { notice } = await transactionOf(system, id);
      return notice?.status !== 'pending' && notice;
    });
    assert.equal(
      await wayBack(id),
      `https://shop.example.test/back?lang=en&color=red+%26+blue&count=3&order_no=OLD-2&reference_number=${reference}`,
    );
  });

  it('mail the link to pay where they are asked to', async () => {
    const email = `sara-${randomUUID()}@example.test`;
    const answer = await created({ customer_email: email, email_notification: true });
    const { text } = await mailTo(email);
    assert.ok(text.includes(textIn(answer, 'session_id')), text);
  });

  it('mail the result where they are asked to, also to a payer who cancels at the gateway', async () => {
    const email = `sara-${randomUUID()}@example.test`;
    const answer = await created({ customer_email: email, email_payment_details: true });
    const id = textIn(answer, 'session_id');
    await network.cancel(paymentIdIn(await goToNetwork(system, id)));
    await untilState(system, id, 'expired');
    const { text } = await mailTo(email);
    assert.match(text, /The payment was canceled/);
    const page = await send(`${system.run.api}/checkout/${id}`);
    assert.match(page.text, /This payment was canceled/);
  });

  // Which answers are none to a disclosure is a rule (test/domain/webhook/disclosure.test.ts).
  it('keep the payer on our page when the shop answers anything but 200', async () => {
    const answer = await created({ disclosure_url: `${receiver.url}/answers-204` });
    const id = textIn(answer, 'session_id');
    await pay(id);
    await untilState(system, id, 'paid');
    await until('the first call', async () => {
      const { notice } = await transactionOf(system, id);
      return notice !== undefined && notice.status !== 'pending';
    });
    assert.equal((await transactionOf(system, id)).notice?.status, 'failed');
    const to = await wayBack(id);
    assert.ok(to.startsWith(`${system.run.api}/b/checkout/result/${id}/`), to);
  });

  it('allow a single attempt: a declined card ends it, and the shop is told so', async () => {
    const answer = await created({ disclosure_url: `${receiver.url}/declined` });
    const id = textIn(answer, 'session_id');
    await pay(id, { card_number: DECLINED_CARD });
    await untilState(system, id, 'failed');
    const [told] = await until('the disclosure', async () => {
      const all = receiver.at('/declined');
      return all.length > 0 && all;
    });
    assert.equal(told?.['result'], 'failed');
    assert.equal(typeof told['message'], 'string');
    const page = await send(`${system.run.api}/checkout/${id}`);
    assert.equal(page.status, 303, 'a second try is offered');
  });

  it('tell a cancellation by the payer with the reference that the shop knows', async () => {
    const answer = await created({ disclosure_url: `${receiver.url}/canceled` });
    const id = textIn(answer, 'session_id');
    await send(`${system.run.api}/checkout/${id}/cancel/`, {
      method: 'POST',
      body: new URLSearchParams(),
    });
    const [told] = await until('the disclosure', async () => {
      const all = receiver.at('/canceled');
      return all.length > 0 && all;
    });
    assert.equal(told?.['result'], 'canceled');
    assert.equal(told['reference_number'], answer['reference_number']);
  });

  it('tell a cancellation by the shop with the same reference, by which people find it', async () => {
    const answer = await created({ disclosure_url: `${receiver.url}/canceled-by-shop` });
    const canceled = await shop.client.call('POST', '/b/pbl/v2/operation/', {
      operation: 'cancel',
      session_id: textIn(answer, 'session_id'),
    });
    assert.equal(canceled.status, 200, canceled.text);
    const [told] = await until('the disclosure', async () => {
      const all = receiver.at('/canceled-by-shop');
      return all.length > 0 && all;
    });
    const reference = textIn(answer, 'reference_number');
    assert.deepEqual([told?.['result'], told?.['reference_number']], ['canceled', reference]);
    const found = await shop.client.call(
      'GET',
      `/b/checkout/v1/transactions/?reference_number=${reference}&count=true`,
    );
    assert.equal(found.body['count'], 1, found.text);
  });

  describe('for payment requests', () => {
    const REQUEST = { amount: '3', currency_code: 'KWD', customer_email: 's@c.example' };

    it('tell the reference that was answered, also where the payer leaves one account for another', async () => {
      const { user } = await aPerson(system, { merchantId: shop.id });
      const answer = await post(
        { ...REQUEST, initiator: String(user.id), disclosure_url: `${receiver.url}/changed` },
        '/pos/d/crt/',
      );
      const id = textIn(answer.body, 'session_id');
      await goToNetwork(system, id, 'sandbox');
      const page = await goToNetwork(system, id, 'sandbox-fee', { replaces: true });
      await network.pay(paymentIdIn(page));
      await untilState(system, id, 'paid');
      const [told] = await until('the disclosure', async () => {
        const all = receiver.at('/changed');
        return all.length > 0 && all;
      });
      const reference = textIn(answer.body, 'reference_number');
      assert.deepEqual([told?.['result'], told?.['reference_number']], ['success', reference]);
      const { attempts, sessionId } = await until('the shop has answered', async () => {
        const now = await transactionOf(system, id);
        return now.notice?.status === 'delivered' && now;
      });
      const [first, last] = attempts;
      assert.ok(last && last.referenceNumber !== reference);
      assert.equal(first?.referenceNumber, reference);
      const address = returnUrl(system.run.api, { ...last, sessionId }, 'en');
      assert.equal(
        await wayBack(id, address),
        `https://shop.example.test/by-default?reference_number=${reference}`,
      );
      const back = /href="(https:\/\/shop\.example\.test[^"]+)"/.exec(
        (await send(`${system.run.api}/b/checkout/result/${id}/`)).text,
      );
      assert.equal(back?.[1], `https://shop.example.test/by-default?reference_number=${reference}`);
    });

    it('name who made it, and offer every account that takes the currency when none is named', async () => {
      const { user } = await aPerson(system, { merchantId: shop.id });
      const answer = await post({ ...REQUEST, initiator: String(user.id) }, '/pos/d/crt/');
      assert.equal(answer.status, 201, answer.text);
      const kept = await transactionOf(system, textIn(answer.body, 'session_id'));
      assert.equal(kept.type, 'payment_request');
      assert.equal(kept.initiator?.id, user.id);
      assert.deepEqual(kept.pgCodes, ['sandbox', 'sandbox-fee']);
    });

    it('are made by the user who asks, as far as they may use the accounts', async () => {
      const permissions = ['payment_request.add', 'gateway.use:sandbox'] as const;
      const person = await aPerson(system, { merchantId: shop.id, permissions });
      const answer = await as(person, { ...REQUEST, gateway_code: 'sandbox', initiator: 'x' });
      assert.equal(answer.status, 201, answer.text);
      const kept = await transactionOf(system, textIn(answer.body, 'session_id'));
      assert.equal(kept.initiator?.id, person.user.id);
      assert.equal((await as(person, REQUEST)).status, 403);
      const stranger = await aPerson(system, { merchantId: shop.id });
      assert.equal((await as(stranger, { ...REQUEST, gateway_code: 'sandbox' })).status, 403);
    });
  });

  describe('refuse', () => {
    const fine = { ...SALE, customer_phone: '+96550000001' };
    const rows: readonly (readonly [what: string, more: Json, field: string, sentence: RegExp])[] =
      [
        ['no amount', { amount: undefined }, 'amount', /^This field is required\.$/],
        ['no gateway', { gateway_code: undefined }, 'gateway_code', /^This field is required\.$/],
        [
          'no currency',
          { currency_code: undefined },
          'currency_code',
          /^This field is required\.$/,
        ],
        ['too many decimals', { amount: '1.2345' }, 'amount', /decimal places/],
        ['25 characters of amount', { amount: `${'0'.repeat(21)}1.00` }, 'amount', /24 characters/],
        ['a currency that is none', { currency_code: 'XXZ' }, 'currency_code', /ISO 4217/],
        [
          'a gateway that is none',
          { gateway_code: 'nobody' },
          'gateway_code',
          /not a payment method/,
        ],
        [
          'a currency of another account',
          { currency_code: 'INR' },
          'gateway_code',
          /does not accept/,
        ],
        ['cash', { gateway_code: 'cash' }, 'gateway_code', /cash/],
        ['another language', { language: 'fr' }, 'language', /en, ar/],
        ['129 characters of order', { order_no: '1'.repeat(129) }, 'order_no', /128/],
        ['17 characters of phone', { customer_phone: '1'.repeat(17) }, 'customer_phone', /16/],
        [
          'an e-mail without an address',
          { email_notification: true },
          'customer_email',
          /required/,
        ],
        [
          'a result by e-mail without an address',
          { email_payment_details: 'true' },
          'customer_email',
          /required/,
        ],
        ['no country', { customer_address_country: 'XX' }, 'customer_address_country', /ISO 3166/],
        [
          '201 characters of address',
          { redirect_url: `https://a.example/${'x'.repeat(190)}` },
          'redirect_url',
          /200/,
        ],
        [
          'an address that is none',
          { disclosure_url: 'javascript:alert(1)' },
          'disclosure_url',
          /URL/,
        ],
        ['null in extra', { extra: { a: null } }, 'extra', /null/],
        ['an object in extra', { extra: { a: { b: 1 } } }, 'extra', /text/],
        ['a list in extra', { extra: { a: [1] } }, 'extra', /text/],
        ['no object for extra', { extra: 'a=b' }, 'extra', /object/],
        ['more extra than an address carries', { extra: { a: 'x'.repeat(3000) } }, 'extra', /2048/],
        ['a user that there is not', { initiator: 987654 }, 'initiator', /user/],
      ];
    for (const [what, more, field, sentence] of rows)
      it(what, async () => {
        const answer = await post({ ...fine, ...more });
        assert.equal(answer.status, 400, answer.text);
        assert.deepEqual(Object.keys(answer.body), [field]);
        assert.match(String(answer.body[field]), sentence);
      });

    it('a message to a phone that nobody gave', async () => {
      const answer = await post({ ...SALE, sms_notification: true });
      assert.deepEqual(answer.body, { customer_phone: ['This field is required.'] });
    });

    it('where neither the request nor the settings say who is told and where the payer goes', async () => {
      const answer = await post(SALE, OLD, await bareShop());
      assert.deepEqual(answer.body, {
        disclosure_url: ['This field is required.'],
        redirect_url: ['This field is required.'],
      });
    });

    it('a payment request without an e-mail address and without who made it', async () => {
      const answer = await post({ amount: '1', currency_code: 'KWD' }, '/pos/d/crt/');
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(answer.body, {
        customer_email: ['This field is required.'],
        initiator: ['This field is required.'],
      });
    });

    it('card data', async () => {
      const answer = await post({ ...SALE, card_number: '4242424242424242' });
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(answer.body), ['card_number']);
    });

    it('a merchant that has them switched off', async () => {
      const closed = await aShop(system, { legacy: { enabled: false } });
      assert.equal((await post(SALE, OLD, closed)).status, 404);
      const noPrograms = await aShop(system, { legacy: { enabled: true, apiAccess: false } });
      assert.equal((await post(SALE, OLD, noPrograms)).status, 404);
    });

    it('a type whose plugin is switched off', async () => {
      const other = await aShop(system, {
        e_commerce: { enabled: false },
        legacy: { enabled: true },
      });
      assert.equal((await post(SALE, OLD, other)).status, 404);
    });
  });

  describe('change', () => {
    it('into nothing that a disclosure cannot tell', async () => {
      const bare = await bareShop();
      const id = await ofBareShop(bare);
      for (const [edit, field] of [
        [{ pg_codes: ['sandbox', 'cash'] }, 'pg_codes'],
        [{ extra: { a: { b: 1 } } }, 'extra'],
        [{ extra: { a: 'x'.repeat(3000) } }, 'extra'],
        [{ webhook_url: null }, 'webhook_url'],
        [{ redirect_url: '' }, 'redirect_url'],
      ] as const) {
        const answer = await bare.client.patch(id, edit);
        assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], answer.text);
      }
      const whole = { type: 'e_commerce', amount: '1', currency_code: 'KWD', pg_codes: ['cash'] };
      const answer = await bare.client.put(id, whole);
      assert.deepEqual(Object.keys(answer.body).toSorted(), [
        'pg_codes',
        'redirect_url',
        'webhook_url',
      ]);
    });

    it('in all else, also where what it leaves as it is would be refused now', async () => {
      const bare = await bareShop();
      const id = await ofBareShop(bare);
      const { webhooks } = (await system.store.merchants.find(bare.id)) ?? {};
      assert.ok(webhooks);
      await bare.set({ webhooks: { ...webhooks, enabled: false } });
      for (const edit of [{ order_no: 'OLD-9' }, { extra: { a: 1 } }, { amount: '2' }]) {
        const answer = await bare.client.patch(id, edit);
        assert.equal(answer.status, 200, answer.text);
      }
      const cleared = textIn(await created(), 'session_id');
      assert.equal((await shop.client.patch(cleared, { webhook_url: null })).status, 200);
      const { webhookUrl } = await transactionOf(system, cleared);
      assert.equal(webhookUrl, `${receiver.url}/by-default`);
    });
  });

  describe('ask for the delivery', () => {
    it('only where the merchant has switched that on, and then a request has to say it', async () => {
      const asking = await aShop(system, {
        legacy: {
          enabled: true,
          webhookUrl: receiver.url,
          redirectUrl: 'https://shop.example.test/',
          asksForDelivery: true,
        },
      });
      const answer = await post(SALE, OLD, asking);
      assert.deepEqual(answer.body, {
        capture_address: ['This field is required.'],
        capture_delivery: ['This field is required.'],
      });
      const half = await post(
        { ...SALE, capture_address: true, capture_delivery: false },
        OLD,
        asking,
      );
      assert.deepEqual(Object.keys(half.body), ['capture_delivery']);
      const both = await created({ capture_address: true, capture_delivery: true }, asking);
      const page = await send(`${system.run.api}/checkout/${textIn(both, 'session_id')}`);
      assert.match(page.text, /name="street"/);
      const plain = await created({ capture_address: true });
      const { captureDeliveryAddress } = await transactionOf(system, textIn(plain, 'session_id'));
      assert.equal(captureDeliveryAddress, undefined);
    });
  });

  describe('without credentials', () => {
    const settings = {
      enabled: true,
      webhookUrl: 'https://shop.example.test/told',
      redirectUrl: 'https://shop.example.test/back',
    };
    /** Shops that allow these networks; afterwards they allow none, for every test comes from the same address. */
    const allowing = async (
      networks: readonly (readonly string[])[],
      test: (shops: readonly Shop[]) => Promise<void>,
    ) => {
      const shops = await Promise.all(
        networks.map((allowedNetworks) =>
          aShop(system, { legacy: { ...settings, allowedNetworks } }),
        ),
      );
      try {
        await test(shops);
      } finally {
        for (const one of shops) await one.close();
      }
    };

    it('take a request from an address that one merchant has allowed', () =>
      allowing([['127.0.0.0/8']], async ([open]) => {
        const answer = await anonymous();
        assert.equal(answer.status, 201, answer.text);
        const { merchantId } = await transactionOf(system, textIn(answer.body, 'session_id'));
        assert.equal(merchantId, open?.id);
      }));

    it('refuse it from a page, whoever has it open there', () =>
      allowing([['127.0.0.1']], async ([open]) => {
        for (const headers of [
          { Origin: 'https://evil.example' },
          { Origin: 'null' },
          { 'Sec-Fetch-Site': 'cross-site' },
        ]) {
          const refused = await byForm(headers);
          assert.deepEqual([refused.status, refused.body['code']], [403, 'permission_denied']);
        }
        const made = async () => (await open?.client.list('order_no=OLD-PAGE'))?.body['count'];
        assert.equal(await made(), 0);
        assert.equal((await byForm({})).status, 201);
        assert.equal(await made(), 1);
      }));

    it('are counted by the address', () =>
      allowing([['127.0.0.1']], async () => {
        const [one = 0, other = 0] = [await anonymous(), await anonymous()].map(({ headers }) =>
          Number(headers.get('RateLimit-Remaining')),
        );
        assert.equal(one - other, 1);
      }));

    it('refuse it when several have, for nobody knows who is meant', () =>
      allowing([['127.0.0.1'], ['127.0.0.1']], async () => {
        assert.equal((await anonymous()).status, 401);
      }));

    it('do not believe a header about the address', () =>
      allowing([['192.0.2.77']], async () => {
        assert.equal((await anonymous()).status, 401);
      }));

    it('refuse a wrong key even from an allowed address', () =>
      allowing([['127.0.0.1']], async () => {
        const answer = await post(SALE, OLD, { ...shop, key: 'wrongkey.0123456789' });
        assert.equal(answer.status, 401);
      }));
  });
});

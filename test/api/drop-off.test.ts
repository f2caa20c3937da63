import assert from 'node:assert/strict';
import { countryCode } from '../../domain/countries.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  rows,
  send,
  textIn,
  until,
  type Answer,
  type MerchantClient,
} from '../support/http.ts';
import { googlePayload } from './device-wallets/support.ts';
import { paymentIdIn, sandboxNetworkOf } from './support/network.ts';
import { goToNetwork, returnAddress } from './support/payer.ts';
import { transactionOf, untilState } from './support/records.ts';
import { aShop } from './support/shop.ts';

const SDK = '/b/checkout/api/sdk/v1';
const ASKS = { capture_delivery_address: true, capture_delivery_location: true };
const ADDRESS = { line1: 'Street 5', city: 'Kuwait City', country: 'KW' };
const PLACE = '29.3759, 47.9774';

describe('the delivery that a merchant asks the payer for', () => {
  let system: System;
  let merchant: MerchantClient;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
  });

  const say = (id: string, fields: Readonly<Record<string, string>>): Promise<Answer> =>
    send(`${system.run.api}/checkout/${id}/delivery/`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });

  it('comes before the payment, is kept, and is shown to both', async () => {
    const id = await merchant.sale(ASKS);
    const asked = await send(`${system.run.api}/checkout/${id}`);
    assert.match(asked.text, /<h1>Delivery address<\/h1>/);
    const said = await say(id, { ...ADDRESS, line2: ' ', postal_code: '13001', location: PLACE });
    assert.equal(said.status, 303, said.text);
    assert.ok(said.headers.get('location')?.startsWith(`${system.run.api}/checkout/${id}`));
    const page = await send(`${system.run.api}/checkout/${id}`);
    assert.match(plain(page.text), /Street 5, Kuwait City, Kuwait/);
    assert.match(page.text, /Saved on the map/);
    assert.doesNotMatch(page.text, /29\.37/);
    const { body } = await merchant.read(id);
    assert.equal(body['capture_delivery_address'], true);
    assert.equal(body['capture_delivery_location'], true);
    assert.deepEqual(body['delivery_address'], {
      line1: 'Street 5',
      city: 'Kuwait City',
      country: 'KW',
      postal_code: '13001',
    });
    assert.deepEqual(body['delivery_location'], { latitude: 29.3759, longitude: 47.9774 });
    await goToNetwork(system, id);
  });

  it('is asked for above an app, which closes that page once it is paid, and leads nobody to the shop', async () => {
    const id = await merchant.sale({ ...ASKS, redirect_url: 'https://shop.example.com/thanks' });
    const [method] = rows(
      (await merchant.call('GET', `${SDK}/pymt-txn/submit/${id}/`)).body,
      'payment_methods',
    );
    const address = new URL(textIn(method ?? {}, 'redirect_url'));
    address.searchParams.set('channel', 'mobile_sdk');
    const asked = await send(address);
    const arabic = await post(formIn(asked.text, 'formaction', 'delivery/kept'), {});
    assert.match(arabic.headers.get('location') ?? '', /channel=mobile_sdk/);
    const said = await post(formIn(asked.text, 'action', 'delivery'), {
      ...ADDRESS,
      location: PLACE,
    });
    const page = await send(said.headers.get('location') ?? '');
    assert.doesNotMatch(page.text, /shop\.example\.com/);
    const hidden = [...page.text.matchAll(/name="(form_id|asked|totals)" value="([^"]*)"/gu)];
    const pressed = await post(formIn(page.text, 'action', 'pay'), {
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
      pg_code: 'sandbox',
    });
    await sandboxNetworkOf(system).pay(paymentIdIn(pressed.headers.get('location') ?? ''));
    await untilState(system, id, 'paid');
    const back = await until('the end is told', async () => {
      const answer = await send(await returnAddress(system, id));
      return answer.status === 303 && answer;
    });
    const marker = `${system.run.api}/b/gw/mobile-sdk-redirect?session_id=${id}`;
    assert.equal(back.headers.get('location'), marker);
  });

  it('is left above an app by its question, and the page that is canceled there is closed', async () => {
    const id = await merchant.sale({ ...ASKS, redirect_url: 'https://shop.example.com/thanks' });
    const asked = await send(`${system.run.api}/checkout/${id}?channel=mobile_sdk`);
    const left = await post(formIn(asked.text, 'formaction', 'cancel/ask'), { from: 'delivery' });
    const question = await send(left.headers.get('location') ?? '');
    assert.doesNotMatch(question.text, /shop\.example\.com/);
    assert.match(question.text, /delivery\/\?[^"]*channel=mobile_sdk/);
    const canceled = await post(formIn(question.text, 'action', 'cancel'), {});
    const marker = `${system.run.api}/b/gw/mobile-sdk-redirect?session_id=${id}`;
    assert.equal(canceled.headers.get('location'), marker);
  });

  it('can be changed by the payer, and stays when the merchant changes the order', async () => {
    const id = await merchant.sale(ASKS);
    await say(id, { ...ADDRESS, location: PLACE });
    const form = await send(`${system.run.api}/checkout/${id}/delivery/`);
    assert.match(form.text, /name="street"[^>]* value="Street 5"/);
    assert.match(form.text, /<option value="KW" selected/);
    await say(id, {
      ...ADDRESS,
      line1: 'Street 6',
      location: 'https://maps.example/@29.1,48.2,17z',
    });
    assert.equal((await merchant.patch(id, { amount: '9' })).status, 200);
    const { dropOff } = await transactionOf(system, id);
    assert.equal(dropOff?.address?.line1, 'Street 6');
    assert.deepEqual(dropOff.place, { latitude: 29.1, longitude: 48.2 });
  });

  it('begins with the address that the merchant knows', async () => {
    const id = await merchant.sale({
      ...ASKS,
      billing_address: { line1: 'Block 4', city: 'Hawally', country: 'KW' },
    });
    const { text } = await send(`${system.run.api}/checkout/${id}`);
    assert.match(text, /name="street"[^>]* value="Block 4"/);
  });

  describe('in Kuwait, which the currency says', () => {
    const KUWAIT = {
      country: 'KW',
      state: 'Hawalli',
      city: 'Salmiya',
      block: '4',
      street: '12',
      building: '7',
    };

    it('is asked for by governorate, area and block, and told to the merchant in one form', async () => {
      const id = await merchant.sale(ASKS);
      const form = await send(`${system.run.api}/checkout/${id}`);
      assert.match(form.text, /<option value="KW" selected/);
      assert.match(form.text, /<label for="state">Governorate</);
      assert.equal((await say(id, { ...KUWAIT, line2: 'Floor 2', location: PLACE })).status, 303);
      assert.deepEqual((await merchant.read(id)).body['delivery_address'], {
        line1: 'Block 4, Street 12, Building 7',
        line2: 'Floor 2',
        city: 'Salmiya',
        state: 'Hawalli',
        country: 'KW',
      });
      const arabic = await send(`${system.run.api}/checkout/${id}?lang=ar`);
      assert.match(
        plain(arabic.text),
        /القطعة 4، الشارع 12، المبنى 7، Floor 2، Salmiya، حولي، الكويت/,
      );
    });

    it('is found again in its fields, and keeps its place unless another one is said', async () => {
      const id = await merchant.sale(ASKS);
      await say(id, { ...KUWAIT, location: PLACE });
      const { text } = await send(`${system.run.api}/checkout/${id}/delivery/`);
      for (const [name, value] of [
        ['block', '4'],
        ['street', '12'],
        ['building', '7'],
      ] as const)
        assert.match(text, new RegExp(`name="${name}"[^>]* value="${value}"`), name);
      assert.doesNotMatch(text, /29\.37|name="(?:location|here)"[^>]* value="/);
      assert.equal((await say(id, { ...KUWAIT, block: '5' })).status, 303);
      const { dropOff } = await transactionOf(system, id);
      assert.equal(dropOff?.address?.line1, 'Block 5, Street 12, Building 7');
      assert.deepEqual(dropOff.place, { latitude: 29.3759, longitude: 47.9774 });
      await say(id, { ...KUWAIT, here: '29.1, 48.2' });
      const moved = await transactionOf(system, id);
      assert.deepEqual(moved.dropOff?.place, { latitude: 29.1, longitude: 48.2 });
    });

    it('needs each part, and a governorate that there is', async () => {
      const id = await merchant.sale(ASKS);
      const answer = await say(id, {
        ...KUWAIT,
        state: 'Riyadh',
        block: ' ',
        street: 'x'.repeat(61),
        location: PLACE,
      });
      assert.equal(answer.status, 400);
      const faulty = [...answer.text.matchAll(/<a href="#(\w+)">/g)].map(([, name]) => name);
      assert.deepEqual(faulty, ['state', 'block', 'street']);
    });

    it('shows the fields of another country before it takes what was typed for Kuwait', async () => {
      const id = await merchant.sale(ASKS);
      const other = await say(id, { ...KUWAIT, country: 'FR', location: PLACE });
      assert.equal(other.status, 200);
      assert.match(other.text, /name="line1"[^>]* value="4, 12, 7"/);
      assert.doesNotMatch(other.text, /role="alert"/);
      const saudi = await say(id, { ...KUWAIT, country: 'SA', location: PLACE });
      assert.equal(saudi.status, 400);
      assert.match(saudi.text, /<label for="block">District</);
      assert.equal((await transactionOf(system, id)).dropOff, undefined);
    });

    it('gives way to the country of the merchant', async () => {
      const shop = await aShop(system, {}, { country: countryCode('BH') ?? assert.fail() });
      const { text } = await send(`${system.run.api}/checkout/${await shop.client.sale(ASKS)}`);
      assert.match(text, /<option value="BH" selected/);
      assert.match(text, /<label for="street">Road</);
    });
  });

  it('is not gone around: neither by the form of Pay nor by the link of a method', async () => {
    const id = await merchant.sale(ASKS);
    const linked = await send(`${system.run.api}/checkout/${id}/pay/sandbox/`);
    assert.match(linked.text, /name="street"/);
    const pressed = await send(`${system.run.api}/checkout/${id}/pay/`, {
      method: 'POST',
      body: new URLSearchParams({ pg_code: 'sandbox' }),
    });
    assert.match(pressed.text, /name="street"/);
    assert.equal((await transactionOf(system, id)).attempts.length, 0);
  });

  it('leads from the payer’s own program to the page that asks, and is not gone around there', async () => {
    const id = await merchant.sale(ASKS);
    const sdk = `${system.run.api}/b/checkout/api/sdk/v1`;
    const headers = {
      Authorization: `Api-Key ${system.run.keys.public}`,
      'Content-Type': 'application/json',
    };
    const { body } = await send(`${sdk}/pymt-txn/submit/${id}/`, { headers });
    for (const method of rows(body, 'payment_methods')) {
      assert.deepEqual([method['flow'], method['can_save_card']], ['hosted_card', false]);
      const { text } = await send(textIn(method, 'redirect_url'));
      assert.match(text, /name="street"/);
    }
    assert.deepEqual([body['cards'], body['payment_services'], body['wallets']], [[], [], []]);
    for (const [path, asked] of [
      [`/submit/${id}/`, { pg_code: 'sandbox' }],
      ['/gpay/pay/', { session_id: id, google_pay_payload: googlePayload() }],
    ] as const) {
      const refused = await send(`${sdk}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(asked),
      });
      assert.deepEqual([refused.status, refused.body['code']], [400, 'invalid_state']);
      const url = `${system.run.api}/checkout/${id}?lang=en`;
      assert.ok(textIn(refused.body, 'detail').includes(url), refused.text);
    }
    assert.deepEqual((await transactionOf(system, id)).attempts, []);
  });

  it('is refused field by field, and what was typed stays', async () => {
    const id = await merchant.sale(ASKS);
    const answer = await say(id, {
      line1: '"><script>',
      city: 'x'.repeat(41),
      country: 'XX',
      location: 'at home',
    });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /value="&quot;>&lt;script>"/);
    for (const field of ['city', 'country', 'location'])
      assert.ok(answer.text.includes(`href="#${field}"`), field);
    assert.ok(!answer.text.includes('href="#line1"'));
    assert.equal((await transactionOf(system, id)).dropOff, undefined);
    const arabic = await send(`${system.run.api}/checkout/${id}/delivery/?lang=ar`, {
      method: 'POST',
      body: new URLSearchParams({}),
    });
    assert.match(arabic.text, /املأ هذا الحقل/);
  });

  it('takes no card number and no control character, and does not show the number again', async () => {
    const id = await merchant.sale(ASKS);
    for (const [fields, field, fault] of [
      [{ country: 'FR', line1: '4539 5116 1954 3489' }, 'line1', /looks like a card number/],
      [{ country: 'FR', line2: '4539511619543489' }, 'line2', /looks like a card number/],
      [{ country: 'FR', city: '٤٥٣٩٥١١٦١٩٥٤٣٤٨٩' }, 'city', /looks like a card number/],
      [{ country: 'FR', line1: 'a\nb' }, 'line1', /signs that we cannot take/],
      [{ country: 'FR', city: 'a\0b' }, 'city', /signs that we cannot take/],
      [{ country: 'FR', postal_code: '1\u202e3' }, 'postal_code', /signs that we cannot take/],
      [{ building: '4539511619543489' }, 'building', /looks like a card number/],
      [{ location: '4539511619543489' }, 'location', /cannot find a place/],
    ] as const) {
      const street = { street: '12', block: '4', building: '7', state: 'Hawalli' };
      const answer = await say(id, {
        ...ADDRESS,
        ...(!('country' in fields) && street),
        location: PLACE,
        ...fields,
      });
      assert.equal(answer.status, 400, JSON.stringify(fields));
      const faulty = [...answer.text.matchAll(/<a href="#(\w+)">/g)].map(([, name]) => name);
      assert.deepEqual(faulty, [field]);
      assert.match(answer.text, fault);
      for (const typed of Object.values(fields))
        if (typed !== 'FR') assert.ok(!answer.text.includes(typed), typed);
    }
    const kept = await say(id, { ...ADDRESS, country: 'FR', street: '4539511619543489' });
    assert.ok(!kept.text.includes('4539511619543489'));
    assert.equal((await transactionOf(system, id)).dropOff, undefined);
    const arabic = await send(`${system.run.api}/checkout/${id}/delivery/?lang=ar`, {
      method: 'POST',
      body: new URLSearchParams({ ...ADDRESS, line1: '4539511619543489', location: PLACE }),
    });
    assert.match(arabic.text, /يبدو هذا رقم بطاقة/);
  });

  it('may be the place alone', async () => {
    const id = await merchant.sale({ capture_delivery_location: true });
    const page = await send(`${system.run.api}/checkout/${id}`);
    assert.doesNotMatch(page.text, /name="line1"/);
    assert.equal((await say(id, { location: PLACE })).status, 303);
  });

  it('cannot be the address alone', async () => {
    const sale = { type: 'e_commerce', amount: '1', currency_code: 'KWD', pg_codes: ['sandbox'] };
    for (const location of [undefined, false]) {
      const answer = await merchant.create({
        ...sale,
        capture_delivery_address: true,
        capture_delivery_location: location,
      });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(Object.keys(answer.body), ['capture_delivery_location']);
    }
    const bad = await merchant.create({ ...sale, capture_delivery_address: 'yes' });
    assert.deepEqual(bad.body, { capture_delivery_address: ['Must be true or false.'] });
  });

  it('has no form where nobody asks, and none once it is over', async () => {
    const none = await merchant.sale();
    assert.equal((await send(`${system.run.api}/checkout/${none}/delivery/`)).status, 404);
    assert.equal((await say(none, { location: PLACE })).status, 404);
    const id = await merchant.sale(ASKS);
    await send(`${system.run.api}/checkout/${id}/cancel/`, {
      method: 'POST',
      body: new URLSearchParams(),
    });
    assert.equal((await say(id, { ...ADDRESS, location: PLACE })).status, 410);
  });

  it('can be switched on and off by a change of the order', async () => {
    const id = await merchant.sale();
    assert.equal((await merchant.patch(id, ASKS)).body['capture_delivery_address'], true);
    const half = await merchant.patch(id, { capture_delivery_location: null });
    assert.equal(half.status, 400);
    const off = await merchant.patch(id, {
      capture_delivery_address: null,
      capture_delivery_location: null,
    });
    assert.equal(off.body['capture_delivery_address'], undefined);
  });
});

function post(address: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  return send(address, { method: 'POST', body: new URLSearchParams(fields) });
}

/** Where a form of the page leads. */
function formIn(html: string, attribute: 'action' | 'formaction', page: string): string {
  const found = new RegExp(` ${attribute}="([^"]*/${page}/[^"]*)"`, 'u').exec(html)?.[1];
  assert.ok(found, html.slice(0, 300));
  return found.replaceAll('&amp;', '&');
}

/** The words of a page without the marks that keep each in its direction. */
function plain(html: string): string {
  return html.replaceAll(/[\u2066-\u2069]/g, '');
}

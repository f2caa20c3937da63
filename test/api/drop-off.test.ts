import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, send, type Answer, type MerchantClient } from '../support/http.ts';
import { goToNetwork } from './support/payer.ts';
import { transactionOf } from './support/records.ts';

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
    assert.match(page.text, /Street 5, Kuwait City, KW/);
    assert.match(page.text, /29\.3759, 47\.9774/);
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

  it('can be changed by the payer, and stays when the merchant changes the order', async () => {
    const id = await merchant.sale(ASKS);
    await say(id, { ...ADDRESS, location: PLACE });
    const form = await send(`${system.run.api}/checkout/${id}/delivery/`);
    assert.match(form.text, /value="Street 5"/);
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
    assert.match((await send(`${system.run.api}/checkout/${id}`)).text, /value="Block 4"/);
  });

  it('is not gone around: neither by the form of Pay nor by the link of a method', async () => {
    const id = await merchant.sale(ASKS);
    const linked = await send(`${system.run.api}/checkout/${id}/pay/sandbox/`);
    assert.match(linked.text, /name="line1"/);
    const pressed = await send(`${system.run.api}/checkout/${id}/pay/`, {
      method: 'POST',
      body: new URLSearchParams({ pg_code: 'sandbox' }),
    });
    assert.match(pressed.text, /name="line1"/);
    assert.equal((await transactionOf(system, id)).attempts.length, 0);
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
    const plain = await merchant.sale();
    assert.equal((await send(`${system.run.api}/checkout/${plain}/delivery/`)).status, 404);
    assert.equal((await say(plain, { location: PLACE })).status, 404);
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

import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  part,
  rows,
  SALE,
  send,
  textIn,
  TRANSACTIONS,
  until,
  type Answer,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { aPerson, type Person } from './support/people.ts';
import { pressPayButton } from './support/payer.ts';
import { DEMO, eventsOf, sessionIdOf } from './support/records.ts';

const CASH = { ...SALE, pg_codes: ['cash'] };

function initiator({ status, body }: Answer): readonly unknown[] {
  return [status, body['initiator_id']];
}

describe('who is behind a transaction', function () {
  this.timeout(120_000);
  let system: System;
  let merchant: MerchantClient;
  let seller: Person;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    seller = await aPerson(system, {
      firstName: 'Huda',
      permissions: [
        'payment_request.add',
        'payment_request.change',
        'gateway.use:sandbox',
        'gateway.use:cash',
      ],
    });
  });

  function as(person: Person, method: string, path: string, body?: Json): Promise<Answer> {
    return send(`${system.run.api}${path}`, {
      method,
      headers: { Authorization: person.basic, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
  const create = (person: Person, body: Json) => as(person, 'POST', TRANSACTIONS, body);

  it('is the active user whom a key names', async () => {
    const { id } = seller.user;
    const made = await merchant.create({ ...SALE, initiator_id: id });
    assert.deepEqual([made.status, made.body['initiator_id']], [201, id]);
    const read = await merchant.read(textIn(made.body, 'session_id'));
    assert.equal(read.body['initiator_id'], id);
  });

  it('is nobody when a key names nobody', async () => {
    const made = await merchant.create(SALE);
    assert.equal('initiator_id' in made.body, false);
  });

  it('can only be an active user of the same merchant', async () => {
    const gone = await aPerson(system, { active: false });
    const { id: elsewhere } = await anotherMerchant(system);
    const theirs = await aPerson(system, { merchantId: elsewhere });
    const taken = new Set((await system.store.users.list(DEMO)).map(({ id }) => id));
    for (const id of [
      gone.user.id,
      999_999,
      ...(taken.has(theirs.user.id) ? [] : [theirs.user.id]),
    ]) {
      const { status, body } = await merchant.create({ ...SALE, initiator_id: id });
      assert.deepEqual([status, Object.keys(body)], [400, ['initiator_id']]);
    }
  });

  it('may be named in a form, too', async () => {
    const { status, body } = await send(`${system.run.api}${TRANSACTIONS}`, {
      method: 'POST',
      headers: { Authorization: `Api-Key ${system.run.keys.private}` },
      body: new URLSearchParams({
        ...SALE,
        pg_codes: 'sandbox',
        initiator_id: String(seller.user.id),
      }),
    });
    assert.deepEqual([status, body['initiator_id']], [201, seller.user.id]);
  });

  it('is the user themselves, whatever they say', async () => {
    for (const said of [999_999, 'nonsense', null]) {
      const made = await create(seller, { ...SALE, initiator_id: said });
      assert.deepEqual([made.status, made.body['initiator_id']], [201, seller.user.id]);
    }
  });

  it('stays who it is through changes, until a key names another or nobody', async () => {
    const other = await aPerson(system, { permissions: ['payment_request.change'] });
    const made = await create(seller, SALE);
    const id = textIn(made.body, 'session_id');
    const mine = [200, seller.user.id];
    assert.deepEqual(initiator(await merchant.patch(id, { order_no: '1' })), mine);
    assert.deepEqual(initiator(await merchant.put(id, SALE)), mine);
    const byOther = await as(other, 'PATCH', `${TRANSACTIONS}${id}/`, { initiator_id: 1 });
    assert.deepEqual(initiator(byOther), mine);
    const renamed = await merchant.patch(id, { initiator_id: other.user.id });
    assert.deepEqual(initiator(renamed), [200, other.user.id]);
    assert.deepEqual(initiator(await merchant.patch(id, { initiator_id: null })), [200, undefined]);
  });

  it('is told to the merchant', async () => {
    const made = await create(seller, { ...CASH, webhook_url: `${system.run.demo}/webhooks` });
    const id = textIn(made.body, 'session_id');
    await pressPayButton(system, id, { code: 'cash' });
    const event = await until('the notice', async () => (await eventsOf(system, id))[0]);
    assert.deepEqual(part({ ...event.payload }, 'initiator'), {
      id: seller.user.id,
      username: seller.user.username,
      email: seller.user.email,
      first_name: 'Huda',
      last_name: '',
      phone: '',
    });
  });

  describe('and what a user may', () => {
    it('is judged by the type of the transaction', async () => {
      const { status } = await create(seller, { ...SALE, type: 'e_commerce' });
      assert.equal(status, 403);
      const shop = textIn(
        (await merchant.create({ ...SALE, type: 'e_commerce' })).body,
        'session_id',
      );
      assert.equal((await as(seller, 'GET', `${TRANSACTIONS}${shop}/`)).status, 403);
      const patched = await as(seller, 'PATCH', `${TRANSACTIONS}${shop}/`, { order_no: 'x' });
      assert.equal(patched.status, 403);
    });

    it('hides what they may not see from their lists', async () => {
      const orderNo = `both-${Date.now()}`;
      const mine = await merchant.sale({ order_no: orderNo });
      await merchant.sale({ order_no: orderNo, type: 'e_commerce' });
      const { body } = await as(seller, 'GET', `${TRANSACTIONS}?order_no=${orderNo}`);
      assert.deepEqual(
        [body['count'], rows(body, 'results').map((row) => row['session_id'])],
        [1, [mine]],
      );
      assert.equal((await merchant.list(`order_no=${orderNo}`)).body['count'], 2);
    });

    it('needs every gateway that they name; a PUT also needs those that are there', async () => {
      const id = await merchant.sale({ pg_codes: ['sandbox-fee'] });
      const path = `${TRANSACTIONS}${id}/`;
      assert.equal((await as(seller, 'PATCH', path, { order_no: 'x' })).status, 200);
      assert.equal((await as(seller, 'PUT', path, SALE)).status, 403);
      const named = await as(seller, 'PATCH', path, { pg_codes: ['sandbox', 'sandbox-fee'] });
      assert.deepEqual([named.status, named.body['code']], [403, 'permission_denied']);
      assert.equal((await as(seller, 'PATCH', path, { pg_codes: ['sandbox'] })).status, 200);
      assert.equal((await as(seller, 'PUT', path, SALE)).status, 200);
    });

    it('comes after the question whether the body can be read, and before its fields', async () => {
      const nobody = await aPerson(system);
      const headers = { Authorization: nobody.basic, 'Content-Type': 'application/json' };
      const post = (body: string, more = {}) =>
        send(`${system.run.api}${TRANSACTIONS}`, {
          method: 'POST',
          headers: { ...headers, ...more },
          body,
        });
      assert.equal((await post('{')).status, 400);
      assert.equal((await post('{}')).status, 403);
      assert.equal((await post('{}', { 'Content-Type': 'text/plain' })).status, 415);
      assert.equal((await create(seller, { type: 'payment_request' })).status, 400);
    });

    it('holds for an answer that somebody else got with the same Idempotency-Key', async () => {
      const nobody = await aPerson(system);
      const key = { 'Idempotency-Key': `shared-${Date.now()}` };
      const post = (person: Person) =>
        send(`${system.run.api}${TRANSACTIONS}`, {
          method: 'POST',
          headers: { Authorization: person.basic, 'Content-Type': 'application/json', ...key },
          body: JSON.stringify(SALE),
        });
      assert.equal((await post(seller)).status, 201);
      assert.equal((await post(nobody)).status, 403);
    });
  });
});

describe('the unit of a transaction', function () {
  this.timeout(120_000);
  let system: System;
  let merchant: MerchantClient;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    await system.store.units.put({
      merchantId: DEMO,
      code: 'airport',
      name: 'Airport branch',
      overrides: { expirationSeconds: 600, redirectUrl: 'https://airport.example/thanks' },
    });
  });

  it('must be one of the merchant', async () => {
    const { status, body } = await merchant.create({ ...SALE, unit_code: 'harbour' });
    assert.deepEqual([status, Object.keys(body)], [400, ['unit_code']]);
    const other = await anotherMerchant(system);
    assert.equal((await other.client.create({ ...SALE, unit_code: 'airport' })).status, 400);
  });

  it('brings settings of its own, which the request overrides, and is not told back', async () => {
    const made = await merchant.create({ ...SALE, unit_code: 'airport' });
    assert.deepEqual(
      [made.status, made.body['expiration_time'], made.body['redirect_url']],
      [201, '00:10:00', 'https://airport.example/thanks'],
    );
    assert.equal('unit_code' in made.body, false);
    const own = await merchant.create({
      ...SALE,
      unit_code: 'airport',
      expiration_time: '00:30:00',
    });
    assert.equal(own.body['expiration_time'], '00:30:00');
  });

  it('stays through a PATCH and goes with a PUT that does not name it', async () => {
    const id = await merchant.sale({ unit_code: 'airport' });
    const unit = async () =>
      (await system.store.transactions.find({ merchantId: DEMO, sessionId: sessionIdOf(id) }))
        ?.unitCode;
    await merchant.patch(id, { order_no: 'x' });
    assert.equal(await unit(), 'airport');
    const put = await merchant.put(id, SALE);
    assert.equal(await unit(), undefined);
    assert.equal('redirect_url' in put.body, false);
  });
});

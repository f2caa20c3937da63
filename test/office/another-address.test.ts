import assert from 'node:assert/strict';
import { formToken } from '../../api/access/login-cookie.ts';
import { notificationRoutes } from '../../api/notifications/routes.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import type { NotificationId } from '../../domain/ids.ts';
import type { Permission } from '../../domain/permission.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Engine } from '../../engine/engine.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import { aMerchant, aTransaction, sessionOf } from '../support/builders.ts';
import { fieldsIn } from './fields-in.ts';
import { anOffice, browse, leadsTo, loggedIn, PASSWORD, type OfficeApp } from './office-app.ts';

const CHANGE: readonly Permission[] = ['payment_request.change'];
const OWN = 'sara@example.test';
const OTHER = 'office@example.test';

describe('a message about a payment that nothing asks for', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  let payments = 0;
  let takesSms = true;
  before(async () => {
    const { store, connection } = database();
    await store.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    // The mail server takes everything; the provider of short messages is told what it takes.
    const sendMessage = async (id: NotificationId) => {
      const messages = connection.collection('notifications');
      const taken = { $set: { status: 'sent' } };
      const refused = { $set: { status: 'failed', error: 'unreachable' } };
      const { matchedCount } = await messages.updateOne({ id, channel: { $ne: 'sms' } }, taken);
      if (matchedCount === 0) await messages.updateOne({ id }, takesSms ? taken : refused);
      return true;
    };
    office = await anOffice(store, [...notificationRoutes, ...transactionRoutes], 'everywhere', {
      engine: { sendMessage } as unknown as Engine,
    });
  });
  after(() => office.close());

  async function aPayment(given: Partial<Transaction> = {}): Promise<string> {
    payments += 1;
    const sessionId = sessionOf(`d${payments}`);
    await database().store.transactions.insert(
      aTransaction({
        merchantId: DEMO,
        sessionId,
        type: 'payment_request',
        state: 'created',
        customer: { email: OWN },
        notifications: {},
        ...given,
      }),
    );
    return sessionId;
  }

  async function somebody() {
    const person = await office.person({ permissions: CHANGE });
    const ask = async (body: object) => {
      const answer = await fetch(`${office.url}/b/pbl/v2/message-notification/`, {
        method: 'POST',
        headers: {
          Authorization: basicOf(person.username, PASSWORD),
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    return { person, ask };
  }

  /** To whom messages went, and what the audit log has of those that went elsewhere. */
  async function told(sessionId: string) {
    const { store, connection } = database();
    const sent = await connection
      .collection('notifications')
      .find({ sessionId })
      .sort({ _id: 1 })
      .toArray();
    const noted: string[] = [];
    for await (const { who, action } of store.audit.entries()) {
      const said: Readonly<Record<string, unknown>> = { ...(action as object) };
      if (said['name'] === 'message.to-another' && said['sessionId'] === sessionId)
        noted.push(String(who));
    }
    return { sent: sent.map(({ event, to }) => [event, to]), noted };
  }

  it('is sent where who asks names what is so, and noted only when it goes elsewhere', async () => {
    const { person, ask } = await somebody();
    const id = await aPayment();
    const common = { session_id: id, channels: ['email'] };
    const mute = await ask(common);
    assert.deepEqual([mute.status, mute.body['code']], [400, 'invalid_state']);
    assert.match(String(mute.body['detail']), /"event" has to be "created"/u);
    assert.equal((await ask({ ...common, event: 'paid' })).status, 400);
    assert.equal((await ask({ ...common, event: 'created' })).status, 200);
    assert.equal((await ask({ ...common, event: 'created', to: OWN.toUpperCase() })).status, 200);
    assert.deepEqual((await told(id)).noted, []);
    assert.equal((await ask({ ...common, event: 'created', to: OTHER })).status, 200);
    assert.deepEqual(await told(id), {
      sent: [
        ['created', [OWN]],
        ['created', [OWN]],
        ['created', [OTHER]],
      ],
      noted: [`user:${person.username}`],
    });
  });

  it('goes to one address of one channel', async () => {
    const { ask } = await somebody();
    const id = await aPayment();
    for (const [channels, to] of [
      [['email', 'sms'], OTHER],
      [['email'], '+96550001234'],
      [['sms'], OTHER],
      [['email'], `${OTHER}\n`],
    ] as const) {
      const { status, body } = await ask({ session_id: id, channels, event: 'created', to });
      assert.deepEqual([status, Object.keys(body)], [400, ['to']], `${channels.join()} ${to}`);
    }
    assert.deepEqual(await told(id), { sent: [], noted: [] });
  });

  it('goes elsewhere five times a day for a payment, and thirty times an hour for whoever asks', async () => {
    const { ask } = await somebody();
    const elsewhere = (id: string) =>
      ask({ session_id: id, channels: ['email'], event: 'created', to: OTHER });
    const first = await aPayment();
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) statuses.push((await elsewhere(first)).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
    assert.equal((await told(first)).sent.length, 5);
    // The customer's own address is not counted.
    assert.equal(
      (await ask({ session_id: first, channels: ['email'], event: 'created' })).status,
      200,
    );
    let taken = 6;
    for (let nth = 0; nth < 5; nth += 1) {
      const id = await aPayment();
      for (let each = 0; each < 5 && taken < 30; each += 1, taken += 1)
        assert.equal((await elsewhere(id)).status, 200, String(taken));
    }
    assert.equal((await elsewhere(await aPayment())).status, 429);
    const { ask: another } = await somebody();
    const body = { session_id: await aPayment(), channels: ['email'], event: 'created', to: OTHER };
    assert.equal((await another(body)).status, 200);
  });

  /** By a template of own words; with how many more they may. */
  async function write(authorization: string) {
    const { status, headers } = await fetch(`${office.url}/b/pbl/v2/send-notification/`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        channel: 'email',
        template_id: 'communication-notification-email',
        to: OTHER,
        context: { message: 'It is on its way.' },
      }),
    });
    return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
  }

  it('of own words counts with these for a person, and by itself for a program', async () => {
    const { store } = database();
    const { person } = await somebody();
    const { private: key } = await store.apiKeys.createPair(DEMO, { name: 'shop' });
    const people = basicOf(person.username, PASSWORD);
    for (let nth = 0; nth < 30; nth += 1) assert.equal((await write(people))[0], 200);
    assert.deepEqual(await write(people), [429, '30', '0']);
    assert.deepEqual(await write(`Api-Key ${key}`), [200, '1000', '999']);
  });

  it('is offered by the page, with a field for the address, and says at the field what is wrong', async () => {
    const { person } = await somebody();
    const cookie = await loggedIn(office, person);
    const id = await aPayment();
    const path = `/office/payments/${id}/resend`;
    const { text } = await browse(`${office.url}${path}`, { cookie });
    assert.match(text, /name="channels\.email"[^>]*checked/u);
    assert.match(text, /id="to"/u);
    const press = (fields: Readonly<Record<string, string>>) =>
      browse(`${office.url}${path}`, {
        cookie,
        form: { form_token: formToken(cookie, path), form_number: crypto.randomUUID(), ...fields },
      });
    const wrong = await press({ 'channels.sms': 'on', to: OTHER });
    assert.equal(wrong.status, 400, wrong.text);
    assert.match(wrong.text, new RegExp(`id="to"[^>]*value="${OTHER}"[^>]*aria-invalid`, 'u'));
    assert.match(wrong.text, /name="channels\.sms"[^>]*checked/u);
    const done = await press({ 'channels.email': 'on', to: OTHER });
    assert.equal(leadsTo(done), `/office/payments/${id}?after=resend`);
    assert.deepEqual((await told(id)).sent, [['created', [OTHER]]]);
  });

  it('is asked for anew after it was not sent: with what is mended, and by the ways that have failed', async () => {
    const { person } = await somebody();
    const cookie = await loggedIn(office, person);
    const id = await aPayment();
    const path = `/office/payments/${id}/resend`;
    const press = (form: Readonly<Record<string, string>>, language = 'en') =>
      browse(`${office.url}${path}?lang=${language}`, { cookie, form });
    const first = { form_token: formToken(cookie, path), form_number: crypto.randomUUID() };
    // Nobody knows their number.
    const impossible = await press({ ...first, event: 'created', 'channels.sms': 'on' });
    assert.equal(impossible.status, 400);
    assert.match(impossible.text, /Nothing was done/u);
    takesSms = false;
    const both = { ...fieldsIn(impossible.text), to: '+96550001234' };
    const refused = await press(both);
    assert.deepEqual([refused.status, /Not sent by: SMS</u.test(refused.text)], [400, true]);
    assert.doesNotMatch(refused.text, /Nothing was done|other ways/u);
    takesSms = true;
    const done = await press(fieldsIn(refused.text));
    assert.equal(leadsTo(done), `/office/payments/${id}?after=resend`, done.text);
    assert.deepEqual((await told(id)).sent, [
      ['created', ['+96550001234']],
      ['created', ['+96550001234']],
    ]);
  });

  it('goes again by those ways alone that have not taken it', async () => {
    const { person } = await somebody();
    const cookie = await loggedIn(office, person);
    const id = await aPayment({ customer: { email: OWN, phone: '+96550009999' } });
    const path = `/office/payments/${id}/resend`;
    const press = (form: Readonly<Record<string, string>>, language = 'en') =>
      browse(`${office.url}${path}?lang=${language}`, { cookie, form });
    const first = {
      form_token: formToken(cookie, path),
      form_number: crypto.randomUUID(),
      event: 'created',
      'channels.email': 'on',
      'channels.sms': 'on',
    };
    takesSms = false;
    const inArabic = await press(first, 'ar');
    assert.match(inArabic.text, /لم تُرسل عبر: رسالة نصية<.*لم يُسجَّل فشل في الطرق الأخرى/su);
    const part = await press(first);
    assert.equal(part.status, 400);
    assert.match(part.text, /Not sent by: SMS<.*Of the other ways nothing failed/su);
    // One of which the provider did not say whether it has it would be told so, too.
    assert.doesNotMatch(part.text, /Nothing was done|it is sent|under way/u);
    takesSms = true;
    const again = fieldsIn(part.text);
    assert.deepEqual([again['channels.email'], again['channels.sms']], [undefined, 'on']);
    assert.equal(leadsTo(await press(again)), `/office/payments/${id}?after=resend`);
    // The two of one press may be of the same millisecond.
    const addresses = (await told(id)).sent.map(([, to]) => String(to));
    assert.deepEqual(addresses.toSorted(), ['+96550009999', '+96550009999', OWN]);
  });

  it('is none of a shop that has nothing to say, and none of what is archived', async () => {
    const person = await office.person({ superuser: true });
    for (const given of [{ type: 'e_commerce' }, { state: 'paid', deletedAt: 1 }] as const) {
      const id = await aPayment(given);
      const answer = await fetch(`${office.url}/b/checkout/v1/transactions/${id}/`, {
        headers: { Authorization: basicOf(person.username, PASSWORD) },
      });
      const body = (await answer.json()) as Record<string, unknown>;
      assert.deepEqual([answer.status, body['message']], [200, undefined]);
    }
  });
});

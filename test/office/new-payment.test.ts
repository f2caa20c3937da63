import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formToken } from '../../api/access/login-cookie.ts';
import { attachmentRoutes } from '../../api/attachments/routes.ts';
import { bodyOf } from '../../api/middleware/body.ts';
import { paymentMethodRoutes } from '../../api/payment-methods/routes.ts';
import { RequestError } from '../../api/middleware/errors.ts';
import { reply, type Route } from '../../api/route.ts';
import { unitRoutes } from '../../api/units/routes.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import { tickedAtFirst } from '../../office/payments/new.ts';
import { localFiles } from '../../transports/local-files.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import { aMerchant, anAccount, aTransaction, sessionOf } from '../support/builders.ts';
import { fieldsIn } from './fields-in.ts';
import { anOffice, browse, loggedIn, type OfficeApp } from './office-app.ts';

const PATH = '/office/payments/new';

const method = (code: string, operation: 'purchase' | 'authorize', is_sandbox = true) => ({
  code,
  operation,
  is_sandbox,
});

describe('the form of a new payment', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  let remove: () => void;
  const asked: string[] = [];
  /** What the last payment was asked for with. */
  let body: Readonly<Record<string, unknown>> = {};
  /** What is said in place of making it. */
  let says: RequestError | undefined;
  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO }), {});
    const create = { method: 'POST', path: '/b/checkout/v1/pymt-txn' };
    const routes = transactionRoutes.map((one) =>
      one.method === create.method && one.path === create.path
        ? {
            ...one,
            handle: () => (ctx: Context) => {
              asked.push('make');
              body = bodyOf(ctx);
              if (says) throw says;
              return reply(201, { session_id: sessionOf('f1') });
            },
          }
        : one,
    );
    const directory = mkdtempSync(join(tmpdir(), 'office-files-'));
    remove = () => rmSync(directory, { recursive: true });
    await store.units.put({ merchantId: DEMO, code: 'salmiya', name: 'Salmiya', overrides: {} });
    office = await anOffice(
      store,
      [...routes, ...paymentMethodRoutes, ...unitRoutes, ...attachmentRoutes] as readonly Route[],
      'everywhere',
      { files: localFiles(directory) },
    );
  });
  after(async () => {
    await office.close();
    remove();
  });

  it('does not know still, where looking again is refused, and asks for the same', async () => {
    const { cookie, press } = await somebody();
    const again = (page: string, lang: string) =>
      browse(`${office.url}${PATH}?lang=${lang}`, { cookie, form: fieldsIn(page) });
    says = new RequestError(503, 'unavailable', 'Later.');
    const first = await press({
      // As some keyboards and files have it: nobody sees that these are two letters.
      order_no: 'LOST-e\u0301',
      'channels.email': 'on',
      expiration_time: '01:00:00',
    });
    assert.match(first.text, /We do not know yet/u);
    const lost = body;
    assert.match(JSON.stringify(lost), /"LOST-\u00e9"/u);
    says = new RequestError(409, 'idempotency_conflict', 'Refused this time.');
    const second = await again(first.text, 'en');
    assert.equal(second.status, 409);
    assert.match(second.text, /We do not know yet.*Refused this time\./su);
    assert.doesNotMatch(second.text, /Please check what you typed/u);
    assert.match(second.text, /readonly[^>]*value="LOST-e\u0301"/u);
    const third = await again(second.text, 'ar');
    assert.match(third.text, /لا نعرف بعد/u);
    says = undefined;
    assert.equal((await again(third.text, 'ar')).status, 303);
    assert.deepEqual(body, lost);
    assert.equal(asked.splice(0).length, 4);
  });

  async function somebody() {
    const { code } = anAccount();
    const person = await office.person({
      permissions: ['payment_request.add', `gateway.use:${code}`],
    });
    const cookie = await loggedIn(office, person);
    const press = (fields: Readonly<Record<string, string>>) =>
      browse(`${office.url}${PATH}`, {
        cookie,
        form: {
          form_token: formToken(cookie, PATH),
          form_number: crypto.randomUUID(),
          shown_at: new Date().toISOString(),
          amount: '4',
          currency_code: 'KWD',
          language: 'en',
          [`pg_codes.${code}`]: 'on',
          ...fields,
        },
      });
    /** The same as a browser sends it that has a file for it. */
    const pressWith = async (
      file: Blob,
      name: string,
      fields: Readonly<Record<string, string>> = {},
    ) => {
      const form = new FormData();
      const sent = {
        form_token: formToken(cookie, PATH),
        form_number: crypto.randomUUID(),
        shown_at: new Date().toISOString(),
        amount: '4',
        currency_code: 'KWD',
        [`pg_codes.${code}`]: 'on',
        ...fields,
      };
      for (const [field, value] of Object.entries(sent)) form.append(field, value);
      form.append('file', file, name);
      const answer = await fetch(`${office.url}${PATH}`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          Cookie: `__Host-office=${cookie}`,
          Origin: office.url,
          'Sec-Fetch-Site': 'same-origin',
        },
        body: form,
      });
      const { status, headers } = answer;
      return { status, headers, text: await answer.text() };
    };
    return { person, cookie, press, pressWith };
  }

  it('has what was typed, once, where its person has to log in again in between, and makes nothing of it', async () => {
    const { person, cookie, pressWith } = await somebody();
    const other = await somebody();
    const shown = await browse(`${office.url}${PATH}`, { cookie });
    const [, owner = ''] = /name="form_owner" value="([^"]+)"/u.exec(shown.text) ?? [];
    // Another tab logs out.
    const form = { form_token: formToken(cookie, '/office/logout') };
    assert.equal((await browse(`${office.url}/office/logout`, { cookie, form })).status, 303);
    const typed = { order_no: 'O-77', customer_first_name: 'سارة', form_owner: owner };
    const secret = { step_up: '123456', form_number: 'number-of-the-form' };
    const file = new Blob(['%PDF-1.4'], { type: 'application/pdf' });
    const { status, headers } = await pressWith(file, 'a.pdf', { ...typed, ...secret });
    const to = `/office/login?next=${encodeURIComponent(PATH)}`;
    assert.deepEqual([status, headers.get('location')], [303, to]);
    const [kept = ''] = (headers.get('set-cookie') ?? '').split(';');
    assert.match(kept, /^__Host-office-form=./u);
    const inside = Buffer.from(kept.split('=')[1] ?? '', 'base64url').toString('utf8');
    assert.doesNotMatch(inside, /123456|form_token|PDF/u);
    const back = async (who: string, path = PATH) =>
      browse(`${office.url}${path}`, { headers: { Cookie: `__Host-office=${who}; ${kept}` } });
    const mine = await loggedIn(office, person);
    const elsewhere = await back(mine, '/office/inbox');
    assert.doesNotMatch(elsewhere.headers.get('set-cookie') ?? '', /office-form/u);
    const again = await back(mine);
    assert.match(again.text, /You have logged in again, and nothing was done/u);
    for (const [name, value] of Object.entries({ order_no: 'O-77', customer_first_name: 'سارة' }))
      assert.match(again.text, new RegExp(`name="${name}"[^>]*value="${value}"`, 'u'));
    assert.match(again.text, /name="form_number" value="number-of-the-form"/u);
    assert.match(again.headers.get('set-cookie') ?? '', /__Host-office-form=;.*Max-Age=0/u);
    const others = await back(other.cookie);
    assert.doesNotMatch(others.text, /O-77|سارة|logged in again/u);
    assert.match(others.headers.get('set-cookie') ?? '', /__Host-office-form=;.*Max-Age=0/u);
    // Whatever a browser sends in its place is nothing.
    const hostile = [
      { a: 1 },
      [PATH, 1, [[]]],
      [PATH, [], ['order_no']],
      [PATH, ['order_no', {}], ['form_owner', `${DEMO}/${person.id}`]],
    ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'));
    for (const made of ['x', '%', ...hostile])
      assert.equal(
        (
          await browse(`${office.url}${PATH}`, {
            headers: { Cookie: `__Host-office=${mine}; __Host-office-form=${made}` },
          })
        ).status,
        200,
      );
    assert.deepEqual(asked, []);
  });

  it('says what the customer would pay, or what is wrong, and makes nothing', async () => {
    const { press } = await somebody();
    const good = await press({ act: 'check' });
    assert.equal(good.status, 200, good.text);
    assert.match(good.text, /Nothing is made yet.*4\.000/su);
    const bad = await press({ act: 'check', amount: '4.0001' });
    assert.equal(bad.status, 400);
    assert.match(bad.text, /id="amount"[^>]*aria-invalid/u);
    assert.deepEqual(asked, []);
  });

  it('says before that an order has a payment already, and makes another one only when it is pressed again', async () => {
    const { press } = await somebody();
    const order_no = 'TWICE-1';
    const before = Date.now() - 60_000;
    const made = aTransaction({
      merchantId: DEMO,
      sessionId: sessionOf('f2'),
      type: 'payment_request',
      orderNo: order_no,
      createdAt: before,
    });
    await database().store.transactions.insert(made);
    const told = await press({ order_no });
    assert.equal(told.status, 409, told.text);
    assert.match(told.text, new RegExp(`TWICE-1.*already.*payments/${made.sessionId}`, 'su'));
    const known = /name="same_order" value="([^"]*)"/u.exec(told.text)?.[1];
    assert.deepEqual([known, asked], [order_no, []]);
    // What is younger than the form may be of its own first press.
    const shown_at = new Date(before - 1000).toISOString();
    assert.match((await press({ order_no, shown_at })).location, /after=created/u);
    assert.match((await press({ order_no, same_order: order_no })).location, /after=created/u);
    assert.match((await press({ order_no: 'ONCE-1' })).location, /after=created/u);
    assert.deepEqual(asked, ['make', 'make', 'make']);
  });

  it('names the unit and the customer that were chosen', async () => {
    const { cookie, press } = await somebody();
    const { text } = await browse(`${office.url}${PATH}`, { cookie });
    assert.match(text, /<option value="salmiya">Salmiya/u);
    await press({ unit_code: 'salmiya', customer_id: 'C-7' });
    assert.deepEqual([body['unit_code'], body['customer_id']], ['salmiya', 'C-7']);
  });

  it('has a file kept once, however often the form is shown before the payment is made', async () => {
    const { press, pressWith } = await somebody();
    const file = new Blob(['Terms of the sale']);
    const form_number = crypto.randomUUID();
    const checked = await pressWith(file, 'terms.txt', { act: 'check', form_number });
    assert.equal(checked.status, 200, checked.text);
    const url = keptIn(checked.text);
    assert.match(checked.text, /Attached: <bdi>terms\.txt/u);
    // In the other language, too; and the same file again is the same.
    const inArabic = await pressWith(file, 'terms.txt', { lang: 'ar', form_number });
    assert.equal(keptIn(inArabic.text), url);
    const kept = { attachment_upload_url: url, attachment_name: 'terms.txt', form_number };
    await press(kept);
    assert.equal(body['attachment_upload_url'], url);
    await press({ ...kept, form_number: crypto.randomUUID(), 'attachment.none': 'on' });
    assert.equal(body['attachment_upload_url'], undefined);
  });

  it('says of a file that is not taken why, and makes nothing', async () => {
    const { pressWith } = await somebody();
    asked.length = 0;
    const wrong = await pressWith(new Blob(['no picture']), 'terms.png');
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /id="file"[^>]*aria-invalid.*is no png/su);
    assert.match(wrong.text, /id="amount"[^>]*value="4"/u);
    const large = await pressWith(new Blob([new Uint8Array(2_500_001)]), 'terms.pdf');
    assert.deepEqual([large.status, /too large.*2\.5 MB/su.test(large.text)], [400, true]);
    assert.deepEqual(asked, []);
  });

  it('begins as the last one of this person, but for whose it was, what for and how much', async () => {
    const { person, cookie } = await somebody();
    const { code } = anAccount();
    const look = async () => (await browse(`${office.url}${PATH}`, { cookie })).text;
    const first = await look();
    assert.ok(isTicked(first, `pg_codes.${code}`));
    assert.ok(!isTicked(first, 'channels.sms'));
    const { id, username, email } = person;
    const last = {
      merchantId: DEMO,
      type: 'payment_request',
      language: 'ar',
      unitCode: 'salmiya',
      expirationSeconds: 3600,
      orderNo: 'LAST-1',
      customer: { email: 'sara@example.com', phone: '+96522223333' },
      notifications: { sms: ['created', 'paid'] },
      createdAt: Date.now(),
    } as const;
    const { transactions } = database().store;
    await transactions.insert(
      aTransaction({ ...last, sessionId: sessionOf('f3'), initiator: { id, username, email } }),
    );
    // Of somebody else, and younger.
    await transactions.insert(
      aTransaction({
        ...last,
        sessionId: sessionOf('f4'),
        notifications: { email: ['created'] },
        initiator: { id: id + 1, username: 'ali', email },
        createdAt: Date.now() + 1,
      }),
    );
    const text = await look();
    assert.ok(isTicked(text, 'channels.sms'));
    assert.ok(!isTicked(text, 'channels.email'));
    for (const chosen of ['ar', 'salmiya', '01:00:00', 'KWD'])
      assert.match(text, new RegExp(`<option value="${chosen}" selected`, 'u'));
    assert.doesNotMatch(text, /LAST-1|sara@|22223333|12\.500/u);
  });

  it('has those methods ticked that can stand in one payment', () => {
    const methods = [
      method('card', 'purchase'),
      method('hold', 'authorize'),
      method('live', 'purchase', false),
      method('cash', 'purchase'),
    ];
    assert.deepEqual(tickedAtFirst(methods), ['card', 'cash']);
    assert.deepEqual(tickedAtFirst([]), []);
  });
});

function isTicked(text: string, name: string): boolean {
  return text.includes(`name="${name}" value="on" checked`);
}

/** The name by which a form has its file kept. */
function keptIn(text: string): string {
  const found = /name="attachment_upload_url" value="([^"]+)"/u.exec(text)?.[1];
  assert.ok(found, text);
  return found;
}

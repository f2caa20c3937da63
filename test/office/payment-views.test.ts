import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { formToken } from '../../api/access/login-cookie.ts';
import { viewRoutes } from '../../api/me/view-routes.ts';
import { notificationRoutes } from '../../api/notifications/routes.ts';
import { operationRoutes } from '../../api/operations/routes.ts';
import { staffRoutes } from '../../api/transactions/staff-routes.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import { isDescribed, type Route } from '../../api/route.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { User } from '../../domain/user.ts';
import type { Engine } from '../../engine/engine.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import type { Permission } from '../../domain/permission.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO, idOf } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import { aMerchant, aTransaction, DAY_MS, kwd, sessionOf } from '../support/builders.ts';
import { fieldsIn } from './fields-in.ts';
import {
  anOffice,
  arabicOf,
  browse,
  leadsTo,
  loggedIn,
  PASSWORD,
  type OfficeApp,
} from './office-app.ts';

const LOOKS = { permissions: ['payment_request.view', 'e_commerce.view'] } as const;
const PAID = { page: 'payments', name: 'Paid', query: 'state=paid' };

/** A link that can be paid, and by which its customer is written to; one that expired; one that is paid. */
const [LINK, OTHER_LINK, PAID_ONE] = [sessionOf('b1'), sessionOf('b2'), sessionOf('a1')] as const;

describe('the list of payments as people want it', function () {
  this.timeout(60_000);
  const database = useDatabase();
  /** What the engine was asked for, and what it says the next time. */
  const asked: string[] = [];
  const says = new Map<string, () => Error>();
  const answers = (name: string) => async (transaction: Pick<Transaction, 'sessionId'>) => {
    asked.push(`${name} ${transaction.sessionId}`);
    const error = says.get(transaction.sessionId);
    if (error) throw error();
  };
  let office: OfficeApp;
  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO, currencies: [kwd('0').currency] }), 'whk_demo');
    const common = { merchantId: DEMO, type: 'payment_request', state: 'pending' } as const;
    const open = { createdAt: Date.now() - 1000, expiresAt: Date.now() + DAY_MS };
    const written = {
      notifications: { email: ['created'] },
      customer: { email: 'sara@example.com' },
    };
    for (const [sessionId, more] of [
      [LINK, { ...written, orderNo: 'ORDER-1' }],
      [OTHER_LINK, { orderNo: 'ORDER-2' }],
      [PAID_ONE, { type: 'e_commerce', state: 'paid', settledAmount: kwd('12.500') }],
    ] as const)
      await store.transactions.insert(aTransaction({ ...common, ...open, ...more, sessionId }));
    const engine = {
      expire: answers('expire'),
      cancelForServer: answers('cancel'),
      sendMessage: async (id: string) => {
        asked.push('message');
        const messages = database().connection.collection('notifications');
        await messages.updateOne({ id }, { $set: { status: 'sent' } });
      },
    } as unknown as Engine;
    const programs = [
      ...viewRoutes,
      ...transactionRoutes,
      ...staffRoutes,
      ...operationRoutes,
      ...notificationRoutes,
    ] as readonly Route[];
    office = await anOffice(store, programs.filter(isDescribed), 'everywhere', { engine });
  });
  after(() => office.close());

  /** Asks as somebody, as their programs do. */
  async function ask(
    who: User,
    method: string,
    path = '',
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const response = await fetch(`${office.url}/b/me/v1/views/${path}`, {
      method,
      headers: {
        Authorization: basicOf(who.username, PASSWORD),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }
  /** The list as somebody with these permissions sees it. */
  const listFor = async (permissions: readonly Permission[], path = '/office/payments') => {
    const cookie = await loggedIn(office, await office.person({ permissions }));
    return (await browse(`${office.url}${path}`, { cookie })).text;
  };
  /** The question about several payments, and the form that answers it. */
  const question = (cookie: string, act: string, ids: readonly string[]) => {
    const named = ids.map((id) => `session_id=${id}`).join('&');
    return browse(`${office.url}${at(act)}?back=state%3Dpending&${named}`, { cookie });
  };
  async function pressSeveral(
    cookie: string,
    act: string,
    ids: readonly string[],
    { number = randomUUID(), otherLanguage = '', back = '' } = {},
  ) {
    const boxes = Object.fromEntries(ids.map((id) => [`payment.${id}`, 'on']));
    const form = {
      form_token: formToken(cookie, at(act)),
      form_number: number,
      back,
      ...boxes,
      ...(otherLanguage !== '' && { lang: 'ar' }),
    };
    return browse(`${office.url}${otherLanguage || at(act)}`, { cookie, form });
  }
  const namesFor = async (who: User): Promise<readonly string[]> =>
    (await ask(who, 'GET')).body.results.map(({ name }: { name: string }) => name);

  it('are kept, changed and removed by who keeps them', async () => {
    const huda = await office.person(LOOKS);
    const made = await ask(huda, 'POST', '', PAID);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id, created: _, ...rest } = made.body;
    assert.deepEqual(rest, {
      ...PAID,
      shared: false,
      by: { id: huda.id, username: huda.username },
      you: { may_change: true, may_remove: true },
    });
    const changed = { page: 'payments', name: 'Failed', query: 'state=failed&sort=created' };
    assert.equal((await ask(huda, 'PUT', `${id}/`, changed)).status, 200);
    assert.deepEqual((await ask(huda, 'GET')).body.results, [{ ...made.body, ...changed }]);
    assert.equal((await ask(huda, 'DELETE', `${id}/`)).status, 204);
    assert.equal((await ask(huda, 'DELETE', `${id}/`)).status, 404);
    assert.deepEqual(await namesFor(huda), []);
  });

  it('are made once, whoever sends one twice', async () => {
    const huda = await office.person(LOOKS);
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [
      await ask(huda, 'POST', '', PAID, key),
      await ask(huda, 'POST', '', PAID, key),
    ];
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.equal(first.body.id, second.body.id);
    assert.deepEqual(await namesFor(huda), ['Paid']);
    const again = await ask(huda, 'POST', '', PAID);
    assert.deepEqual([again.status, Object.keys(again.body)], [400, ['name']]);
  });

  const WRONG: readonly (readonly [string, object, string])[] = [
    ['no name', { page: 'payments', query: '' }, 'name'],
    ['a name of blanks', { ...PAID, name: '   ' }, 'name'],
    ['a name with blanks at its ends', { ...PAID, name: '  Paid ' }, 'name'],
    ['a name that nobody sees', { ...PAID, name: '\u200b\u200f' }, 'name'],
    ['a name of two lines', { ...PAID, name: 'a\nb' }, 'name'],
    ['a name of 61 letters', { ...PAID, name: 'ض'.repeat(61) }, 'name'],
    ['another page', { ...PAID, page: 'invoices' }, 'page'],
    ['a column that there is not', { ...PAID, columns: ['amount', 'secret'] }, 'columns'],
    ['a column twice', { ...PAID, columns: ['amount', 'amount'] }, 'columns'],
    ['no column at all', { ...PAID, columns: [] }, 'columns'],
    ['shared as a word', { ...PAID, shared: 'yes' }, 'shared'],
    ['an unknown filter', { ...PAID, query: 'stat=paid' }, 'query'],
    ['an unknown state', { ...PAID, query: 'state=paied' }, 'query'],
    ['a filter that stands twice', { ...PAID, query: 'state=paid&state=failed' }, 'query'],
    ['a page of the list', { ...PAID, query: 'state=paid&cursor=abc' }, 'query'],
    ['a sum without a currency', { ...PAID, query: 'amount_min=1' }, 'query'],
    ['a wrong filter in the box', { ...PAID, query: 'q=state:paied' }, 'query'],
    [
      'days the wrong way round',
      { ...PAID, query: 'created_after=2026-02-01&created_before=2026-01-01' },
      'query',
    ],
    ['a query of 2,001 characters', { ...PAID, query: `q=${'a'.repeat(1999)}` }, 'query'],
    ['a query that is no text', { ...PAID, query: { state: 'paid' } }, 'query'],
  ];
  for (const [what, body, field] of WRONG)
    it(`are refused with ${what}, by field`, async () => {
      const huda = await office.person({
        ...LOOKS,
        permissions: [...LOOKS.permissions, 'customer.view'],
      });
      const { status, body: said } = await ask(huda, 'POST', '', body);
      assert.deepEqual([status, Object.keys(said)], [400, [field]], JSON.stringify(said));
      assert.deepEqual(await namesFor(huda), []);
    });

  it('are found under the same Idempotency-Key where the answer was lost, as they are by then', async () => {
    const huda = await office.person(LOOKS);
    const { connection } = database();
    const claims = connection.collection('idempotency_claims');
    for (const renamed of [undefined, 'Renamed']) {
      const key = randomUUID();
      const save = () => ask(huda, 'POST', '', PAID, { 'Idempotency-Key': key });
      const validator = { answer: { $exists: false } };
      await connection.db?.command({ collMod: 'idempotency_claims', validator });
      assert.equal((await save()).status, 500);
      await connection.db?.command({ collMod: 'idempotency_claims', validator: {} });
      // Whoever could not keep an answer holds the key for as long as it takes them for alive.
      await claims.updateOne({ key }, { $set: { leaseUntil: 0 } });
      const [{ id }] = (await ask(huda, 'GET')).body.results;
      const name = renamed ?? PAID.name;
      if (renamed !== undefined) await ask(huda, 'PUT', `${id}/`, { ...PAID, name });
      const again = await save();
      assert.deepEqual([again.status, again.body.id, again.body.name], [201, id, name]);
      assert.deepEqual((await save()).body, again.body);
      assert.deepEqual(await namesFor(huda), [name]);
      await ask(huda, 'DELETE', `${id}/`);
    }
  });

  it('keep no question that the list would refuse to who saves it', async () => {
    const huda = await office.person(LOOKS);
    for (const query of [
      'customer_email=sara@example.com',
      'q=customer_id:7',
      'q=sara@example.com',
      'deleted=true',
    ])
      assert.equal((await ask(huda, 'POST', '', { ...PAID, query })).status, 403, query);
    assert.deepEqual(await namesFor(huda), []);
    // What can be read otherwise than as a person is asked so.
    assert.equal((await ask(huda, 'POST', '', { ...PAID, query: 'q=ORDER-1' })).status, 201);
  });

  it('are 50 a person at most, also where they come at once', async () => {
    const huda = await office.person(LOOKS);
    const answers = await Promise.all(
      Array.from({ length: 54 }, (_, nth) =>
        ask(huda, 'POST', '', { ...PAID, name: `View ${nth}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 201).length, 50, statuses.join());
    assert.equal((await namesFor(huda)).length, 50);
    const refused = answers.find(({ status }) => status !== 201);
    assert.deepEqual([refused?.status, refused?.body.code], [400, 'invalid_state']);
  });

  it('are for others where they are shared, as far as these may look for what is asked', async () => {
    const { merchants } = database().store;
    await merchants.put(aMerchant({ id: idOf('views-shop') }), 'whk_views');
    const at = { merchantId: idOf('views-shop') };
    const all = [...LOOKS.permissions, 'customer.view', 'payment.delete'] as const;
    const huda = await office.person({ ...at, permissions: all });
    const ids = new Map<string, string>();
    for (const [name, query, shared] of [
      ['Mine alone', 'state=paid', false],
      ['Plain', 'state=paid', true],
      ['Sara', 'customer_email=sara@example.com', true],
      ['Box', 'q=sara@example.com', true],
      ['Archived', 'deleted=true', true],
    ] as const) {
      const { body } = await ask(huda, 'POST', '', { page: 'payments', name, query, shared });
      ids.set(name, body.id);
    }
    const clerk = await office.person({ ...at, ...LOOKS });
    const support = await office.person({
      ...at,
      permissions: [...LOOKS.permissions, 'customer.view'],
    });
    const admin = await office.person({
      ...at,
      permissions: [...LOOKS.permissions, 'user.manage'],
    });
    const stranger = await office.person({ superuser: true });
    assert.deepEqual(await namesFor(clerk), ['Plain']);
    assert.deepEqual([...(await namesFor(support))].toSorted(), ['Box', 'Plain', 'Sara']);
    assert.ok(!(await namesFor(stranger)).includes('Plain'));
    for (const who of [clerk, stranger])
      for (const name of ['Mine alone', 'Plain'])
        for (const method of ['PUT', 'DELETE'])
          assert.equal(
            (await ask(who, method, `${ids.get(name)}/`, method === 'PUT' ? PAID : undefined))
              .status,
            404,
          );
    // Who lets people in and out takes away what somebody has left behind; what is not shared they do not see either.
    assert.equal((await ask(admin, 'DELETE', `${ids.get('Mine alone')}/`)).status, 404);
    assert.equal((await ask(admin, 'PUT', `${ids.get('Plain')}/`, PAID)).status, 404);
    assert.equal((await ask(admin, 'DELETE', `${ids.get('Plain')}/`)).status, 204);
    assert.deepEqual(await namesFor(clerk), []);
    assert.ok((await namesFor(huda)).includes('Mine alone'));
  });

  it('are for who may look at payments, and for no key', async () => {
    const other = await office.person({ permissions: ['payment.approve'] });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', 'x/'],
      ['DELETE', 'x/'],
    ] as const)
      assert.equal(
        (await ask(other, method, path, method === 'GET' ? undefined : PAID)).status,
        403,
      );
  });

  it('ask for no more than is shown when a filter is added, also where one has no field', async () => {
    const given = { session_id: `${LINK},${PAID_ONE}`, channel: 'hosted,api', bulk_id: 'b-7' };
    const inAddress = { ...given, state: 'pending', sort: 'created', q: 'ORDER' };
    const list = '/office/payments?';
    const shown = await listFor(LOOKS.permissions, list + String(new URLSearchParams(inAddress)));
    const sent = Object.entries(fieldsIn(shown));
    assert.deepEqual(Object.fromEntries(sent.filter(([, value]) => value !== '')), inAddress);
    // What they have no field for, because they may not look for it, does not get lost while something else is wrong.
    const secret = { customer_name: 'Sara', deleted: 'true', last4: 'x' };
    const faulty = await listFor(LOOKS.permissions, list + String(new URLSearchParams(secret)));
    const { customer_name: name, deleted } = fieldsIn(faulty);
    assert.deepEqual([name, deleted], ['Sara', 'true']);
  });

  it('finds nothing, says why and keeps what was typed, where the box and a filter ask for two things', async () => {
    const path = '/office/payments?state=paid&q=ORDER-1+state%3Apending';
    for (const [language, words] of [
      ['en', /It asks for state, of which something else is asked for, too/u],
      ['ar', /تُطلب هنا قيمة لـ <bdi>state<\/bdi> مع قيمة أخرى له/u],
    ] as const) {
      const page = await listFor(LOOKS.permissions, `${path}&lang=${language}`);
      assert.match(page, words);
      assert.match(page, /<input[^>]* name="q"[^>]* value="ORDER-1 state:pending"/u);
      assert.match(page, /<option value="paid" selected>|value="paid"[^>]* checked/u);
      assert.doesNotMatch(page, new RegExp(LINK, 'u'));
    }
  });

  it('says why nothing is found once the key is lost by which payments were made searchable', async () => {
    const payments = database().connection.collection('transactions');
    const kept = await payments.findOne({ sessionId: LINK });
    const search = '/office/payments?q=nobody-has-it';
    const words = /key by which they were made searchable is missing/;
    assert.doesNotMatch(await listFor(LOOKS.permissions, search), words);
    await payments.updateOne({ sessionId: LINK }, { $set: { foundBy: [1n] } });
    await payments.updateOne({ sessionId: LINK }, { $set: { createdAt: 1 } });
    try {
      assert.match(await listFor(LOOKS.permissions, search), words);
      const arabic = await listFor(LOOKS.permissions, `${search}&lang=ar`);
      assert.match(arabic, /مفتاح البحث الذي سُجّلت به مفقود/);
      assert.doesNotMatch(await listFor(LOOKS.permissions, '/office/payments?state=failed'), words);
    } finally {
      await payments.updateOne(
        { sessionId: LINK },
        { $set: { foundBy: kept?.['foundBy'], createdAt: kept?.['createdAt'] } },
      );
    }
  });

  it('says until when payments may be missing that are not marked to be found yet', async () => {
    const payments = database().connection.collection('transactions');
    const kept = await payments.findOne({ sessionId: LINK });
    const [english, arabic] = [/Payments made until .* may be missing here/, /قد تغيب هنا عمليات/];
    const search = '/office/payments?q=ORDER-2';
    assert.doesNotMatch(await listFor(LOOKS.permissions, search), english);
    await payments.updateOne({ sessionId: LINK }, { $unset: { foundBy: 1 } });
    try {
      assert.match(await listFor(LOOKS.permissions, search), english);
      assert.match(await listFor(LOOKS.permissions, `${search}&lang=ar`), arabic);
      // By its state every one is found.
      assert.doesNotMatch(await listFor(LOOKS.permissions, '/office/payments?state=paid'), english);
      const { username } = await office.person(LOOKS);
      const answer = await fetch(`${office.url}/b/checkout/v1/transactions/?q=ORDER-1`, {
        headers: { Authorization: basicOf(username, PASSWORD) },
      });
      const { index_complete: isComplete, index_complete_after: after } = (await answer.json()) as {
        readonly index_complete?: boolean;
        readonly index_complete_after?: string;
      };
      assert.equal(isComplete, false);
      assert.equal(Date.parse(after ?? ''), Math.ceil(Number(kept?.['createdAt']) / 1000) * 1000);
    } finally {
      await payments.updateOne({ sessionId: LINK }, { $set: { foundBy: kept?.['foundBy'] } });
    }
  });

  it('say in the audit log that one was saved, and nothing of what it asks for', async () => {
    const huda = await office.person({ permissions: [...LOOKS.permissions, 'customer.view'] });
    const answer = await ask(huda, 'POST', '', { ...PAID, query: 'customer_name=Sabiha' });
    const log = JSON.stringify(await office.audited(answer));
    assert.match(log, /me\.views\.create/u);
    assert.doesNotMatch(log, /Sabiha/u);
  });

  describe('in the office', () => {
    const LIST = '/office/payments';

    /** Presses a button of the form about views. */
    async function press(cookie: string, form: Readonly<Record<string, string>>) {
      const fields = { form_token: formToken(cookie, LIST), form_number: randomUUID(), ...form };
      return browse(`${office.url}${LIST}`, { cookie, form: fields });
    }
    const look = (cookie: string, path = LIST) => browse(`${office.url}${path}`, { cookie });

    it('are saved by a form, marked where they are shown, changed and removed', async () => {
      const huda = await office.person(LOOKS);
      const cookie = await loggedIn(office, huda);
      const query = 'state=paid&created_after=2026-11-01';
      const offered = await look(cookie, `${LIST}?${query}`);
      assert.match(offered.text, /Save this view.*name="act" value="save"/su);
      assert.doesNotMatch((await look(cookie)).text, /Save this view/u);
      const saved = await press(cookie, {
        act: 'save',
        name: ' <b>دفعات</b> ',
        query,
        shared: 'on',
      });
      assert.equal(leadsTo(saved), `${LIST}?${query}&kept=save`);
      const there = await look(cookie, saved.location);
      assert.match(there.text, /The view is saved/u);
      // An address that somebody else has written tells nothing.
      for (const news of ['kept=save', 'exported=1', `kept=save&told=${'x'.repeat(43)}`])
        assert.doesNotMatch(
          (await look(cookie, `${LIST}?${query}&${news}`)).text,
          /The view is saved|class="word /u,
        );
      // Its dates were not meant, so it is there with any.
      assert.match(
        there.text,
        /<a href="\/office\/payments\?state=paid&amp;created_after=2026-11-01" aria-current="page"><span><bdi class="view-name">&lt;b>دفعات&lt;\/b>/u,
      );
      const [view] = (await ask(huda, 'GET')).body.results;
      assert.deepEqual([view.query, view.shared], ['state=paid', true]);
      const colleague = await loggedIn(office, await office.person(LOOKS));
      const theirs = await look(colleague, `${LIST}?state=paid`);
      assert.match(theirs.text, new RegExp(`دفعات.*by <bdi>${huda.username}`, 'su'));
      assert.doesNotMatch(theirs.text, /value="(?:change|remove)"/u);
      const foreign = await press(colleague, { act: 'change', view: view.id, name: 'X', query });
      assert.equal(foreign.status, 404);
      await press(cookie, { act: 'change', view: view.id, name: 'Mine', query, dates: 'on' });
      const [changed] = (await ask(huda, 'GET')).body.results;
      assert.deepEqual([changed.name, changed.query, changed.shared], ['Mine', query, false]);
      const gone = await press(cookie, { act: 'remove', view: view.id, query });
      assert.equal(leadsTo(gone), `${LIST}?${query}&kept=remove`);
      assert.deepEqual(await namesFor(huda), []);
    });

    it('are replaced by what is shown now, where somebody saves it under the name of one that they have', async () => {
      const huda = await office.person(LOOKS);
      const cookie = await loggedIn(office, huda);
      const name = 'Open ones';
      await press(cookie, { act: 'save', name, query: 'state=created', shared: 'on' });
      const [before] = (await ask(huda, 'GET')).body.results;
      const query = 'state=pending';
      const again = await press(cookie, { act: 'save', name: ` ${name} `, query });
      assert.equal(again.status, 400);
      assert.match(again.text, /You have a view of this name/u);
      assert.match(again.text, new RegExp(`name="view" value="${before.id}"`, 'u'));
      assert.match(again.text, /name="act" value="change"[^>]*>Replace the view of this name/u);
      // To remove the other one first is no advice beside that.
      assert.doesNotMatch(again.text, /remove that view first/u);
      // What is shared stays so, unless they say otherwise.
      assert.match(again.text, /name="shared"[^>]*checked/u);
      assert.deepEqual((await ask(huda, 'GET')).body.results, [before]);
      const form = { act: 'change', view: before.id, name, query, shared: 'on' };
      assert.equal(leadsTo(await press(cookie, form)), `${LIST}?${query}&kept=change`);
      assert.deepEqual((await ask(huda, 'GET')).body.results, [{ ...before, query }]);
      await press(cookie, { act: 'remove', view: before.id, query });
    });

    it('are not saved with filters that there are not, which is said in the language of the page', async () => {
      const cookie = await loggedIn(office, await office.person(LOOKS));
      const page = await browse(`${office.url}${LIST}?lang=ar`, {
        cookie,
        form: {
          form_token: formToken(cookie, LIST),
          act: 'save',
          name: 'Paid',
          query: 'state=paied',
        },
      });
      assert.equal(page.status, 400);
      const faults = [...page.text.matchAll(/<ul class="fault-list">.*?<\/ul>/gsu)].join();
      assert.match(faults, /<bdi dir="ltr">state<\/bdi>: اختر/u);
      assert.doesNotMatch(faults, /lang="en"/u);
    });

    it('are not saved with a fault, which stands at its field with what was typed', async () => {
      const cookie = await loggedIn(office, await office.person(LOOKS));
      const page = await press(cookie, {
        act: 'save',
        name: 'ا'.repeat(61),
        query: 'state=paid',
        shared: 'on',
      });
      assert.equal(page.status, 400);
      assert.match(page.text, /<details class="view-form" open>/u);
      assert.match(page.text, /id="name-fault"[^>]*>.*no more than 60 characters/su);
      assert.match(page.text, /name="shared"[^>]*checked/u);
      const odd = await press(cookie, { act: 'save', name: 'X', query: 'state=paied' });
      assert.equal(odd.status, 400);
      assert.equal((await press(cookie, { act: 'open', query: '' })).status, 400);
    });

    it('have columns, which are chosen by the address and kept for a person, or with a view', async () => {
      const huda = await office.person(LOOKS);
      const cookie = await loggedIn(office, huda);
      const headsOf = async (path: string) => {
        const { text } = await look(cookie, path);
        return [...text.matchAll(/<th scope="col" class="col-(\w+)/gu)].map(([, name]) => name);
      };
      const usual = ['payment', 'customer', 'amount', 'state', 'method', 'created'];
      assert.deepEqual(await headsOf(LIST), usual);
      const chosen = await look(
        cookie,
        `${LIST}?state=paid&was=customer,amount&columns=paid&columns=unit`,
      );
      assert.equal(chosen.location, `${LIST}?state=paid&columns=paid%2Cunit`);
      assert.deepEqual(await headsOf(chosen.location), ['payment', 'paid', 'unit']);
      assert.deepEqual(await headsOf(`${LIST}?columns=secret`), usual);
      const keep = (fields: Readonly<Record<string, string>>) => {
        const path = `${LIST}/columns`;
        const form = { form_token: formToken(cookie, path), form_number: randomUUID(), ...fields };
        return browse(`${office.url}${path}`, { cookie, form });
      };
      const kept = await keep({ columns: 'paid,unit', query: 'state=paid&columns=paid,unit' });
      assert.equal(leadsTo(kept), `${LIST}?state=paid&kept=columns`);
      assert.match((await look(cookie, kept.location)).text, /Your columns are kept/u);
      assert.deepEqual(await headsOf(LIST), ['payment', 'paid', 'unit']);
      await press(cookie, { act: 'save', name: 'Alerts', query: 'has_alert=true&columns=alert' });
      const [view] = (await ask(huda, 'GET')).body.results;
      assert.deepEqual([view.query, view.columns], ['has_alert=true', ['alert']]);
      assert.deepEqual((await ask(huda, 'GET')).body.columns, { payments: ['paid', 'unit'] });
      await keep({ query: '' });
      assert.deepEqual(await headsOf(LIST), usual);
      const another = await loggedIn(office, await office.person(LOOKS));
      assert.doesNotMatch((await look(another)).text, /usual columns again/u);
    });

    it('are not shown by an address: GET saves nothing', async () => {
      const huda = await office.person(LOOKS);
      const cookie = await loggedIn(office, huda);
      const got = await look(cookie, `${LIST}?act=save&name=X&query=state%3Dpaid`);
      assert.equal(got.status, 400);
      assert.deepEqual(await namesFor(huda), []);
    });
  });

  describe('several at once', () => {
    const FULL = {
      permissions: [
        ...LOOKS.permissions,
        'payment.expire',
        'payment.cancel',
        'payment_request.change',
      ],
    } as const;
    beforeEach(() => {
      asked.length = 0;
      says.clear();
    });

    it('have boxes and buttons for who may do something, each button for who may do that', async () => {
      const none = await listFor(LOOKS.permissions);
      assert.doesNotMatch(none, /name="session_id"|payments\/several/u);
      const one = await listFor([...LOOKS.permissions, 'payment.expire']);
      assert.match(one, new RegExp(`name="session_id" value="${LINK}"`, 'u'));
      assert.match(one, /several\/expire/u);
      assert.doesNotMatch(one, /several\/(?:cancel|resend)|checked/u);
      const all = await listFor(FULL.permissions, '/office/payments?ticked=all');
      assert.equal([...all.matchAll(/name="session_id"[^>]* checked/gu)].length, 3);
      const archived = await listFor(
        [...FULL.permissions, 'payment.delete'],
        '/office/payments?deleted=true',
      );
      assert.doesNotMatch(archived, /payments\/several/u);
    });

    it('are asked about first: a look does nothing', async () => {
      const cookie = await loggedIn(office, await office.person(FULL));
      const page = await question(cookie, 'expire', [LINK, PAID_ONE, sessionOf('f')]);
      assert.equal(page.status, 200, page.text);
      assert.match(page.text, /ORDER-1.*Let 2 payments expire/su);
      assert.match(page.text, /1 of them is not to be found by you/u);
      assert.match(page.text, /href="\/office\/payments\?state=pending"/u);
      assert.match((await question(cookie, 'cancel', [])).text, /Nothing is ticked/u);
      assert.match((await question(cookie, 'cancel', ['x'])).text, /Nothing is ticked/u);
      const many = Array.from({ length: 101 }, (_, nth) => nth.toString(16).padStart(40, '0'));
      assert.equal((await question(cookie, 'cancel', many)).status, 400);
      assert.equal((await pressSeveral(cookie, 'cancel', many)).status, 400);
      assert.deepEqual(asked, []);
    });

    it('are asked for one by one, each with its own result', async () => {
      const cookie = await loggedIn(office, await office.person(FULL));
      says.set(PAID_ONE, () => new Refusal('invalid_state', 'It is paid.'));
      says.set(OTHER_LINK, () => new Unavailable('The engine does not answer.'));
      const number = randomUUID();
      const page = await pressSeveral(cookie, 'expire', [LINK, OTHER_LINK, PAID_ONE], { number });
      assert.equal(page.status, 200, page.text);
      assert.deepEqual(counted(page.text), ['Done 1', 'Not done 1', 'Not known yet 1']);
      assert.match(page.text, /<bdi lang="en">It is paid\.<\/bdi>/u);
      assert.deepEqual(
        asked.toSorted(),
        [`expire ${LINK}`, `expire ${OTHER_LINK}`, `expire ${PAID_ONE}`].toSorted(),
      );
      // In the other language the same payments are there, to be asked for under the same number.
      const [, other = ''] = /form="page-form" formaction="([^"]*)"/u.exec(page.text) ?? [];
      const ids = [LINK, OTHER_LINK, PAID_ONE];
      const otherLanguage = other.replaceAll('&amp;', '&');
      const arabic = await pressSeveral(cookie, 'expire', ids, { number, otherLanguage });
      assert.match(arabic.text, /<html lang="ar"/u);
      for (const id of [LINK, OTHER_LINK, PAID_ONE])
        assert.ok(arabic.text.includes(`name="payment.${id}"`), id);
      assert.ok(arabic.text.includes(`name="form_number" value="${number}"`));
      // The same form again: what was done is not done twice.
      says.clear();
      asked.length = 0;
      const again = await pressSeveral(cookie, 'expire', [LINK, OTHER_LINK], { number });
      assert.deepEqual(counted(again.text), ['Done 2']);
      assert.deepEqual(asked, [`expire ${OTHER_LINK}`]);
    });

    it('are shown as they stand in the other language, once what came of them is told', async () => {
      const cookie = await loggedIn(office, await office.person(FULL));
      const done = await pressSeveral(cookie, 'cancel', [LINK, OTHER_LINK], {
        back: 'state=pending',
      });
      assert.deepEqual(counted(done.text), ['Done 2'], done.text);
      asked.length = 0;
      const arabic = await browse(office.url + arabicOf(done.text), { cookie });
      assert.equal(arabic.status, 200);
      assert.match(arabic.text, /<html lang="ar"/u);
      for (const id of [LINK, OTHER_LINK])
        assert.ok(arabic.text.includes(`name="payment.${id}"`), id);
      assert.match(arabic.text, /href="\/office\/payments\?state=pending"/u);
      assert.deepEqual(asked, []);
    });

    it('are refused where the permission is another one, and leave alone what is another merchant’s', async () => {
      const clerk = await loggedIn(
        office,
        await office.person({ permissions: [...LOOKS.permissions, 'payment.expire'] }),
      );
      for (const act of ['cancel', 'resend'])
        assert.equal((await pressSeveral(clerk, act, [LINK])).status, 403);
      const blind = await loggedIn(
        office,
        await office.person({ permissions: ['payment.expire'] }),
      );
      assert.equal((await pressSeveral(blind, 'expire', [LINK])).status, 403);
      const stranger = await loggedIn(
        office,
        await office.person({ merchantId: idOf('views-shop'), superuser: true }),
      );
      assert.equal((await pressSeveral(stranger, 'expire', [LINK])).status, 404);
      assert.deepEqual(asked, []);
    });

    it('have their messages sent again by the channels that each names', async () => {
      const cookie = await loggedIn(office, await office.person(FULL));
      const page = await pressSeveral(cookie, 'resend', [LINK, OTHER_LINK, PAID_ONE]);
      assert.deepEqual(counted(page.text), ['Done 1', 'Not done 2'], page.text);
      assert.match(page.text, /names no channel/u);
      assert.deepEqual(asked, ['message']);
    });
  });
});

/** The question about several payments. */
function at(act: string): string {
  return `/office/payments/several/${act}`;
}

/** How many came to what, as the page says it. */
function counted(text: string): readonly string[] {
  return [...text.matchAll(/<li>([^<]*): <bdi dir="ltr">(\d+)/gu)].map(
    ([, word, count]) => `${word} ${count}`,
  );
}

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { formToken } from '../../api/access/login-cookie.ts';
import { viewRoutes } from '../../api/me/view-routes.ts';
import { staffRoutes } from '../../api/transactions/staff-routes.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import { isDescribed, type Route } from '../../api/route.ts';
import type { User } from '../../domain/user.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO, idOf } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import { aMerchant, kwd } from '../support/builders.ts';
import { anOffice, browse, loggedIn, PASSWORD, type OfficeApp } from './office-app.ts';

const LOOKS = { permissions: ['payment_request.view', 'e_commerce.view'] } as const;
const PAID = { page: 'payments', name: 'Paid', query: 'state=paid' };

describe('views of the list of payments', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO, currencies: [kwd('0').currency] }), 'whk_demo');
    const programs = [...viewRoutes, ...transactionRoutes, ...staffRoutes] as readonly Route[];
    office = await anOffice(store, programs.filter(isDescribed));
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
  const namesFor = async (who: User): Promise<readonly string[]> =>
    (await ask(who, 'GET')).body.results.map(({ name }: { name: string }) => name);

  it('are kept, changed and removed by who keeps them', async () => {
    const huda = await office.person(LOOKS);
    const made = await ask(huda, 'POST', '', { ...PAID, name: '  Paid ' });
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
    ['a name that nobody sees', { ...PAID, name: '\u200b\u200f' }, 'name'],
    ['a name of two lines', { ...PAID, name: 'a\nb' }, 'name'],
    ['a name of 61 letters', { ...PAID, name: 'ض'.repeat(61) }, 'name'],
    ['another page', { ...PAID, page: 'invoices' }, 'page'],
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

  it('keep no question that the list would refuse to who saves it', async () => {
    const huda = await office.person(LOOKS);
    for (const query of ['customer_email=sara@example.com', 'q=customer_id:7', 'deleted=true'])
      assert.equal((await ask(huda, 'POST', '', { ...PAID, query })).status, 403, query);
    assert.deepEqual(await namesFor(huda), []);
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
      const path = `${LIST}/views`;
      const fields = { form_token: formToken(cookie, path), form_number: randomUUID(), ...form };
      return browse(`${office.url}${path}`, { cookie, form: fields });
    }
    const look = (cookie: string, path = LIST) => browse(`${office.url}${path}`, { cookie });

    it('are saved by a form, marked where they are shown, changed and removed', async () => {
      const huda = await office.person(LOOKS);
      const cookie = await loggedIn(office, huda);
      const query = 'state=paid&created_after=2026-11-01';
      const offered = await look(cookie, `${LIST}?${query}`);
      assert.match(offered.text, /Save this view.*name="act" value="save"/su);
      assert.doesNotMatch((await look(cookie)).text, /Save this view/u);
      const saved = await press(cookie, { act: 'save', name: '<b>دفعات</b>', query, shared: 'on' });
      assert.equal(saved.location, `${LIST}?${query}&kept=save`);
      const there = await look(cookie, saved.location);
      assert.match(there.text, /The view is saved/u);
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
      assert.equal(gone.location, `${LIST}?${query}&kept=remove`);
      assert.deepEqual(await namesFor(huda), []);
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

    it('are not shown by an address: GET saves nothing', async () => {
      const huda = await office.person(LOOKS);
      const cookie = await loggedIn(office, huda);
      const got = await look(cookie, `${LIST}/views?act=save&name=X&query=state%3Dpaid`);
      assert.equal(got.status, 404);
      assert.deepEqual(await namesFor(huda), []);
    });
  });
});

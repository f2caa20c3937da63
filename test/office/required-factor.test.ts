import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { officeLoginsOn } from '../../api/access/office-logins.ts';
import { beginLogin } from '../../api/auth/logins.ts';
import { authRoutes } from '../../api/auth/routes.ts';
import { meRoutes } from '../../api/me/routes.ts';
import { formToken } from '../../api/access/login-cookie.ts';
import type { Permission } from '../../domain/permission.ts';
import type { SecondFactorRule } from '../../domain/second-factor-rule.ts';
import type { User } from '../../domain/user.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import { aMerchant } from '../support/builders.ts';
import { anOffice, browse, loggedIn, PASSWORD, type OfficeApp } from './office-app.ts';

const FACTOR = '/office/login/factor';
const POWER: readonly Permission[] = ['payment.refund'];

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** The secret that a page shows for typing. */
function secretIn(text: string): string {
  return (/dir="ltr">((?:[A-Z2-7]{4} ?){8})</.exec(text)?.[1] ?? '').replaceAll(' ', '');
}

describe('a second factor that a merchant asks for', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  before(async () => {
    office = await anOffice(database().store, [...meRoutes, ...authRoutes]);
  });
  after(() => office.close());

  const rule = (secondFactor: SecondFactorRule) =>
    database().store.merchants.put(
      aMerchant({ id: DEMO, name: 'Pearl', nameAr: 'لؤلؤة', secondFactor }),
      'whk_demo',
    );
  beforeEach(() => rule('required'));

  const logIn = ({ username }: User, next = '/office/account') =>
    browse(`${office.url}/office/login`, { form: { username, password: PASSWORD, next } });
  const look = (path: string, cookie?: string) => browse(`${office.url}${path}`, { cookie });

  async function json(path: string, init: RequestInit) {
    const answer = await fetch(`${office.url}${path}`, init);
    const body = (await answer.json()) as Readonly<Record<string, unknown>>;
    return { status: answer.status, body };
  }

  const token = (form: Readonly<Record<string, string>>) =>
    json(`/auth/realms/${DEMO}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'office', ...form }),
    });

  it('is set up between the password and the login, and opens nothing before', async () => {
    const person = await office.person({ permissions: POWER });
    const first = await logIn(person);
    assert.equal(first.location, `${FACTOR}?next=%2Foffice%2Faccount`);
    const half = first.cookie ?? '';
    for (const path of ['/office/account', '/office/login/second'])
      assert.match((await look(path, half)).location, /^\/office\/login(?:\?|$)/u, path);
    const page = await look(first.location, half);
    assert.match(page.text, /Pearl[^]*src="data:image\/svg\+xml;base64,/u);
    const arabic = await look(`${first.location}&lang=ar`, half);
    assert.match(arabic.text, /<html lang="ar" dir="rtl">[^]*لؤلؤة/u);
    const secret = secretIn(page.text);
    assert.equal(secret.length, 32);
    assert.equal(secretIn(arabic.text), secret);
    // Another browser of somebody who knows the password is shown another one.
    const other = (await logIn(person)).cookie ?? '';
    assert.notEqual(secretIn((await look(FACTOR, other)).text), secret);

    const press = (code: string) =>
      browse(`${office.url}${FACTOR}`, { cookie: half, form: { code, next: '/office/account' } });
    const wrong = await press('000000x');
    assert.deepEqual([wrong.status, wrong.cookie], [401, undefined]);
    assert.match(wrong.text, /not valid.* \d\d:\d\d UTC/);
    assert.equal(secretIn(wrong.text), secret);
    const done = await press(codeOf(secret));
    assert.equal(done.status, 200, done.text);
    assert.equal(done.text.match(/<code>[a-z0-9]{5}-[a-z0-9]{5}<\/code>/gu)?.length, 10);
    assert.doesNotMatch(done.text, /class="language"/u);
    assert.match(done.text, /href="\/office\/account"/u);
    assert.ok(done.cookie !== undefined && done.cookie !== half);
    assert.equal((await look('/office/account', done.cookie)).status, 200);
    for (const cookie of [half, other])
      assert.match((await look(FACTOR, cookie)).location, /^\/office\/login(?:\?|$)/u);
    assert.match((await logIn(person)).location, /\/login\/second/u);
    await office.mail(person.email, 'second-factor-set');
    const traces = await office.audited(done);
    assert.deepEqual(
      traces.map(({ who }) => who),
      traces.map(() => `user:${person.username}`),
    );
    assert.ok(traces.length > 0);
  });

  it('ends what was begun with one that was taken away', async () => {
    const { store } = database();
    const person = await office.person({ permissions: POWER });
    const known = await store.users.findSecret(person.username);
    assert.ok(known);
    const proved = { ...person, passwordSince: known.passwordSince, secondFactor: true };
    const before_ = await beginLogin(store, proved, 'office');
    const cookie = (await logIn(person)).cookie ?? '';
    const code = codeOf(secretIn((await look(FACTOR, cookie)).text));
    const done = await browse(`${office.url}${FACTOR}`, { cookie, form: { code, next: '' } });
    assert.equal(done.status, 200);
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: before_ });
    assert.equal(renewed.status, 400);
  });

  it('begins with the password again after five wrong codes', async () => {
    const person = await office.person({ permissions: POWER });
    const cookie = (await logIn(person)).cookie ?? '';
    const press = () => browse(`${office.url}${FACTOR}`, { cookie, form: { code: '1', next: '' } });
    for (let tries = 0; tries < 5; tries += 1) assert.equal((await press()).status, 401);
    const stopped = await press();
    assert.equal(stopped.status, 429);
    assert.ok(stopped.headers.get('retry-after'));
    assert.match((await press()).location, /^\/office\/login(?:\?|$)/u);
  });

  it('may be set up within a quarter of an hour', async () => {
    const person = await office.person({ permissions: POWER });
    const cookie = (await logIn(person)).cookie ?? '';
    office.later(14 * 60_000);
    assert.equal((await look(FACTOR, cookie)).status, 200);
    office.later(60_000);
    assert.equal((await look(FACTOR, cookie)).status, 303);
    office.later(-15 * 60_000);
  });

  it('is asked of who may move money, or of all, and of nobody where it is optional', async () => {
    const [viewer, refunder] = [await office.person(), await office.person({ permissions: POWER })];
    const asked = async () =>
      Promise.all(
        [viewer, refunder].map(async (one) => (await logIn(one)).location.startsWith(FACTOR)),
      );
    assert.deepEqual(await asked(), [false, true]);
    await rule('all');
    assert.deepEqual(await asked(), [true, true]);
    await rule('optional');
    assert.deepEqual(await asked(), [false, false]);
  });

  it('ends logins without one when it is asked for, but those by an issuer, who has a factor of their own', async () => {
    await rule('optional');
    const person = await office.person({ permissions: POWER });
    const cookie = await loggedIn(office, person);
    const { store } = database();
    const issuer = 'https://issuer.example';
    const logins = officeLoginsOn({
      ...store,
      singleSignOn: {
        find: async () => ({
          merchantId: DEMO,
          mode: 'allowed',
          issuer,
          clientId: 'c',
          version: 1,
        }),
      },
    });
    const kept = await store.users.findSecret(person.username);
    assert.ok(kept);
    const proved = { ...kept.user, passwordSince: kept.passwordSince };
    const place = { browser: 'b', network: '127.0.0.1', language: 'en' } as const;
    const bySso = await logins.begin(proved, place, { issuer, authenticatedAt: Date.now() });
    assert.equal((await look('/office/account', cookie)).status, 200);
    await rule('required');
    assert.equal((await look('/office/account', cookie)).status, 303);
    assert.equal((await logins.of(bySso))?.user.username, person.username);
  });

  it('closes Basic to who has none, but for setting one up', async () => {
    const person = await office.person({ permissions: POWER });
    const headers = {
      Authorization: basicOf(person.username, PASSWORD),
      'Content-Type': 'application/json',
    };
    const refused = await json('/b/me/v1/profile/', { headers });
    assert.deepEqual([refused.status, refused.body['code']], [401, 'second_factor_required']);
    assert.match(String(refused.body['detail']), /\/office\/login.*\/b\/me\/v1\/second-factor\//u);
    const begun = await json('/b/me/v1/second-factor/', {
      method: 'POST',
      headers: { ...headers, 'X-Step-Up': encodeURIComponent(PASSWORD) },
    });
    assert.equal(begun.status, 200);
    const done = await json('/b/me/v1/second-factor/confirm/', {
      method: 'POST',
      headers,
      body: JSON.stringify({ code: codeOf(String(begun.body['secret'])) }),
    });
    assert.equal(done.status, 200);
    const after = await json('/b/me/v1/second-factor/', { method: 'POST', headers });
    assert.deepEqual([after.status, after.body['code']], [401, 'second_factor_required']);
    await rule('required');
    const viewer = await office.person();
    const seen = await json('/b/me/v1/profile/', {
      headers: { Authorization: basicOf(viewer.username, PASSWORD) },
    });
    assert.deepEqual([seen.status, seen.body['second_factor_required']], [200, false]);
  });

  it('closes tokens by a password to who has none, also those that would be renewed, and not those of programs', async () => {
    await rule('optional');
    const person = await office.person({ permissions: POWER });
    const { username } = person;
    const before = await token({ grant_type: 'password', username, password: PASSWORD });
    assert.equal(before.status, 200, JSON.stringify(before.body));
    await rule('required');
    const refused = await token({ grant_type: 'password', username, password: PASSWORD });
    assert.deepEqual([refused.status, refused.body['error']], [401, 'second_factor_required']);
    const renewed = await token({
      grant_type: 'refresh_token',
      refresh_token: String(before.body['refresh_token']),
    });
    assert.equal(renewed.status, 400);
    const program = await office.person({ service: true, permissions: POWER });
    const granted = await token({
      grant_type: 'client_credentials',
      client_id: program.username,
      client_secret: PASSWORD,
    });
    assert.equal(granted.status, 200, JSON.stringify(granted.body));
  });

  it('is replaced, not removed', async () => {
    const person = await office.person({ permissions: POWER });
    const half = (await logIn(person)).cookie ?? '';
    const code = codeOf(secretIn((await look(FACTOR, half)).text));
    const done = await browse(`${office.url}${FACTOR}`, { cookie: half, form: { code, next: '' } });
    const cookie = done.cookie ?? '';
    const account = await look('/office/account', cookie);
    assert.match(account.text, /Set up another one in its place/u);
    assert.doesNotMatch(account.text, /second-factor\/remove/u);
    const path = '/office/account/second-factor/remove';
    const removed = await browse(`${office.url}${path}`, {
      cookie,
      form: { form_token: formToken(cookie, path) },
    });
    assert.equal(removed.status, 400);
    assert.equal((await look('/office/account', cookie)).status, 200);
  });
});

import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { authRoutes } from '../../api/auth/routes.ts';
import { issuersFor } from '../../api/access/issuers-for.ts';
import { formToken } from '../../api/access/login-cookie.ts';
import { meRoutes } from '../../api/me/routes.ts';
import { singleSignOnRoutes } from '../../api/single-sign-on/routes.ts';
import { userRoutes } from '../../api/users/routes.ts';
import type { SingleSignOn } from '../../domain/single-sign-on.ts';
import type { User } from '../../domain/user.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import { assertDocumented } from '../support/documented.ts';
import { aMerchant, aMerchantId } from '../support/builders.ts';
import {
  aLyingIssuer,
  anIssuer,
  CLIENT,
  type Lies,
  type LyingIssuer,
  type RunningIssuer,
} from '../support/issuer.ts';
import {
  anOffice,
  browse,
  loggedIn,
  PASSWORD,
  type OfficeApp,
  type OfficeReply,
} from './office-app.ts';

/** In seconds, as tokens have it. */
const now = () => Math.floor(Date.now() / 1000);

const OTHER = aMerchantId('other');

/** A browser that keeps its cookies, and follows redirects one by one. */
class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Types an address, unless headers say what else has led there; or sends a form. */
  async go(
    url: string,
    form?: Readonly<Record<string, string>>,
    led: Readonly<Record<string, string>> = { 'Sec-Fetch-Site': 'none' },
  ): Promise<OfficeReply> {
    const { host, origin } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { Origin: origin, 'Sec-Fetch-Site': 'same-origin' } : led),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location') ?? '';
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === '' ? '' : new URL(location, url).href,
      cookie: jar.get('__Host-office'),
    };
  }

  /** Another person takes it, who is known nowhere but here. */
  forget(url: string): void {
    this.#cookies.delete(new URL(url).host);
  }

  /** Follows redirects until there is a page. */
  async follow(url: string): Promise<OfficeReply & { readonly at: string }> {
    for (let at = url, hops = 0; hops < 12; hops += 1) {
      const answer = await this.go(at);
      if (answer.location === '') return { ...answer, at };
      at = answer.location;
    }
    throw new Error('It goes round and round.');
  }
}

describe('logging in by an issuer of the merchant', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  let issuer: RunningIssuer;
  let liar: LyingIssuer;
  before(async () => {
    await database().store.merchants.put(aMerchant({ id: DEMO, name: 'Pearl' }), 'whk_demo');
    const routes = [...authRoutes, ...meRoutes, ...userRoutes, ...singleSignOnRoutes];
    office = await anOffice(database().store, routes);
    issuer = await anIssuer([`${office.url}/office/login/sso/demo/callback`]);
    liar = await aLyingIssuer();
  });
  after(async () => {
    await Promise.all([issuer.close(), liar.close()]);
    await office.close();
  });
  beforeEach(() => set({}));

  /** The settings of the merchant, in place of those before. */
  async function set(given: Partial<SingleSignOn>): Promise<void> {
    const { singleSignOn } = office.store;
    const merchantId = given.merchantId ?? DEMO;
    const before = await singleSignOn.find(merchantId);
    const sso = { merchantId, mode: 'allowed', issuer: issuer.url, clientId: CLIENT.id } as const;
    const version = (before?.version ?? 0) + 1;
    assert.ok(await singleSignOn.save({ ...sso, ...given, version }, CLIENT.secret));
  }

  /** The storage key that has sealed it is gone. */
  async function loseSecret(): Promise<void> {
    const settings = database().connection.collection('single_sign_on');
    const clientSecret = `lost.${'x'.repeat(64)}`;
    const { modifiedCount } = await settings.updateOne(
      { merchantId: DEMO },
      { $set: { clientSecret } },
    );
    assert.equal(modifiedCount, 1);
  }

  const begin = (next = '/office/account', at = 'demo') =>
    `${office.url}/office/login/sso/${at}?next=${encodeURIComponent(next)}`;

  /** Somebody who has an account at the issuer with the same address. */
  async function somebody(given: Partial<User> = {}, verified: unknown = true) {
    const email = `${randomUUID()}@shop.example`;
    const person = await office.person({ email, ...given });
    const subject = randomUUID();
    issuer.accounts.set(subject, { email: email.toUpperCase(), verified });
    return { person, subject, email };
  }

  /** Goes to the issuer, and types a subject there. The address by which the browser shall come back. */
  async function wayBack(browser: Browser, subject: string, from = begin()): Promise<string> {
    const page = await browser.follow(from);
    assert.match(page.at, /\/interaction\//, page.text);
    let answer = await browser.go(page.at, { subject });
    while (!answer.location.startsWith(office.url)) answer = await browser.go(answer.location);
    return answer.location;
  }

  async function come(browser: Browser, subject: string, from = begin()) {
    return browser.follow(await wayBack(browser, subject, from));
  }

  const isIn = async (browser: Browser) =>
    (await browser.go(`${office.url}/office/account`)).status === 200;

  describe('by one that can be trusted', () => {
    it('knows somebody by their verified address once, and from then on by their subject', async () => {
      const { person, subject, email } = await somebody({ invited: true });
      const { merchantId, username } = person;
      const own = { merchantId, username, kind: 'invitation' } as const;
      const link = await office.store.accountLinks.make(own, Date.now() + 60_000);
      const before = (await office.store.users.list(DEMO)).length;
      const browser = new Browser();
      const first = await come(browser, subject);
      assert.equal(first.at, `${office.url}/office/account`);
      assert.match(first.text, /By single sign-on/u);
      assert.ok(first.text.includes(username));
      // They need no password any more, so nobody may choose one by the mail.
      assert.equal((await office.store.users.findByName(DEMO, username))?.invited, undefined);
      assert.equal(await office.store.accountLinks.find('invitation', link, Date.now()), undefined);
      issuer.accounts.set(subject, { email: `other-${email}`, verified: false });
      const again = new Browser();
      assert.ok((await come(again, subject)).text.includes(username));
      assert.equal((await office.store.users.list(DEMO)).length, before);
    });

    it('gives a cookie as any login, and writes down who has come', async () => {
      const { person, subject } = await somebody();
      const planted = new Browser();
      await planted.go(`${office.url}/office/login`, {
        username: person.username,
        password: PASSWORD,
      });
      const held = await planted.go(`${office.url}/office/account`);
      const back = await planted.go(await wayBack(planted, subject));
      assert.equal(back.status, 303);
      assert.notEqual(back.cookie, held.cookie);
      const old = await fetch(`${office.url}/office/account`, {
        redirect: 'manual',
        headers: { Cookie: `__Host-office=${held.cookie}` },
      });
      assert.equal(old.status, 303);
      for (const line of back.headers.getSetCookie())
        assert.match(line, /^__Host-[\w-]+=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax/);
      const traces = await office.audited(back);
      assert.deepEqual(
        traces.map(({ who, name, route, status }) => [who, name, route, status]),
        [
          [`user:${person.username}`, 'request', 'office.sso.callback', undefined],
          [`user:${person.username}`, 'answer', 'office.sso.callback', 303],
        ],
      );
    });

    it('begins by a page of the office or by its person alone; who is led there from elsewhere is shown first where they would log in, and keeps the login that they have', async () => {
      const { subject } = await somebody();
      const browser = new Browser();
      await come(browser, subject);
      const here = `${office.url}/office/login/sso?merchant=demo`;
      for (const led of [
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
        { 'Sec-Fetch-Site': 'cross-site', Referer: here },
        // A payer's page, which leads where a merchant wants.
        { 'Sec-Fetch-Site': 'same-origin' },
        { 'Sec-Fetch-Site': 'same-origin', Referer: `${office.url}/checkout/result/` },
        { Referer: 'https://portal.example/' },
        {},
      ]) {
        const shown = await browser.go(begin(), undefined, led);
        assert.equal(shown.status, 200);
        const { pathname, search } = new URL(begin());
        assert.ok(shown.text.includes(`href="${pathname}${search}"`), shown.text);
        assert.match(shown.text, /Pearl.*127\.0\.0\.1/su);
        assert.deepEqual(shown.headers.getSetCookie(), []);
      }
      assert.equal(await isIn(browser), true);
      for (const led of [
        { 'Sec-Fetch-Site': 'same-origin', Referer: here },
        { 'Sec-Fetch-Site': 'none' },
        // Browsers from before 2023 do not say it.
        { Referer: here },
      ])
        assert.ok((await browser.go(begin(), undefined, led)).location.startsWith(issuer.url));
    });

    it('lets two tabs of one browser come back, each once, and no other browser', async () => {
      const { subject } = await somebody();
      const browser = new Browser();
      const one = await browser.go(begin('/office/account?tab=1'));
      const two = await browser.go(begin('/office/account?tab=2'));
      const [back2, back1] = [
        await wayBack(browser, subject, two.location),
        (await browser.go(one.location)).location,
      ];
      const thief = new Browser();
      await thief.go(begin());
      const stolen = await thief.go(back1);
      assert.deepEqual([stolen.status, await isIn(thief)], [400, false]);
      for (const [back, tab] of [
        [back1, 1],
        [back2, 2],
      ] as const) {
        const come = await browser.go(back);
        assert.equal(come.location, `${office.url}/office/account?tab=${tab}`, come.text);
        assert.equal((await browser.go(back)).status, 400);
      }
    });

    it('takes no way of another merchant, of another state, or of an issuer that was changed meanwhile', async () => {
      await set({ merchantId: OTHER });
      const { subject } = await somebody();
      const browser = new Browser();
      const back = await wayBack(browser, subject);
      for (const wrong of [
        back.replace('/demo/', '/other/'),
        back.replace(/state=[^&]*/, `state=${'x'.repeat(43)}`),
        back.replace(/state=[^&]*&?/, ''),
        `${back}&state=twice`,
        back.replace('/demo/', '/nobody/'),
      ]) {
        const answer = await browser.go(wrong);
        assert.equal(answer.status, 400, wrong);
      }
      await set({ issuer: liar.url });
      assert.equal((await browser.go(back)).status, 400);
      assert.equal(await isIn(browser), false);
    });

    for (const [who, given, verified] of [
      ['has not shown that the address is theirs', {}, false],
      ['is said to have so by a text alone', {}, 'true'],
      ['is inactive', { active: false }, true],
      ['is a program', { service: true }, true],
      ['is a user of another merchant', { merchantId: OTHER }, true],
    ] as const)
      it(`lets nobody in who ${who}`, async () => {
        const { subject, email } = await somebody(given, verified);
        const browser = new Browser();
        const back = await browser.go(await wayBack(browser, subject));
        assert.deepEqual([back.status, await isIn(browser)], [403, false]);
        assert.ok(!back.text.includes(email));
        const [trace] = await office.audited(back);
        assert.deepEqual([trace?.['who'], trace?.['merchantId']], ['nobody yet', DEMO]);
      });

    it('lets nobody in whom no address means, two have, or whose user another subject is linked with', async () => {
      const { person, subject, email } = await somebody();
      const unknown = randomUUID();
      issuer.accounts.set(unknown, { email: `${unknown}@shop.example` });
      const nameless = randomUUID();
      issuer.accounts.set(nameless, {});
      assert.ok((await come(new Browser(), subject)).text.includes(person.username));
      const second = randomUUID();
      issuer.accounts.set(second, { email });
      const twins = await somebody();
      await office.person({ email: twins.email });
      for (const one of [unknown, nameless, second, twins.subject]) {
        const browser = new Browser();
        const back = await browser.go(await wayBack(browser, one));
        assert.deepEqual([back.status, await isIn(browser)], [403, false], one);
      }
      // An administrator decides that it is them all the same.
      const chief = await office.person({ permissions: ['user.manage'] });
      const unlinked = await ask(chief, 'DELETE', `users/${person.id}/single-sign-on/`);
      assert.equal(unlinked.status, 204);
      assert.ok((await come(new Browser(), second)).text.includes(person.username));
    });

    it('ends with the person, with its settings, and is worth nothing to the API from the network', async () => {
      const { person, subject } = await somebody();
      const browser = new Browser();
      const { cookie = '' } = await come(browser, subject);
      const outside = await fetch(`${office.url}/b/me/v1/profile/`, {
        headers: { Cookie: `__Host-office=${cookie}` },
      });
      assert.equal(outside.status, 401);
      for (const [change, back] of [[{ active: false }, { active: true }]] as const) {
        await office.store.users.update(DEMO, person.username, change);
        assert.equal(await isIn(browser), false);
        await office.store.users.update(DEMO, person.username, back);
        assert.equal(await isIn(browser), true);
      }
      await set({ mode: 'off' });
      assert.equal(await isIn(browser), false);
      assert.equal((await new Browser().go(begin())).status, 404);
    });
  });

  /** Somebody who has come in, longer ago than is good enough. */
  async function longAgo() {
    const one = await somebody();
    const browser = new Browser();
    const { cookie = '' } = await come(browser, one.subject);
    await database()
      .connection.collection('office_logins')
      .updateOne(
        { username: one.person.username },
        { $set: { steppedUpAt: Date.now() - 301_000 } },
      );
    return {
      ...one,
      browser,
      cookie,
      setUp: (shown?: string) => secondFactorOf(browser, cookie, shown),
    };
  }

  /** The form for a second factor, which is good for who has just shown who they are. */
  async function secondFactorOf(browser: Browser, cookie = '', shown = '') {
    const form_token = formToken(cookie, '/office/account/second-factor');
    const url = `${office.url}/office/account/second-factor`;
    return browser.go(url, { form_token, step_up: shown });
  }
  const again = () => `${office.url}/office/step-up?next=/office/account`;

  describe('and showing there once more who one is', () => {
    it('asks the issuer anew, and takes no password for it', async () => {
      const { browser, cookie, subject, setUp } = await longAgo();
      const asked = await setUp(PASSWORD);
      assert.equal(asked.status, 401);
      assert.match(asked.text, /href="\/office\/step-up\?next=%2Foffice%2Faccount"/);
      assert.doesNotMatch(asked.text, /name="step_up"/);
      const way = await browser.go(again());
      assert.equal(new URL(way.location).searchParams.get('max_age'), '0');
      const back = await come(browser, subject, way.location);
      assert.equal(back.at, `${office.url}/office/account`);
      assert.equal((await setUp()).status, 200);
      // Who holds a copy of the cookie has shown nothing.
      const path = '/office/account/second-factor';
      const form = { form_token: formToken(cookie, path) };
      assert.equal((await browse(`${office.url}${path}`, { cookie, form })).status, 401);
    });

    it('takes a login for it when the issuer says that it has asked the person then, and not when it may have let them in unasked', async () => {
      await set({ issuer: liar.url });
      await mona();
      const now = Math.floor(Date.now() / 1000);
      const answers = [];
      for (const auth_time of [now - 301, undefined, now]) {
        const browser = new Browser();
        const { cookie } = await told(browser, { claims: (c) => ({ ...c, auth_time }) });
        answers.push((await secondFactorOf(browser, cookie)).status);
      }
      assert.deepEqual(answers, [401, 401, 200]);
    });

    it('takes nobody else for it', async () => {
      const { browser, setUp } = await longAgo();
      const other = await somebody();
      browser.forget(issuer.url);
      const back = await browser.go(await wayBack(browser, other.subject, again()));
      assert.equal(back.status, 403);
      assert.equal((await setUp()).status, 401);
    });

    it('takes no login that the issuer has had before', async () => {
      await set({ issuer: liar.url });
      const { person } = await mona();
      const browser = new Browser();
      await told(browser, {});
      await database()
        .connection.collection('office_logins')
        .updateOne({ username: person.username }, { $set: { steppedUpAt: 0 } });
      const old = Math.floor(Date.now() / 1000) - 120;
      const first = await told(browser, { claims: (c) => ({ ...c, auth_time: old }) }, again());
      const none: Lies = {
        claims: (c) => ({ ...c, auth_time: undefined }),
      };
      const second = await told(browser, none, again());
      assert.deepEqual([first.status, second.status], [401, 401]);
      const third = await told(browser, {}, again());
      assert.equal(third.location, `${office.url}/office/account`);
    });
  });

  /** The person whom the lying issuer means. */
  async function mona() {
    const email = 'mona@shop.example';
    const known = (await office.store.users.list(DEMO)).find((one) => one.email === email);
    return { person: known ?? (await office.person({ email })) };
  }

  /** Comes back from the lying issuer, which says what it is told to. */
  async function told(browser: Browser, lies: Lies, from = begin()): Promise<OfficeReply> {
    const { location } = await browser.go(from);
    const asked = new URL(location).searchParams;
    liar.nonce = asked.get('nonce') ?? '';
    for (const name of Object.keys(liar.lies)) Reflect.deleteProperty(liar.lies, name);
    Object.assign(liar.lies, lies);
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', 'x');
    back.searchParams.set('state', asked.get('state') ?? '');
    return browser.go(back.href);
  }

  describe('by one that cannot be trusted', () => {
    beforeEach(async () => {
      await mona();
      await set({ issuer: liar.url });
    });

    it('sends what it has to, and lets in whom it should where nothing is wrong', async () => {
      const browser = new Browser();
      const { location } = await browser.go(begin());
      const asked = new URL(location).searchParams;
      assert.deepEqual(
        ['response_type', 'client_id', 'scope', 'code_challenge_method'].map((one) =>
          asked.get(one),
        ),
        ['code', CLIENT.id, 'openid email', 'S256'],
      );
      const back = await told(browser, {}, begin());
      assert.equal(back.location, `${office.url}/office/account`, back.text);
      const sent = liar.asked.at(-1);
      const [, given = ''] = (sent?.authorization ?? '').split(' ');
      assert.equal(
        Buffer.from(given, 'base64').toString(),
        [CLIENT.id, CLIENT.secret]
          .map((one) => new URLSearchParams({ x: one }).toString().slice(2))
          .join(':'),
      );
      assert.match(sent?.body.get('code_verifier') ?? '', /^[\w-]{43}$/);
    });

    it('shows the verifier whose hash it was asked with', async () => {
      const browser = new Browser();
      const { location } = await browser.go(begin());
      const asked = new URL(location).searchParams;
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' }).toString();
      await browser.go(back.href);
      const verifier = liar.asked.at(-1)?.body.get('code_verifier') ?? '';
      const hash = createHash('sha256').update(verifier).digest('base64url');
      assert.equal(asked.get('code_challenge'), hash);
    });

    const lies: readonly (readonly [string, number, Lies])[] = [
      ['of another issuer', 401, { claims: (c) => ({ ...c, iss: 'https://evil.example' }) }],
      ['for somebody else', 401, { claims: (c) => ({ ...c, aud: 'another' }) }],
      ['for others, too', 401, { claims: (c) => ({ ...c, aud: [CLIENT.id, 'x'], azp: 'x' }) }],
      ['of another way', 401, { claims: (c) => ({ ...c, nonce: 'x'.repeat(43) }) }],
      ['of no way', 401, { claims: (c) => ({ ...c, nonce: undefined }) }],
      ['that is over', 401, { claims: (c) => ({ ...c, iat: now() - 600, exp: now() - 300 }) }],
      ['without an end', 401, { claims: (c) => ({ ...c, exp: undefined }) }],
      ['of nobody', 401, { claims: (c) => ({ ...c, sub: undefined }) }],
      ['that is signed by nobody', 401, { signed: 'by none' }],
      ['that is signed by somebody else', 401, { signed: 'by another' }],
      [
        'of a stranger whose address is not verified',
        403,
        { claims: (c) => ({ ...c, sub: 'x', email_verified: false }) },
      ],
      [
        'of a stranger, told of by another subject',
        401,
        { claims: (c) => ({ ...c, sub: 'y', email: undefined }), userinfo: { sub: 'mona' } },
      ],
      ['that does not come', 503, { status: 500 }],
    ];
    for (const [what, status, given] of lies)
      it(`takes no token ${what}`, async () => {
        const browser = new Browser();
        const back = await told(browser, given);
        assert.deepEqual([back.status, await isIn(browser)], [status, false], back.text);
      });

    it('shows none of its words', async () => {
      const browser = new Browser();
      const { location } = await browser.go(begin());
      const asked = new URL(location).searchParams;
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({
        state: asked.get('state') ?? '',
        error: 'access_denied<script>',
        error_description: '<script>alert(1)</script>Call Nobody at once',
        error_uri: 'javascript:alert(1)',
      }).toString();
      const answer = await browser.go(back.href);
      assert.equal(answer.status, 401);
      assert.doesNotMatch(answer.text, /<script|javascript:|Call Nobody|access_denied/);
    });

    for (const [what, description] of [
      ['calls itself otherwise', { issuer: 'https://evil.example' }],
      ['sends people to a script', { authorization_endpoint: 'javascript:alert(1)' }],
      ['sends people over plain HTTP', { authorization_endpoint: 'http://evil.example/' }],
      ['wants the secret sent into the cloud', { token_endpoint: 'http://169.254.169.254/' }],
      ['has no keys', { jwks_uri: undefined }],
    ] as const)
      it(`goes nowhere when it ${what}`, async () => {
        const other = await aLyingIssuer();
        other.lies.description = description;
        await set({ issuer: other.url });
        const answer = await new Browser().go(begin());
        await other.close();
        assert.deepEqual([answer.status, answer.location], [503, '']);
      });

    it('is not asked while the secret of its client cannot be opened, and passwords let people in all the same', async () => {
      await loseSecret();
      const answer = await new Browser().go(begin());
      assert.deepEqual([answer.status, answer.location], [503, '']);
      assert.match(answer.text, /href="\/office\/login\?next=%2Foffice%2Faccount"/);
    });

    it('says that it is down, and lets people in by their passwords all the same', async () => {
      const other = await aLyingIssuer();
      await set({ issuer: other.url });
      await other.close();
      const browser = new Browser();
      const answer = await browser.go(begin());
      assert.equal(answer.status, 503);
      assert.match(
        answer.text,
        /does not answer[^]*href="\/office\/login\?next=%2Foffice%2Faccount"/,
      );
      const { person } = await mona();
      await loggedIn(office, person);
    });
  });

  describe('alone', () => {
    it('ends what passwords have begun, and lets one superuser in by password and code, of which all are told', async () => {
      const boss = await office.person({ superuser: true, email: `${randomUUID()}@shop.example` });
      const chief = await office.person({ superuser: true, email: `${randomUUID()}@shop.example` });
      const { person, subject } = await somebody();
      const secret = new Secret({ size: 20 }).base32;
      await office.store.secondFactors.begin(boss, secret);
      const pending = await office.store.secondFactors.pending(boss);
      assert.ok(pending);
      await office.store.secondFactors.confirm(boss, pending, { lastStep: 0, recovery: [] });
      await office.store.users.setSecondFactor(DEMO, boss.username, true);
      const token = (username: string, more: object = {}) =>
        fetch(`${office.url}/auth/realms/demo/protocol/openid-connect/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'password',
            client_id: 'desk',
            username,
            password: PASSWORD,
            ...more,
          }),
        });
      const before = new Browser();
      await before.go(`${office.url}/office/login`, {
        username: person.username,
        password: PASSWORD,
      });
      const granted: unknown = await (await token(person.username)).json();
      // It goes on until its own end.
      const { access_token: bearer } = await (await token(chief.username)).json();
      assert.ok(await isIn(before));

      await set({ mode: 'required', emergencyUserId: boss.id });
      assert.equal(await isIn(before), false);
      const form = { username: person.username, password: PASSWORD };
      const refused = await before.go(`${office.url}/office/login`, form);
      assert.equal(refused.status, 403);
      assert.match(refused.text, /href="\/office\/login\/sso\?next=/);
      const wrong = await before.go(`${office.url}/office/login`, { ...form, password: 'wrong' });
      assert.equal(wrong.status, 401);
      const basic = await fetch(`${office.url}/b/me/v1/profile/`, {
        headers: { Authorization: basicOf(person.username, PASSWORD) },
      });
      assert.equal(basic.status, 401);
      assert.match(await basic.text(), /single_sign_on_required/);
      assert.equal((await token(person.username)).status, 401);
      const otp = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
      assert.equal((await token(boss.username, { otp: otp() })).status, 401);
      const renewed = await token(person.username, {
        grant_type: 'refresh_token',
        refresh_token: Reflect.get(Object(granted), 'refresh_token'),
      });
      assert.equal(renewed.status, 400);

      const emergency = new Browser();
      await emergency.go(`${office.url}/office/login`, {
        username: boss.username,
        password: PASSWORD,
      });
      const second = await emergency.go(`${office.url}/office/login/second`, { code: otp() });
      assert.equal(second.status, 303, second.text);
      assert.ok(await isIn(emergency));
      for (const { email } of [boss, chief]) {
        const mail = await office.mail(email, 'emergency-login');
        assert.ok(mail.text?.includes(boss.username));
      }
      assert.ok((await come(new Browser(), subject)).text.includes(person.username));
      // It needs what it comes in by for as long as it is the one.
      const path = '/office/account/second-factor/remove';
      const form_token = formToken(second.cookie ?? '', path);
      assert.equal((await emergency.go(`${office.url}${path}`, { form_token })).status, 400);
      for (const [method, at, body] of [
        ['POST', 'deactivate/', {}],
        ['PATCH', '', { superuser: false }],
      ] as const) {
        const answer = await ask(chief, method, `users/${boss.id}/${at}`, {
          body,
          headers: { Authorization: `Bearer ${bearer}` },
        });
        assert.equal(answer.status, 400);
        assert.match(answer.text, /Name another superuser/);
      }
      await set({ mode: 'allowed' });
      await loggedIn(office, person);
      assert.equal((await ask(chief, 'POST', `users/${boss.id}/deactivate/`)).status, 200);
    });
  });

  /** Asks the API as somebody, who shows who they are unless it is said otherwise. */
  async function ask(
    { username }: User,
    method: string,
    path: string,
    {
      body,
      headers = {},
    }: { readonly body?: object; readonly headers?: Record<string, string> } = {},
  ) {
    const url = new URL(`${office.url}/b/admin/v1/${path}`);
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: basicOf(username, PASSWORD),
        'X-Step-Up': encodeURIComponent(PASSWORD),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assertDocumented({ method, url, response, text });
    const { status, headers: answered } = response;
    return { status, headers: answered, text, body: text === '' ? undefined : JSON.parse(text) };
  }

  const change = (who: User, body: object, headers: Record<string, string> = {}) =>
    ask(who, 'PUT', 'single-sign-on/', { body, headers });

  describe('as its superusers have set it up', () => {
    it('is written with the version that was read, and its secret is shown to nobody', async () => {
      const boss = await office.person({ superuser: true, merchantId: OTHER });
      await database().connection.collection('single_sign_on').deleteMany({ merchantId: OTHER });
      const read = async () => (await ask(boss, 'GET', 'single-sign-on/')).body;
      const callback = `${office.url}/office/login/sso/other/callback`;
      const login_url = `${office.url}/office/login/sso/other`;
      const none = { mode: 'off', version: 0, redirect_uri: callback, login_url };
      assert.deepEqual(await read(), none);
      const wanted = {
        mode: 'allowed',
        issuer: `${issuer.url}/`,
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
      };
      assert.equal((await change(boss, wanted)).status, 400);
      assert.equal((await change(boss, { ...wanted, version: 1 })).status, 412);
      const made = await change(boss, { ...wanted, version: 0 });
      // Under the name that the issuer has for itself.
      const now = {
        ...none,
        mode: 'allowed',
        issuer: issuer.url,
        client_id: CLIENT.id,
        version: 1,
      };
      assert.deepEqual([made.status, made.body], [200, now]);
      assert.deepEqual(await read(), now);
      const { issuer: named } = wanted;
      const asked = { mode: 'allowed', issuer: named, client_id: CLIENT.id };
      assert.deepEqual((await office.audited(made))[0]?.['change'], asked);
      const typed = named.replace('//', '//me:secret@');
      const refused = await change(boss, { ...wanted, issuer: `${typed}?key=x`, version: 1 });
      assert.equal(refused.status, 400);
      assert.deepEqual((await office.audited(refused))[0]?.['change'], asked);
      const late = await change(boss, { ...wanted, version: 0 });
      assert.deepEqual([late.status, late.body.single_sign_on], [412, now]);
      const [one, two] = await Promise.all([
        change(boss, { ...wanted, mode: 'off', version: 1 }),
        change(boss, { ...wanted, mode: 'off', client_id: 'another', version: 1 }),
      ]);
      assert.deepEqual(
        [one.status, two.status].toSorted((a, b) => a - b),
        [200, 412],
      );
      await office.settled();
      const everything = await Promise.all(
        (await database().connection.listCollections()).map(({ name }) =>
          database().connection.collection(name).find({}).toArray(),
        ),
      );
      for (const text of [made.text, JSON.stringify(everything)])
        assert.ok(!text.includes(CLIENT.secret));
      assert.equal(await office.store.singleSignOn.secret(OTHER), CLIENT.secret);
    });

    it('is for superusers who show who they are, of people alone', async () => {
      const boss = await office.person({ superuser: true });
      const clerk = await office.person({ permissions: ['user.manage'] });
      const body = { mode: 'off', issuer: issuer.url, client_id: CLIENT.id, version: 1 };
      assert.equal((await ask(clerk, 'GET', 'single-sign-on/')).status, 403);
      assert.equal((await change(clerk, body)).status, 403);
      assert.equal((await change(boss, body, { 'X-Step-Up': 'wrong' })).status, 401);
    });

    it('sends a secret to no issuer but the one that has given it, and works with none that does not answer', async () => {
      const boss = await office.person({ superuser: true });
      const plain = await office.person();
      const wanted = { mode: 'allowed', issuer: issuer.url, client_id: CLIENT.id };
      const gone = await aLyingIssuer();
      await gone.close();
      const all: readonly (readonly [object, string])[] = [
        [{ ...wanted, issuer: liar.url }, 'client_secret'],
        [{ ...wanted, client_id: 'another' }, 'client_secret'],
        [{ ...wanted, issuer: gone.url, client_secret: 'x' }, 'issuer'],
        [{ ...wanted, issuer: 'http://login.example', client_secret: 'x' }, 'issuer'],
        [{ ...wanted, issuer: 'https://10.0.0.1', client_secret: 'x' }, 'issuer'],
        [{ ...wanted, issuer: 'https://login.example?x=1', client_secret: 'x' }, 'issuer'],
        [{ ...wanted, issuer: 'mona', client_secret: 'x' }, 'issuer'],
        [{ ...wanted, mode: 'required' }, 'emergency_user_id'],
        [{ ...wanted, mode: 'required', emergency_user_id: plain.id }, 'emergency_user_id'],
        [{ ...wanted, mode: 'required', emergency_user_id: boss.id }, 'emergency_user_id'],
        [{ ...wanted, mode: 'on' }, 'mode'],
      ];
      for (const [body, field] of all) {
        const version = (await office.store.singleSignOn.find(DEMO))?.version;
        const answer = await change(boss, { ...body, version });
        assert.deepEqual(
          [answer.status, Object.keys(answer.body)],
          [400, [field]],
          `${JSON.stringify(body)} ${answer.text}`,
        );
      }
    });

    it('wants the secret again where that of before cannot be opened', async () => {
      const boss = await office.person({ superuser: true });
      const emergency = await office.person({ superuser: true, secondFactor: true });
      await loseSecret();
      const body = {
        mode: 'required',
        issuer: issuer.url,
        client_id: CLIENT.id,
        emergency_user_id: emergency.id,
        version: (await office.store.singleSignOn.find(DEMO))?.version,
      };
      const without = await change(boss, body);
      assert.deepEqual([without.status, Object.keys(without.body)], [400, ['client_secret']]);
      const given = await change(boss, { ...body, client_secret: CLIENT.secret });
      assert.equal(given.status, 200, given.text);
      assert.equal(await office.store.singleSignOn.secret(DEMO), CLIENT.secret);
    });

    it('names nobody for emergencies who is let in no more since the issuer was asked', async () => {
      const boss = await office.person({ superuser: true });
      const other = await office.person({ superuser: true, secondFactor: true });
      // One that nobody has asked before.
      const slow = await aLyingIssuer();
      let speak: (() => void) | undefined;
      const spoken = new Promise<void>((resolve) => {
        speak = resolve;
      });
      const heard = new Promise<void>((resolve) => {
        slow.lies.silence = () => {
          resolve();
          return spoken;
        };
      });
      const before = await office.store.singleSignOn.find(DEMO);
      const changing = change(boss, {
        mode: 'required',
        issuer: slow.url,
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        emergency_user_id: other.id,
        version: before?.version,
      });
      assert.equal(await Promise.race([heard, changing]), undefined);
      const ended = await ask(boss, 'POST', `users/${other.id}/deactivate`);
      assert.equal(ended.status, 200, ended.text);
      speak?.();
      const { status, body } = await changing;
      assert.deepEqual([status, Object.keys(body)], [400, ['emergency_user_id']]);
      assert.deepEqual(await office.store.singleSignOn.find(DEMO), before);
      await slow.close();
    });

    it('never both names somebody for emergencies and lets them in no more', async () => {
      const boss = await office.person({ superuser: true });
      for (let round = 0; round < 8; round += 1) {
        await set({});
        const before = await office.store.singleSignOn.find(DEMO);
        const other = await office.person({ superuser: true, secondFactor: true });
        const [named, ended] = await Promise.all([
          change(boss, {
            mode: 'required',
            issuer: issuer.url,
            client_id: CLIENT.id,
            emergency_user_id: other.id,
            version: before?.version,
          }),
          ask(boss, 'POST', `users/${other.id}/deactivate`),
        ]);
        const statuses = [named.status, ended.status].toSorted((a, b) => a - b);
        assert.deepEqual(statuses, [200, 400], `${named.text} ${ended.text}`);
      }
    });

    it('is opened to no address of the own machine in production', () => {
      assert.throws(
        () => issuersFor({ allow: ['127.0.0.0/8'], mode: 'production' }),
        /SSO_ALLOW opens this machine/,
      );
    });
  });
});

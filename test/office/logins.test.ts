import assert from 'node:assert/strict';
import { OFFICE_STYLESHEET } from '../../office/static.ts';
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import Joi from 'joi';
import { changePassword } from '../../admin/acts/users.ts';
import { accountLinks } from '../../activities/account-links.ts';
import { callerOf } from '../../api/access/caller.ts';
import { formToken } from '../../api/access/login-cookie.ts';
import { officeLoginsOn } from '../../api/access/office-logins.ts';
import { throttled } from '../../api/limits/spend.ts';
import { beginLogin, renew } from '../../api/auth/logins.ts';
import { object } from '../../api/infer.ts';
import { PEOPLE, route } from '../../api/route.ts';
import type { Notification } from '../../domain/notification/notification.ts';
import type { User } from '../../domain/user.ts';
import { RequestError } from '../../api/middleware/errors.ts';
import { officePage } from '../../office/page.ts';
import { DEMO } from '../api/support/records.ts';
import { isPassword } from '../../store/password.ts';
import { useDatabase } from '../store/database.ts';
import {
  anOffice,
  browse,
  loggedIn,
  PASSWORD,
  type OfficeApp,
  type OfficeMail,
} from './office-app.ts';

const MINUTE = 60_000;

/** What the API knows of who asks it. */
const WHO = route('test.who', {
  method: 'POST',
  path: '/b/test/who',
  who: PEOPLE,
  permissions: 'none',
  tag: 'System',
  summary: 'Who asks',
  bodyOptional: true,
  idempotent: true,
  answers: {
    200: {
      description: 'Who it is.',
      shape: object({ kind: Joi.string().required(), name: Joi.string().required() }),
    },
  },
  handle: () => (ctx) => {
    const caller = callerOf(ctx);
    return { kind: caller.kind, name: caller.kind === 'user' ? caller.user.username : '' };
  },
});
const ASKING = officePage('test.asking', {
  method: 'POST',
  path: '/office/asking',
  permissions: 'none',
  handle: async ({ api, number }) => {
    const { status, body } = await api.send('POST', '/b/test/who/', {}, { number });
    return { html: JSON.stringify({ status, body, number }) };
  },
});
const FOR_SOME = officePage('test.for-some', {
  path: '/office/for-some',
  permissions: ['payment.refund'],
  handle: ({ person }) => ({ html: person.user.username }),
});
const CHANGED_BY_SOME = officePage('test.changed-by-some', {
  method: 'POST',
  path: '/office/for-some/:id',
  permissions: ['payment.refund'],
  handle: ({ person }) => ({ html: person.user.username }),
});
const BY_ITSELF = officePage('test.by-itself', {
  path: '/office/by-itself',
  permissions: 'none',
  asksByItself: true,
  handle: () => ({ html: 'still here' }),
});

const TOO_OFTEN = officePage('test.too-often', {
  path: '/office/too-often',
  permissions: 'none',
  handle: () => {
    throw throttled({ limit: 20, remaining: 0, resetSeconds: 3517, isOver: true });
  },
});

const fail = ({ field }: { readonly field: (name: string) => string }): never => {
  throw field('how') === 'away'
    ? new RequestError(503, 'unavailable', 'Away.')
    : new Error('A fault.');
};
const FAILING = officePage('test.failing', {
  path: '/office/failing',
  permissions: 'none',
  handle: fail,
});
const FAILING_TO_DO = officePage('test.failing-to-do', {
  method: 'POST',
  path: '/office/failing',
  permissions: 'none',
  handle: fail,
});

describe('logging in to the office', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  before(async () => {
    const pages = [ASKING, FOR_SOME, CHANGED_BY_SOME, BY_ITSELF, TOO_OFTEN, FAILING, FAILING_TO_DO];
    office = await anOffice(database().store, [WHO, ...pages]);
  });
  after(() => office.close());

  const logIn = (form: Readonly<Record<string, string>>, more: object = {}) =>
    browse(`${office.url}/office/login`, { form, ...more });

  it('leads who is not logged in to the login page, and from there to what they wanted', async () => {
    const first = await browse(`${office.url}/office/for-some?state=paid`);
    assert.equal(first.status, 303);
    assert.equal(first.location, '/office/login?next=%2Foffice%2Ffor-some%3Fstate%3Dpaid');
    const page = await browse(`${office.url}${first.location}`);
    assert.match(page.text, /name="next" value="\/office\/for-some\?state=paid"/);
    const { username } = await office.person({ permissions: ['payment.refund'] });
    const answer = await logIn({
      username,
      password: PASSWORD,
      next: '/office/for-some?state=paid',
    });
    assert.deepEqual([answer.status, answer.location], [303, '/office/for-some?state=paid']);
    const shown = await browse(`${office.url}${answer.location}`, { cookie: answer.cookie });
    assert.deepEqual([shown.status, shown.text], [200, username]);
  });

  it('speaks the language that the address of the wanted page has named', async () => {
    const first = await browse(`${office.url}/office/for-some?lang=ar`);
    assert.match(first.headers.get('set-cookie') ?? '', /^__Host-office-language=ar; /);
    const own = await browse(`${office.url}/office/for-some`);
    assert.equal(own.headers.get('set-cookie'), null);
  });

  it('keeps the name that was typed when the language is changed, and tries and sends nothing', async () => {
    for (const path of ['/office/login', '/office/forgot']) {
      const { text } = await browse(`${office.url}${path}`);
      const to = /form="page-form" formaction="([^"]*)"/u.exec(text)?.[1] ?? '';
      const form = { username: 'sara', password: 'half of it', lang: 'ar' };
      const again = await browse(`${office.url}${to.replaceAll('&amp;', '&')}`, { form });
      assert.equal(again.status, 200, again.text);
      assert.match(again.text, /<html lang="ar".*id="username"[^>]*value="sara"/su);
      assert.doesNotMatch(again.text, /half of it|role="(?:alert|status)"/u);
      assert.deepEqual(await office.audited(again), []);
    }
    const half = await browse(`${office.url}/office/login/sso?lang=ar&merchant=ha`);
    assert.match(half.text, /id="merchant"[^>]*value="ha"/u);
    assert.doesNotMatch(half.text, /role="alert"/u);
  });

  it('reads no more of a form than people can have typed, from whom it does not know yet', async () => {
    for (const path of ['/office/login', '/office/forgot']) {
      const form = { username: 'a'.repeat(20_000), password: PASSWORD };
      const answer = await browse(`${office.url}${path}`, { form });
      assert.equal(answer.status, 413, path);
      assert.deepEqual(await office.audited(answer), []);
    }
  });

  describe('keeps of a form whose login has ended', () => {
    const LARGE = '4111 '.repeat(4000);
    const inParts = (fields: Readonly<Record<string, string>>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([LARGE]), 'large.csv');
      return form;
    };
    // What is never shown again takes no room in the cookie, so that only its reading can be too much.
    for (const [what, isKept, body] of [
      ['what was typed', true, new URLSearchParams({ note: 'a' })],
      ['what was typed before a file, however large that is', true, inParts({ note: 'a' })],
      ['nothing of more than 16 kB', false, new URLSearchParams({ note: 'a', step_up: LARGE })],
      [
        'nothing of more than 16 kB in parts',
        false,
        inParts({ note: 'a', step_up: LARGE.slice(0, 9000), lang: LARGE.slice(0, 9000) }),
      ],
      [
        'nothing of what is no form',
        false,
        new Blob(['{"note":"a"}'], { type: 'application/json' }),
      ],
    ] as const)
      it(what, async () => {
        const { status, headers } = await fetch(`${office.url}/office/inbox`, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'Sec-Fetch-Site': 'same-origin' },
          body,
        });
        const kept = /__Host-office-form=./u.test(headers.get('set-cookie') ?? '');
        assert.deepEqual([status, kept], [303, isKept]);
      });
  });

  it('says how long to wait, where somebody comes too often', async () => {
    const cookie = await loggedIn(office, await office.person());
    const answer = await browse(`${office.url}/office/too-often`, { cookie });
    assert.equal(answer.status, 429);
    assert.match(answer.text, /Try again in 3517 seconds/);
  });

  it('says after a fault whether the page can be loaded, or the form sent, again', async () => {
    const cookie = await loggedIn(office, await office.person());
    const at = '/office/failing';
    const token = formToken(cookie, at);
    for (const [how, status] of [
      ['away', 503],
      ['fault', 500],
    ] as const)
      for (const [lang, looked, sent] of [
        ['en', 'it changes nothing', /may be done or not.*nothing is done twice/su],
        ['ar', 'لا يغيّر ذلك شيئًا', /ربما نُفِّذ.*لا يُنفَّذ شيء مرتين/su],
      ] as const) {
        const look = await browse(`${office.url}${at}?lang=${lang}&how=${how}`, { cookie });
        assert.equal(look.status, status);
        assert.match(look.text, new RegExp(looked, 'u'));
        assert.doesNotMatch(look.text, sent);
        const form = { form_token: token, how };
        const press = await browse(`${office.url}${at}?lang=${lang}`, { cookie, form });
        assert.equal(press.status, status);
        assert.match(press.text, sent);
        assert.doesNotMatch(press.text, new RegExp(looked, 'u'));
      }
  });

  it('gives a cookie that no script reads, no other host has and the database does not know', async () => {
    const { username } = await office.person();
    const answer = await logIn({ username, password: PASSWORD });
    assert.match(
      answer.headers.get('set-cookie') ?? '',
      /^__Host-office=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const kept = await database().connection.collection('office_logins').find({}).toArray();
    assert.ok(!JSON.stringify(kept).includes(answer.cookie ?? ''));
  });

  it('gives another cookie than the browser had, which is worth nothing from then on', async () => {
    const person = await office.person();
    const planted = await loggedIn(office, await office.person());
    const answer = await logIn(
      { username: person.username, password: PASSWORD },
      { cookie: planted },
    );
    assert.ok(answer.cookie);
    assert.notEqual(answer.cookie, planted);
    const after = await browse(`${office.url}/office/by-itself`, { cookie: planted });
    assert.equal(after.status, 303);
  });

  it('comes packed to whom a page of ours has sent, or nobody, and as it is to who was led there from elsewhere', async () => {
    for (const site of ['same-origin', 'none']) {
      assert.equal(await encodingOf(office, { 'Sec-Fetch-Site': site }), 'gzip');
      const plain = { 'Sec-Fetch-Site': site, 'Accept-Encoding': 'identity' };
      assert.equal(await encodingOf(office, plain), null);
    }
    for (const site of ['cross-site', 'same-site', '', 'x'])
      assert.equal(await encodingOf(office, { 'Sec-Fetch-Site': site }), null, site);
    assert.equal(await encodingOf(office, {}, OFFICE_STYLESHEET), 'gzip');
    assert.equal(
      await encodingOf(office, { 'Accept-Encoding': 'identity' }, OFFICE_STYLESHEET),
      null,
    );
  });

  it('says the same of an unknown name, a wrong password, who is inactive, and a service', async () => {
    const known = await office.person();
    const inactive = await office.person({ active: false });
    const service = await office.person({ service: true });
    const answers = [
      await logIn({ username: 'nobody', password: PASSWORD }),
      await logIn({ username: known.username, password: 'wrong' }),
      await logIn({ username: inactive.username, password: PASSWORD }),
      await logIn({ username: service.username, password: PASSWORD }),
      await logIn({ username: known.username, password: 'x'.repeat(10_000) }),
    ];
    const said = answers.map(({ status, cookie, text }) => [
      status,
      cookie,
      text.replace(/(?<=id="username"[^>]*) value="[^"]*"/, ''),
    ]);
    for (const one of said) assert.deepEqual(one, said[0]);
    assert.equal(said[0]?.[0], 401);
  });

  it('says after five wrong passwords of a name for how many seconds it takes none, on the page and in the header, and has no entry of that in the audit log', async () => {
    const email = 'guessed@shop.example';
    const { username } = await office.person({ email, language: 'ar' });
    const answers = [];
    for (let turn = 0; turn < 6; turn += 1)
      answers.push(await logIn({ username, password: `wrong-${turn}` }));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401, 401, 401, 401, 429],
    );
    const stopped = await logIn({ username, password: PASSWORD });
    const wait = Number(stopped.headers.get('retry-after'));
    assert.deepEqual([stopped.status, wait > 30 && wait <= 60], [429, true]);
    assert.match(stopped.text, new RegExp(`Try again in ${wait} seconds\\.`));
    assert.deepEqual(await office.audited(stopped), []);
    // Its owner hears of it, once, and by no way in.
    const mail = await office.mail(email, 'wrong-passwords');
    assert.match(
      mail.text ?? '',
      new RegExp(`كلمات مرور خاطئة.*${username}.*127\\.0\\.0\\.1`, 'su'),
    );
    assert.doesNotMatch(mail.text ?? '', /https?:/u);
    assert.ok(!office.mailbox.some(({ to }) => to.includes(email)));
    assert.equal(
      (await logIn({ username: (await office.person()).username, password: PASSWORD })).status,
      303,
    );
  });

  it('has nothing in the audit log where no password was tried, so that nobody fills it', async () => {
    const { username } = await office.person();
    for (const password of ['', 'x'.repeat(2000)])
      assert.deepEqual(await office.audited(await logIn({ username, password })), []);
  });

  const foreign: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['of another origin', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['of another origin, by an old browser', { Origin: 'https://evil.example' }],
    ['of a neighbour of the host', { 'Sec-Fetch-Site': 'same-site' }],
    ['of a page without an origin', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
  ];
  for (const [what, headers] of foreign)
    it(`takes no form ${what}`, async () => {
      const person = await office.person();
      const form = { username: person.username, password: PASSWORD };
      const login = await fetch(`${office.url}/office/login`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams(form),
      });
      assert.deepEqual([login.status, login.headers.get('set-cookie')], [403, null]);
    });

  it('takes no form of which nothing says where it comes from', async () => {
    const cookie = await loggedIn(office, await office.person());
    const answer = await fetch(`${office.url}/office/logout`, {
      method: 'POST',
      headers: { Cookie: `__Host-office=${cookie}` },
      body: new URLSearchParams({ form_token: formToken(cookie, '/office/logout') }),
    });
    assert.equal(answer.status, 403);
    assert.equal((await browse(`${office.url}/office/by-itself`, { cookie })).status, 200);
  });

  it('ends the login by a form of this login and this address alone', async () => {
    const cookie = await loggedIn(office, await office.person());
    const url = `${office.url}/office/logout`;
    for (const form_token of ['', 'x', formToken(cookie, '/office/asking')])
      assert.equal((await browse(url, { cookie, form: { form_token } })).status, 403);
    const form = { form_token: formToken(cookie, '/office/logout') };
    const answer = await browse(url, { cookie, form });
    assert.deepEqual([answer.status, answer.location], [303, '/office/login']);
    assert.match(answer.headers.get('set-cookie') ?? '', /^__Host-office=;.*Max-Age=0/);
    assert.equal((await browse(`${office.url}/office/by-itself`, { cookie })).status, 303);
  });

  it('is known to the API when a page asks, and the number of a form is its Idempotency-Key', async () => {
    const person = await office.person();
    const cookie = await loggedIn(office, person);
    const form = { form_token: formToken(cookie, '/office/asking'), form_number: 'number-of-it' };
    const { text } = await browse(`${office.url}/office/asking`, { cookie, form });
    assert.deepEqual(JSON.parse(text), {
      status: 200,
      body: { kind: 'user', name: person.username },
      number: 'number-of-it',
    });
    const claims = database().connection.collection('idempotency_claims');
    assert.equal(await claims.countDocuments({ key: 'number-of-it' }), 1);
  });

  it('is nothing to the API from the network, whatever is sent', async () => {
    const cookie = await loggedIn(office, await office.person());
    const headers = { Origin: office.url, 'Sec-Fetch-Site': 'same-origin' };
    const answer = await browse(`${office.url}/b/test/who/`, { cookie, form: {}, headers });
    assert.deepEqual([answer.status, JSON.parse(answer.text)['code']], [401, 'not_authenticated']);
  });

  it('shows a page to who has its permission, and says to others that they have not', async () => {
    const nobody = await loggedIn(office, await office.person());
    const answer = await browse(`${office.url}/office/for-some?lang=ar`, { cookie: nobody });
    assert.equal(answer.status, 403);
    assert.match(answer.text, /<html lang="ar" dir="rtl">/);
    const boss = await loggedIn(office, await office.person({ superuser: true }));
    assert.equal((await browse(`${office.url}/office/for-some`, { cookie: boss })).status, 200);
  });

  it('has in the audit log who was refused a page that changes something, and nothing of who only looks', async () => {
    const person = await office.person();
    const cookie = await loggedIn(office, person);
    const about = 'ab'.repeat(20);
    const path = `/office/for-some/${about}`;
    const form = { form_token: formToken(cookie, path) };
    const refused = await browse(`${office.url}${path}`, { cookie, form });
    const entry = {
      who: `user:${person.username}`,
      route: 'test.changed-by-some',
      merchantId: DEMO,
      sessionId: about,
    };
    assert.equal(refused.status, 403);
    assert.deepEqual(await office.audited(refused), [
      { ...entry, name: 'request' },
      { ...entry, name: 'answer', status: 403 },
    ]);
    const looked = await browse(`${office.url}/office/for-some`, { cookie });
    assert.deepEqual([looked.status, await office.audited(looked)], [403, []]);
    assert.match(looked.text, /You may not see this page/u);
    // Who has pressed something has seen its page: what they do not know is what became of it.
    for (const [language, told] of [
      ['en', /What you have pressed just now did nothing/u],
      ['ar', /لم يُنفَّذ ما ضغطت عليه الآن/u],
    ] as const) {
      const { text } = await browse(`${office.url}${path}?lang=${language}`, { cookie, form });
      assert.match(text, told);
      assert.ok(text.includes(`<html lang="${language}"`));
    }
    const boss = await loggedIn(office, await office.person({ superuser: true }));
    // What a page does is in the log under the name of what it asks of the API.
    const done = await browse(`${office.url}${path}`, {
      cookie: boss,
      form: { form_token: formToken(boss, path) },
    });
    assert.deepEqual([done.status, await office.audited(done)], [200, []]);
  });

  it('has each wrong password in the audit log: about whom, where there is somebody, and nothing that was typed', async () => {
    const { id, username } = await office.person();
    const typed = `hunter2-${randomUUID()}`;
    const tried = [
      await logIn({ username, password: typed }),
      await logIn({ username: typed, password: PASSWORD }),
    ];
    const entry = { who: 'nobody yet', route: 'office.log-in' };
    const known = { ...entry, merchantId: DEMO, subject: `user:${id}` };
    assert.deepEqual(await Promise.all(tried.map(office.audited)), [
      [
        { ...known, name: 'request' },
        { ...known, name: 'answer', status: 401 },
      ],
      [
        { ...entry, name: 'request' },
        { ...entry, name: 'answer', status: 401 },
      ],
    ]);
    const all = await database().connection.collection('audit').find({}).toArray();
    assert.ok(!JSON.stringify(all).includes(typed));
  });

  it('ends with the person: with their account, and with their password', async () => {
    const { merchantId, username, ...person } = await office.person();
    const first = await loggedIn(office, { merchantId, username, ...person });
    await office.store.users.update(merchantId, username, { active: false });
    assert.equal((await browse(`${office.url}/office/by-itself`, { cookie: first })).status, 303);
    await office.store.users.update(merchantId, username, { active: true });
    await office.store.users.setPassword(merchantId, username, `${PASSWORD} too`);
    assert.equal((await browse(`${office.url}/office/by-itself`, { cookie: first })).status, 303);
  });

  for (const [what, change] of [
    [
      'their password changes',
      ({ merchantId, username }: User) =>
        office.store.users.setPassword(merchantId, username, `${PASSWORD} too`),
    ],
    [
      'they get a second factor',
      ({ merchantId, username }: User) =>
        office.store.users.setSecondFactor(merchantId, username, true),
    ],
  ] as const)
    it(`is worth nothing when ${what} while the login is under way`, async () => {
      const { username } = await office.person();
      const right = await office.store.users.findSecret(username);
      assert.ok(right);
      const proved = { ...right.user, passwordSince: right.passwordSince };
      const logins = officeLoginsOn(office.store);
      const place = { browser: '?', network: '127.0.0.1', language: 'en' } as const;
      const client = { realm: DEMO, clientId: 'desk', begin: () => Promise.resolve() };
      const before_ = await beginLogin(office.store, proved, 'desk');
      const renewed = await renew(office.store, before_, client);
      assert.equal(renewed.step, 'renewed');
      await change(right.user);
      assert.equal(await logins.of(await logins.begin(proved, place)), undefined);
      const late = await beginLogin(office.store, proved, 'desk');
      assert.equal((await renew(office.store, late, client)).step, 'refused');
    });

  it('is kept by use, not by what a page asks by itself, and not for longer than twelve hours', async () => {
    const boss = await office.person({ superuser: true });
    const idle = await loggedIn(office, boss);
    const used = await loggedIn(office, boss);
    const look = async (path: string, cookie: string) =>
      (await browse(`${office.url}/office/${path}`, { cookie })).status;
    office.later(10 * MINUTE);
    assert.deepEqual([await look('by-itself', idle), await look('for-some', used)], [200, 200]);
    office.later(6 * MINUTE);
    assert.deepEqual([await look('by-itself', idle), await look('for-some', used)], [303, 200]);
    for (let at = 16; at < 12 * 60 - 12; at += 12) {
      office.later(12 * MINUTE);
      assert.equal(await look('for-some', used), 200, `after ${at + 12} minutes`);
    }
    office.later(13 * MINUTE);
    assert.equal(await look('for-some', used), 303);
  });

  it('ends as early as the operator has set it', async () => {
    const { username } = await office.person();
    const right = await office.store.users.findSecret(username);
    assert.ok(right);
    const proved = { ...right.user, passwordSince: right.passwordSince };
    const place = { browser: '?', network: '127.0.0.1', language: 'en' } as const;
    const clock = { now: Date.now() };
    const times = { idleMs: 5 * MINUTE, lifeMs: 60 * MINUTE };
    const logins = officeLoginsOn(office.store, () => clock.now, times);
    const used = await logins.begin(proved, place);
    const idle = await logins.begin(proved, place);
    for (let minutes = 4; minutes < 60; minutes += 4) {
      clock.now += 4 * MINUTE;
      assert.ok(await logins.of(used), `after ${minutes} minutes`);
      assert.equal((await logins.of(idle, 'itself')) !== undefined, minutes < 5);
    }
    clock.now += 4 * MINUTE;
    assert.equal(await logins.of(used), undefined);
  });

  it('is under the host of its own address alone, where it has one, and nowhere without an office', async () => {
    const { store } = database();
    for (const served of ['under its host', 'nowhere'] as const) {
      const other = await anOffice(store, [], served);
      for (const path of ['login', 'account', ''])
        assert.equal((await browse(`${other.url}/office/${path}`)).status, 404, path);
      const form = { username: 'nobody', password: PASSWORD };
      assert.equal((await browse(`${other.url}/office/login`, { form })).status, 404);
      const { headers } = await browse(`${other.url}/office/nowhere`);
      assert.equal(
        headers.get('content-type')?.split(';')[0],
        served === 'nowhere' ? 'application/json' : 'text/html',
      );
      await other.close();
    }
  });

  it('has a page for an address where nothing is, and for one that is opened otherwise than by its button, in the language of who reads it', async () => {
    const cookie = await loggedIn(office, await office.person());
    const ways = [
      ['/office/nowhere', {}, 404, /There is nothing at this address/],
      ['/office/nowhere', { cookie }, 404, /There is nothing at this address/],
      ['/office/payments/a/b/c', { form: {} }, 404, /There is nothing at this address/],
      ['/office/nowhere?lang=ar', {}, 404, /lang="ar" dir="rtl".*لا شيء في هذا العنوان/s],
      ['/office/logout', { cookie }, 405, /This address cannot be opened like this/],
      ['/office', { form: {} }, 405, /Nothing was done/],
    ] as const;
    for (const [path, how, status, words] of ways) {
      const answer = await browse(`${office.url}${path}`, how);
      assert.equal(answer.status, status, path);
      assert.match(answer.text, words, path);
      assert.match(answer.text, /href="\/office\/"/, path);
      assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.equal(answer.headers.has('allow'), status === 405, path);
    }
  });

  const forgot = (username: string) =>
    browse(`${office.url}/office/forgot`, { form: { username } });
  const isIn = async (cookie: string) => {
    const { location } = await browse(`${office.url}/office`, { cookie });
    return location.startsWith('/office/') && !location.startsWith('/office/login');
  };

  /** Somebody with an address of their own, who has asked. */
  async function asked(given: Partial<User> = {}) {
    const person = await office.person({ email: `${randomUUID()}@shop.example`, ...given });
    const cookie = await loggedIn(office, person);
    await forgot(person.username);
    return { person, cookie, link: linkIn(await office.mail(person.email, 'password-reset')) };
  }

  describe('a link to a new password', () => {
    const CHOSEN = 'quiet lantern over fifty boats';
    const choose = (link: string, password = CHOSEN) => browse(link, { form: { password } });

    it('is looked at as often as one likes, changes the password once, and ends every login', async () => {
      const { person, cookie, link } = await asked();
      for (let look = 0; look < 3; look += 1) {
        const page = await browse(link);
        assert.equal(page.status, 200);
        assert.ok(page.text.includes(person.username));
      }
      assert.equal((await choose(link, 'short')).status, 400);
      const [first, second] = await Promise.all([choose(link), choose(link)]);
      assert.deepEqual(
        [first.status, second.status].toSorted((one, other) => one - other),
        [303, 410],
      );
      assert.equal((await browse(link)).status, 410);
      assert.equal(await isIn(cookie), false);
      const login = { username: person.username, password: CHOSEN };
      assert.equal((await browse(`${office.url}/office/login`, { form: login })).status, 303);
      const told = await office.mail(person.email, 'password-changed');
      assert.ok(told.text?.includes(person.username));
    });

    it('is worth nothing as the other kind, cut, once a later one was sent, or once the password has changed', async () => {
      const { person, link } = await asked();
      await forgot(person.username);
      const later = linkIn(await office.mail(person.email, 'password-reset'));
      assert.notEqual(later, link);
      for (const wrong of [link, later.slice(0, -1), later.replace('/reset/', '/invited/')])
        assert.equal((await choose(wrong)).status, 410, wrong);
      const { merchantId, username } = person;
      const over = await office.store.accountLinks.make(
        { merchantId, username, kind: 'reset' },
        Date.now() - 1,
      );
      assert.equal((await choose(`${office.url}/office/reset/${over}`)).status, 410);
    });

    it('is worth nothing once the operator has given another password, like an invitation and every login', async () => {
      const { person, link } = await asked();
      const { merchantId, username } = person;
      const { store } = office;
      const now = Date.now();
      const invitation = { merchantId, username, kind: 'invitation' } as const;
      const invited = await store.accountLinks.make(invitation, now + MINUTE);
      await changePassword({ store, who: 'layla', from: 'here' }, person, CHOSEN);
      assert.equal((await choose(link)).status, 410);
      assert.equal(await store.accountLinks.find('invitation', invited, now), undefined);
      assert.deepEqual(await store.officeLogins.list(merchantId, username), []);
    });

    it('says the same of nobody, of a service and of somebody inactive, and writes to none of them', async () => {
      const service = await office.person({ service: true });
      const inactive = await office.person({ active: false });
      const active = await office.person();
      const names = ['nobody-at-all', service.username, inactive.username, active.username];
      const answers = await Promise.all(names.map(forgot));
      assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      await office.settled();
      const about = office.mailbox.filter(({ event }) => event === 'password-reset');
      assert.equal(about.length, 1);
      assert.ok(about[0]?.text?.includes(active.username));
    });

    it('is sent to one person three times an hour, and who asks is told the same', async () => {
      const person = await office.person({ email: `${randomUUID()}@shop.example` });
      for (let time = 0; time < 5; time += 1)
        assert.equal((await forgot(person.username)).status, 200);
      await office.settled();
      assert.equal(office.mailbox.filter(({ to }) => to.includes(person.email)).length, 3);
    });

    it('is nowhere but in its mail, and not sent where the password has changed meanwhile', async () => {
      const { person, link } = await asked();
      const secret = link.split('/').at(-1) ?? '';
      assert.equal(secret.length, 43);
      for (const { name } of await database().connection.listCollections()) {
        const all = await database().connection.collection(name).find({}).toArray();
        assert.ok(!JSON.stringify(all).includes(secret), name);
      }
      const { merchantId, username, email } = person;
      await office.store.users.setPassword(merchantId, username, CHOSEN);
      const late = { merchantId, to: [email], createdAt: Date.now() - 60_000 };
      const facts = { lines: [['person', username]] };
      const found = { ...late, event: 'password-reset', facts } as unknown as Notification;
      assert.equal(await accountLinks(office.store)(found, office.url), 'untrue');
    });

    it('is not used up where too many passwords are being computed', async () => {
      const { person, link } = await asked();
      // No other test has computed its hash already.
      const password = `${CHOSEN} in a queue`;
      const calm = new AbortController();
      // Quick to compare, so that what waits here is soon done.
      const kept = await hash(CHOSEN, { memoryCost: 8, timeCost: 1 });
      // One more than are computed at a time and wait.
      const busy = Array.from({ length: 104 }, async () => {
        while (!calm.signal.aborted)
          await isPassword(CHOSEN, kept).catch(
            () => new Promise((resolve) => setImmediate(resolve)),
          );
      });
      const refused = await choose(link, password);
      calm.abort();
      await Promise.all(busy);
      assert.equal(refused.status, 503);
      assert.ok(refused.headers.has('retry-after'));
      assert.equal((await choose(link, password)).status, 303);
      const login = { username: person.username, password };
      assert.equal((await browse(`${office.url}/office/login`, { form: login })).status, 303);
    });

    it('leaves the second factor as it is', async () => {
      const { person, link } = await asked();
      await office.store.users.setSecondFactor(person.merchantId, person.username, true);
      assert.equal((await choose(link)).status, 303);
      const login = { username: person.username, password: CHOSEN };
      const answer = await browse(`${office.url}/office/login`, { form: login });
      assert.match(answer.location, /\/office\/login\/second/);
    });
  });

  it('tells somebody of a login from where they were never seen, and of no other', async () => {
    const person = await office.person({ email: `${randomUUID()}@shop.example` });
    const login = (agent: string) =>
      browse(`${office.url}/office/login`, {
        form: { username: person.username, password: PASSWORD },
        headers: { 'User-Agent': agent },
      });
    for (const agent of ['Firefox/130.0 (Windows)', 'Firefox/131.0 (Windows)']) {
      await login(agent);
      await office.settled();
    }
    assert.deepEqual(
      office.mailbox.filter(({ to }) => to.includes(person.email)),
      [],
    );
    await login('Chrome/140.0 (Linux)');
    const { text } = await office.mail(person.email, 'new-login');
    assert.match(text ?? '', /Chrome, Linux/);
  });
});

function linkIn({ text }: OfficeMail): string {
  return /http\S+\/office\/(?:reset|invited)\/[\w-]{43}/.exec(text ?? '')?.[0] ?? '';
}

/** How a page of the office that anybody may see comes, once it has been read to its end. */
async function encodingOf(
  office: OfficeApp,
  headers: Readonly<Record<string, string>>,
  path = '/office/login',
): Promise<string | null> {
  const answer = await fetch(`${office.url}${path}`, { headers });
  assert.match(
    await answer.text(),
    path.startsWith('/static/') ? /\{/ : /<input[^>]* id="username"/,
  );
  return answer.headers.get('content-encoding');
}

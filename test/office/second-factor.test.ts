import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { formToken } from '../../api/access/login-cookie.ts';
import { secondFactorsOn, type SecondFactors } from '../../api/access/second-factor.ts';
import { limitsOn } from '../../api/limits/limits.ts';
import { meRoutes } from '../../api/me/routes.ts';
import { telling } from '../../office/news.ts';
import type { User } from '../../domain/user.ts';
import { basicOf } from '../api/support/people.ts';
import { useDatabase } from '../store/database.ts';
import {
  anOffice,
  browse,
  COUNTING_MS,
  leadsTo,
  loggedIn,
  PASSWORD,
  type OfficeApp,
} from './office-app.ts';

const STEP = 30_000;

const codeAt = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

describe('a second factor', function () {
  this.timeout(120_000);
  const database = useDatabase();
  let office: OfficeApp;
  let factors: SecondFactors;
  let clock = Date.now();
  before(async () => {
    const { store } = database();
    office = await anOffice(store, meRoutes);
    const limits = limitsOn(store.rateLimits, {}, COUNTING_MS);
    factors = secondFactorsOn({ store, limits, now: () => clock });
  });
  after(() => office.close());

  /** A form of the account. */
  const post = (path: string, cookie: string, fields: Readonly<Record<string, string>> = {}) =>
    browse(`${office.url}/office/account/${path}`, {
      cookie,
      form: { form_token: formToken(cookie, `/office/account/${path}`), ...fields },
    });

  /** Somebody who had shown who they are too long ago, and has done so once more: their cookie before, and the answer. */
  async function steppedUp(person: User) {
    const cookie = await loggedIn(office, person);
    await database()
      .connection.collection('office_logins')
      .updateOne({ username: person.username }, { $set: { steppedUpAt: Date.now() - 301_000 } });
    const shown = await post('second-factor', cookie, { step_up: PASSWORD });
    assert.equal(shown.status, 200);
    return { cookie, shown };
  }

  /** Somebody who has one, with its secret; its first code was of this step. */
  async function enrolled(given: Partial<User> = {}) {
    clock += 100 * STEP;
    const user = await office.person(given);
    const { secret } = await factors.begin(user);
    const codes = await factors.confirm(user, codeAt(secret, clock));
    assert.ok(codes && codes !== 'is-on');
    return { user: { ...user, secondFactor: true }, secret, codes };
  }

  it('has beside it on the page of the account of which tasks they get mails, as they choose', async () => {
    const user = await office.person({ permissions: ['key.manage', 'payment.approve'] });
    const cookie = await loggedIn(office, user);
    const page = async () => (await browse(`${office.url}/office/account`, { cookie })).text;
    const isChosen = async (kind: string, when: string) =>
      new RegExp(`name="when-${kind}"[^]*?</select>`)
        .exec(await page())?.[0]
        .includes(`value="${when}" selected`);
    assert.deepEqual(
      [await isChosen('approval', 'now'), await isChosen('key.expiring', 'never')],
      [true, true],
    );
    const choice = { version: '0', 'when-approval': 'never', 'when-key.expiring': 'daily' };
    const send = (fields: Readonly<Record<string, string>>, query = '') =>
      browse(`${office.url}/office/account${query}`, {
        cookie,
        form: { form_token: formToken(cookie, '/office/account'), ...fields },
      });
    // In the other language what was chosen is still there, and nothing is done.
    const other = await send({ ...choice, lang: 'ar' }, '?lang=ar');
    assert.equal(other.status, 200);
    assert.match(other.text, /<html lang="ar"/);
    assert.match(other.text, /name="version" value="0"/);
    assert.match(
      other.text,
      /name="when-key\.expiring"(?:(?!<\/select>)[^])*value="daily" selected/,
    );
    assert.deepEqual(
      [await isChosen('approval', 'now'), await isChosen('key.expiring', 'never')],
      [true, true],
    );
    const saved = await send(choice);
    assert.deepEqual([saved.status, leadsTo(saved)], [303, '/office/account?saved=mails#mails']);
    assert.deepEqual(
      [await isChosen('approval', 'never'), await isChosen('key.expiring', 'daily')],
      [true, true],
    );
    // From a page that is older than what they chose last.
    const late = await send({ ...choice, 'when-approval': 'now' });
    assert.equal(late.status, 412);
    assert.match(late.text, /You have chosen otherwise in the meantime/);
    assert.match(late.text, /name="version" value="1"/);
    assert.match(late.text, /name="when-approval"(?:(?!<\/select>)[^])*value="never" selected/);
    assert.equal(await isChosen('approval', 'never'), true);
  });

  it('counts from its first right code on', async () => {
    const user = await office.person();
    const { secret, url } = await factors.begin(user);
    assert.match(url, /^otpauth:\/\/totp\/Sarraf:.*[?&]secret=[A-Z2-7]{32}&/);
    const known = await office.store.users.findByName(user.merchantId, user.username);
    assert.equal(known?.secondFactor, undefined);
    assert.equal(await factors.confirm(user, '000000x'), undefined);
    assert.equal(await factors.accepts(user, codeAt(secret, clock)), false);
    assert.equal((await factors.confirm(user, codeAt(secret, clock)))?.length, 10);
  });

  it('has the codes of RFC 6238', async () => {
    // Its appendix B for SHA-1, the last six of the eight digits; the secret is "12345678901234567890".
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
      [20_000_000_000, '353130'],
    ] as const) {
      const { store } = database();
      const then = secondFactorsOn({
        store,
        limits: limitsOn(store.rateLimits, {}, COUNTING_MS),
        now: () => seconds * 1000,
      });
      const user = await office.person();
      await then.begin(user, { secret, url: '' });
      assert.equal(
        await then.confirm(
          user,
          code.replace(/.$/, (last) => `${9 - Number(last)}`),
        ),
        undefined,
      );
      assert.equal((await then.confirm(user, code))?.length, 10, code);
    }
  });

  it('takes a code of one step before or after, each step once, and none before the last', async () => {
    const { user, secret } = await enrolled();
    clock += 10 * STEP;
    const code = (steps: number) => codeAt(secret, clock + steps * STEP);
    assert.equal(await factors.accepts(user, code(-2)), false);
    assert.equal(await factors.accepts(user, code(2)), false);
    assert.equal(await factors.accepts(user, code(-1)), 'code');
    assert.equal(await factors.accepts(user, code(-1)), false);
    assert.equal(await factors.accepts(user, `${code(1).slice(0, 3)} ${code(1).slice(3)}`), 'code');
    assert.equal(await factors.accepts(user, code(0)), false);
  });

  it('takes one code once, however many send it at the same time', async () => {
    const { user, secret } = await enrolled();
    clock += 10 * STEP;
    const code = codeAt(secret, clock);
    const taken = await Promise.all([1, 2, 3, 4].map(() => factors.accepts(user, code)));
    assert.equal(taken.filter(Boolean).length, 1);
  });

  it('takes each recovery code once, however it is typed, and none of before', async () => {
    const { user, codes } = await enrolled();
    const [first = '', second = '', third = ''] = codes;
    assert.match(first, /^[a-z2-90]{5}-[a-z2-90]{5}$/);
    assert.equal(await factors.accepts(user, first), 'recovery-code');
    assert.equal(await factors.accepts(user, first), false);
    assert.equal(
      await factors.accepts(user, ` ${second.replace('-', ' ').toUpperCase()}`),
      'recovery-code',
    );
    assert.equal(await factors.left(user), 8);
    const renewed = await factors.renewRecovery(user);
    assert.equal(await factors.accepts(user, third), false);
    assert.equal(await factors.accepts(user, renewed[0] ?? ''), 'recovery-code');
  });

  it('is confirmed once, with one set of recovery codes, however many send the code', async () => {
    clock += 100 * STEP;
    const user = await office.person();
    const { secret } = await factors.begin(user);
    const code = codeAt(secret, clock);
    const given = await Promise.all([1, 2, 3].map(() => factors.confirm(user, code)));
    const sets = given.filter((codes) => codes !== 'is-on');
    assert.equal(sets.length, 1);
    assert.equal(await factors.accepts(user, sets[0]?.[0] ?? ''), 'recovery-code');
  });

  it('goes on when another one was being removed', async () => {
    const { secondFactors } = office.store;
    const { user } = await enrolled();
    const old = await secondFactors.find(user);
    await factors.begin(user);
    const pending = await secondFactors.pending(user);
    assert.ok(pending);
    await secondFactors.confirm(user, pending, { lastStep: 1, recovery: [] });
    await secondFactors.remove(user, old);
    assert.equal((await secondFactors.find(user))?.secret, pending.secret);
  });

  it('is stopped by five wrong codes, also for a right one, until their time is over', async () => {
    const { user, secret } = await enrolled();
    clock += 10 * STEP;
    for (let i = 0; i < 5; i += 1) assert.equal(await factors.accepts(user, '000000x'), false);
    await assert.rejects(factors.accepts(user, codeAt(secret, clock)), /Too many requests/);
  });

  it('is not stopped by tries that have failed by a fault of ours', async () => {
    const { store } = database();
    let isBroken = true;
    const find = (...whose: Parameters<typeof store.secondFactors.find>) => {
      if (isBroken) throw new Error('The database does not answer.');
      return store.secondFactors.find(...whose);
    };
    const breaking = secondFactorsOn({
      store: { users: store.users, secondFactors: { ...store.secondFactors, find } },
      limits: limitsOn(store.rateLimits, {}, COUNTING_MS),
      now: () => clock,
    });
    const { user, secret } = await enrolled();
    clock += 10 * STEP;
    const code = codeAt(secret, clock);
    for (let i = 0; i < 5; i += 1)
      await assert.rejects(breaking.accepts(user, code), /does not answer/);
    isBroken = false;
    assert.equal(await breaking.accepts(user, code), 'code');
  });

  it('is set up by a page that says when wrong codes stop right ones, too', async () => {
    const user = await office.person();
    const cookie = await loggedIn(office, user);
    await post('second-factor', cookie);
    const sent = () => post('second-factor/confirm', cookie, { code: '000000x' });
    const wrong = await sent();
    assert.equal(wrong.status, 400);
    // A device whose clock is wrong shows wrong codes, and this is the first one that it shows.
    assert.match(wrong.text, /not valid.* \d\d:\d\d UTC/);
    for (let i = 0; i < 4; i += 1) await sent();
    const stopped = await sent();
    assert.equal(stopped.status, 429);
    assert.match(stopped.text, /Try again in \d{3} seconds/);
    assert.doesNotMatch(stopped.text, /not valid/);
  });

  it('is kept sealed, and its recovery codes as hashes', async () => {
    const { user, secret, codes } = await enrolled();
    const kept = await database().connection.collection('second_factors').find({}).toArray();
    const text = JSON.stringify(kept);
    assert.ok(text.includes(user.username));
    for (const one of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
      assert.ok(!text.includes(one));
  });

  it('closes Basic, which cannot ask for it', async () => {
    const { user } = await enrolled();
    const answer = await browse(`${office.url}/b/me/v1/profile/`, {
      headers: { Authorization: basicOf(user.username, PASSWORD) },
    });
    assert.deepEqual(
      [answer.status, JSON.parse(answer.text)['code']],
      [401, 'second_factor_required'],
    );
  });

  it('is asked for after the password, and gives another cookie than the password did', async () => {
    const { user, secret, codes } = await enrolled();
    const first = await browse(`${office.url}/office/login?lang=ar`, {
      form: { username: user.username, password: PASSWORD, next: '/office/account' },
    });
    assert.equal(first.location, '/office/login/second?next=%2Foffice%2Faccount');
    const half = first.cookie;
    assert.ok(half);
    // Half a login opens no page but that of the code.
    const early = await browse(`${office.url}/office/account`, { cookie: half });
    assert.equal(early.location, '/office/login?next=%2Foffice%2Faccount');
    const page = await browse(`${office.url}${first.location}`, { cookie: half });
    assert.match(page.text, /<html lang="ar" dir="rtl">[^]*autocomplete="one-time-code"/);
    const url = `${office.url}/office/login/second`;
    const wrong = await browse(url, { cookie: half, form: { code: '12345', next: '' } });
    assert.deepEqual([wrong.status, wrong.cookie], [401, undefined]);
    const form = { code: codeAt(secret, Date.now()), next: '/office/account' };
    // The clock of this suite runs ahead, and what it has taken last lies in the future.
    await database()
      .connection.collection('second_factors')
      .updateOne({ username: user.username }, { $set: { lastStep: 0 } });
    const whole = await browse(url, { cookie: half, form });
    assert.deepEqual([whole.status, whole.location], [303, '/office/account']);
    assert.ok(whole.cookie);
    assert.notEqual(whole.cookie, half);
    const account = await browse(`${office.url}/office/account`, { cookie: whole.cookie });
    assert.match(account.text, /<html lang="ar" dir="rtl">.*بكلمة المرور وتطبيق المصادقة/su);
    assert.doesNotMatch(account.text, /بكلمة المرور ورمز استرداد/u);
    const second = await browse(`${office.url}/office/login`, {
      form: { username: user.username, password: PASSWORD },
    });
    const byCode = { code: codes[0] ?? '', next: '' };
    const recovered = await browse(url, { cookie: second.cookie, form: byCode });
    const both = await browse(`${office.url}/office/account?lang=en`, { cookie: recovered.cookie });
    assert.match(both.text, /By password and recovery code.*By password and authenticator/su);
    const again = await browse(url, { cookie: half, form });
    assert.equal(again.location, '/office/login?next=%2Foffice%2Faccount');
  });

  describe('on the page of the account', () => {
    it('is set up, and ends the other logins', async () => {
      const person = await office.person();
      const other = await loggedIn(office, person);
      const cookie = await loggedIn(office, person);
      const setUp = await post('second-factor', cookie);
      assert.match(setUp.text, /src="data:image\/svg\+xml;base64,/);
      const [, spaced = ''] = /dir="ltr">((?:[A-Z2-7]{4} ?){8})</.exec(setUp.text) ?? [];
      const secret = spaced.replaceAll(' ', '');
      assert.equal((await post('second-factor/confirm', cookie, { code: '1' })).status, 400);
      const done = await post('second-factor/confirm', cookie, {
        code: codeAt(secret, Date.now()),
      });
      assert.equal(done.text.match(/<code>[a-z0-9]{5}-[a-z0-9]{5}<\/code>/g)?.length, 10);
      // No other page has these codes, in whichever language.
      assert.match(setUp.text, /class="language"/);
      assert.doesNotMatch(done.text, /class="language"/);
      assert.ok(done.cookie);
      assert.notEqual(done.cookie, cookie);
      const account = (at: string) => browse(`${office.url}/office/account`, { cookie: at });
      const statuses = async () => [
        (await account(done.cookie ?? '')).status,
        (await account(cookie)).status,
        (await account(other)).status,
      ];
      // For what the browser is sending meanwhile.
      assert.deepEqual(await statuses(), [200, 200, 303]);
      office.later(121_000);
      assert.deepEqual(await statuses(), [200, 303, 303]);
    });

    it('is said to be on where the form that confirmed it is sent once more, with no codes', async () => {
      const person = await office.person();
      const cookie = await loggedIn(office, person);
      await post('second-factor', cookie);
      const pending = await office.store.secondFactors.pending(person);
      const form = { code: codeAt(pending?.secret ?? '', Date.now()) };
      assert.equal((await post('second-factor/confirm', cookie, form)).status, 200);
      // More often than codes may be wrong: none of these is.
      for (let i = 0; i < 6; i += 1) {
        const again = await post('second-factor/confirm', cookie, form);
        assert.equal(again.status, 400);
        assert.doesNotMatch(again.text, /not valid|<code>/);
        assert.match(again.text, /role="alert"[^]*is on already[^]*Make new recovery codes</);
      }
    });

    it('asks who somebody is when that was shown more than five minutes ago', async () => {
      const person = await office.person();
      const cookie = await loggedIn(office, person);
      await database()
        .connection.collection('office_logins')
        .updateOne({ username: person.username }, { $set: { steppedUpAt: Date.now() - 301_000 } });
      const asked = await post('second-factor', cookie);
      assert.equal(asked.status, 401);
      assert.match(asked.text, /name="step_up"/);
      assert.equal((await post('second-factor', cookie, { step_up: 'wrong' })).status, 401);
      const shown = await post('second-factor', cookie, { step_up: PASSWORD });
      assert.equal(shown.status, 200);
      // Now it is known for a while.
      assert.equal((await post('second-factor', shown.cookie ?? '')).status, 200);
    });

    it('gives another cookie to who shows who they are, and blesses no copy of the one before', async () => {
      const person = await office.person();
      const { cookie, shown } = await steppedUp(person);
      assert.match(
        shown.headers.get('set-cookie') ?? '',
        /^__Host-office=[\w-]{86}; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
      );
      const renewed = shown.cookie ?? '';
      assert.notEqual(renewed.slice(43), cookie);
      // Another tab is sending something, and is still logged in; but nobody has shown anything there.
      assert.equal((await post('second-factor', cookie)).status, 401);
      assert.equal((await browse(`${office.url}/office/account`, { cookie })).status, 200);
      office.later(121_000);
      assert.equal((await browse(`${office.url}/office/account`, { cookie })).status, 303);
      assert.equal((await post('second-factor', renewed)).status, 200);
      const kept = await database().connection.collection('office_logins').find({}).toArray();
      assert.ok(!JSON.stringify(kept).includes(renewed.slice(43)));
    });

    it('takes the forms of other tabs, and the news of a press, under the cookie that it gives', async () => {
      const person = await office.person({ permissions: ['key.manage'] });
      const { cookie, shown } = await steppedUp(person);
      const renewed = shown.cookie ?? '';
      const form_token = formToken(cookie, '/office/account');
      const saved = await browse(`${office.url}/office/account`, {
        cookie: renewed,
        form: { form_token, version: '0', 'when-key.expiring': 'daily' },
      });
      assert.deepEqual([saved.status, leadsTo(saved)], [303, '/office/account?saved=mails#mails']);
      const before = telling(cookie, '/office/account?saved=mails');
      const read = await browse(`${office.url}${before}`, { cookie: renewed });
      assert.match(read.text, /role="status"/);
    });

    it('gives a cookie once more to who has lost the first answer, by a press of the same form', async () => {
      const person = await office.person();
      const { cookie } = await steppedUp(person);
      const again = await post('second-factor', cookie, { step_up: PASSWORD });
      assert.equal(again.status, 200);
      assert.equal((await post('second-factor', again.cookie ?? '')).status, 200);
    });

    it('logs out by the cookie before, too, while it is good', async () => {
      const person = await office.person();
      const { cookie, shown } = await steppedUp(person);
      const form = { form_token: formToken(cookie, '/office/logout') };
      assert.equal((await browse(`${office.url}/office/logout`, { cookie, form })).status, 303);
      const look = await browse(`${office.url}/office/account`, { cookie: shown.cookie ?? '' });
      assert.equal(look.status, 303);
    });

    it('changes a password that is hard to guess, and ends all logins with the old one', async () => {
      const person = await office.person();
      const other = await loggedIn(office, person);
      const cookie = await loggedIn(office, person);
      for (const password of ['short', 'passwordpassword', 'x'.repeat(129)])
        assert.equal((await post('password', cookie, { password })).status, 400, password);
      const changed = await post('password', cookie, { password: 'quiet lantern over ﬁfty boats' });
      assert.deepEqual([changed.status, changed.location], [303, '/office/login']);
      for (const old of [cookie, other])
        assert.equal((await browse(`${office.url}/office/account`, { cookie: old })).status, 303);
      // The letters of another keyboard are the same password.
      const login = await browse(`${office.url}/office/login`, {
        form: { username: person.username, password: 'quiet lantern over fifty boats' },
      });
      assert.equal(login.status, 303);
    });

    it('lists the logins of the person alone, and ends one or all others of them', async () => {
      const person = await office.person();
      const [mine, first, second] = [
        await loggedIn(office, person),
        await loggedIn(office, person),
        await loggedIn(office, person),
      ];
      const stranger = await loggedIn(office, await office.person());
      const look = async (cookie: string) =>
        (await browse(`${office.url}/office/account`, { cookie })).status;
      const { text } = await browse(`${office.url}/office/account`, { cookie: mine });
      const ids = [...text.matchAll(/name="login_id" value="([^"]+)"/g)].map(([, id = '']) => id);
      assert.equal(ids.length, 2);
      await post('logins', stranger, { login_id: ids[0] ?? '' });
      assert.deepEqual([await look(first), await look(second)], [200, 200]);
      await post('logins', mine, { login_id: ids[0] ?? '' });
      assert.deepEqual(
        [await look(first), await look(second)].toSorted((a, b) => a - b),
        [200, 303],
      );
      await post('logins', mine);
      const left = [await look(mine), await look(first), await look(second), await look(stranger)];
      assert.deepEqual(left, [200, 303, 303, 200]);
    });
  });
});

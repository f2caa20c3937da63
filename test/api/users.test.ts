import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { changeUser, resetSecondFactor } from '../../admin/acts/users.ts';
import { beginLogin, renew } from '../../api/auth/logins.ts';
import { userRoutes } from '../../api/users/routes.ts';
import { merchantId } from '../../domain/ids.ts';
import type { User } from '../../domain/user.ts';
import {
  anOffice,
  browse,
  loggedIn,
  PASSWORD,
  type OfficeApp,
  type OfficeMail,
} from '../office/office-app.ts';
import { useDatabase } from '../store/database.ts';
import { atomicallyOn } from '../../store/atomically.ts';
import { counterStore } from '../../store/counters.ts';
import { userStore } from '../../store/users.ts';
import { assertDocumented } from '../support/documented.ts';
import { hashOnce } from '../support/passwords.ts';
import { basicOf } from './support/people.ts';

describe('deciding about other people', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  before(async () => {
    office = await anOffice(database().store, userRoutes);
  });
  after(() => office.close());

  /** Asks as somebody, who shows who they are unless it is said otherwise. */
  const ask = async (
    who: User,
    method: string,
    path: string,
    shown = PASSWORD,
    body?: object,
    more: Readonly<Record<string, string>> = {},
    at = office.url,
  ) => {
    const url = new URL(`${at}/b/admin/v1/users/${path}`);
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: basicOf(who.username, PASSWORD),
        'X-Step-Up': encodeURIComponent(shown),
        ...(body && { 'Content-Type': 'application/json' }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assertDocumented({ method, url, response, text });
    const { status, headers } = response;
    return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const isIn = async (cookie: string) => {
    const { location } = await browse(`${office.url}/office`, { cookie });
    return location.startsWith('/office/') && !location.startsWith('/office/login');
  };

  it('lets somebody in no more, ends their logins, and lets them in again', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    const clerk = await office.person();
    const cookie = await loggedIn(office, clerk);
    const { body } = await ask(chief, 'GET', `${clerk.id}/logins/`);
    assert.deepEqual(
      body.results.map(({ how }: { how: string }) => how),
      ['password'],
    );
    const off = await ask(chief, 'POST', `${clerk.id}/deactivate/`);
    assert.deepEqual([off.status, off.body.active, await isIn(cookie)], [200, false, false]);
    const on = await ask(chief, 'POST', `${clerk.id}/activate/`);
    assert.deepEqual([on.status, on.body.active, await isIn(cookie)], [200, true, false]);
    const listed = await ask(chief, 'GET', '');
    assert.ok(listed.body.results.some(({ id }: User) => id === clerk.id));
    assert.doesNotMatch(JSON.stringify(listed.body), /argon2|password/i);
  });

  it('lets nobody in again whose rights the one who asks does not have, as they could not give them', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    const clerk = await office.person({ permissions: ['user.manage', 'payment.refund'] });
    assert.equal((await ask(chief, 'POST', `${clerk.id}/deactivate/`)).status, 200);
    const { status, body } = await ask(chief, 'POST', `${clerk.id}/activate/`);
    assert.deepEqual(
      [status, body.detail],
      [403, 'You do not have this yourself: payment.refund.'],
    );
    const other = await office.person({ permissions: ['user.manage', 'payment.refund'] });
    assert.equal((await ask(other, 'POST', `${clerk.id}/activate/`)).body.active, true);
    // Who is let in already is given nothing.
    assert.equal((await ask(chief, 'POST', `${clerk.id}/activate/`)).status, 200);
  });

  it('takes no password that a browser sends for a page of another site', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    const clerk = await office.person();
    const sent = (more: Readonly<Record<string, string>>) =>
      ask(chief, 'POST', `${clerk.id}/deactivate/`, PASSWORD, undefined, more);
    for (const site of ['cross-site', 'same-site']) {
      const { status, body } = await sent({ 'Sec-Fetch-Site': site });
      assert.deepEqual([status, body.code], [403, 'foreign_page'], site);
    }
    // A browser that does not say it.
    assert.equal((await sent({ Origin: 'https://elsewhere.example' })).status, 403);
    for (const site of ['same-origin', 'none'])
      assert.equal((await sent({ 'Sec-Fetch-Site': site })).status, 200, site);
  });

  type Ending = Readonly<Record<'chief' | 'clerk', User>>;
  const operator = () => ({ store: office.store, who: 'layla', from: 'here' });
  for (const [what, end] of [
    [
      'an administrator lets somebody in no more',
      async ({ chief, clerk }: Ending) => {
        for (const verb of ['deactivate', 'activate'])
          assert.equal((await ask(chief, 'POST', `${clerk.id}/${verb}/`)).status, 200);
      },
    ],
    [
      'the operator lets somebody in no more',
      async ({ clerk }: Ending) => {
        for (const active of [false, true]) {
          const command = `users ${active ? '' : 'de'}activate`;
          await changeUser(operator(), clerk, { command, change: { active } });
        }
      },
    ],
    [
      'an administrator ends them',
      async ({ chief, clerk }: Ending) =>
        assert.equal((await ask(chief, 'DELETE', `${clerk.id}/logins/`)).status, 204),
    ],
    [
      'the operator takes a second factor away',
      async ({ clerk }: Ending) => resetSecondFactor(operator(), clerk),
    ],
  ] as const)
    it(`ends logins, and what renews them, where ${what}`, async () => {
      const chief = await office.person({ permissions: ['user.manage'] });
      const clerk = await office.person();
      const known = await office.store.users.findSecret(clerk.username);
      assert.ok(known);
      const proved = { ...clerk, passwordSince: known.passwordSince };
      const token = await beginLogin(office.store, proved, 'tests');
      const cookie = await loggedIn(office, clerk);
      await end({ chief, clerk });
      assert.equal(await isIn(cookie), false);
      const whose = { realm: clerk.merchantId, clientId: 'tests', begin: async () => {} };
      assert.equal((await renew(office.store, token, whose)).step, 'refused');
    });

  it('says in the audit log about whom, also where it was refused', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    const clerk = await office.person();
    const boss = await office.person({ superuser: true });
    const about = async (...asked: Parameters<typeof ask>) =>
      (await office.audited(await ask(...asked))).map(({ subject }) => subject);
    for (const [method, path] of [
      ['POST', 'deactivate/'],
      ['POST', 'activate/'],
      ['DELETE', 'logins/'],
      ['POST', 'invite/'],
    ] as const)
      for (const { id } of [clerk, boss])
        assert.deepEqual(
          await about(chief, method, `${id}/${path}`),
          [`user:${id}`, `user:${id}`],
          path,
        );
    const person = { username: `clerk-${randomUUID()}`, email: 'clerk@shop.example' };
    const answer = await ask(chief, 'POST', '', PASSWORD, person);
    assert.equal(answer.status, 201);
    assert.equal((await office.audited(answer))[1]?.['subject'], `user:${answer.body.id}`);
  });

  it('says in the audit log which rights were asked for, also where it was refused, and nothing else of what was sent', async () => {
    const chief = await office.person({ permissions: ['user.manage', 'payment.refund'] });
    const clerk = await office.person();
    const changes = async (...asked: Parameters<typeof ask>) =>
      (await office.audited(await ask(...asked))).map(({ change }) => change);
    const person = { username: `clerk-${randomUUID()}`, email: 'clerk@shop.example' };
    const permissions = ['payment.refund'];
    assert.deepEqual(await changes(chief, 'POST', '', PASSWORD, { ...person, permissions }), [
      { superuser: false, permissions },
      undefined,
    ]);
    const change = (body: object) => changes(chief, 'PATCH', `${clerk.id}/`, PASSWORD, body);
    assert.deepEqual(await change({ superuser: true }), [{ superuser: true }, undefined]);
    assert.deepEqual(await change({ permissions, first_name: 'Huda' }), [
      { permissions },
      undefined,
    ]);
    // Of what no right has nothing is said, and neither of what has a fault, which may be anything.
    assert.deepEqual(await change({ first_name: 'Huda' }), [undefined, undefined]);
    assert.deepEqual(await change({ permissions: ['my password'] }), [undefined, undefined]);
  });

  it('is refused about oneself, about a superuser, of another merchant, and without showing who one is', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    const boss = await office.person({ superuser: true });
    const clerk = await office.person();
    const elsewhere = merchantId('elsewhere');
    assert.ok(elsewhere);
    const stranger = await office.person({ merchantId: elsewhere, superuser: true });
    const cookies = await Promise.all([chief, boss, clerk].map((one) => loggedIn(office, one)));
    const answers = [
      await ask(chief, 'POST', `${chief.id}/deactivate/`),
      await ask(boss, 'POST', `${boss.id}/deactivate/`),
      await ask(chief, 'POST', `${boss.id}/deactivate/`),
      await ask(chief, 'DELETE', `${boss.id}/logins/`),
      await ask(stranger, 'POST', `${clerk.id + 1000}/deactivate/`),
      await ask(chief, 'GET', 'x/logins/'),
      await ask(clerk, 'POST', `${chief.id}/deactivate/`),
      await ask(chief, 'POST', `${clerk.id}/deactivate/`, 'wrong'),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403, 403, 404, 404, 403, 401],
    );
    // The number of a user is one of their merchant.
    await ask(stranger, 'POST', `${clerk.id}/deactivate/`);
    for (const cookie of cookies) assert.ok(await isIn(cookie));
    assert.equal((await ask(boss, 'POST', `${chief.id}/deactivate/`)).status, 200);
  });

  it('invites somebody, who chooses a password by the link in their mail', async () => {
    const chief = await office.person({ permissions: ['user.manage', 'payment.refund'] });
    const email = `${randomUUID()}@shop.example`;
    const given = { username: `new-${randomUUID()}`, email, language: 'ar' };
    const made = await ask(chief, 'POST', '', PASSWORD, {
      ...given,
      permissions: ['payment.refund'],
    });
    assert.deepEqual([made.status, made.body.invited], [201, true], JSON.stringify(made.body));
    assert.equal((await ask(chief, 'POST', '', PASSWORD, given)).status, 400);
    const first = linkIn(await office.mail(email, 'account-invited'));
    assert.equal((await ask(chief, 'POST', `${made.body.id}/invite/`)).status, 204);
    const mail = await office.mail(email, 'account-invited');
    assert.match(mail.text ?? '', /اختيار كلمة مرور/);
    const password = 'quiet lantern over fifty boats';
    const choose = (link: string) => browse(link, { form: { password } });
    assert.equal((await choose(first)).status, 410);
    assert.equal((await choose(linkIn(mail))).status, 303);
    const login = { username: given.username, password };
    assert.equal((await browse(`${office.url}/office/login`, { form: login })).status, 303);
    assert.equal((await ask(chief, 'POST', `${made.body.id}/invite/`)).status, 400);
  });

  it('finds whom it has invited, under the same Idempotency-Key, where its answer or their mail was lost', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    for (const [lost, validator] of [
      ['notifications', { lost: { $exists: true } }],
      ['idempotency_claims', { answer: { $exists: false } }],
    ] as const) {
      const given = { ...fresh(), email: `${randomUUID()}@shop.example` };
      const key = randomUUID();
      const invite = () => ask(chief, 'POST', '', PASSWORD, given, { 'Idempotency-Key': key });
      const { connection } = database();
      await connection.db?.command({ collMod: lost, validator });
      assert.equal((await invite()).status, 500, lost);
      await connection.db?.command({ collMod: lost, validator: {} });
      // Whoever could not keep an answer holds the key for as long as it takes them for alive.
      const claims = connection.collection('idempotency_claims');
      await claims.updateOne({ key }, { $set: { leaseUntil: 0 } });
      const again = await invite();
      assert.deepEqual([again.status, again.body.username], [201, given.username], lost);
      assert.deepEqual((await invite()).body, again.body);
      await office.settled();
      const wanted = connection.collection('notifications');
      assert.equal(await wanted.countDocuments({ to: given.email }), 1, lost);
      // Somebody else's key finds nobody by the name.
      assert.equal((await ask(chief, 'POST', '', PASSWORD, given)).status, 400);
    }
  });

  it('changes nobody who was changed since they were seen, and says how they are now', async () => {
    const boss = await office.person({ superuser: true });
    const clerk = await office.person({
      permissions: ['payment.void'],
      email: 'changed@shop.example',
    });
    const change = (what: object) => ask(boss, 'PATCH', `${clerk.id}/`, PASSWORD, what);
    const first = await change({ permissions: ['payment.void', 'payment.refund'] });
    const { version } = first.body;
    const both = await Promise.all([
      change({ version, first_name: 'Noura' }),
      change({ version, permissions: [] }),
    ]);
    const [done, late] = both.toSorted((a, b) => a.status - b.status);
    assert.deepEqual([done?.status, late?.status], [200, 412]);
    assert.deepEqual([late?.body.code, late?.body.user], ['version_conflict', done?.body]);
    for (const [path, is] of [
      ['deactivate', false],
      ['activate', true],
    ] as const) {
      const seen = late?.body.user.version;
      const { body } = await ask(boss, 'POST', `${clerk.id}/${path}/`);
      assert.deepEqual([body.active, body.version === seen], [is, is]);
    }
    const again = await change({ version: late?.body.user.version, last_name: 'Saleh' });
    assert.deepEqual([again.status, again.body.last_name], [200, 'Saleh'], again.body.detail);
    assert.equal((await change({ language: 'ar' })).status, 200, 'who sends none is not asked');
  });

  it('names nobody by what nobody sees: their name is the link to their account', async () => {
    const boss = await office.person({ superuser: true });
    const clerk = await office.person();
    for (const first_name of ['  ', 'No\u202eura', 'No\nura'])
      assert.equal(
        (await ask(boss, 'PATCH', `${clerk.id}/`, PASSWORD, { first_name })).status,
        400,
        JSON.stringify(first_name),
      );
  });

  for (const [what, end] of [
    [
      'let each other in no more',
      (by: User, other: User) => ask(by, 'POST', `${other.id}/deactivate/`),
    ],
    [
      'take the rank from each other',
      (by: User, other: User) => ask(by, 'PATCH', `${other.id}/`, PASSWORD, { superuser: false }),
    ],
  ] as const)
    it(`leaves one of two superusers who ${what} at the same moment`, async () => {
      for (let nth = 0; nth < 8; nth += 1) {
        const boss = { superuser: true, email: `${randomUUID()}@shop.example` };
        const [one, other] = await Promise.all([office.person(boss), office.person(boss)]);
        const answers = await Promise.all([end(one, other), end(other, one)]);
        const ended = answers.filter(({ status }) => status === 200);
        const late = answers.find(({ status }) => status !== 200);
        assert.equal(ended.length, 1, `round ${nth}`);
        // Who was not known any more when they came did not get so far.
        if (late?.status !== 401)
          assert.deepEqual([late?.status, late?.body.code], [403, 'permission_denied']);
        const { users } = office.store;
        const left = await Promise.all(
          [one, other].map(({ merchantId, id }) => users.find(merchantId, id)),
        );
        assert.equal(left.filter((user) => user?.active && user.superuser).length, 1);
      }
    });

  for (const [what, lost] of [
    ['their rank', { superuser: false }],
    ['their rank but not the right', { superuser: false, permissions: ['user.manage'] }],
    ['all by being let in no more', { active: false }],
  ] as const)
    it(`gives nothing by what the giver had when they came, and have no more: ${what}`, async () => {
      const { store, connection } = database();
      const { users } = store;
      const boss = await office.person({ superuser: true });
      const clerk = await office.person();
      const loses = () => users.update(boss.merchantId, boss.username, lost);
      const decidedAbout: typeof users = {
        ...users,
        inTurn: async (merchant, work) => {
          await loses();
          return users.inTurn(merchant, work);
        },
      };
      const lookedAt: typeof users = {
        ...users,
        find: async (merchant, id) => {
          await loses();
          return users.find(merchant, id);
        },
      };
      const hashed = userStore(
        connection,
        { counters: counterStore(connection), atomically: atomicallyOn(connection) },
        async (password) => {
          await loses();
          return hashOnce(password);
        },
      );
      for (const [then, method, path, body] of [
        [decidedAbout, 'PATCH', `${clerk.id}/`, { superuser: true }],
        [decidedAbout, 'PATCH', `${clerk.id}/`, { permissions: ['payment.void'] }],
        [lookedAt, 'POST', '', { ...fresh(), superuser: true }],
        [lookedAt, 'POST', '', { ...fresh(), permissions: ['payment.void'] }],
        [hashed, 'POST', '', { ...fresh(), superuser: true }],
        [hashed, 'POST', '', { ...fresh(), permissions: ['payment.void'] }],
      ] as const) {
        await users.update(boss.merchantId, boss.username, { superuser: true, active: true });
        const later = await anOffice({ ...store, users: then }, userRoutes);
        try {
          const answer = await ask(boss, method, path, PASSWORD, body, {}, later.url);
          assert.equal(answer.status, 403, JSON.stringify(answer.body));
        } finally {
          await later.close();
        }
      }
      assert.deepEqual(await users.find(clerk.merchantId, clerk.id), clerk);
    });

  it('gives nobody what the giver does not have, and nobody anything by themselves', async () => {
    const chief = await office.person({ permissions: ['user.manage'] });
    const boss = await office.person({ superuser: true });
    const clerk = await office.person({
      email: 'clerk@shop.example',
      permissions: ['payment.void'],
    });
    const give = (who: User, whom: User, what: object) =>
      ask(who, 'PATCH', `${whom.id}/`, PASSWORD, what);
    const answers = [
      await ask(chief, 'POST', '', PASSWORD, { ...fresh(), permissions: ['payment.refund'] }),
      await ask(chief, 'POST', '', PASSWORD, { ...fresh(), superuser: true }),
      await ask(chief, 'POST', '', 'wrong', fresh()),
      await ask(chief, 'POST', '', PASSWORD, { ...fresh(), permissions: ['payment.fly'] }),
      await give(chief, clerk, { permissions: ['payment.void', 'payment.refund'] }),
      await give(chief, clerk, { superuser: true }),
      await give(chief, chief, { permissions: [] }),
      await give(boss, boss, { superuser: false }),
      await give(chief, boss, { superuser: false }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 401, 400, 403, 403, 403, 403, 403],
    );
    const bad = { username: 'two words', email: 'new@shop.example', permissions: ['payment.fly'] };
    assert.deepEqual((await ask(chief, 'POST', '', PASSWORD, bad)).body, {
      username: ['Use 1 to 150 letters, digits and . @ + - _ for a user name.'],
      permissions: ['There is no such permission. Use one such as payment.refund.'],
    });
    for (const sign of ['\u0085', '\u202e', '\u2028', '\ud800']) {
      const turned = { ...fresh(), email: `a${sign}b@shop.example` };
      const answer = await ask(chief, 'POST', '', PASSWORD, turned);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['email']]);
    }
    // What somebody has already may stay theirs.
    const kept = await give(chief, clerk, { permissions: ['payment.void', 'user.manage'] });
    assert.deepEqual(kept.body.permissions, ['payment.void', 'user.manage']);
    const told = await office.mail(clerk.email, 'rights-changed');
    assert.ok(told.text?.includes(chief.username));
    assert.equal((await give(boss, clerk, { superuser: true })).body.superuser, true);
  });
});

const linkIn = ({ text }: OfficeMail): string =>
  /http\S+\/office\/invited\/[\w-]{43}/.exec(text ?? '')?.[0] ?? '';

function fresh() {
  return { username: `new-${randomUUID()}`, email: 'new@shop.example' };
}

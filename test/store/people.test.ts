import assert from 'node:assert/strict';
import { KEY_PREFIX_LENGTH, keyHash } from '../../store/api-keys.ts';
import { isPassword } from '../../store/password.ts';
import type { Login } from '../../store/logins.ts';
import { lookedAt, subscribed, withOpenBefore } from '../../domain/tasks/subscription.ts';
import type { NewUser } from '../../store/users.ts';
import { CREATED_AT, DAY_MS, aMerchantId, SHOP } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const OTHER = aMerchantId('other-shop');

describe('the store of pairs of API keys', () => {
  const database = useDatabase();
  const keys = () => database().store.apiKeys;

  it('shows a pair once, and keeps only its hashes', async () => {
    const made = await keys().createPair(SHOP, { name: 'Till', expiresAt: CREATED_AT });
    assert.match(made.private, /^[0-9a-f]{8}\.[0-9a-f]{32}$/);
    assert.match(made.public, /^[0-9a-f]{40}$/);
    for (const kind of ['private', 'public'] as const) {
      const { createdAt, ...key } =
        (await keys().findByPrefix(made[kind].slice(0, KEY_PREFIX_LENGTH))) ?? {};
      assert.ok(createdAt);
      assert.deepEqual(key, {
        prefix: made[kind].slice(0, KEY_PREFIX_LENGTH),
        hash: keyHash(made[kind]),
        kind,
        merchantId: SHOP,
        name: 'Till',
        revoked: false,
        expiresAt: CREATED_AT,
        pair: made.pair,
      });
    }
    const raw = JSON.stringify(await database().connection.collection('api_keys').find().toArray());
    assert.ok(!raw.includes(made.private) && !raw.includes(made.public));
  });

  it('lists the keys of a merchant without what they are verified by', async () => {
    await keys().createPair(OTHER, { name: 'Theirs' });
    const listed = await keys().list(OTHER);
    assert.deepEqual(
      listed.map(({ kind, name }) => [kind, name]),
      [
        ['private', 'Theirs'],
        ['public', 'Theirs'],
      ],
    );
    assert.ok(listed.every((key) => !('hash' in key)));
    assert.deepEqual(await keys().list(aMerchantId('nobody')), []);
  });

  it('revokes a pair, or one key, and nothing of another merchant', async () => {
    const pair = await keys().createPair(SHOP, { name: 'Old' });
    const still = await keys().createPair(SHOP, { name: 'New' });
    assert.equal(await keys().revoke(OTHER, pair.pair), 0);
    assert.equal(await keys().revoke(SHOP, pair.pair), 2);
    assert.equal(await keys().revoke(SHOP, pair.pair), 0);
    assert.equal(await keys().revoke(SHOP, still.public.slice(0, KEY_PREFIX_LENGTH)), 1);
    const of = async (key: string) =>
      (await keys().findByPrefix(key.slice(0, KEY_PREFIX_LENGTH)))?.revoked;
    assert.deepEqual(
      [
        await of(pair.private),
        await of(pair.public),
        await of(still.private),
        await of(still.public),
      ],
      [true, true, false, true],
    );
  });

  it('knows the last use, whoever writes last', async () => {
    const made = await keys().createPair(SHOP, { name: 'Used' });
    const prefix = made.private.slice(0, KEY_PREFIX_LENGTH);
    await keys().markUsed({ prefix }, CREATED_AT + 5);
    await keys().markUsed({ prefix }, CREATED_AT);
    assert.equal((await keys().findByPrefix(prefix))?.lastUsedAt, CREATED_AT + 5);
  });

  it('refuses a name of more than 50 characters', async () => {
    await assert.rejects(keys().createPair(SHOP, { name: 'x'.repeat(51) }));
  });
});

describe('the store of users', () => {
  const database = useDatabase();
  const users = () => database().store.users;

  it('gives users numbers of their merchant, also when many come at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) => users().create(aUser({ username: `one-${index}` }))),
    );
    const ids = made.map((user) => user?.id ?? 0).toSorted((a, b) => a - b);
    assert.deepEqual(ids, [1, 2, 3, 4, 5, 6, 7, 8]);
    const theirs = await users().create(aUser({ username: 'theirs', merchantId: OTHER }));
    assert.equal(theirs?.id, 1);
    assert.deepEqual(
      (await users().list(OTHER)).map(({ username }) => username),
      ['theirs'],
    );
  });

  it('has a name once, over all merchants', async () => {
    assert.ok(await users().create(aUser({ username: 'huda' })));
    assert.equal(await users().create(aUser({ username: 'huda' })), undefined);
    assert.equal(await users().create(aUser({ username: 'huda', merchantId: OTHER })), undefined);
    const made = await Promise.all(
      [SHOP, OTHER].map((merchantId) => users().create(aUser({ username: 'noura', merchantId }))),
    );
    assert.equal(made.filter((user) => user !== undefined).length, 1, 'at the same moment, too');
  });

  it('gives a user back as they were made, without anything of their password', async () => {
    const { password: _password, ...given } = aUser({ username: 'whole', firstName: 'Huda' });
    const made = await users().create(aUser({ username: 'whole', firstName: 'Huda' }));
    assert.ok(made);
    assert.deepEqual(await users().find(SHOP, made.id), { ...given, id: made.id });
    assert.deepEqual(await users().findByName(SHOP, 'whole'), { ...given, id: made.id });
    assert.equal(await users().find(OTHER, 999), undefined);
    assert.equal(await users().findByName(OTHER, 'whole'), undefined);
    assert.ok(!JSON.stringify(await users().list(SHOP)).includes('argon2'));
  });

  it('keeps a password as its hash, with the time since when', async () => {
    const before_ = Date.now();
    await users().create(aUser({ username: 'secretive' }));
    const found = await users().findSecret('secretive');
    assert.ok(found && found.passwordSince >= before_);
    assert.equal(await isPassword('p', found.passwordHash), true);
    assert.equal(await users().findSecret('nobody'), undefined);
    assert.equal(await users().setPassword(OTHER, 'secretive', 'new'), false);
    assert.equal(await users().setPassword(SHOP, 'secretive', 'new'), true);
    const later = await users().findSecret('secretive');
    assert.ok(later && later.passwordSince >= found.passwordSince);
    assert.equal(await isPassword('new', later.passwordHash), true);
  });

  it('changes what can change, of the right merchant', async () => {
    await users().create(aUser({ username: 'changing' }));
    const change = { active: false, permissions: ['payment.refund', 'gateway.use:card'] } as const;
    assert.equal(await users().update(OTHER, 'changing', change), undefined);
    const changed = await users().update(SHOP, 'changing', change);
    assert.deepEqual([changed?.active, changed?.permissions], [false, change.permissions]);
    assert.deepEqual(await users().findByName(SHOP, 'changing'), changed);
    assert.ok(changed && !('passwordHash' in changed));
  });

  it('keeps of which tasks somebody gets mails, by who saw it last, and finds whose are due', async () => {
    const made = await users().create(aUser({ username: 'subscribed' }));
    assert.ok(made);
    const chosen = subscribed(
      undefined,
      [
        { kind: 'approval', when: 'daily' },
        { kind: 'stuck', when: 'now' },
      ],
      { now: CREATED_AT, timeZone: 'Asia/Kuwait' },
    );
    assert.equal(await users().setSubscriptions(made, chosen), true);
    const kept = await users().findByName(SHOP, 'subscribed');
    assert.deepEqual(kept, { ...made, subscriptions: chosen });
    assert.equal(await users().setSubscriptions(made, { version: 1, kinds: [] }), false);

    const dueAt = chosen.daily?.dueAt ?? 0;
    const due = async (what: 'daily.dueAt' | 'lookAt', until: number) =>
      (await users().taskMailsDue(what, { until, limit: 5 })).map(({ username }) => username);
    assert.deepEqual(await due('daily.dueAt', dueAt - 1), []);
    assert.deepEqual(await due('daily.dueAt', dueAt), ['subscribed']);
    assert.deepEqual(await due('lookAt', CREATED_AT), ['subscribed']);
    const known = withOpenBefore(chosen, [{ id: 'stuck:a', kind: 'stuck', since: 0 }], {
      kinds: ['stuck'],
      most: 2,
    });
    const looked = lookedAt(known, 'new', { now: CREATED_AT, timeZone: 'Asia/Kuwait' });
    assert.equal(await users().setSubscriptions(kept, looked), true);
    assert.equal(await users().setSubscriptions(kept, looked), false, 'somebody has looked');
    assert.deepEqual((await users().findByName(SHOP, 'subscribed'))?.subscriptions, looked);
    assert.deepEqual(await due('lookAt', CREATED_AT), []);
    const page = { until: dueAt, limit: 5 };
    const after = { at: dueAt, id: 'subscribed' };
    assert.deepEqual(await users().taskMailsDue('daily.dueAt', { ...page, after }), []);
    await users().update(SHOP, 'subscribed', { active: false });
    assert.deepEqual(await due('daily.dueAt', dueAt), []);
  });
});

describe('the store of units', () => {
  const database = useDatabase();
  const units = () => database().store.units;

  it('keeps the units of a merchant by their codes', async () => {
    const unit = { merchantId: SHOP, code: 'north', name: 'North', overrides: {} };
    const other = { ...unit, code: 'airport', overrides: { expirationSeconds: 60 } };
    await units().put(unit);
    await units().put(other);
    const renamed = { ...unit, name: 'The north' };
    assert.equal(await units().put(renamed), false, 'Who has not seen it replaces nothing.');
    assert.deepEqual(await units().list(SHOP), [other, unit]);
    assert.equal(await units().put(renamed, unit), true);
    assert.deepEqual(await units().list(SHOP), [other, renamed]);
    assert.deepEqual(await units().find(SHOP, 'airport'), other);
    assert.equal(await units().find(OTHER, 'north'), undefined);
    assert.equal(await units().find(SHOP, 'nowhere'), undefined);
  });
});

describe('the store of signing keys', () => {
  const database = useDatabase();
  const keys = () => database().store.signingKeys;

  it('gives the private part to who signs, sealed while it is kept', async () => {
    // The database drops what is older than some weeks, once a minute.
    const now = Date.now();
    const key = { kid: 'a', publicJwk: '{"n":"1"}', privateJwk: '{"d":"c0ffee"}', createdAt: now };
    await keys().add(key);
    await keys().add({ ...key, kid: 'b', createdAt: now + DAY_MS });
    const { privateJwk, ...published } = key;
    assert.deepEqual(await keys().since(now), [
      { ...published, kid: 'b', createdAt: now + DAY_MS },
      published,
    ]);
    assert.deepEqual((await keys().since(now + 1)).length, 1);
    assert.equal(await keys().privateJwk('a'), privateJwk);
    const raw = await database().connection.collection('signing_keys').find().toArray();
    assert.ok(!JSON.stringify(raw).includes('c0ffee'));
    assert.deepEqual([await keys().drop('a'), await keys().drop('a')], [true, false]);
    assert.equal(await keys().privateJwk('a'), undefined);
  });
});

describe('the store of logins', () => {
  const database = useDatabase();
  const logins = () => database().store.logins;

  it('renews a login once for each token, however many ask at once', async () => {
    await logins().begin(aLogin('one'));
    assert.deepEqual(await logins().find('one'), aLogin('one'));
    const tries = await Promise.all(
      ['b', 'c', 'd', 'e'].map((hash) =>
        logins().renew({ family: 'one', hash: 'a' }, { hash, renewableUntil: CREATED_AT + 9 }),
      ),
    );
    assert.equal(tries.filter(Boolean).length, 1);
    assert.equal((await logins().find('one'))?.renewableUntil, CREATED_AT + 9);
  });

  it('never renews what has ended', async () => {
    await logins().begin(aLogin('two'));
    await logins().revoke('two');
    const next = { hash: 'b', renewableUntil: CREATED_AT + 9 };
    assert.equal(await logins().renew({ family: 'two', hash: 'a' }, next), false);
    assert.equal((await logins().find('two'))?.revoked, true);
    assert.equal(await logins().find('nothing'), undefined);
  });
});

function aUser(given: Partial<NewUser> = {}): NewUser {
  return {
    merchantId: SHOP,
    username: 'somebody',
    email: 'somebody@shop.example',
    active: true,
    superuser: false,
    service: false,
    permissions: [],
    password: 'p',
    ...given,
  };
}

const LOGGED_IN = Date.now();

function aLogin(family: string): Login {
  return {
    family,
    merchantId: SHOP,
    username: 'huda',
    clientId: 'desk',
    hash: 'a',
    passwordSince: 0,
    createdAt: LOGGED_IN,
    renewableUntil: CREATED_AT,
    endsAt: CREATED_AT + DAY_MS,
    revoked: false,
  };
}

import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { theSystem, type System } from '../support/system.ts';
import { rows, SALE, send, textIn, TRANSACTIONS, type Json } from '../support/http.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { aPerson, askToken, basicOf, type Person } from './support/people.ts';

describe('logging in for a token', function () {
  this.timeout(120_000);
  let system: System;
  let person: Person;
  before(async () => {
    system = await theSystem();
    person = await aPerson(system, { permissions: ['payment_request.view'] });
  });

  const login = (who: Person, more: Readonly<Record<string, string>> = {}) =>
    askToken(system, 'demo', {
      grant_type: 'password',
      username: who.user.username,
      password: who.password,
      client_id: 'tests',
      ...more,
    });
  const renew = (token: string, more: Readonly<Record<string, string>> = {}) =>
    askToken(system, 'demo', {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: 'tests',
      ...more,
    });
  const list = (token: string, more: Readonly<Record<string, string>> = {}) =>
    send(`${system.run.api}${TRANSACTIONS}?order_no=none`, {
      headers: { Authorization: `Bearer ${token}`, ...more },
    });

  const asMe = (
    authorization: string,
    path: string,
    body: Json,
    more: Readonly<Record<string, string>> = {},
  ) =>
    send(`${system.run.api}/b/me/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
  /** Sets up a second factor, also in place of another; gives its recovery codes. */
  const setUpFactor = async (authorization: string, shown: string) => {
    const stepUp = { 'X-Step-Up': encodeURIComponent(shown) };
    const begun = await asMe(authorization, 'second-factor/', {}, stepUp);
    assert.equal(begun.status, 200, begun.text);
    const totp = new TOTP({ secret: Secret.fromBase32(textIn(begun.body, 'secret')) });
    const code = totp.generate();
    const confirmed = await asMe(authorization, 'second-factor/confirm/', { code });
    assert.equal(confirmed.status, 200, confirmed.text);
    return confirmed.body['recovery_codes'] as readonly string[];
  };

  it('gives a token that is good for five minutes, signed with a published key', async () => {
    const { status, body, headers } = await login(person);
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual(
      [body['expires_in'], body['token_type'], body['refresh_expires_in']],
      [300, 'Bearer', 1800],
    );
    const token = textIn(body, 'access_token');
    const realm = `${system.run.api}/auth/realms/demo`;
    const keys = createRemoteJWKSet(new URL(`${realm}/protocol/openid-connect/certs`));
    const { payload } = await jwtVerify(token, keys, {
      issuer: realm,
      audience: 'sarraf',
      algorithms: ['RS256'],
    });
    assert.deepEqual(
      [payload['preferred_username'], payload['azp'], Number(payload.exp) - Number(payload.iat)],
      [person.user.username, 'tests', 300],
    );
    assert.equal((await list(token)).status, 200);
  });

  it('asks who has a second factor for its code, and closes Basic to them', async () => {
    const careful = await aPerson(system, { permissions: ['payment_request.view'] });
    const unasked = await asMe(careful.basic, 'second-factor/', {});
    assert.deepEqual([unasked.status, unasked.body['code']], [401, 'step_up_required']);
    const [recovery = ''] = await setUpFactor(careful.basic, careful.password);
    const basic = await asMe(careful.basic, 'second-factor/confirm/', { code: '000000' });
    assert.deepEqual([basic.status, basic.body['code']], [401, 'second_factor_required']);
    const answers = [
      await login(careful),
      await login(careful, { otp: '000000' }),
      await login(careful, { otp: recovery }),
      await login(careful, { otp: recovery }),
    ];
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body['error']]),
      [
        [401, 'second_factor_required'],
        [401, 'invalid_grant'],
        [200, undefined],
        [401, 'invalid_grant'],
      ],
    );
  });

  it('is renewed no more once another second factor is set up, by whichever the login began', async () => {
    const careful = await aPerson(system, { permissions: ['payment_request.view'] });
    const [forLogin = '', toShow = ''] = await setUpFactor(careful.basic, careful.password);
    const { body } = await login(careful, { otp: forLogin });
    await setUpFactor(`Bearer ${textIn(body, 'access_token')}`, toShow);
    const { status } = await renew(textIn(body, 'refresh_token'));
    assert.equal(status, 400);
  });

  it('publishes no private part of a key', async () => {
    const url = `${system.run.api}/auth/realms/demo/protocol/openid-connect/certs`;
    const keys = rows((await send(url)).body, 'keys');
    assert.ok(keys.length > 0);
    for (const key of keys)
      assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('knows the realm of a merchant only', async () => {
    const nowhere = `${system.run.api}/auth/realms/nobody/protocol/openid-connect/certs`;
    assert.equal((await send(nowhere)).status, 404);
    const { id } = await anotherMerchant(system);
    const { status, body } = await askToken(system, id, {
      grant_type: 'password',
      username: person.user.username,
      password: person.password,
      client_id: 'tests',
    });
    assert.deepEqual([status, body['error']], [401, 'invalid_grant']);
  });

  it('is believed for the realm that the request names, and for no other', async () => {
    const token = textIn((await login(person)).body, 'access_token');
    assert.equal((await list(token, { 'X-Service-ID': 'demo' })).status, 200);
    const { status, body } = await list(token, { 'X-Service-ID': 'other' });
    assert.deepEqual([status, body['code']], [401, 'invalid_credentials']);
  });

  it('refuses what is not whole or not true, as OAuth has it', async () => {
    const gone = await aPerson(system, { active: false });
    const program = await aPerson(system, { service: true });
    const cases: readonly (readonly [number, string, Promise<{ status: number; body: Json }>])[] = [
      [401, 'invalid_grant', login(person, { password: 'x' })],
      [401, 'invalid_grant', login(person, { username: 'nobody' })],
      [401, 'invalid_grant', login(gone)],
      [401, 'invalid_grant', login(program)],
      [400, 'unsupported_grant_type', login(person, { grant_type: 'implicit' })],
      [
        400,
        'invalid_request',
        askToken(system, 'demo', { grant_type: 'password', client_id: 'a' }),
      ],
      [400, 'invalid_request', askToken(system, 'demo', { grant_type: 'refresh_token' })],
      [401, 'invalid_client', login(person, { client_secret: 'x' })],
      [400, 'invalid_grant', renew('nothing')],
      [400, 'invalid_grant', renew('00000000-0000-4000-8000-000000000000.x')],
    ];
    for (const [status, error, asked] of cases) {
      const answer = await asked;
      assert.deepEqual([answer.status, answer.body['error']], [status, error]);
    }
    const json = await send(`${system.run.api}/auth/realms/demo/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"grant_type":"password"}',
    });
    assert.equal(json.status, 415);
  });

  it('lets programs in by their secret, in the body or by Basic, without a refresh token', async () => {
    const program = await aPerson(system, { service: true, permissions: ['e_commerce.view'] });
    const { username } = program.user;
    const inBody = { client_id: username, client_secret: program.password };
    for (const [fields, headers] of [
      [inBody, {}],
      [{}, { Authorization: basicOf(username, program.password) }],
    ] as const) {
      const { status, body } = await askToken(
        system,
        'demo',
        { grant_type: 'client_credentials', ...fields },
        headers,
      );
      assert.equal(status, 200);
      assert.equal('refresh_token' in body, false);
      assert.equal((await list(textIn(body, 'access_token'))).status, 200);
    }
    const { status, body, headers } = await askToken(system, 'demo', {
      grant_type: 'client_credentials',
      client_id: person.user.username,
      client_secret: person.password,
    });
    assert.deepEqual([status, body['error']], [401, 'invalid_client']);
    assert.equal(headers.get('www-authenticate'), 'Basic realm="Sarraf"');
  });

  it('is renewed with a token that is good once, by the client that has it', async () => {
    const first = textIn((await login(person)).body, 'refresh_token');
    assert.equal((await renew(first, { client_id: 'another' })).status, 400);
    const renewed = await renew(first);
    assert.equal(renewed.status, 200);
    const second = textIn(renewed.body, 'refresh_token');
    assert.notEqual(second, first);
    assert.equal((await list(textIn(renewed.body, 'access_token'))).status, 200);
  });

  it('ends for both hands when a refresh token is used twice, and the log says so', async () => {
    const first = textIn((await login(person)).body, 'refresh_token');
    const second = textIn((await renew(first)).body, 'refresh_token');
    assert.equal((await renew(first)).status, 400);
    assert.equal((await renew(second)).status, 400);
    const logs = system.logs();
    assert.ok(logs.includes('a refresh token was used twice'));
    for (const secret of [first, second]) assert.ok(!logs.includes(secret.slice(37)));
  });

  it('gives one renewal when many ask at once', async () => {
    const token = textIn((await login(person)).body, 'refresh_token');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => renew(token)));
    assert.ok(answers.filter(({ status }) => status === 200).length <= 1);
  });

  it('ends with the password, and when the user is let go', async () => {
    const { users } = system.store;
    const one = await aPerson(system, { permissions: ['e_commerce.view'] });
    const { body } = await login(one);
    const access = textIn(body, 'access_token');
    assert.equal((await list(access)).status, 200);
    await users.update(one.user.merchantId, one.user.username, { active: false });
    assert.equal((await list(access)).status, 401);
    await users.update(one.user.merchantId, one.user.username, { active: true });
    assert.equal((await list(access)).status, 200);
    await new Promise((done) => setTimeout(done, 2100));
    await users.setPassword(one.user.merchantId, one.user.username, 'another');
    assert.equal((await list(access)).status, 401);
    assert.equal((await renew(textIn(body, 'refresh_token'))).status, 400);
    assert.equal((await login(one)).status, 401);
  });

  it('goes on with another key when one is taken away, and what that one signed is worth nothing', async () => {
    const token = textIn((await login(person)).body, 'access_token');
    const { kid } = decodeProtectedHeader(token);
    assert.equal(await system.store.signingKeys.drop(String(kid)), true);
    await system.running.restart('api');
    assert.equal((await list(token)).status, 401);
    const next = textIn((await login(person)).body, 'access_token');
    assert.notEqual(decodeProtectedHeader(next).kid, kid);
    assert.equal((await list(next)).status, 200);
  });

  it('writes nothing of what was refused into the log but how and from where', async () => {
    const authorization = basicOf('somebody-who-mistypes', 'a-secret-typed-wrong');
    await send(`${system.run.api}${TRANSACTIONS}`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(SALE),
    });
    const line = system
      .logs()
      .split('\n')
      .findLast((one) => one.includes('not let in'));
    assert.ok(line?.includes('"by":"basic"'), line);
    for (const secret of ['somebody-who', 'a-secret', authorization.slice(6)])
      assert.ok(!system.logs().includes(secret));
  });
});

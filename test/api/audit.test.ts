import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { formToken } from '../../api/access/login-cookie.ts';
import { officeLoginsOn } from '../../api/access/office-logins.ts';
import { isAudited, type Route } from '../../api/route.ts';
import { ROUTES, type RouteName } from '../../api/routes.ts';
import { checkChain, type KeptEntry } from '../../store/audit-chain.ts';
import { aMerchantId, codeOf } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  part,
  SALE,
  send,
  textIn,
  until,
  type Answer,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { anApiKey } from './support/another-merchant.ts';
import { INVOICES, aBillBody } from './support/invoices.ts';
import { aPerson, askToken, type Person } from './support/people.ts';
import { DEMO } from './support/records.ts';
import { readsBody } from './support/routes.ts';

const CANARIES = {
  order_no: 'AUDIT-CANARY-ORDER-7731',
  customer_first_name: 'Zubaydah',
  customer_last_name: 'Qamariyyah',
  customer_email: 'zubaydah@canary.example',
  extra: { note: 'audit canary note' },
} as const;
const ASKS = { capture_delivery_address: true, capture_delivery_location: true };
const ADDRESS = {
  line1: 'Canary Street 5',
  city: 'Kuwait City',
  country: 'KW',
  location: '29.3759, 47.9774',
};

/** One request, as the audit log has it. */
interface Trace {
  readonly entry: Json;
  readonly action: Json;
}

/** No key is changed: others sign and check with it. */
const NO_ROTATION = { overlap_hours: 'never' };

/** Nobody's, so that the login page of the others stays as it is. */
const SSO_SHOP = aMerchantId('audited-sso');

const logInForm = ({ user, password }: Person) => ({ username: user.username, password });

describe('the audit log of requests', function () {
  this.timeout(120_000);
  let system: System;
  let merchant: MerchantClient;
  let key: string;
  let everybody: Person;
  /** For all routes: a request that is refused is in the log as well. */
  let anySale: string;
  before(async () => {
    system = await theSystem();
    key = await anApiKey(system);
    everybody = await aPerson(system, { superuser: true });
    merchant = merchantAt(system.run.api, key);
    anySale = await merchant.sale();
  });

  /** All that the log has of these answers, by the id that each of them was given. */
  async function tracesOf(answers: readonly Answer[]): Promise<readonly (readonly Trace[])[]> {
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    const found = new Map(ids.map((id): [string, Trace[]] => [id, []]));
    for await (const entry of system.store.audit.entries()) {
      const action = part(entry, 'action');
      found.get(String(action['requestId']))?.push({ entry: { ...entry }, action });
    }
    return ids.map((id) => found.get(id) ?? []);
  }

  /** Waits for the end of a request, which is written after its answer. */
  const traceOf = (answer: Answer): Promise<readonly [Trace, Trace]> =>
    until('the audit log has the request and its answer', async () => {
      const [[begun, ended, ...others] = []] = await tracesOf([answer]);
      assert.equal(others.length, 0, 'it is there twice');
      return begun && ended && ([begun, ended] as const);
    });

  const open = (method: string, path: string, body?: Readonly<Record<string, string>>) =>
    send(`${system.run.api}${path}`, { method, ...(body && { body: new URLSearchParams(body) }) });

  /** What a route needs that its declaration does not say. */
  const SPECIAL: Readonly<Partial<Record<RouteName, () => Promise<Answer>>>> = {
    'auth.token': () =>
      askToken(system, DEMO, {
        grant_type: 'password',
        username: everybody.user.username,
        password: 'wrong',
        client_id: 'tests',
      }),
    'invoices.create': () => merchant.call('POST', INVOICES, aBillBody()),
    'pages.drop-off-given': async () => {
      const id = await merchant.sale(ASKS);
      return open('POST', `/checkout/${id}/delivery/`, ADDRESS);
    },
    'pages.pay': async () => open('POST', `/checkout/${await merchant.sale()}/pay/`),
    'pages.cancel': async () => open('POST', `/checkout/${await merchant.sale()}/cancel/`),
    'callbacks.gateway': () => callBack(),
    'office.log-in': () => byBrowser('login', logInForm(everybody)),
    'office.show-second-factor': async () => {
      const { user } = await aPerson(system, { superuser: true });
      const factor = 'A'.repeat(32);
      await system.store.secondFactors.begin(user, factor);
      const pending = await system.store.secondFactors.pending(user);
      assert.ok(pending);
      await system.store.secondFactors.confirm(user, pending, { lastStep: 1, recovery: [] });
      await system.store.users.setSecondFactor(user.merchantId, user.username, true);
      return byBrowser(
        'login/second',
        { code: 'x' },
        await halfLogin({ ...user, secondFactor: true }),
      );
    },
    'office.set-up-required-factor': async () =>
      byBrowser('login/factor', { code: 'x' }, await halfLogin(everybody.user)),
    'office.choose-password-reset': () => byLink('reset', 'reset'),
    'office.choose-password-invited': () => byLink('invitation', 'invited'),
    'office.sso.callback': async () => {
      // Nobody answers at this port.
      const issuer = 'http://127.0.0.1:9';
      const { ssoTries, singleSignOn } = system.store;
      const way = { merchantId: SSO_SHOP, issuer, next: '/office/', begunAt: Date.now() };
      const known = { merchantId: SSO_SHOP, mode: 'allowed', issuer, clientId: 'x' } as const;
      await singleSignOn.save({ ...known, version: 1 }, 'x');
      const secret = { state: randomUUID(), browser: 'x'.repeat(43) };
      await ssoTries.begin(way, secret, Date.now() + 60_000);
      const path = `/office/login/sso/${SSO_SHOP}/callback?state=${secret.state}`;
      const headers = { Cookie: `__Host-office-sso=${secret.browser}` };
      const answer = await send(`${system.run.api}${path}`, { headers });
      await singleSignOn.save({ ...known, mode: 'off', version: 2 });
      return answer;
    },
    'office.log-out': async () => {
      const { headers } = await byBrowser('login', logInForm(everybody));
      const cookie = /^__Host-office=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
      return byBrowser('logout', { form_token: formToken(cookie, '/office/logout') }, cookie);
    },
  };

  /** The cookie of who has shown their password, and has to show more. */
  async function halfLogin(user: Person['user']): Promise<string> {
    const place = { browser: '?', network: '127.0.0.1', language: 'en' } as const;
    const { passwordSince } = (await system.store.users.findSecret(user.username)) ?? {};
    assert.ok(passwordSince);
    return officeLoginsOn(system.store).begin({ ...user, passwordSince }, place, 'half');
  }

  /** A link in a mail, by which somebody chooses a password that cannot be taken. */
  async function byLink(kind: 'reset' | 'invitation', path: string): Promise<Answer> {
    const { merchantId, username } = everybody.user;
    const until = Date.now() + 60_000;
    const secret = await system.store.accountLinks.make({ merchantId, username, kind }, until);
    return byBrowser(`${path}/${secret}`, { password: 'short' });
  }

  /** A form of the office, as a browser sends it. */
  function byBrowser(
    path: string,
    form: Readonly<Record<string, string>>,
    cookie = '',
  ): Promise<Answer> {
    return send(`${system.run.api}/office/${path}`, {
      method: 'POST',
      headers: { Origin: system.run.api, Cookie: `__Host-office=${cookie}` },
      body: new URLSearchParams(form),
    });
  }

  /** A callback as the network signs it, of an attempt that is none. */
  async function callBack(secretMore = ''): Promise<Answer> {
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    const secret = textIn(opened.settings, 'callback_secret') + secretMore;
    const body = JSON.stringify({
      event_id: `evt_${randomUUID()}`,
      type: 'payment.updated',
      created_at: new Date().toISOString(),
      payment: {
        id: 'pay_nothing',
        merchant_reference: 'demo-AUDITNOBODY',
        status: 'CAPTURED',
        amount: '12.340',
        currency: 'KWD',
      },
    });
    const at = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return send(`${system.run.api}/b/gw/callback/sandbox/?merchant=demo`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Simulator-Signature': `t=${at},v1=${v1}` },
      body,
    });
  }

  async function call(route: Route<RouteName>): Promise<Answer> {
    const special = SPECIAL[route.name];
    if (special) return special();
    const { method, path, who } = route;
    const body = readsBody(route);
    const filled = path
      .replace(':session_id', anySale)
      .replace(':name', 'start.js')
      .replace(':icon', 'card.svg')
      .replace(/:[a-z_]+/g, 'x');
    return send(`${system.run.api}${filled}/`, {
      method,
      headers: {
        Authorization: who.includes('private-key') ? `Api-Key ${key}` : everybody.basic,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify({ ...SALE, session_id: anySale, ...NO_ROTATION }) }),
    });
  }

  it('has each request that changes something once, with its end, and no other request', async () => {
    const answers: Answer[] = [];
    for (const route of ROUTES) answers.push(await call(route));
    const expected = ROUTES.map((route) =>
      isAudited(route) ? [`request ${route.name}`, `answer ${route.name}`] : [],
    );
    // The last end is written a moment after its answer; the others have been there long since.
    await traceOf(await merchant.create(SALE));
    const traces = await tracesOf(answers);
    // Downloads of reports and looks for people have an entry of their own, though they change nothing.
    const seen = traces.map((each) =>
      each
        .filter(({ action }) => !['report.download', 'read'].includes(textIn(action, 'name')))
        .map(({ action }) => `${textIn(action, 'name')} ${textIn(action, 'route')}`),
    );
    assert.deepEqual(seen, expected);
  });

  it('says who, from where, when, what, to what, and how it ended', async () => {
    const began = Date.now();
    const id = await merchant.sale();
    const answer = await merchant.patch(id, { amount: '9' });
    const [begun, ended] = await traceOf(answer);
    const requestId = answer.headers.get('x-request-id');
    const about = { route: 'transactions.change', requestId, merchantId: 'demo', sessionId: id };
    assert.deepEqual(begun.action, { name: 'request', ...about });
    assert.deepEqual(ended.action, { name: 'answer', ...about, status: 200 });
    for (const { entry } of [begun, ended]) {
      assert.equal(entry['who'], `key:${key.slice(0, 8)}`);
      assert.equal(entry['from'], '127.0.0.1');
      assert.ok(Number(entry['at']) >= began && Number(entry['at']) <= Date.now());
    }
    assert.ok(Number(begun.entry['_id']) < Number(ended.entry['_id']));
  });

  it('says what a creation has made', async () => {
    const answer = await merchant.create(SALE);
    const [begun, ended] = await traceOf(answer);
    assert.equal(begun.action['sessionId'], undefined);
    assert.equal(ended.action['sessionId'], answer.body['session_id']);
    assert.equal(ended.action['status'], 201);
  });

  it('has a request that was refused, with its status', async () => {
    const wrong = await merchant.create({ ...SALE, amount: '-1' });
    assert.equal((await traceOf(wrong))[1].action['status'], 400);
    const id = await merchant.sale();
    assert.equal((await open('POST', `/checkout/${id}/cancel/`)).status, 303);
    const late = await merchant.patch(id, { amount: '9' });
    assert.equal((await traceOf(late))[1].action['status'], late.status);
    assert.ok(late.status >= 400);
  });

  describe('of people', () => {
    let nobody: Person;
    before(async () => {
      nobody = await aPerson(system);
    });

    it('has what somebody tried and may not', async () => {
      const id = await merchant.sale();
      const answer = await send(`${system.run.api}/b/checkout/v1/pymt-txn/${id}/delete/`, {
        method: 'POST',
        headers: { Authorization: nobody.basic },
      });
      const [{ entry }, { action }] = await traceOf(answer);
      assert.equal(entry['who'], `user:${nobody.user.username}`);
      assert.equal(action['status'], 403);
      assert.equal(action['sessionId'], id);
    });

    it('has a login under the name to which it led, and a failed one under none', async () => {
      const login = (password: string) =>
        askToken(system, DEMO, {
          grant_type: 'password',
          username: nobody.user.username,
          password,
          client_id: 'tests',
        });
      const good = await traceOf(await login(nobody.password));
      assert.deepEqual(
        good.map(({ entry }) => entry['who']),
        ['nobody yet', `user:${nobody.user.username}`],
      );
      assert.equal(good[1].action['status'], 200);
      const bad = await traceOf(await login('wrong'));
      assert.deepEqual(
        bad.map(({ entry }) => entry['who']),
        ['nobody yet', 'nobody yet'],
      );
      assert.equal(bad[1].action['status'], 401);
    });

    it('has no request for a token that tries no secret, which nobody counts', async () => {
      const token = { client_id: 'tests', refresh_token: `${randomUUID()}.x` };
      const username = nobody.user.username;
      for (const form of [
        { grant_type: 'password', client_id: 'tests' },
        { grant_type: 'password', username, password: nobody.password },
        { grant_type: 'refresh_token', ...token },
      ]) {
        const answer = await askToken(system, DEMO, form);
        assert.equal(answer.status, 400);
        assert.deepEqual(await tracesOf([answer]), [[]]);
      }
    });

    it('knows nobody of whom nobody knows who they are', async () => {
      const answer = await send(`${system.run.api}/b/checkout/v1/pymt-txn/`, { method: 'POST' });
      assert.deepEqual(await tracesOf([answer]), [[]]);
    });
  });

  it('has what payers press, and not what they look at', async () => {
    const id = await merchant.sale();
    const looked = await open('GET', `/checkout/${id}/`);
    const pressed = await open('POST', `/checkout/${id}/pay/`, {
      form_id: 'a',
      pg_code: 'sandbox',
    });
    assert.equal(pressed.status, 303);
    const [{ entry, action }] = await traceOf(pressed);
    assert.equal(entry['who'], 'payer');
    assert.equal(action['sessionId'], id);
    assert.deepEqual(await tracesOf([looked]), [[]]);
  });

  it('has what a gateway has signed, and not what is forged in its name', async () => {
    const [{ entry, action }, { action: end }] = await traceOf(await callBack());
    assert.equal(entry['who'], 'gateway:sandbox');
    assert.equal(action['referenceNumber'], 'demo-AUDITNOBODY');
    assert.equal(end['status'], 200);
    const forged = await callBack('x');
    assert.equal(forged.status, 400);
    assert.deepEqual(await tracesOf([forged]), [[]]);
  });

  it('has nothing of what was typed: no person, no order, no secret', async () => {
    const answer = await merchant.create({ ...SALE, ...CANARIES, ...ASKS });
    assert.equal(answer.status, 201, answer.text);
    const id = textIn(answer.body, 'session_id');
    const inquired = await merchant.call('POST', '/b/pbl/v2/inquiry/', {
      order_no: CANARIES.order_no,
    });
    const given = await open('POST', `/checkout/${id}/delivery/`, ADDRESS);
    for (const each of [answer, inquired, given]) await traceOf(each);
    const kept: KeptEntry[] = [];
    for await (const entry of system.store.audit.entries()) kept.push(entry);
    const log = JSON.stringify(kept);
    assert.ok(log.includes(id), 'the log was not searched');
    const { extra, ...said } = CANARIES;
    for (const word of [...Object.values(said), extra.note, ADDRESS.line1, key, key.slice(9)])
      assert.ok(!log.includes(word), `"${word}" is in the audit log`);
  });

  it('is one whole chain after all of that', async () => {
    const { broken, head } = await checkChain(system.store.audit.entries(), {});
    assert.equal(broken, undefined);
    assert.ok(head.seq > 50);
  });
});

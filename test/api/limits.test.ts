import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  part,
  rows,
  SALE,
  send,
  textIn,
  TRANSACTIONS,
  until,
  type Answer,
  type Json,
} from '../support/http.ts';
import { anApiKey, anotherMerchant } from './support/another-merchant.ts';
import { anotherApi } from './support/another-api.ts';
import { paymentIdIn, sandboxNetworkOf } from './support/network.ts';
import { goToNetwork } from './support/payer.ts';
import { aPerson } from './support/people.ts';
import { DEMO, countDocuments, untilState } from './support/records.ts';
import { aShop } from './support/shop.ts';

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const withKey = (key: string) => ({ headers: { Authorization: `Api-Key ${key}` } });
const list = `${TRANSACTIONS}?order_no=none`;

/** Of two processes. Every test comes from addresses of its own, with keys and people of its own: others have been guessed in other tests. */
const LIMITS =
  'general=5/3600,authentication=4/3600,credential=6/3600,publicKey=12/3600,pages=5/3600,linksAndFiles=40/3600,inquiry=2/3600,downloads=2/3600';
const REPORTS = '/b/api/v1/reports';
/** The name of no payment. */
const unknownSession = () => randomBytes(20).toString('hex');
/** More than is read of a body. */
const LARGE = JSON.stringify({ token: 'x'.repeat(1_000_000) });

/** The status of a request that leaves by another address of this machine than all others. */
function statusFrom(
  localAddress: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { localAddress, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asking.on('error', reject).end();
  });
}

describe('the limits of requests', function () {
  this.timeout(120_000);
  let system: System;
  let apis: readonly Awaited<ReturnType<typeof anotherApi>>[];
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    const settings = {
      RATE_LIMITS: LIMITS,
      TRUSTED_PROXIES: '127.0.0.1',
      FILES_SENDFILE: 'X-Accel-Redirect:/private/',
    };
    apis = await Promise.all([anotherApi(system, settings), anotherApi(system, settings)]);
  });
  after(() => Promise.all(apis.map(({ stop }) => stop())));

  /** Asks one process after the other, as a balancer does, in the name of an address. */
  const ask = (turn: number, path: string, from: string, init: Init = {}) =>
    send(`${apis[turn % 2]?.url}${path}`, {
      ...init,
      headers: { ...init.headers, 'X-Forwarded-For': from },
    });

  const login = (
    turn: number,
    password: string,
    { from, username }: { readonly from: string; readonly username: string },
  ) =>
    ask(turn, '/auth/realms/demo/protocol/openid-connect/token', from, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'x',
        username,
        password,
      }).toString(),
    });

  it('count the requests of a key over all processes, tell how it stands, and say when to come again', async () => {
    const key = await anApiKey(system);
    const answers: Answer[] = [];
    for (let turn = 0; turn < 7; turn += 1)
      answers.push(await ask(turn, list, '203.0.113.1', withKey(key)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 429, 429],
    );
    assert.deepEqual(
      answers.map(({ headers }) => headers.get('ratelimit-remaining')),
      ['4', '3', '2', '1', '0', '0', '0'],
    );
    for (const { status, headers, body } of answers) {
      assert.equal(headers.get('ratelimit-limit'), '5');
      const reset = Number(headers.get('ratelimit-reset'));
      assert.ok(reset > 3500 && reset <= 3600, String(reset));
      assert.equal(headers.get('retry-after'), status === 429 ? String(reset) : null);
      if (status === 429) assert.deepEqual(Object.keys(body).toSorted(), ['code', 'detail']);
      if (status === 429) assert.equal(body['code'], 'throttled');
    }
    const other = await ask(0, list, '203.0.113.1', withKey(await anApiKey(system)));
    assert.equal(other.status, 200, 'another key of the same merchant goes on');
  });

  it('make nothing out of a request that is one too many, and cost the key nothing that is refused before', async () => {
    const key = await anApiKey(system);
    const orderNo = `limited-${randomBytes(4).toString('hex')}`;
    const body = JSON.stringify({ ...SALE, order_no: orderNo });
    for (let turn = 0; turn < 6; turn += 1) {
      // Who does not say what the body is has not been asked for the key yet.
      const headers = { ...withKey(key).headers, 'Content-Type': 'text/plain' };
      const early = await ask(turn, TRANSACTIONS, '203.0.113.2', { method: 'POST', headers, body });
      assert.equal(early.status, 415);
    }
    for (let turn = 0; turn < 7; turn += 1) {
      const headers = { ...withKey(key).headers, 'Content-Type': 'application/json' };
      const answer = await ask(turn, TRANSACTIONS, '203.0.113.2', {
        method: 'POST',
        headers,
        body,
      });
      assert.equal(answer.status, turn < 5 ? 201 : 429);
    }
    assert.equal(await countDocuments(system, orderNo), 5);
  });

  it('stop an address that guesses, at every process, and nobody else who holds that key', async () => {
    const key = await anApiKey(system);
    const guess = (turn: number, from: string) =>
      ask(turn, list, from, withKey(`${key.slice(0, 9)}${'0'.repeat(32)}`));
    const tries: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) tries.push((await guess(turn, '203.0.113.3')).status);
    assert.deepEqual(tries, [401, 401, 401, 401, 429, 429, 429]);

    for (const turn of [0, 1]) {
      const right = await ask(turn, list, '203.0.113.3', withKey(key));
      assert.deepEqual([right.status, right.body['code']], [429, 'throttled']);
      assert.match(right.headers.get('retry-after') ?? '', /^\d+$/);
      const elsewhere = await ask(turn, list, '203.0.113.4', withKey(key));
      assert.equal(elsewhere.status, 200, 'the merchant itself goes on');
    }
    const open = await ask(0, '/healthz', '203.0.113.3');
    assert.equal(open.status, 200, 'what needs no key is not stopped');
  });

  it('do not take a request without credentials, or with a public key, for a guess', async () => {
    const { keys } = system.run;
    // The public key is asked with more often than the limit of a credential.
    for (let turn = 0; turn < 7; turn += 1) {
      assert.equal((await ask(turn, list, '203.0.113.5')).status, 401);
      assert.equal((await ask(turn, list, '203.0.113.5', withKey(keys.public))).status, 401);
    }
    const right = await ask(0, list, '203.0.113.5', withKey(await anApiKey(system)));
    assert.equal(right.status, 200);
  });

  it('count a login that fails as a guess', async () => {
    const { user, password } = await aPerson(system);
    const by = { from: '203.0.113.9', username: user.username };
    const tries: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) tries.push((await login(turn, 'wrong', by)).status);
    assert.deepEqual(tries, [401, 401, 401, 401, 429, 429]);
    assert.equal((await login(0, password, by)).status, 429);
  });

  it('verify no more of a burst of wrong passwords than the limit, over all processes', async () => {
    const { username } = (await aPerson(system)).user;
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_value, turn) =>
        login(turn, `wrong-${turn}`, { from: '203.0.113.20', username }),
      ),
    );
    const by = (status: number) => tries.filter((one) => one.status === status).length;
    assert.deepEqual([by(401) <= 4, by(401) > 0, by(401) + by(429)], [true, true, 12]);
  });

  it('serve who has proved a key lately behind an address where others guess, until it is revoked', async () => {
    const key = await anApiKey(system);
    const mine = (turn: number) => ask(turn, list, '203.0.113.21', withKey(key));
    assert.equal((await mine(0)).status, 200);
    const guesses = Array.from({ length: 12 }, (_value, turn) =>
      ask(0, list, '203.0.113.21', withKey(`${key.slice(0, 9)}${String(turn).padStart(32, '0')}`)),
    );
    assert.ok((await Promise.all(guesses)).every(({ status }) => status === 401 || status === 429));
    assert.equal((await mine(0)).status, 200);
    assert.equal((await mine(1)).status, 429, 'the other process has not seen it yet');
    assert.equal(await system.store.apiKeys.revoke(DEMO, key.slice(0, 8)), 1);
    assert.equal((await mine(0)).status, 429, 'counted at once');
  });

  it('stop who guesses the password of one user from many addresses, but not the owner where they were let in', async () => {
    const statuses: number[] = [];
    const { user, password } = await aPerson(system);
    const { username } = user;
    const owner = (turn: number, from: string) => login(turn, password, { from, username });
    assert.equal((await owner(0, '203.0.113.30')).status, 200);
    await until(
      'it is known where',
      async () => (await system.store.loginPlaces.isKnown(username, '203.0.113.30')) || undefined,
    );
    for (let turn = 0; turn < 9; turn += 1) {
      const basic = Buffer.from(`${username}:wrong-${turn}`).toString('base64');
      const headers = { Authorization: `Basic ${basic}` };
      statuses.push((await ask(turn, list, `198.51.100.${turn}`, { headers })).status);
    }
    assert.deepEqual([...new Set(statuses.slice(0, 6))], [401]);
    assert.deepEqual([...new Set(statuses.slice(6))], [429]);
    // The other process does not remember the password itself.
    assert.equal((await owner(1, '203.0.113.31')).status, 429);
    assert.equal((await owner(1, '203.0.113.30')).status, 200);
  });

  it('take one /64 of IPv6 for one address', async () => {
    const unknown = withKey(randomBytes(8).toString('hex'));
    const tries: number[] = [];
    for (let turn = 0; turn < 6; turn += 1)
      tries.push((await ask(0, list, `2001:db8::${turn}`, unknown)).status);
    assert.deepEqual(tries, [401, 401, 401, 401, 429, 429]);
    assert.equal((await ask(0, list, '2001:db8:0:1::1', unknown)).status, 401);
  });

  it('count the views of a payment by address, and answer with a page', async () => {
    const merchant = merchantAt(system.run.api, system.run.keys.private);
    const [id, other] = [await merchant.sale(), await merchant.sale()];
    const paths = [
      'checkout/',
      'b/checkout/redirect/start?session_id=',
      'b/checkout/result/',
      'b/gw/mobile-sdk-redirect?session_id=',
    ];
    for (let turn = 0; turn < 5; turn += 1) {
      const { status } = await ask(turn, `/${paths[turn % paths.length]}${id}`, '203.0.113.6');
      assert.ok(status < 400, String(status));
    }
    for (const [turn, path] of paths.entries()) {
      const answer = await ask(turn, `/${path}${id}`, '203.0.113.6');
      assert.equal(answer.status, 429);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    }
    assert.equal((await ask(0, `/checkout/${other}`, '203.0.113.6')).status, 200);
    assert.equal((await ask(0, `/checkout/${id}`, '203.0.113.7')).status, 200);
  });

  it('count what names no payment together', async () => {
    const tries: number[] = [];
    for (let turn = 0; turn < 7; turn += 1)
      tries.push((await ask(turn, `/checkout/guess-${turn}`, '203.0.113.8')).status);
    assert.deepEqual(tries, [404, 404, 404, 404, 404, 429, 429]);
  });

  it('take no payment of a query for the one that is named elsewhere', async () => {
    const tries: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      const query = `session_id=${unknownSession()}`;
      const { status } = await ask(turn, `/b/gw/return/demoNOBODY98/?${query}`, '203.0.113.56');
      tries.push(status);
    }
    assert.deepEqual(tries, [404, 404, 404, 404, 404, 429, 429]);
  });

  describe('of who asks by a public key and names the payment in the body', () => {
    const SDK = '/b/checkout/api/sdk/v1';
    const post = async (
      turn: number,
      path: string,
      from: string,
      body: Json | string,
    ): Promise<number> => {
      const { status } = await ask(turn, `${SDK}${path}`, from, {
        method: 'POST',
        headers: {
          ...withKey(system.run.keys.public).headers,
          'Content-Type': 'application/json',
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return status;
    };

    for (const [path, from, more] of [
      ['/submit-token', '203.0.113.50', { token: 'none' }],
      ['/apay/pay', '203.0.113.51', { apple_pay_payload: { token: {} } }],
      ['/gpay/pay', '203.0.113.52', { google_pay_payload: {} }],
      ['/apay/validate-session', '203.0.113.53', { validation_url: 'https://shop.example' }],
    ] as const)
      it(`count ${path} for that payment, whatever the query says, and no other's for it`, async () => {
        const merchant = merchantAt(system.run.api, system.run.keys.private);
        const [id, other] = [await merchant.sale(), await merchant.sale()];
        const tries: number[] = [];
        for (let turn = 0; turn < 7; turn += 1)
          tries.push(
            await post(turn, `${path}?session_id=${unknownSession()}`, from, {
              session_id: id,
              ...more,
            }),
          );
        assert.deepEqual([...new Set(tries.slice(5))], [429]);
        assert.ok(!tries.slice(0, 5).includes(429), String(tries));
        assert.notEqual(await post(0, path, from, { session_id: other, ...more }), 429);
      });

    it('count what names payments that there are not, or cannot be read, by address and key', async () => {
      const tries: number[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        tries.push(
          await post(turn, '/submit-token', '203.0.113.54', {
            session_id: unknownSession(),
            token: 'none',
          }),
        );
        tries.push(await post(turn, '/submit-token', '203.0.113.54', turn % 2 ? '{' : LARGE));
      }
      assert.deepEqual(new Set(tries), new Set([400, 404, 413]));
      const body = {
        session_id: await merchantAt(system.run.api, system.run.keys.private).sale(),
        token: 'none',
      };
      for (const sent of [{ ...body, session_id: unknownSession() }, '{', LARGE, body])
        assert.equal(await post(0, '/submit-token', '203.0.113.54', sent), 429);
      assert.notEqual(await post(0, '/submit-token', '203.0.113.55', body), 429);
    });
  });

  it('count inquiries for which a gateway may be asked, of a merchant over all payments and keys', async () => {
    const { client, id } = await anotherMerchant(system);
    const paid = await client.sale();
    const network = sandboxNetworkOf(system);
    await network.pay(paymentIdIn(await goToNetwork(system, paid)));
    await untilState(system, paid, 'paid');
    const underWay = await client.sale();
    await goToNetwork(system, underWay);
    const inquire = async (turn: number, session: string) =>
      ask(turn, '/b/pbl/v2/inquiry/', '203.0.113.10', {
        method: 'POST',
        headers: {
          ...withKey(await anApiKey(system, { merchantId: id })).headers,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ session_id: session }),
      });
    // The payment has a limit of its own, which says so in other words.
    const remaining: (string | null)[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await inquire(turn, underWay);
      assert.doesNotMatch(String(answer.body['detail']), /Too many requests/);
      remaining.push(answer.headers.get('ratelimit-remaining'));
    }
    assert.deepEqual(remaining, ['1', '0']);
    const refused = await inquire(0, underWay);
    assert.deepEqual([refused.status, refused.body['code']], [429, 'throttled']);
    assert.match(String(refused.body['detail']), /^Too many requests/);
    assert.equal(refused.headers.get('ratelimit-limit'), '2');
    assert.equal((await inquire(1, paid)).status, 200, 'what is paid is answered all the same');
  });

  it('count the downloads of a file, which a proxy is told to send', async () => {
    const { id: merchantId, client } = await aShop(system);
    const reader = await aPerson(system, {
      merchantId,
      permissions: [
        'report.view_report',
        'e_commerce.view',
        'payment_request.view',
        'customer.view',
      ],
    });
    const asked = await client.call('POST', `${REPORTS}/exports/`, {});
    const name = textIn(asked.body, 'encrypted_id');
    await until('the report is finished', async () => {
      const { body } = await client.call('GET', `${REPORTS}/exports/${name}/`);
      return body['status'] === 'finished';
    });
    const report = await system.store.reports.findByName(merchantId, name);
    assert.ok(report);
    const mine = { headers: { Authorization: reader.basic } };
    const listed = await ask(0, `${REPORTS}/files/`, '203.0.113.40', mine);
    const [file] = rows(listed.body, 'results');
    const { pathname } = new URL(textIn(part(file ?? {}, 'download_action'), 'url'));
    // A file that a proxy sends is no answer as it is described.
    const get = (turn: number, headers: Readonly<Record<string, string>> = mine.headers) =>
      fetch(`${apis[turn % 2]?.url}${pathname}`, {
        headers: { ...headers, 'X-Forwarded-For': '203.0.113.40' },
      });
    const first = await get(0);
    assert.deepEqual(
      [first.status, first.headers.get('X-Accel-Redirect'), await first.text()],
      [200, `/private/reports/${merchantId}/${report.id}-${report.tries}.csv`, ''],
    );
    await get(1);
    const last = await get(0);
    const { code } = (await last.json()) as Json;
    assert.deepEqual([last.status, code], [429, 'rate_limited']);
    assert.ok(Number(last.headers.get('Retry-After')) > 0);
    // Nor does a flood of those whom nobody knows fill the audit log.
    for (let turn = 0; turn < 5; turn += 1) assert.equal((await get(turn, {})).status, 401);
    const token = createHash('sha256').update(pathname.split('/').at(-3) ?? '');
    const hash = token.digest('hex');
    const known: unknown[] = [];
    for await (const entry of system.store.audit.entries())
      if (part(entry, 'action')['tokenHash'] === hash) known.push(entry['who']);
    assert.ok(known.length >= 2);
    assert.ok(known.filter((who) => who === 'nobody').length <= 2);
  });

  it('count short links, pictures and files by what is asked for: payers behind one address have a limit each', async () => {
    const { client } = await aShop(system);
    const made = async () => {
      const flags = { generate_qr_code: true, shortify_checkout_url: true };
      const { body } = await client.create({ ...SALE, pg_codes: ['sandbox'], ...flags });
      return ['checkout_short_url', 'qr_code_url'].map(
        (name) => new URL(textIn(body, name)).pathname,
      );
    };
    const [link = '', code = ''] = await made();
    const from = '203.0.113.60';
    const status = async (turn: number, path: string) => (await ask(turn, path, from)).status;
    // All payers of a merchant have the same one.
    const logo = randomBytes(32).toString('hex');
    for (let turn = 0; turn < 6; turn += 1) {
      const file = randomBytes(16).toString('hex');
      assert.equal(await status(turn, `/media/logos/${logo}.png`), 404);
      assert.equal(
        await status(turn, `/media/payment_transactions/attachments/a_${file}.pdf`),
        404,
      );
    }
    assert.deepEqual([await status(0, link), await status(1, code)], [302, 200]);
    const tries: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) tries.push(await status(turn, link));
    assert.deepEqual(tries, [302, 302, 302, 302, 429]);
    // Both forms of a link are one.
    assert.equal(await status(0, link.replace('/b/', '/c/')), 429);
    const [other = ''] = await made();
    assert.equal(await status(0, other), 302);
    // What cannot be one is counted together.
    const wrong: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) wrong.push(await status(turn, `/b/x${turn}`));
    assert.deepEqual(wrong, [404, 404, 404, 404, 404, 429]);
  });

  it('stop an address that guesses short links', async () => {
    const tries: number[] = [];
    for (let turn = 0; turn < 42; turn += 1) {
      const code = randomBytes(4).toString('hex');
      tries.push((await ask(turn, `/b/${code}`, '203.0.113.61')).status);
    }
    assert.deepEqual([tries.indexOf(429), tries.lastIndexOf(404)], [40, 39]);
    const elsewhere = await ask(0, `/b/${randomBytes(4).toString('hex')}`, '203.0.113.62');
    assert.equal(elsewhere.status, 404);
  });

  it('believe no address that the caller wrote itself', async () => {
    const tries: number[] = [];
    const unknown = withKey(randomBytes(8).toString('hex'));
    for (let turn = 0; turn < 6; turn += 1) {
      const headers = { ...unknown.headers, 'X-Forwarded-For': `198.51.100.${turn}` };
      // Of no trusted proxy; where none is trusted at all, test/api/client-address.test.ts says whom to believe.
      tries.push(await statusFrom('127.0.0.9', `${apis[0]?.url}${list}`, headers));
    }
    assert.deepEqual(tries, [401, 401, 401, 401, 429, 429]);
  });

  it('are met by nobody in the system itself', async () => {
    const { api, keys } = system.run;
    const { headers } = await merchantAt(api, keys.private).list('order_no=x');
    assert.ok(Number(headers.get('ratelimit-remaining')) > 1_000_000);
  });
});

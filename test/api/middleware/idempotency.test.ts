import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request, type Server } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa from 'koa';
import { pino } from 'pino';
import { setCaller, type Caller } from '../../../api/access/caller.ts';
import { refuseUnknownContentType, readBody } from '../../../api/middleware/body.ts';
import { errors, InvalidFields } from '../../../api/middleware/errors.ts';
import { claimedSessionId, idempotent } from '../../../api/middleware/idempotency.ts';
import { operationUnderWay } from '../../../api/operations/external.ts';
import { DEMO } from '../support/records.ts';
import { useDatabase } from '../../store/database.ts';
import { send, until } from '../../support/http.ts';
import { loopbackUrl } from '../../support/listening.ts';

/** What the route does next; each test sets it. */
type Work = (session: string) => Promise<object>;

describe('a request with an Idempotency-Key', () => {
  const database = useDatabase();
  let server: Server;
  let url: string;
  let work: Work;
  let runs: string[];
  let status: number;
  let caller: Caller;
  /** Longer than any machine needs, but where a test is about its end. */
  const patience = { leaseMs: 0, waitMs: 0 } as { leaseMs: number; waitMs: number; begun?: true };

  before(async () => {
    const app = new Koa();
    app.use(errors(pino({ level: 'silent' })));
    app.use(async (ctx, next) => {
      setCaller(ctx, caller);
      await next();
    });
    app.use(async (ctx, next) => {
      refuseUnknownContentType(ctx);
      await readBody(ctx, { schema: undefined, file: undefined });
      await next();
    });
    app.use(idempotent(database().store.claims, patience));
    app.use(async (ctx) => {
      const session = claimedSessionId(ctx);
      runs.push(session);
      ctx.body = await work(session);
      ctx.status = status;
    });
    server = app.listen(0, '127.0.0.1');
    url = await loopbackUrl(server);
  });
  beforeEach(() => {
    runs = [];
    status = 201;
    caller = program('testtest');
    Object.assign(patience, { leaseMs: 60_000, waitMs: 60_000 });
    delete patience.begun;
    work = async (session) => ({ session_id: session });
  });
  after(() => {
    server.close();
  });

  const post = (key: string, body: object = { amount: '1.000' }) => {
    return send(`${url}/things/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(key !== '' && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
    });
  };

  it('has one of them, not two', async () => {
    const said = await new Promise<string>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': [aKey(), aKey()] };
      const sent = request(url, { method: 'POST', headers }, (answer) => {
        textOf(answer).then(resolve, reject);
      });
      sent.on('error', reject);
      sent.end('{}');
    });
    assert.match(said, /The Idempotency-Key was sent twice/);
    assert.deepEqual(runs, []);
  });

  it('gives the first answer again, byte by byte, and runs once', async () => {
    const key = aKey();
    const first = await post(key);
    const second = await post(key);
    assert.equal(first.status, 201);
    assert.equal(second.status, 201);
    assert.equal(second.text, first.text);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(runs.length, 1);
  });

  it('goes on with the same session while the answer is that it is under way', async () => {
    const key = aKey();
    status = 202;
    await post(key);
    status = 200;
    const second = await post(key);
    assert.deepEqual([second.status, second.headers.get('idempotent-replayed')], [200, null]);
    assert.deepEqual([runs.length, new Set(runs).size], [2, 1]);
    const third = await post(key);
    assert.deepEqual([third.status, third.text], [200, second.text]);
    assert.equal(runs.length, 2);
  });

  it('keeps the answer that something has begun, where nothing more is said of it', async () => {
    Object.assign(patience, { accepted: true });
    const key = aKey();
    status = 202;
    const first = await post(key);
    const second = await post(key);
    assert.deepEqual([second.status, second.text], [202, first.text]);
    assert.equal(runs.length, 1);
  });

  it('is the same request when only the order of the keys differs', async () => {
    const key = aKey();
    await post(key, { a: 1, b: { c: 2, d: 3 } });
    const again = await post(key, { b: { d: 3, c: 2 }, a: 1 });
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
  });

  it('conflicts when the body is another one', async () => {
    const key = aKey();
    await post(key);
    const other = await post(key, { amount: '2.000' });
    assert.equal(other.status, 409);
    assert.equal(other.body['code'], 'idempotency_conflict');
    assert.equal(runs.length, 1);
  });

  it('conflicts when somebody else has it, who is told so and whose request is not lost in silence', async () => {
    const people = [aPerson(1), aPerson(2)] as const;
    for (const [first, second] of [
      people,
      [program('one'), people[0]],
      [people[0], program('one')],
    ]) {
      const key = aKey();
      caller = first;
      const answer = await post(key);
      caller = second;
      const other = await post(key);
      assert.deepEqual([other.status, other.body['code']], [409, 'idempotency_conflict']);
      caller = first;
      assert.equal((await post(key)).text, answer.text);
    }
    assert.equal(runs.length, 3);
  });

  it('knows a program also after its key was replaced', async () => {
    const key = aKey();
    const first = await post(key);
    caller = program('newerone');
    assert.equal((await post(key)).text, first.text);
    assert.equal(runs.length, 1);
  });

  it('runs once however many come at the same time', async () => {
    const key = aKey();
    work = async (session) => {
      await sleep(150);
      return { session_id: session };
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(key)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(runs.length, 1);
  });

  it('is told to wait while the first one is under way for longer than patience lasts', async () => {
    const key = aKey();
    let finish = nothing;
    work = (session) =>
      new Promise((resolve) => {
        finish = () => resolve({ session_id: session });
      });
    const first = post(key);
    await until('the first one runs', async () => runs.length === 1);
    patience.waitMs = 300;
    const second = await post(key);
    assert.equal(second.status, 409);
    assert.equal(second.body['code'], 'tracking_in_progress');
    assert.ok(Number(second.headers.get('retry-after')) > 0);
    finish();
    assert.equal((await first).status, 201);
    assert.equal(runs.length, 1);
  });

  it('takes over after the lease of a dead one, with the same session', async () => {
    const key = aKey();
    let die = nothing;
    work = () =>
      new Promise((_resolve, reject) => {
        die = () => reject(new Error('the process is gone'));
      });
    patience.leaseMs = 400;
    const first = post(key);
    await until('the first one runs', async () => runs.length === 1);
    work = async (session) => ({ session_id: session });
    const second = await post(key);
    assert.equal(second.status, 201);
    assert.equal(runs.length, 2);
    assert.equal(runs[0], runs[1]);
    die();
    assert.equal((await first).status, 500);
    assert.equal((await post(key)).text, second.text);
  });

  it('goes on with the same session at once after a fault of ours', async () => {
    const key = aKey();
    work = () => Promise.reject(new Error('the database went away'));
    assert.equal((await post(key)).status, 500);
    work = async (session) => ({ session_id: session });
    assert.equal((await post(key)).status, 201);
    assert.equal(runs[0], runs[1]);
  });

  it('has its key back after a refusal, because nothing was made', async () => {
    const key = aKey();
    work = () => Promise.reject(new InvalidFields({ amount: ['wrong'] }));
    assert.equal((await post(key)).status, 400);
    work = async (session) => ({ session_id: session });
    assert.equal((await post(key, { amount: '2.000' })).status, 201);
  });

  it('goes on with the same session after a refusal to who has sent it again, for the first one may have made it', async () => {
    const key = aKey();
    work = () => Promise.reject(new Error('made, and then the process is gone'));
    assert.equal((await post(key)).status, 500);
    work = () => Promise.reject(new InvalidFields({ amount: ['not any more'] }));
    assert.equal((await post(key)).status, 400);
    work = async (session) => ({ session_id: session });
    assert.equal((await post(key)).status, 201);
    assert.deepEqual([runs.length, new Set(runs).size], [3, 1]);
  });

  it('goes on with the same session where the answer is that what was asked for is under way', async () => {
    const key = aKey();
    work = () => Promise.reject(operationUnderWay());
    assert.equal((await post(key)).status, 409);
    work = async (session) => ({ session_id: session });
    assert.equal((await post(key)).status, 201);
    assert.deepEqual([runs.length, new Set(runs).size], [2, 1]);
  });

  it('is not freed by a first one that is refused after another one has gone on in its place', async () => {
    const key = aKey();
    let refuse = nothing;
    work = () =>
      new Promise((_resolve, reject) => {
        refuse = () => reject(new InvalidFields({ amount: ['too late'] }));
      });
    patience.leaseMs = 400;
    const first = post(key);
    await until('the first one runs', async () => runs.length === 1);
    let finish = nothing;
    work = (session) =>
      new Promise((resolve) => {
        finish = () => resolve({ session_id: session });
      });
    patience.leaseMs = 60_000;
    const second = post(key);
    await until('the second one runs', async () => runs.length === 2);
    refuse();
    assert.equal((await first).status, 400);
    finish();
    const made = await second;
    assert.equal(made.status, 201);
    work = async (session) => ({ session_id: session });
    assert.equal((await post(key)).text, made.text);
    assert.deepEqual([runs.length, new Set(runs).size], [2, 1]);
  });

  for (const [what, key] of [
    ['longer than 255 characters', 'k'.repeat(256)],
    ['with a blank', 'two words'],
    ['that is blank', ' '],
  ] as const)
    it(`is refused with a key ${what}`, async () => {
      const { status, body } = await post(key);
      assert.equal(status, 400);
      assert.equal(body['code'], 'validation_error');
      assert.equal(runs.length, 0);
    });

  it('runs each time without a key', async () => {
    await post('');
    await post('');
    assert.equal(new Set(runs).size, 2);
  });
});

function aKey(): string {
  return randomBytes(8).toString('hex');
}

function program(keyId: string): Caller {
  return { kind: 'key', merchantId: DEMO, keyId };
}

function aPerson(id: number): Caller {
  const username = `person-${id}`;
  return {
    kind: 'user',
    merchantId: DEMO,
    user: {
      id,
      merchantId: DEMO,
      username,
      email: `${username}@shop.example.test`,
      active: true,
      superuser: false,
      service: false,
      permissions: [],
    },
  };
}

function nothing(): void {}

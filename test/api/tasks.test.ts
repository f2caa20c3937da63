import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { MOST_OF_A_KIND } from '../../store/payment-tasks.ts';
import { taskDoc } from '../../api/tasks/list.ts';
import { TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import type { taskMailSweep } from '../../workflows/index.ts';
import { part, rows, send, textIn, until, type Answer, type Json } from '../support/http.ts';
import { mailsTo } from '../support/mails.ts';
import { theSystem, type System } from '../support/system.ts';
import { aStaff, type Staff } from './operation-requests/support/staff.ts';
import { goToNetwork } from './support/payer.ts';
import { codeOf } from '../support/builders.ts';
import { sessionIdOf } from './support/records.ts';
import { aReceiver } from './support/shop.ts';
import { aPerson } from './support/people.ts';

const TASKS = '/b/tasks/v1/tasks/';
const HOUR_MS = 3_600_000;

/** What the API does not show. */
const NOWHERE: ReadonlySet<unknown> = new Set(['key.expiring']);

const kinds = (tasks: readonly Json[]) => tasks.map((task) => textIn(task, 'kind'));

describe('tasks', () => {
  let system: System;
  let staff: Staff;
  let paid = '';
  let waiting = '';
  let stuck = '';
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    staff = await aStaff(system, { checkers: 2 });
    receiver = await aReceiver();
    const endpoint = { url: `${receiver.url}/alerts`, events: ['alert.*'] };
    const registered = await staff.shop.client.call('POST', '/b/webhooks/v1/endpoints/', endpoint);
    assert.equal(registered.status, 201, registered.text);
    paid = await staff.payment({ order_no: 'TASK-1' });
    // One checker for all: an alert.
    const alone = await staff.request('maker', paid, '1.000');
    const said = { reason: 'Nobody else is here', break_glass: true };
    assert.equal((await staff.decide('second', alone, 'approve', said)).status, 200);
    // What is told later cannot overtake it.
    await until('the endpoint is told of it', async () => receiver.at('/alerts').length === 1);
    waiting = await staff.request('maker', paid, '2.000');
    const { store } = system;
    const merchantId = staff.shop.id;
    await store.apiKeys.createPair(merchantId, {
      name: 'Old shop',
      expiresAt: Date.now() + HOUR_MS,
    });
    await store.webhookEndpoints.insert({
      id: 'whe_failing',
      merchantId,
      url: 'https://failing.example/hooks',
      registered: true,
      events: [],
      createdAt: 1,
      version: 1,
      failingSince: Date.now() - 2 * HOUR_MS,
    });
    stuck = await staff.shop.client.sale();
    await goToNetwork(system, stuck);
    const client = await mongo.MongoClient.connect(system.run.mongodb);
    const began = { $set: { 'attempts.0.createdAt': Date.now() - HOUR_MS } };
    await client.db().collection('transactions').updateOne({ sessionId: stuck }, began);
    await client.close();
  });

  after(() => receiver.close());

  const list = (
    who: 'admin' | 'checker' | 'second' | 'maker' | 'key',
    query = '',
  ): Promise<Answer> => staff.ask(who, 'GET', `${TASKS}${query}`);
  const seen = async (who: Parameters<typeof list>[0], query = '') => {
    const answer = await list(who, query);
    assert.equal(answer.status, 200, answer.text);
    return rows(answer.body, 'results');
  };
  const act = (who: 'admin' | 'checker', id: string, verb: string, body?: Json) =>
    staff.ask(who, 'POST', `${TASKS}${encodeURIComponent(id)}/${verb}/`, body);
  /** How a request ended, as the audit log has it. */
  const ended = ({ headers }: Answer): Promise<Json> =>
    until('the audit log has the end', async () => {
      for await (const entry of system.store.audit.entries()) {
        const action = part(entry, 'action');
        if (action['name'] === 'answer' && action['requestId'] === headers.get('x-request-id'))
          return action;
      }
      return undefined;
    });
  const ALL = ['alert.break-glass', 'stuck', 'approval', 'webhook.failing', 'key.expiring'];

  it('are of all that is stored, worst first, with what each is about', async () => {
    const tasks = await seen('admin');
    const [alert, ...others] = tasks;
    assert.deepEqual(kinds(tasks).toSorted(), ALL.toSorted());
    assert.equal(alert?.['kind'], 'alert.break-glass');
    assert.deepEqual(
      [part(alert, 'subject')['type'], part(alert, 'subject')['id']],
      ['payment', paid],
    );
    for (const task of tasks.filter(({ kind }) => !NOWHERE.has(kind))) {
      const { pathname, search } = new URL(textIn(part(task, 'subject'), 'url'));
      const read = await staff.ask('admin', 'GET', `${pathname}${search}`);
      assert.equal(read.status, 200, `${textIn(task, 'kind')} ${read.text}`);
    }
    assert.deepEqual([alert['order_no'], alert['amount']], ['TASK-1', '1.000']);
    const subjects = Object.fromEntries(
      others.map((task) => [textIn(task, 'kind'), part(task, 'subject')['id']]),
    );
    assert.deepEqual(
      [subjects['approval'], subjects['stuck'], subjects['webhook.failing']],
      [waiting, stuck, 'whe_failing'],
    );
    assert.equal(kinds(tasks).at(-1), 'key.expiring');
    const { counts } = (await list('admin')).body;
    assert.deepEqual(
      Object.entries(counts as object).filter(([, count]) => count !== 0),
      [
        ['alert.break-glass', 1],
        ['approval', 1],
        ['stuck', 1],
        ['webhook.failing', 1],
        ['key.expiring', 1],
      ],
    );
  });

  it('are seen as far as permissions go, by people of the merchant alone', async () => {
    assert.deepEqual(kinds(await seen('checker')), ['approval']);
    assert.deepEqual(kinds(await seen('maker')), []);
    assert.equal((await list('key')).status, 403);
    const of = async (given: Parameters<typeof aPerson>[1]) => {
      const { basic } = await aPerson(system, given);
      const { body } = await send(`${system.run.api}${TASKS}`, {
        headers: { authorization: basic },
      });
      return kinds(rows(body, 'results'));
    };
    const merchantId = staff.shop.id;
    const blind = { merchantId, permissions: ['alert.handle'] } as const;
    assert.deepEqual(await of(blind), []);
    const typed = { merchantId, permissions: ['alert.handle', 'payment_request.view'] } as const;
    assert.deepEqual(await of(typed), ['alert.break-glass']);
    assert.ok(!(await of({ superuser: true })).includes('alert.break-glass'));
  });

  it('turns pages by next, once each, and refuses what it does not know', async () => {
    const found: string[] = [];
    let query: string | undefined = '?limit=2';
    while (query !== undefined) {
      const { body } = await list('admin', query);
      found.push(...rows(body, 'results').map((task) => textIn(task, 'id')));
      const { next } = body;
      query = typeof next === 'string' ? new URL(next).search : undefined;
    }
    assert.deepEqual([found.length, new Set(found).size], [ALL.length, ALL.length]);
    const wrong = await list('admin', '?kind=other&state=closed&mine=me&limit=0&since=1');
    assert.equal(wrong.status, 400);
    const named = ['kind', 'limit', 'mine', 'since', 'state'];
    assert.deepEqual(Object.keys(wrong.body).toSorted(), named);
    assert.deepEqual(Object.keys(taskDoc).toSorted(), ['cursor', 'kind', 'limit', 'mine', 'state']);
  });

  it('are taken, given back, called done with a note, and opened again', async () => {
    const [alert] = await seen('admin', '?kind=alert.break-glass');
    assert.ok(alert);
    const id = textIn(alert, 'id');
    const taken = await act('admin', id, 'take');
    assert.equal(taken.status, 200, taken.text);
    assert.equal(part(taken.body, 'mark')['state'], 'taken');
    assert.deepEqual(kinds(await seen('admin', '?mine=true')), ['alert.break-glass']);
    assert.ok(!('mark' in (await act('admin', id, 'release')).body));
    assert.deepEqual(await seen('admin', '?mine=true'), []);

    const mute = await act('admin', id, 'handle', {});
    assert.deepEqual([mute.status, Object.keys(mute.body)], [400, ['note']]);
    const done = await act('admin', id, 'handle', { note: 'It was right' });
    assert.equal(part(done.body, 'mark')['note'], 'It was right');
    assert.ok(!kinds(await seen('admin')).includes('alert.break-glass'));
    assert.deepEqual(kinds(await seen('admin', '?state=handled')), ['alert.break-glass']);
    const told = await until('the endpoint is told', async () => {
      const events = receiver.at('/alerts');
      return events.length === 2 && events;
    });
    assert.deepEqual(
      told.map((event) => [event['event_type'], event['alert'], event['task_id'], event['note']]),
      [
        ['alert.raised', 'break-glass', id, undefined],
        ['alert.handled', 'break-glass', id, 'It was right'],
      ],
    );
    const again = await act('admin', id, 'take');
    assert.deepEqual([again.status, again.body['code']], [400, 'invalid_state']);
    const reopened = await act('admin', id, 'reopen');
    assert.equal(reopened.status, 200);
    for (const answer of [again, reopened])
      assert.deepEqual((await ended(answer))['subject'], id, 'the audit log does not know which');
    assert.ok(kinds(await seen('admin')).includes('alert.break-glass'));

    // What a person may not see to is not there for them, and a decision is no note.
    assert.equal((await act('checker', id, 'take')).status, 404);
    const decision = await act('checker', `approval:${waiting}`, 'handle', { note: 'Yes' });
    assert.deepEqual([decision.status, decision.body['code']], [400, 'invalid_state']);
  });

  it('are mailed to people as they have chosen: at once, once a day, of their own kinds alone', async () => {
    const mine = (method: string, body?: Json) =>
      staff.ask('checker', method, '/b/me/v1/subscriptions/', body);
    const preset = await mine('GET');
    assert.deepEqual(preset.body, {
      results: [{ kind: 'approval', when: 'now' }],
      daily_at: '08:00',
      time_zone: 'Asia/Kuwait',
      version: 0,
    });
    assert.equal((await staff.ask('key', 'GET', '/b/me/v1/subscriptions/')).status, 403);
    const unseen = await mine('PUT', { results: [{ kind: 'stuck', when: 'now' }] });
    assert.deepEqual([unseen.status, Object.keys(unseen.body)], [400, ['results']]);
    const choice = { results: [{ kind: 'approval', when: 'daily' }], version: 0 };
    const chosen = await mine('PUT', choice);
    assert.deepEqual([chosen.status, chosen.body['version']], [200, 1], chosen.text);
    const late = await mine('PUT', choice);
    assert.deepEqual([late.status, late.body['code']], [412, 'version_conflict']);
    assert.deepEqual((await mine('GET')).body, chosen.body);

    const mailsOf = (who: 'checker' | 'second') => mailsTo(system, staff.people[who].user.email);
    const request = await staff.request('maker', await staff.payment(), '1.500');
    await until('who has chosen nothing has the mail at once', async () =>
      (await mailsOf('second')).some(({ text }) => text.includes(request)),
    );
    assert.ok(!(await mailsOf('checker')).some(({ text }) => text.includes(request)));

    const { username } = staff.people.checker.user;
    const client = await mongo.MongoClient.connect(system.run.mongodb);
    const due = { $set: { 'subscriptions.daily': { dueAt: 1, doneOn: '2026-01-01' } } };
    await client.db().collection('users').updateOne({ username }, due);
    await client.close();
    await system.temporal.workflow.execute<typeof taskMailSweep>('taskMailSweep', {
      workflowId: `task-mails-${randomUUID()}`,
      taskQueue: TRANSACTIONS_QUEUE,
    });
    const daily = await until('the daily mail is there', async () =>
      (await mailsOf('checker')).find(({ subject }) => subject.startsWith('Open tasks at')),
    );
    for (const open of [waiting, request])
      assert.ok(daily.text.includes(`/office/approvals/${open}`), daily.text);
    assert.deepEqual((await staff.decide('admin', request, 'reject')).status, 200);
  });

  it('are over when what they are about is', async () => {
    await staff.decide('checker', waiting, 'reject');
    const late = await staff.decide('second', waiting, 'approve');
    const { sessionId, status } = await ended(late);
    assert.deepEqual([sessionId, status, late.status < 400], [waiting, late.status, false]);
    assert.ok(!kinds(await seen('admin')).includes('approval'));
  });

  it('are of who has started what ended with failures, and of nobody else', async () => {
    const { api } = system.run;
    const { basic } = staff.people.admin;
    const csv = 'amount,currency_code,pg_codes\n5,KWD,sandbox\n6,KWD,sandbox\n';
    const uploaded = await send(`${api}/b/bulk/v1/bulk/?confirm_later=true&name=June`, {
      method: 'POST',
      headers: { Authorization: basic, 'Content-Type': 'text/csv' },
      body: csv,
    });
    assert.equal(uploaded.status, 201, uploaded.text);
    // What was right is right no more when the rows are made.
    const { gatewayAccounts, reports } = system.store;
    const merchantId = staff.shop.id;
    const opened = await gatewayAccounts.open(merchantId, codeOf('sandbox'));
    assert.ok(opened);
    await gatewayAccounts.put({ ...opened.account, active: false }, opened.settings);
    const bulk = textIn(uploaded.body, 'bulk_id');
    const confirmed = await staff.ask('admin', 'POST', `/b/bulk/v1/bulk/${bulk}/confirm/`);
    assert.equal(confirmed.status, 200, confirmed.text);
    const [of] = await until('the file of requests is a task', async () => {
      const found = await seen('admin', '?kind=bulk');
      return found.length > 0 && found;
    });
    await gatewayAccounts.put(opened.account, opened.settings);
    assert.deepEqual(of?.['detail'], 'June: 2 of 2 rows made nothing.');

    const asked = await staff.ask('admin', 'POST', '/b/api/v1/reports/exports/', {});
    assert.equal(asked.status, 202, asked.text);
    const report = await reports.findByName(merchantId, textIn(asked.body, 'encrypted_id'));
    assert.equal(report?.initiator?.username, staff.people.admin.user.username);

    const { basic: colleague } = await aPerson(system, { merchantId, superuser: true });
    const { body } = await send(`${api}${TASKS}?kind=bulk,report`, {
      headers: { authorization: colleague },
    });
    assert.deepEqual(rows(body, 'results'), []);
  });

  it('are there of a new alert behind any number of newer payments with older ones', async () => {
    const [alert] = await seen('admin', '?kind=alert.break-glass');
    assert.ok(alert);
    const client = await mongo.MongoClient.connect(system.run.mongodb);
    const { store } = system;
    const payment = await store.transactions.find({
      merchantId: staff.shop.id,
      sessionId: sessionIdOf(paid),
    });
    assert.ok(payment);
    const [own] = payment.alerts;
    assert.ok(own);
    const older = (['break-glass', 'reference-mismatch'] as const).map((kind) => ({
      ...own,
      kind,
      at: own.at - HOUR_MS,
    }));
    const kept = client.db().collection('transactions');
    const { _id: _ofIt, ...document } = (await kept.findOne({ sessionId: paid })) ?? {};
    await kept.insertMany(
      Array.from({ length: MOST_OF_A_KIND }, (_one, nth) => ({
        ...document,
        sessionId: `${paid}x${nth}`,
        attempts: [],
        operations: [],
        alerts: older,
        alertedAt: own.at - HOUR_MS,
        createdAt: Date.now() + nth,
      })),
    );
    const isThere = async () => {
      const taken = await act('admin', textIn(alert, 'id'), 'take');
      assert.equal(taken.status, 200, taken.text);
      assert.equal((await act('admin', textIn(alert, 'id'), 'release')).status, 200);
      const { counts } = (await list('admin')).body;
      return Object(counts);
    };
    assert.equal((await isThere())['alert.reference-mismatch'], MOST_OF_A_KIND);

    // Nor do newer alerts hide it that somebody has handled.
    const newer = { ...older[0], at: own.at + HOUR_MS };
    await kept.updateMany(
      { sessionId: { $regex: `^${paid}x` } },
      { $set: { alerts: [newer], alertedAt: newer.at } },
    );
    const name = textIn(alert, 'id').replace(String(own.at), String(newer.at));
    await client
      .db()
      .collection('task_marks')
      .insertMany(
        Array.from({ length: MOST_OF_A_KIND }, (_one, nth) => ({
          merchantId: staff.shop.id,
          taskId: name.replace(paid, `${paid}x${nth}`),
          state: 'handled',
          by: { id: 1, username: 'somebody' },
          at: newer.at,
          note: 'Seen',
          version: 1,
        })),
      );
    await client.close();
    assert.equal((await isThere())['alert.break-glass'], 1);
  });
});

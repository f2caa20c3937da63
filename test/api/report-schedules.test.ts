import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { unlessDeleted } from '../../engine/schedule-parts.ts';
import { reportLookOf } from '../../workflows/starts.ts';
import type { ReportOrder } from '../../domain/report/report.ts';
import { reportIdOf } from '../../store/reports.ts';
import { theSystem, type System } from '../support/system.ts';
import { rows, send, textIn, until, type Answer, type Json } from '../support/http.ts';
import { mailsTo } from '../support/mails.ts';
import { describeSchedule } from '../support/schedules.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { aPerson } from './support/people.ts';
import { aShop, type Shop } from './support/shop.ts';

const SCHEDULES = '/b/api/v1/reports/schedules/';
const DAY_MS = 24 * 3_600_000;
/** A cut-off in Kuwait that does not come while these tests run. */
const FAR_OFF = new Date(Date.now() + DAY_MS / 2 + 3 * 3_600_000).toISOString().slice(11, 16);
const PLAN = { interval: 'daily', start_date: '2026-01-31', cut_off_time: '23:30' };

describe('schedules of reports', function () {
  this.timeout(60_000);
  let system: System;
  let shop: Shop;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system, {}, { timeZone: 'Asia/Kuwait' });
  });

  const call = (
    method: string,
    path: string,
    body?: Json,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> =>
    send(`${system.run.api}${path}`, {
      method,
      headers: {
        Authorization: `Api-Key ${shop.key}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const created = async (more: Json = {}): Promise<Json> => {
    const answer = await call('POST', SCHEDULES, { ...PLAN, cut_off_time: FAR_OFF, ...more });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const described = (id: string) =>
    describeSchedule(system.temporal.schedule, `report-schedule/${id}`);
  const arranged = (id: string) => until('the Schedule', () => unlessDeleted(() => described(id)));

  it('are made, read, changed, paused, resumed and deleted, and Temporal has a Schedule of each', async () => {
    const made = await created({
      interval: 'monthly',
      cut_off_time: '23:30',
      plugins: ['e_commerce'],
    });
    const id = textIn(made, 'id');
    assert.deepEqual(
      [made['is_active'], made['time_zone'], made['plugins'], made['file_format']],
      [true, 'Asia/Kuwait', ['e_commerce'], 'csv'],
    );
    const { info } = await arranged(id);
    const next = made['next_report'] as Readonly<Record<string, string>>;
    // 23:30 in Kuwait on the last day of a month, and a minute more for what was created then.
    assert.match(next['created_before'] ?? '', /T20:30:00Z$/);
    assert.equal(
      info.nextActionTimes[0]?.getTime(),
      Date.parse(next['created_before'] ?? '') + 60_000,
    );

    const changed = await call('PATCH', `${SCHEDULES}${id}/`, { interval: 'weekly', bom: true });
    assert.deepEqual(
      [changed.status, changed.body['interval'], changed.body['bom'], changed.body['cut_off_time']],
      [200, 'weekly', true, '23:30'],
    );
    const pause = await call('POST', `${SCHEDULES}${id}/pause/`);
    assert.deepEqual([pause.body['is_active'], pause.body['next_report']], [false, null]);
    await until('the pause', async () => (await described(id)).state.paused);
    assert.equal((await call('POST', `${SCHEDULES}${id}/resume/`)).body['is_active'], true);
    await until('the end of the pause', async () => !(await described(id)).state.paused);

    const list = await call('GET', SCHEDULES);
    assert.deepEqual(
      rows(list.body, 'results').map((one) => one['id']),
      [id],
    );
    const stranger = await anotherMerchant(system);
    const theirs = { Authorization: `Api-Key ${stranger.key}` };
    for (const method of ['GET', 'DELETE'])
      assert.equal((await call(method, `${SCHEDULES}${id}/`, undefined, theirs)).status, 404);

    assert.equal((await call('DELETE', `${SCHEDULES}${id}/`)).status, 204);
    assert.equal((await call('GET', `${SCHEDULES}${id}/`)).status, 404);
    await until('the end of the Schedule', async () => !(await unlessDeleted(() => described(id))));
  });

  it('take back a prefix and a choice of plugins, and all that they say of themselves', async () => {
    const made = await created({ file_name_prefix: 'books-', plugins: ['e_commerce'] });
    const path = `${SCHEDULES}${textIn(made, 'id')}/`;
    const taken = await call('PATCH', path, { file_name_prefix: '', plugins: [] });
    assert.equal(taken.status, 200, taken.text);
    assert.deepEqual([taken.body['file_name_prefix'], taken.body['plugins']], ['', []]);
    const again = await call('PATCH', path, taken.body);
    assert.equal(again.status, 200, again.text);
    assert.deepEqual(again.body, taken.body);
    const kept = await system.store.reportSchedules.find({
      merchantId: shop.id,
      id: textIn(made, 'id'),
    });
    assert.deepEqual(kept?.plan.filter, {});
    const copy = await call('POST', SCHEDULES, taken.body);
    assert.equal(copy.status, 201, copy.text);
    assert.deepEqual([copy.body['file_name_prefix'], copy.body['plugins']], ['', []]);
    for (const one of [taken, copy])
      assert.equal((await call('DELETE', `${SCHEDULES}${textIn(one.body, 'id')}/`)).status, 204);
  });

  it('keep a merchant’s own columns when the breakdown is asked for later', async () => {
    const columns = [
      { kind: 'static', name: 'company', value: 'Pearl' },
      { kind: 'common', name: 'order_no' },
    ];
    const id = textIn(await created({ columns }), 'id');
    const change = async (body: Json) => {
      const answer = await call('PATCH', `${SCHEDULES}${id}/`, body);
      assert.equal(answer.status, 200, answer.text);
      return rows(answer.body, 'columns').map((column) => column['name']);
    };
    const own = ['company', 'order_no'];
    const both = ['refunded_amount', 'voided_amount'];
    assert.deepEqual(await change({ add_breakdown_columns: true }), [...own, ...both]);
    assert.deepEqual(await change({ bom: true }), [...own, ...both]);
    assert.deepEqual(await change({ add_breakdown_columns: false }), own);
    const many = Array.from({ length: 60 }, (_, index) => ({
      kind: 'static',
      name: `c${index}`,
      value: 'x',
    }));
    assert.equal((await change({ columns: many })).length, 60);
    const tooMany = await call('PATCH', `${SCHEDULES}${id}/`, { add_breakdown_columns: true });
    assert.deepEqual(
      [tooMany.status, Object.keys(tooMany.body)],
      [400, ['add_breakdown_columns']],
      tooMany.text,
    );
  });

  it('say what became of their last report, also when it failed', async () => {
    const made = await created();
    const id = textIn(made, 'id');
    assert.equal(made['last_report'], null);
    const schedule = await system.store.reportSchedules.find({ merchantId: shop.id, id });
    assert.ok(schedule);
    const order = (until: number): ReportOrder => ({
      id: reportIdOf(id, until),
      merchantId: shop.id,
      name: `until-${until}`,
      source: 'auto',
      interval: 'daily',
      scheduleId: id,
      selection: { until },
      layout: schedule.plan.layout,
      emails: [],
      createdAt: Date.now(),
    });
    const failed = await system.store.reports.want(order(2000));
    await system.store.reports.fail(failed, Date.now());
    await system.store.reports.fail(await system.store.reports.want(order(1000)), Date.now());
    const { body } = await call('GET', `${SCHEDULES}${id}/`);
    const last = body['last_report'] as Json;
    assert.deepEqual(
      [last['encrypted_id'], last['report_name'], last['status']],
      [failed.encryptedId, 'until-2000', 'failed'],
    );
    const report = await call('GET', `/b/api/v1/reports/exports/${failed.encryptedId}/`);
    assert.deepEqual([report.status, report.body['status']], [200, 'failed']);
    const list = await call('GET', SCHEDULES);
    const listed = rows(list.body, 'results').find((one) => one['id'] === id);
    assert.deepEqual(listed?.['last_report'], last);
  });

  it('stay paused when an operator has paused them, whatever their merchant does', async () => {
    const id = textIn(await created(), 'id');
    await arranged(id);
    const ref = { merchantId: shop.id, id };
    const looked = (version: number) =>
      until('the look', async () => {
        const found = await system.store.reportSchedules.find(ref);
        return (found?.version ?? 0) >= version;
      });
    await looked(2);
    const { schedule } = system.temporal;
    await schedule.getHandle(`report-schedule/${id}`).pause('while we look into it');
    await call('POST', `${SCHEDULES}${id}/pause/`);
    await looked(4);
    await call('POST', `${SCHEDULES}${id}/resume/`);
    await looked(6);
    const { state } = await described(id);
    assert.deepEqual([state.paused, state.note], [true, 'while we look into it']);
  });

  it('make the report of each period once, however often somebody looks, and one mail of it', async () => {
    const email = `books-${randomUUID()}@shop.example`;
    const sale = await shop.client.sale({ order_no: 'AUTO-1' });
    const request = { emails: [email], send_by_email: true, file_name_prefix: 'books-' };
    const made = await created(request);
    assert.equal(made['send_by_email'], true);
    const id = textIn(made, 'id');
    await arranged(id);
    // As if it had been there for two days, with their cut-offs.
    const ref = { merchantId: shop.id, id };
    const schedule = await until('the look', async () => {
      const found = await system.store.reportSchedules.find(ref);
      return found?.version === 2 && found;
    });
    const createdAt = schedule.createdAt - 2 * DAY_MS;
    assert.ok(await system.store.reportSchedules.save({ ...schedule, createdAt }));
    const look = reportLookOf({ ...schedule, version: 3 });
    await Promise.all(
      [1, 2, 3].map((number) =>
        system.temporal.workflow.execute('reportTick', {
          ...look,
          workflowId: `${look.workflowId}/${number}`,
        }),
      ),
    );
    const files = await until('both reports', async () => {
      const { body } = await call('GET', '/b/api/v1/reports/files/?source=auto&interval=daily');
      return rows(body, 'results').length >= 2 && rows(body, 'results');
    });
    assert.equal(files.length, 2);
    for (const file of files) {
      assert.match(textIn(file, 'report_name'), /^books-transactions_daily_[\d-]{10}_[\d-]{10}$/);
      assert.deepEqual([file['source'], file['interval']], ['auto', 'daily']);
    }
    // What was created today belongs to the report that is still to come.
    assert.deepEqual(
      files.map((file) => file['records_amount']),
      [0, 0],
    );
    assert.ok(sale);
    const mails = await until('the mails', async () => {
      const all = await mailsTo(system, email);
      return all.length >= 2 && all;
    });
    assert.equal(mails.length, 2);
    assert.match(mails[0]?.text ?? '', /books-transactions_daily/);
    for (const { files: enclosed } of mails)
      assert.match(enclosed.join(), /^books-transactions_daily_[\d-]{10}_[\d-]{10}\.csv$/);
  });

  it('tell whom an export names when it is finished, too', async () => {
    const email = `desk-${randomUUID()}@shop.example`;
    const asked = await call('POST', '/b/api/v1/reports/exports/', { emails: [email, email] });
    assert.equal(asked.status, 202, asked.text);
    const letter = await until('the mail', async () => {
      const [mail] = await mailsTo(system, email);
      return mail;
    });
    // What is in a report is sent to nobody who has not asked for it.
    assert.deepEqual([letter.files, asked.body['send_by_email']], [[], false]);
  });

  const bad: readonly [Json, readonly string[]][] = [
    [{}, ['interval', 'start_date', 'cut_off_time']],
    [{ ...PLAN, interval: 'hourly' }, ['interval']],
    [{ ...PLAN, start_date: '2026-02-30' }, ['start_date']],
    [
      {
        ...PLAN,
        start_date: '9999-12-31',
        time_zone: 'America/New_York',
      },
      ['start_date'],
    ],
    [{ ...PLAN, start_date: '2101-01-01' }, ['start_date']],
    [{ ...PLAN, start_date: '1969-12-31' }, ['start_date']],
    [{ ...PLAN, cut_off_time: '24:00' }, ['cut_off_time']],
    [{ ...PLAN, time_zone: '+03:00' }, ['time_zone']],
    [{ ...PLAN, time_zone: 'Mars/Olympus' }, ['time_zone']],
    [{ ...PLAN, emails: ['nobody'] }, ['emails']],
    [{ ...PLAN, plugins: ['bulk'] }, ['plugins']],
  ];
  for (const [body, fields] of bad)
    it(`are not made of ${JSON.stringify(body)}`, async () => {
      const answer = await call('POST', SCHEDULES, body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, fields], answer.text);
    });

  it('can begin as late as Temporal can count', async () => {
    const last = {
      interval: 'yearly',
      start_date: '2090-12-31',
      cut_off_time: '23:30',
      time_zone: 'Etc/GMT+12',
    };
    const { info } = await arranged(textIn(await created(last), 'id'));
    assert.equal(info.nextActionTimes[0]?.toISOString(), '2091-01-01T11:31:00.000Z');
    assert.equal((await call('GET', SCHEDULES)).status, 200);
  });

  it('are changed by nobody who may only look', async () => {
    const reader = await aPerson(system, {
      merchantId: shop.id,
      permissions: ['report.can_view_report', 'e_commerce.view'],
    });
    const theirs = { Authorization: reader.basic };
    assert.equal((await call('GET', SCHEDULES, undefined, theirs)).status, 200);
    const answer = await call('POST', SCHEDULES, PLAN, theirs);
    assert.deepEqual([answer.status, answer.body['code']], [403, 'permission_denied']);
  });

  it('are one under one Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all([1, 2].map(() => call('POST', SCHEDULES, PLAN, key)));
    assert.equal(new Set(answers.map(({ body }) => body['id'])).size, 1);
  });
});

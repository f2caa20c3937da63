import assert from 'node:assert/strict';
import { generateKeySync, randomUUID } from 'node:crypto';
import { Client, type Connection, type ScheduleDescription } from '@temporalio/client';
import { begunBy, paused } from '../../domain/agreement/arrange.ts';
import type { Running } from '../../domain/agreement/look.ts';
import type { ReportSchedule } from '../../domain/report/schedule.ts';
import { agreementSchedules } from '../../engine/agreement-schedules.ts';
import { reportSchedules } from '../../engine/report-schedules.ts';
import { encryptSchedulesAnew, ensureSchedules } from '../../engine/schedules.ts';
import type { PayloadKey, PayloadKeys } from '../../temporal/codec.ts';
import { dataConverter } from '../../temporal/data-converter.ts';
import { temporalAt } from '../../temporal/open.ts';
import { agreementScheduleId, reportScheduleId } from '../../workflows/ids.ts';
import { aPaidAgreement, anAutopayRequest } from '../domain/agreement/agreements.ts';
import { docPage, section } from '../docs/support.ts';
import { CREATED_AT, SHOP } from '../support/builders.ts';
import { until } from '../support/http.ts';
import { aNamespace } from '../support/namespaces.ts';
import { describeSchedule } from '../support/schedules.ts';

const FORMER = aKey('former');
const NEXT = aKey('next');
const LOST = aKey('lost');

/** Of a Schedule that fires once a month, after the key of its day is gone (docs/operators.md#keys). */
describe('a Schedule from before the key was replaced', function () {
  this.timeout(60_000);
  let connection: Connection;
  let ids: string[] = [];

  before(async () => {
    const address = process.env['TEMPORAL_ADDRESS'] ?? '';
    connection = await temporalAt({ address, namespace: 'default' })();
  });
  afterEach(async () => {
    const { schedule } = withRing(NEXT);
    await Promise.all(ids.map((id) => schedule.getHandle(id).delete()));
    ids = [];
  });
  after(() => connection.close());

  const withRing = (...keys: PayloadKeys) =>
    new Client({ connection, dataConverter: dataConverter(keys) });
  /** Temporal lists what is new a moment later. */
  const listed = (id: string) =>
    until(`the list has ${id}`, async () => {
      for await (const { scheduleId } of withRing(NEXT, FORMER).schedule.list())
        if (scheduleId === id) return true;
      return false;
    });
  const described = (id: string) => describeSchedule(withRing(NEXT).schedule, id);

  async function arranged(agreement: Running, key = FORMER): Promise<string> {
    await agreementSchedules(withRing(key)).arrange(agreement);
    const id = agreementScheduleId(agreement.uuid);
    ids.push(id);
    return id;
  }

  async function arrangedReport(report: ReportSchedule): Promise<string> {
    await reportSchedules(withRing(FORMER)).arrange(report);
    const id = reportScheduleId(report.id);
    ids.push(id);
    return id;
  }

  it('needs the former key no more once it is encrypted anew, and is the same otherwise', async () => {
    const all = [
      await arranged(aRunning()),
      await arranged(paused(aRunning(), Date.now())),
      await arrangedReport(aReport()),
    ];
    const { schedule } = withRing(FORMER);
    await Promise.all(all.map(listed));
    const before_ = await Promise.all(all.map((id) => describeSchedule(schedule, id)));
    const { count, left } = await encryptSchedulesAnew(withRing(NEXT, FORMER));
    assert.ok(count >= all.length);
    assert.ok(!all.some((id) => left.join('\n').includes(id)));
    for (const [nth, id] of all.entries()) {
      const former = before_[nth];
      assert.ok(former);
      assert.deepEqual(partsOf(await described(id)), partsOf(former));
    }
  });

  it('is encrypted anew also where nobody answers the first question about it', async () => {
    const id = await arranged(aRunning());
    await listed(id);
    const deaf = new Client({
      connection: deafAtFirst(connection, id),
      dataConverter: dataConverter([NEXT, FORMER]),
    });
    await encryptSchedulesAnew(deaf);
    assert.ok(await described(id));
  });

  it('stays as it is, and is named, where the former key is lost, and keeps no other one as it was', async () => {
    const isPaused = paused(aRunning(), Date.now());
    // One on each side, in whichever order Temporal lists them.
    const [before_, lost, after_] = [
      await arranged(aRunning()),
      await arranged(isPaused, LOST),
      await arranged(aRunning()),
    ];
    await Promise.all([before_, lost, after_].map(listed));
    const { left } = await encryptSchedulesAnew(withRing(NEXT, FORMER));
    const [sentence, ...more] = left.filter((one) => one.includes(lost));
    assert.match(sentence ?? '', /^The Schedule .*"lost", which SARRAF_PAYLOAD_KEYS does not hold/);
    assert.deepEqual(more, []);
    assert.ok(await described(before_));
    assert.ok(await described(after_));
    // It is written anew once it is resumed.
    await agreementSchedules(withRing(NEXT)).arrange(isPaused);
    assert.ok(await described(lost));
  });

  it('is arranged anew also where the former key is lost', async () => {
    const [running, report] = [aRunning(), aReport()];
    const id = await arranged(running);
    const ofReport = await arrangedReport(report);
    const [agreements, reports] = [withRing(NEXT), withRing(NEXT)] as const;
    assert.equal(await agreementSchedules(agreements).isHeld(running), false);
    assert.equal(await reportSchedules(reports).isHeld(report), false);
    await agreementSchedules(agreements).arrange(paused(running, Date.now()));
    await reportSchedules(reports).arrange(report);
    const { action, state } = await described(id);
    assert.deepEqual(action.args, [{ merchantId: running.merchantId, uuid: running.uuid }]);
    assert.equal(state.paused, true);
    assert.deepEqual((await described(ofReport)).action.args, [
      { merchantId: SHOP, id: report.id },
    ]);
  });

  it('stays held by the operator who has paused it', async () => {
    const running = aRunning();
    const id = await arranged(running);
    await withRing(FORMER).schedule.getHandle(id).pause('ticket 4711');
    const schedules = agreementSchedules(withRing(NEXT));
    assert.equal(await schedules.isHeld(running), true);
    await schedules.arrange(running);
    const { state } = await described(id);
    assert.deepEqual([state.paused, state.note], [true, 'ticket 4711']);
  });
});

/** In a namespace of its own, because the others start what a worker of another test would take. */
describe("the system's own Schedules, whose key is lost for good", function () {
  this.timeout(60_000);
  const namespace = aNamespace('lost');
  let connection: Connection;

  before(async () => {
    const address = process.env['TEMPORAL_ADDRESS'] ?? '';
    connection = await temporalAt({ address, namespace: 'default' })();
  });
  after(() => connection.close());

  const withRing = (...keys: PayloadKeys) =>
    new Client({ connection, namespace: namespace(), dataConverter: dataConverter(keys) });

  it('let no worker start, which says where the steps are, until they are deleted as those steps say', async () => {
    // Temporal knows a new namespace a moment later, and lists what is new a moment later still.
    await until('the Schedules are there', () =>
      ensureSchedules(withRing(FORMER)).then(
        () => true,
        () => false,
      ),
    );
    const left = withRing(NEXT);
    await assert.rejects(
      ensureSchedules(left),
      /the key "former", .*Put it back, .*Where it cannot be had any more: docs\/operators\.md, "A payload key that is lost for good"/,
    );
    const steps = section(docPage('docs/operators.md'), '### A payload key that is lost for good');
    const [, ids = ''] = /for id in ([a-z -]+); do temporal schedule delete/.exec(steps) ?? [];
    for (const id of ids.split(' ')) await left.schedule.getHandle(id).delete();
    await ensureSchedules(left);
    const made: string[] = [];
    await until('all are listed', async () => {
      made.length = 0;
      for await (const { scheduleId } of left.schedule.list()) made.push(scheduleId);
      return made.length === ids.split(' ').length;
    });
    assert.deepEqual(made.toSorted(), ids.split(' ').toSorted());
    for (const id of made) assert.ok(await describeSchedule(left.schedule, id));
  });
});

/** The same connection, on which the first question about a Schedule has no answer until the deadline (4 of gRPC's codes). */
function deafAtFirst(connection: Connection, scheduleId: string): Connection {
  const { workflowService } = connection;
  let isDeaf = true;
  const describeSchedule = async (request: { readonly scheduleId: string }) => {
    if (!isDeaf || request.scheduleId !== scheduleId)
      return workflowService.describeSchedule(request);
    isDeaf = false;
    const details = 'context deadline exceeded';
    throw Object.assign(new Error(details), { code: 4, details, metadata: new Map() });
  };
  return Object.create(connection, {
    workflowService: {
      value: Object.create(workflowService, { describeSchedule: { value: describeSchedule } }),
    },
  });
}

/** All but when it was written; no priority is the same as one of all zeros. */
function partsOf({ info, raw: _raw, action, ...rest }: ScheduleDescription) {
  const { priority: _none, ...started } = action;
  return { ...rest, action: started, next: info.nextActionTimes };
}

function aKey(id: string): PayloadKey {
  return { id, secret: generateKeySync('aes', { length: 256 }) };
}

function aRunning(): Running {
  const startsOn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const agreement = aPaidAgreement({ uuid: randomUUID() });
  return begunBy(agreement, anAutopayRequest({ startsOn }), Date.now());
}

function aReport(): ReportSchedule {
  return {
    merchantId: SHOP,
    id: `rs_${randomUUID()}`,
    version: 1,
    state: 'active',
    initiator: { kind: 'user', id: 1, name: 'Layla' } as never,
    plan: {
      interval: 'daily',
      startsOn: '2026-01-01',
      cutOff: '00:00',
      timeZone: 'Asia/Kuwait',
      prefix: 'pearl_',
      filter: {},
      layout: {} as never,
      emails: [],
      sentByMail: false,
    },
    reportedUntil: Date.now(),
    owed: [],
    createdAt: CREATED_AT,
  };
}

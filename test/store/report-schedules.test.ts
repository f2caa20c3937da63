import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { reportScheduleActivities } from '../../activities/report-schedules.ts';
import type { ReportOrder } from '../../domain/report/report.ts';
import {
  deleted,
  pausedSchedule,
  replanned,
  scheduled,
  SETTLED_MS,
  type ReportSchedule,
} from '../../domain/report/schedule.ts';
import { DAY_MS, SHOP } from '../support/builders.ts';
import { useDatabase } from './database.ts';
import { CUT_OFF, PLAN } from '../domain/report/plans.ts';

const DUE = CUT_OFF + SETTLED_MS;
const NOURA = { id: 7, username: 'noura', email: 'noura@shop.example' };
const HALF_AN_HOUR = DAY_MS / 48;

describe('a look at a schedule of reports', () => {
  const database = useDatabase();

  it('makes the report of what is over once, though the plan is changed meanwhile', async () => {
    const scene = await aScene();
    scene.meanwhile = () =>
      scene.change((known) => replanned(known, { ...PLAN, cutOff: '23:30' }, DUE));
    await scene.look(DUE);
    await scene.look(DUE + DAY_MS / 2);
    assert.deepEqual(scene.spans(), [
      { after: CUT_OFF - DAY_MS, until: CUT_OFF },
      { after: CUT_OFF, until: CUT_OFF + HALF_AN_HOUR },
    ]);
    assert.equal((await scene.kept())?.owed, undefined);
    assert.deepEqual(scene.initiators(), [NOURA, NOURA]);
  });

  it('asks again for what it has not come to ask for', async () => {
    const scene = await aScene();
    scene.meanwhile = () => Promise.reject(new Error('The worker has died.'));
    await assert.rejects(scene.look(DUE), /died/);
    assert.ok(((await scene.kept())?.lookAt ?? Infinity) <= DUE);
    assert.equal((await scene.look(DUE)).length, 1);
  });

  it('makes of a paused one what was over before, once no operator holds it', async () => {
    const scene = await aScene();
    await scene.change((known) => pausedSchedule(known, CUT_OFF + 30_000));
    scene.isHeld = true;
    assert.deepEqual(await scene.look(DUE), []);
    assert.ok(((await scene.kept())?.lookAt ?? 0) > DUE);
    scene.isHeld = false;
    await scene.look(DUE + DAY_MS);
    assert.deepEqual(scene.spans(), [{ after: CUT_OFF - DAY_MS, until: CUT_OFF }]);
    const kept = await scene.kept();
    assert.deepEqual([kept?.state, kept?.lookAt, kept?.owed], ['paused', undefined, undefined]);
  });

  it('leaves no Schedule of one that was deleted while it was looked at', async () => {
    const scene = await aScene();
    const now = CUT_OFF - DAY_MS / 4;
    scene.meanwhile = async () => {
      await scene.change((known) => deleted(known, now));
      await scene.look(now);
      assert.equal(await scene.kept(), undefined);
    };
    await scene.look(now);
    assert.equal(scene.isArranged, false);
  });

  /** One that is active, and what becomes of it. */
  async function aScene() {
    const { reports, reportSchedules } = database().store;
    const ref = { merchantId: SHOP, id: randomUUID() };
    await reportSchedules.insert(
      scheduled(PLAN, { ...ref, initiator: NOURA, now: CUT_OFF - DAY_MS / 2 }),
    );
    const made = new Map<string, ReportOrder>();
    const scene = {
      isHeld: false,
      isArranged: false,
      /** Happens once, before the first report is asked for, or where none is due. */
      meanwhile: async (): Promise<void> => undefined,
      kept: () => reportSchedules.findAny(ref),
      initiators: () => [...made.values()].map(({ initiator }) => initiator),
      spans: () => [...made.values()].map(({ selection: { after, until } }) => ({ after, until })),
      look: (now: number) => activities.lookAtReports({ ...ref, now }),
      change: async (rule: (known: ReportSchedule) => ReportSchedule) => {
        const known = await reportSchedules.findAny(ref);
        assert.ok(known && (await reportSchedules.save(rule(known))));
      },
    };
    const meanwhile = () => {
      const now = scene.meanwhile;
      scene.meanwhile = async () => undefined;
      return now();
    };
    const want = async (order: ReportOrder) => {
      await meanwhile();
      made.set(order.id, order);
      return reports.want(order);
    };
    const activities = reportScheduleActivities(
      { reports: { ...reports, want }, reportSchedules },
      {
        isHeld: async () => scene.isHeld,
        arrange: async ({ state }) => {
          await meanwhile();
          scene.isArranged = state !== 'deleted';
        },
        forget: async () => {
          scene.isArranged = false;
        },
      },
    );
    return scene;
  }
});

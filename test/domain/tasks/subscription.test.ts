import assert from 'node:assert/strict';
import { PERMISSIONS, type Permission } from '../../../domain/permission.ts';
import {
  dayDue,
  hearsNow,
  isNewTo,
  kindsSeen,
  kindsTold,
  lookedAt,
  subscribed,
  withOpenBefore,
  type TaskMailTime,
} from '../../../domain/tasks/subscription.ts';
import { TASK_KINDS, type TaskKind } from '../../../domain/tasks/task.ts';

const HOUR_MS = 3_600_000;
const KUWAIT = { timeZone: 'Asia/Kuwait' };
const at = (iso: string) => ({ now: Date.parse(iso), ...KUWAIT });

function person(
  permissions: readonly Permission[],
  chosen: Partial<Record<TaskKind, TaskMailTime>>,
) {
  const kinds = TASK_KINDS.flatMap((kind) => {
    const when = chosen[kind];
    return when === undefined ? [] : [{ kind, when }];
  });
  const plain = { active: true, service: false, superuser: false, permissions };
  return kinds.length === 0
    ? plain
    : { ...plain, subscriptions: subscribed(undefined, kinds, at('2026-11-26T12:00:00Z')) };
}

const ALL = [...PERMISSIONS];
const ALERTS = TASK_KINDS.filter((kind) => kind.startsWith('alert.'));

describe('who gets a mail of a task, and when', () => {
  const CASES = [
    ['of approvals and alerts at once by itself', person(ALL, {}), ['approval', ...ALERTS], []],
    ['not of what they may not see', person(['payment.approve'], {}), ['approval'], []],
    ['not of alerts of payments that they may not see', person(['alert.handle'], {}), [], []],
    [
      'of alerts for who may handle them and see payments',
      person(['alert.handle', 'e_commerce.view'], {}),
      ALERTS,
      [],
    ],
    ['of nothing that they want to hear nothing of', person(ALL, silent()), [], []],
    [
      'of others as they have chosen',
      person(['payment.approve', 'payment.inquiry', 'e_commerce.view', 'key.manage'], {
        approval: 'daily',
        stuck: 'now',
        'key.expiring': 'daily',
        'webhook.failing': 'now',
      }),
      ['stuck'],
      ['approval', 'key.expiring'],
    ],
  ] as const;
  for (const [what, user, now, daily] of CASES)
    it(`is ${what}`, () => {
      assert.deepEqual([...kindsTold(user, 'now')].toSorted(), [...now].toSorted());
      assert.deepEqual([...kindsTold(user, 'daily')].toSorted(), [...daily].toSorted());
      for (const kind of TASK_KINDS)
        assert.equal(
          hearsNow(user, kind),
          now.some((one) => one === kind),
          kind,
        );
    });

  it('is nobody who has left, and no program', () => {
    const may = person(ALL, { stuck: 'daily' });
    for (const gone of [{ active: false }, { service: true }])
      for (const when of ['now', 'daily'] as const)
        assert.deepEqual(kindsTold({ ...may, ...gone }, when), []);
  });

  it('knows of every kind who sees it', () => {
    assert.deepEqual(kindsSeen({ superuser: true, permissions: [] }), TASK_KINDS);
    assert.deepEqual(kindsSeen({ superuser: false, permissions: ['payment.void'] }), [
      'needs_hand',
    ]);
    assert.deepEqual(kindsSeen({ superuser: false, permissions: [] }), []);
  });

  it('is at once of what is new, where nothing else tells of it', () => {
    const { subscriptions } = person(ALL, {
      stuck: 'now',
      approval: 'now',
      'key.expiring': 'daily',
    }) as {
      readonly subscriptions: ReturnType<typeof subscribed>;
    };
    const since = Date.parse('2026-11-26T12:00:00Z');
    const isNew = (kind: TaskKind, before = 0) =>
      isNewTo({ subscriptions }, { id: `${kind}:a`, kind, since: since - before });
    assert.deepEqual(
      [isNew('stuck'), isNew('stuck', HOUR_MS / 2), isNew('stuck', HOUR_MS)],
      [true, true, false],
    );
    assert.deepEqual(
      [isNew('approval'), isNew('key.expiring'), isNew('needs_hand')],
      [false, false, false],
    );
  });

  it('is at once of whatever was not there at the first look, however long ago it says that it began', () => {
    const kinds = ['gateway.expiring', 'key.expiring'] as const;
    const chosen = subscribed(
      undefined,
      kinds.map((kind) => ({ kind, when: 'now' })),
      at('2026-11-26T12:00:00Z'),
    );
    const since = Date.parse('2026-11-01T00:00:00Z');
    const task = (kind: TaskKind, id: string, began = since) => ({ id, kind, since: began });
    const open = [task('gateway.expiring', 'a'), task('key.expiring', 'k')];
    const looked = withOpenBefore(
      chosen,
      [...open, task('gateway.expiring', 'new', Date.parse('2026-11-26T12:00:30Z'))],
      { kinds: ['gateway.expiring'], most: 200 },
    );
    const isNew = (kind: TaskKind, id: string, subscriptions = looked) =>
      isNewTo({ subscriptions }, task(kind, id));
    assert.deepEqual(
      looked.kinds.map(({ before }) => before),
      [['a'], undefined],
    );
    assert.deepEqual(
      [isNew('gateway.expiring', 'a'), isNew('gateway.expiring', 'b')],
      [false, true],
    );
    assert.equal(isNew('key.expiring', 'other'), false, 'nobody has looked for those');
    // A choice that is made again is as old as it was; another one begins anew.
    const again = subscribed(looked, looked.kinds, at('2026-11-27T12:00:00Z'));
    assert.equal(isNew('gateway.expiring', 'b', again), true);
    const off = subscribed(again, [], at('2026-11-28T12:00:00Z'));
    const anew = subscribed(off, chosen.kinds, at('2026-11-28T12:01:00Z'));
    assert.equal(isNew('gateway.expiring', 'b', anew), false);
    // The next look changes nothing, and where there are more than are looked at nothing is known.
    assert.deepEqual(
      withOpenBefore(looked, [task('gateway.expiring', 'b')], {
        kinds: ['gateway.expiring'],
        most: 200,
      }),
      looked,
    );
    assert.deepEqual(withOpenBefore(chosen, open, { kinds, most: 1 }), chosen);
  });

  it('counts a choice that is made again from when it was first made, and what is left out is as by itself', () => {
    const first = subscribed(
      undefined,
      [{ kind: 'stuck', when: 'now' }],
      at('2026-11-26T12:00:00Z'),
    );
    const later = at('2026-11-27T12:00:00Z');
    const again = subscribed(
      first,
      [
        { kind: 'stuck', when: 'now' },
        { kind: 'approval', when: 'daily' },
      ],
      later,
    );
    assert.deepEqual(
      again.kinds.map(({ since }) => since),
      [first.kinds[0]?.since, later.now],
    );
    assert.deepEqual([first.version, again.version], [1, 2]);
    assert.deepEqual(subscribed(again, [], later), { version: 3, kinds: [] });
  });
});

describe('the daily mail of tasks', () => {
  const DAYS = [
    [
      'in a place without summer time',
      'Asia/Kuwait',
      '2026-11-26T04:59:59Z',
      ['2026-11-26T05:00:00Z', '2026-11-27T05:00:00Z'],
    ],
    [
      'over the day that has 23 hours',
      'Europe/London',
      '2026-03-28T07:00:00Z',
      ['2026-03-28T08:00:00Z', '2026-03-29T07:00:00Z', '2026-03-30T07:00:00Z'],
    ],
    [
      'over the day that has 25 hours',
      'Europe/London',
      '2026-10-24T06:00:00Z',
      ['2026-10-24T07:00:00Z', '2026-10-25T08:00:00Z', '2026-10-26T08:00:00Z'],
    ],
    [
      'beyond the date line',
      'Pacific/Auckland',
      '2026-11-26T18:59:00Z',
      ['2026-11-26T19:00:00Z', '2026-11-27T19:00:00Z'],
    ],
  ] as const;
  for (const [where, timeZone, from, mails] of DAYS)
    it(`is due at eight each day, once, ${where}`, () => {
      let kept = daily(Date.parse(from), timeZone);
      const told: string[] = [];
      for (const mail of mails) {
        const now = Date.parse(mail);
        assert.equal(kept.daily?.dueAt, now);
        assert.equal(dayDue(kept, { now: now - 1, timeZone }), undefined, 'it is not eight yet');
        told.push(dayDue(kept, { now, timeZone }) ?? '');
        kept = lookedAt(kept, 'daily', { now, timeZone });
        assert.equal(dayDue(kept, { now: now + HOUR_MS, timeZone }), undefined, 'it was told');
      }
      assert.deepEqual([new Set(told).size, told.includes('')], [mails.length, false]);
    });

  it('is none on the day of the choice after eight', () => {
    const now = Date.parse('2026-11-26T05:00:00Z');
    const kept = daily(now, 'Asia/Kuwait');
    assert.equal(dayDue(kept, { now: now + HOUR_MS, ...KUWAIT }), undefined);
    assert.equal(kept.daily?.dueAt, Date.parse('2026-11-27T05:00:00Z'));
  });

  it('is one after days in which nobody could look', () => {
    const kept = daily(Date.parse('2026-11-20T00:00:00Z'), 'Asia/Kuwait');
    const late = at('2026-11-26T15:00:00Z');
    assert.equal(dayDue(kept, late), '2026-11-26');
    assert.deepEqual(lookedAt(kept, 'daily', late).daily, {
      dueAt: Date.parse('2026-11-27T05:00:00Z'),
      doneOn: '2026-11-26',
    });
  });

  it('is neither lost nor doubled when the merchant moves to another time zone', () => {
    const now = Date.parse('2026-11-26T05:00:00Z');
    const kept = lookedAt(daily(now - HOUR_MS, 'Asia/Kuwait'), 'daily', { now, ...KUWAIT });
    const west = { timeZone: 'America/New_York' };
    // Eight in New York of the day that Kuwait has had.
    assert.equal(dayDue(kept, { now: now + 8 * HOUR_MS, ...west }), undefined);
    assert.equal(dayDue(kept, { now: now + 32 * HOUR_MS, ...west }), '2026-11-27');
  });

  it('is the same one where somebody chooses again before it is written', () => {
    const kept = daily(Date.parse('2026-11-26T00:00:00Z'), 'Asia/Kuwait');
    const late = at('2026-11-26T05:00:30Z');
    const again = subscribed(kept, [{ kind: 'stuck', when: 'daily' }], late);
    assert.equal(dayDue(again, late), '2026-11-26');
  });
});

function daily(now: number, timeZone: string) {
  return subscribed(undefined, [{ kind: 'approval', when: 'daily' }], { now, timeZone });
}

function silent() {
  return Object.fromEntries(TASK_KINDS.map((kind) => [kind, 'never' as const]));
}

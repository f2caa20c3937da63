import assert from 'node:assert/strict';
import { MOST_IN_MAIL, taskMails } from '../../activities/task-mails.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { MessageRequest } from '../../domain/notification/notification.ts';
import { subscribed, type TaskSubscriptions } from '../../domain/tasks/subscription.ts';
import type { TaskKey } from '../../domain/tasks/task.ts';
import type { User } from '../../domain/user.ts';
import type { TaskStores } from '../../store/derived-tasks.ts';
import { aMerchant, SHOP } from '../support/builders.ts';

const EIGHT = Date.parse('2026-11-26T05:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A person who manages keys, and everything that they are sent. */
function aPost({
  keys = [aKey('one')],
  handled = [],
  ...given
}: {
  readonly keys?: readonly TaskKey[];
  readonly handled?: readonly string[];
  readonly chosen?: Parameters<typeof subscribed>[1];
  readonly merchant?: Partial<Merchant>;
  readonly user?: Partial<User>;
} = {}) {
  const sent = new Map<string, MessageRequest>();
  const merchant = aMerchant({ id: SHOP, timeZone: 'Asia/Kuwait', ...given.merchant });
  const { timeZone = 'UTC' } = merchant;
  const { chosen = [{ kind: 'key.expiring', when: 'daily' }] } = given;
  let open = keys;
  let subscriptions = subscribed(undefined, chosen, { now: EIGHT - 60 * MINUTE_MS, timeZone });
  const user = (): User => ({
    id: 7,
    merchantId: SHOP,
    username: 'sara',
    email: 'sara@pearl.example',
    active: true,
    superuser: false,
    service: false,
    permissions: ['key.manage'],
    subscriptions,
    ...given.user,
  });
  const stores = {
    apiKeys: { list: async () => open },
    taskMarks: {
      of: async () => new Map(handled.map((id) => [id, { state: 'handled' }] as const)),
    },
    merchants: { find: async () => merchant },
    users: {
      setSubscriptions: async (_user: User, next: TaskSubscriptions) => {
        subscriptions = next;
        return true;
      },
    },
  } as unknown as TaskStores & Parameters<typeof taskMails>[0];
  const mails = taskMails(stores, async (wanted) => {
    for (const one of wanted) if (!sent.has(one.key)) sent.set(one.key, one);
  });
  return {
    sent: () => [...sent.values()],
    daily: (now: number) => mails.daily(user(), now),
    fresh: (now: number) => mails.fresh(user(), now),
    subscriptions: () => subscriptions,
    revert: (to: TaskSubscriptions) => {
      subscriptions = to;
    },
    nowOpen: (next: readonly TaskKey[]) => {
      open = next;
    },
  };
}

function aKey(name: string, expiresAt = EIGHT + 7 * DAY_MS): TaskKey {
  return { prefix: name, name, revoked: false, expiresAt };
}

describe('the daily mail of tasks', () => {
  it('is one a day of all that is open, in the language of the person, with the next day set', async () => {
    const post = aPost({ keys: [aKey('one'), aKey('two')], user: { language: 'ar' } });
    assert.equal(await post.daily(EIGHT - MINUTE_MS), false, 'it is not eight yet');
    assert.equal(await post.daily(EIGHT), true);
    const [mail, ...others] = post.sent();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [mail?.to, mail?.event, mail?.language, mail?.facts?.['count']],
      [['sara@pearl.example'], 'tasks-daily', 'ar', 2],
    );
    assert.deepEqual(post.subscriptions().daily, {
      dueAt: EIGHT + DAY_MS,
      doneOn: '2026-11-26',
    });
    assert.equal(await post.daily(EIGHT + MINUTE_MS), false);
    assert.equal(await post.daily(EIGHT + DAY_MS), true);
    assert.equal(post.sent().length, 2);
  });

  it('is the same one where the process ended before it was written down that it is done', async () => {
    const post = aPost();
    const before = post.subscriptions();
    await post.daily(EIGHT);
    post.revert(before);
    await post.daily(EIGHT + MINUTE_MS);
    assert.equal(post.sent().length, 1);
  });

  it('is none where nothing is open at eight, also when something is later on that day', async () => {
    const post = aPost({ keys: [] });
    assert.equal(await post.daily(EIGHT), false);
    post.nowOpen([aKey('late')]);
    assert.equal(await post.daily(EIGHT + MINUTE_MS), false);
    assert.equal(await post.daily(EIGHT + DAY_MS), true);
    assert.equal(post.sent().length, 1);
  });

  it('leaves out what somebody has handled, and what they may not see any more', async () => {
    const done = aPost({ handled: [`key.expiring:one:${EIGHT + 7 * DAY_MS}`] });
    assert.equal(await done.daily(EIGHT), false);
    const moved = aPost({ user: { permissions: [] } });
    assert.equal(await moved.daily(EIGHT), false);
    assert.deepEqual([done.sent(), moved.sent()], [[], []]);
  });

  it('has room for so many, and says how many there are', async () => {
    const keys = Array.from({ length: MOST_IN_MAIL + 2 }, (_, nth) => aKey(`key-${nth}`));
    const post = aPost({ keys });
    await post.daily(EIGHT);
    const { tasks, count } = post.sent()[0]?.facts ?? {};
    assert.deepEqual(
      [Array.isArray(tasks) && tasks.length, count],
      [MOST_IN_MAIL, MOST_IN_MAIL + 2],
    );
  });

  it('is written in the language of the merchant where the person has none', async () => {
    const post = aPost({ merchant: { staffLanguage: 'ar' } });
    await post.daily(EIGHT);
    assert.equal(post.sent()[0]?.language, 'ar');
  });
});

describe('the mail of a new task', () => {
  it('is one for each, however often it is looked, and none of what was there before', async () => {
    const post = aPost({ chosen: [{ kind: 'key.expiring', when: 'now' }] });
    assert.equal(await post.fresh(EIGHT), false, 'it was a task days ago');
    post.nowOpen([aKey('one'), aKey('new', EIGHT + 14 * DAY_MS)]);
    for (const minute of [0, 1, 2])
      assert.equal(await post.fresh(EIGHT + minute * MINUTE_MS), true);
    const [mail, ...others] = post.sent();
    assert.deepEqual(others, []);
    assert.equal(mail?.event, 'task-new');
    assert.match(JSON.stringify(mail.facts), /"detail":"new"/);
    assert.equal(post.subscriptions().lookAt, EIGHT + 3 * MINUTE_MS);
  });

  it('is one for a date that is written when its fortnight has begun', async () => {
    const post = aPost({ chosen: [{ kind: 'key.expiring', when: 'now' }] });
    assert.equal(await post.fresh(EIGHT), false, 'it was there before the choice');
    post.nowOpen([aKey('one'), aKey('late', EIGHT + 3 * DAY_MS)]);
    for (const minute of [1, 2]) assert.equal(await post.fresh(EIGHT + minute * MINUTE_MS), true);
    assert.deepEqual(
      post.sent().map(({ key }) => key),
      [`tasks/7/key.expiring:late:${EIGHT + 3 * DAY_MS}`],
    );
  });

  it('is none of approvals and alerts, which are told as they happen', async () => {
    const post = aPost({ chosen: [{ kind: 'approval', when: 'now' }] });
    assert.equal(post.subscriptions().lookAt, undefined);
    assert.equal(await post.fresh(EIGHT), false);
  });
});

import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import {
  DAILY_AT,
  kindsSeen,
  mailTimeOf,
  subscribed,
  type TaskSubscription,
} from '../../domain/tasks/subscription.ts';
import type { User } from '../../domain/user.ts';
import { callerOf } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { PEOPLE, route } from '../route.ts';
import { subscriptionsAnswer, subscriptionsBody } from './subscription-schema.ts';

const common = {
  who: PEOPLE,
  permissions: 'none',
  path: '/b/me/v1/subscriptions',
  tag: 'Access',
} as const;

/** Of which tasks people get mails, and when (contract/tasks#mails). */
export const subscriptionRoutes = [
  route('me.subscriptions', {
    ...common,
    method: 'GET',
    summary: 'Read when you get mails of tasks',
    description:
      'Each kind of task that you can have, the worst first. `now`: a mail of each at once. `daily`: one mail a day with all that are open, at `daily_at` in the time zone of your merchant. `never`: none.',
    answers: { 200: { description: 'What holds for you.', shape: subscriptionsAnswer } },
    handle: (deps) => async (ctx) => present(callingUser(ctx), await timeZoneOf(deps, ctx)),
  }),
  route('me.subscriptions.replace', {
    ...common,
    method: 'PUT',
    summary: 'Choose when you get mails of tasks',
    description:
      'In place of all that you have chosen before. A kind that is left out is as it is by itself: `now` for approvals and alerts, `never` for the others.',
    body: subscriptionsBody,
    fields: {
      results: 'Each kind once.',
      version:
        'As it was read: where you have chosen otherwise since, the answer is 412 `version_conflict`, and nothing is changed.',
    },
    errors: [412],
    answers: { 200: { description: 'What holds for you now.', shape: subscriptionsAnswer } },
    handle: (deps) => async (ctx, sent) => {
      const { results, version } = sent.read();
      refuseUnseen(callingUser(ctx), results);
      const timeZone = await timeZoneOf(deps, ctx);
      const { users } = deps.store;
      // Again where the sweep has just looked at what they had chosen: that is no other choice.
      for (;;) {
        const { merchantId, id } = callingUser(ctx);
        const user = await users.find(merchantId, id);
        if (!user) throw new Refusal('not_found', 'There is no such user any more.');
        const before = user.subscriptions;
        if (version !== undefined && version !== (before?.version ?? 0)) throw otherChoice();
        const subscriptions = subscribed(before, results, { now: Date.now(), timeZone });
        if (await users.setSubscriptions(user, subscriptions))
          return present({ ...user, subscriptions }, timeZone);
      }
    },
  }),
];

function callingUser(ctx: Context): User {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user') throw new Error('A route for people lets in somebody else.');
  return caller.user;
}

async function timeZoneOf({ store }: Pick<ApiDeps, 'store'>, ctx: Context): Promise<string> {
  return (await settingsOf(store, ctx))?.timeZone ?? 'UTC';
}

function refuseUnseen(user: User, results: readonly Pick<TaskSubscription, 'kind'>[]): void {
  const seen = kindsSeen(user);
  const unseen = results.filter(({ kind }) => !seen.includes(kind));
  if (unseen.length > 0)
    throw new InvalidFields({
      results: unseen.map(({ kind }) => `You cannot have tasks of the kind ${kind}. Leave it out.`),
    });
}

function otherChoice(): Refusal {
  return new Refusal(
    'version_conflict',
    'You have chosen otherwise since this was read, and nothing was changed. Read it again, then send it with the new version.',
  );
}

function present(user: User, timeZone: string) {
  return {
    results: kindsSeen(user).map((kind) => ({ kind, when: mailTimeOf(user, kind) })),
    daily_at: DAILY_AT,
    time_zone: timeZone,
    version: user.subscriptions?.version ?? 0,
  };
}

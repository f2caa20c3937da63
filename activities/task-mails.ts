import { isoUtc } from '../domain/duration.ts';
import type { Merchant } from '../domain/merchant.ts';
import { toDecimal } from '../domain/money.ts';
import type { MessageRequest } from '../domain/notification/notification.ts';
import { defined, type JsonObject } from '../domain/json.ts';
import {
  dayDue,
  isNewTo,
  isToldAsItHappens,
  kindsTold,
  lookedAt,
  withOpenBefore,
  type TaskSubscriptions,
} from '../domain/tasks/subscription.ts';
import { urgency, type Task } from '../domain/tasks/task.ts';
import type { User } from '../domain/user.ts';
import { unhandledTasks, type TaskStores } from '../store/derived-tasks.ts';
import type { Store } from '../store/index.ts';
import { MOST_OF_A_KIND } from '../store/payment-tasks.ts';
import type { Notify } from './notifications.ts';

/** So many tasks stand in a mail; of more than that it says how many they are. */
export const MOST_IN_MAIL = 50;

type Stores = TaskStores & {
  readonly users: Pick<Store['users'], 'setSubscriptions'>;
  readonly merchants: Pick<Store['merchants'], 'find'>;
};

/** A look at what one person has to be told of; true where there was something. Safe to repeat: each mail is one. */
type LookFor = (user: User, now: number) => Promise<boolean>;

/** The mails of tasks that nothing writes as it happens (contract/tasks#mails). */
export interface TaskMails {
  readonly daily: LookFor;
  readonly fresh: LookFor;
}

export function taskMails(stores: Stores, notify: Notify): TaskMails {
  const looking =
    (what: Parameters<typeof lookedAt>[1], lookAt: (about: Looked) => Promise<Found>): LookFor =>
    async (user, now) => {
      const { subscriptions } = user;
      const merchant = await stores.merchants.find(user.merchantId);
      if (!merchant || !subscriptions) return false;
      const { timeZone = 'UTC' } = merchant;
      const { mails, known = subscriptions } = await lookAt({
        user,
        merchant,
        subscriptions,
        now,
        timeZone,
      });
      await notify(mails);
      // Last: what was not told is looked for again. Where they have chosen otherwise meanwhile, that says when.
      await stores.users.setSubscriptions(user, lookedAt(known, what, { now, timeZone }));
      return mails.length > 0;
    };
  return {
    /** All that is open of the kinds that they want to read of once a day; no mail where nothing is. */
    daily: looking('daily', async ({ user, merchant, subscriptions, now, timeZone }) => {
      const day = dayDue(subscriptions, { now, timeZone });
      const kinds = kindsTold(user, 'daily');
      if (day === undefined || kinds.length === 0) return NOTHING;
      const tasks = await unhandledTasks(stores, user, { now, kinds });
      if (tasks.length === 0) return NOTHING;
      const key = `daily/${user.id}/${day}`;
      return { mails: [mailOf(tasks, { user, merchant, event: 'tasks-daily', key, now })] };
    }),

    /** Each new task of the kinds that they want to hear of at once, by a mail of its own. */
    fresh: looking('new', async ({ user, merchant, subscriptions, now }) => {
      const kinds = kindsTold(user, 'now').filter((kind) => !isToldAsItHappens(kind));
      if (kinds.length === 0) return NOTHING;
      const tasks = await unhandledTasks(stores, user, { now, kinds });
      return {
        mails: tasks
          .filter((task) => isNewTo(user, task))
          .map((task) =>
            mailOf([task], {
              user,
              merchant,
              event: 'task-new',
              key: `${user.id}/${task.id}`,
              now,
            }),
          ),
        known: withOpenBefore(subscriptions, tasks, { kinds, most: MOST_OF_A_KIND }),
      };
    }),
  };
}

/** What a look comes to: mails, and what is known of the choices since, where that has become more. */
interface Found {
  readonly mails: readonly MessageRequest[];
  readonly known?: TaskSubscriptions;
}

const NOTHING: Found = { mails: [] };

interface Looked {
  readonly user: User;
  readonly merchant: Merchant;
  readonly subscriptions: TaskSubscriptions;
  readonly now: number;
  readonly timeZone: string;
}

/** In the person's own language: it is for nobody else. */
function mailOf(
  tasks: readonly Task[],
  {
    user: { merchantId, email, language },
    merchant,
    event,
    key,
    now,
  }: Pick<Looked, 'user' | 'merchant' | 'now'> & {
    readonly event: 'tasks-daily' | 'task-new';
    readonly key: string;
  },
): MessageRequest {
  const sorted = tasks.toSorted((one, other) => urgency(one) - urgency(other));
  return {
    key: `tasks/${key}`,
    merchantId,
    channel: 'email',
    event,
    language: language ?? merchant.staffLanguage ?? 'en',
    to: [email],
    facts: { tasks: sorted.slice(0, MOST_IN_MAIL).map(factsOf), count: tasks.length },
    createdAt: now,
  };
}

function factsOf({ kind, subject, since, until, ...task }: Task): JsonObject {
  const { amount, orderNo, referenceNumber, detail } = task;
  return defined({
    kind,
    subject: { type: subject.type, id: subject.id },
    since: isoUtc(since),
    until: until === undefined ? undefined : isoUtc(until),
    amount: amount && { value: toDecimal(amount), currency: amount.currency },
    orderNo,
    referenceNumber,
    detail,
  });
}

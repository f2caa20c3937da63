import { checkerOf } from '../domain/operation/approval.ts';
import { permits, viewableTypes } from '../domain/permission.ts';
import type { TransactionFilter } from '../domain/search/filter.ts';
import { seesTasks } from '../domain/tasks/subscription.ts';
import {
  alertTasks,
  approvalTask,
  endpointTask,
  handTask,
  keyTasks,
  STUCK_MS,
  stuckTasks,
  TASK_KINDS,
  type Task,
  type TaskKind,
} from '../domain/tasks/task.ts';
import { ALERT_KINDS, type Alert } from '../domain/transaction/transaction.ts';
import { TRANSACTION_TYPES } from '../domain/transaction/type.ts';
import type { User } from '../domain/user.ts';
import type { Cursor } from './cursors.ts';
import type { Store } from './index.ts';
import type { SearchWindow } from './transaction-search.ts';

/** Where tasks are derived from, and who has seen to them. */
export type TaskStores = Pick<
  Store,
  'search' | 'operations' | 'webhookEndpoints' | 'apiKeys' | 'taskMarks'
>;

/** So many of a kind are looked at, the newest ones; of payments by pages of the search, which looks at 20,000 of them at most. */
export const MOST_OF_A_KIND = 200;

/** Of payments with an alert so many such pages are turned while most of what they show has been handled. */
const MOST_PAGES = 5;

/**
 * Everything that a person should do, as far as they may see to it (contract/tasks#kinds), in no order; of these kinds alone where
 * they are named. Each source is read by an index of its own, and to an end.
 */
export async function tasksSeen(
  store: TaskStores,
  user: User,
  { now, kinds = TASK_KINDS }: { readonly now: number; readonly kinds?: readonly TaskKind[] },
): Promise<readonly Task[]> {
  const { merchantId } = user;
  const seen = viewableTypes(user);
  const types = seen.length === TRANSACTION_TYPES.length ? undefined : seen;
  const wanted = new Set(kinds.filter((kind) => seesTasks(user, kind)));
  const payments = (filter: TransactionFilter, window: Pick<SearchWindow, 'order' | 'after'>) =>
    store.search.tasks(
      merchantId,
      { ...filter, ...(types && { types }) },
      { ...window, limit: MOST_OF_A_KIND },
    );
  // Each kind by itself, the last alerted first: neither many of another kind hides one, nor newer payments a new alert of an old one.
  const alerts = async (kind: Alert['kind']) => {
    const tasks: Task[] = [];
    let open = 0;
    let after: Cursor | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { results, next } = await payments({ alert: [kind] }, { order: '-alerted', after });
      const found = results
        .flatMap(({ payment }) => alertTasks(payment))
        .filter((task) => task.kind === `alert.${kind}`);
      tasks.push(...found);
      if (!next) return tasks;
      const ids = found.map(({ id }) => id);
      const marks = await store.taskMarks.of(merchantId, ids);
      open += ids.filter((id) => marks.get(id)?.state !== 'handled').length;
      if (open >= MOST_OF_A_KIND) return tasks;
      after = next;
    }
    return tasks;
  };
  const requests = async (state: 'pending' | 'manual_action_required') =>
    (
      await store.operations.listRequests(
        merchantId,
        { state },
        { limit: MOST_OF_A_KIND, offset: 0 },
      )
    ).results;
  const all = await Promise.all([
    Promise.all(ALERT_KINDS.filter((kind) => wanted.has(`alert.${kind}`)).map(alerts)).then(
      (found) => found.flat(),
    ),
    wanted.has('stuck')
      ? payments({ states: ['pending'], pendingSince: now - STUCK_MS }, { order: '-created' }).then(
          ({ results }) => results.flatMap(({ payment }) => stuckTasks(payment, now)),
        )
      : [],
    wanted.has('approval')
      ? requests('pending').then((found) =>
          found.map((one) => approvalTask(one, checkerOf(user), now)),
        )
      : [],
    wanted.has('needs_hand')
      ? requests('manual_action_required').then((found) =>
          found.filter(({ kind }) => permits(user, `payment.${kind}`)).map(handTask),
        )
      : [],
    wanted.has('webhook.disabled') || wanted.has('webhook.failing')
      ? store.webhookEndpoints
          .list(merchantId)
          .then((found) => found.map((one) => endpointTask(one, now)))
      : [],
    wanted.has('key.expiring')
      ? store.apiKeys.list(merchantId).then((found) => keyTasks(found, now))
      : [],
  ]);
  return all
    .flat()
    .filter((task) => task !== undefined)
    .filter(({ kind }) => wanted.has(kind));
}

/** Those of them that nobody has handled. */
export async function unhandledTasks(
  store: TaskStores,
  user: User,
  asked: Parameters<typeof tasksSeen>[2],
): Promise<readonly Task[]> {
  const tasks = await tasksSeen(store, user, asked);
  const ids = tasks.map(({ id }) => id);
  const marks = await store.taskMarks.of(user.merchantId, ids);
  return tasks.filter(({ id }) => marks.get(id)?.state !== 'handled');
}

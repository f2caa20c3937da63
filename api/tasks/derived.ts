import type { Context } from 'koa';
import type { TransactionFilter } from '../../domain/search/filter.ts';
import {
  alertTasks,
  approvalTask,
  endpointTask,
  handTask,
  keyTasks,
  STUCK_MS,
  stuckTasks,
  type Task,
} from '../../domain/tasks/task.ts';
import { ALERT_KINDS, type Alert } from '../../domain/transaction/transaction.ts';
import type { Cursor } from '../../store/cursors.ts';
import type { SearchWindow } from '../../store/transaction-search.ts';
import { callerMay, callerOf, merchantOf, typesSeen } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { checkerOf } from '../operation-requests/person.ts';

/** So many of a kind are looked at, the newest ones; of payments by pages of the search, which looks at 20,000 of them at most. */
export const MOST_OF_A_KIND = 200;

/** Of payments with an alert so many such pages are turned while most of what they show has been handled. */
const MOST_PAGES = 5;

/**
 * Everything that a person should do, as far as this caller may see to it (contract/tasks#kinds), in no order. Each source is read
 * by an index of its own, and to an end.
 */
export async function tasksSeen(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: Context,
  now: number,
): Promise<readonly Task[]> {
  const merchantId = merchantOf(ctx);
  const types = typesSeen(ctx);
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
    callerMay(ctx, 'alert.handle')
      ? Promise.all(ALERT_KINDS.map(alerts)).then((found) => found.flat())
      : [],
    callerMay(ctx, 'payment.inquiry')
      ? payments({ states: ['pending'], pendingSince: now - STUCK_MS }, { order: '-created' }).then(
          ({ results }) => results.flatMap(({ payment }) => stuckTasks(payment, now)),
        )
      : [],
    callerMay(ctx, 'payment.approve')
      ? requests('pending').then((found) => found.map((one) => approvalFor(ctx, one, now)))
      : [],
    requests('manual_action_required').then((found) =>
      found.filter(({ kind }) => callerMay(ctx, `payment.${kind}`)).map(handTask),
    ),
    callerMay(ctx, 'webhook.manage')
      ? store.webhookEndpoints
          .list(merchantId)
          .then((found) => found.map((one) => endpointTask(one, now)))
      : [],
    callerMay(ctx, 'key.manage')
      ? store.apiKeys.list(merchantId).then((found) => keyTasks(found, now))
      : [],
  ]);
  return all.flat().filter((task) => task !== undefined);
}

function approvalFor(
  ctx: Context,
  request: Parameters<typeof approvalTask>[0],
  now: number,
): Task | undefined {
  const caller = callerOf(ctx);
  return caller.kind === 'user' ? approvalTask(request, checkerOf(caller), now) : undefined;
}

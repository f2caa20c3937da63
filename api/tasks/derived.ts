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
import { callerMay, callerOf, merchantOf, typesSeen } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { checkerOf } from '../operation-requests/person.ts';

/** So many of a kind are looked at, the newest ones; of payments by pages of the search, which looks at 20,000 of them at most. */
export const MOST_OF_A_KIND = 200;

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
  const payments = async (filter: TransactionFilter) => {
    const { results } = await store.search.search(
      merchantId,
      { ...filter, ...(types && { types }) },
      { order: '-created', limit: MOST_OF_A_KIND },
    );
    return results.map(({ transaction }) => transaction);
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
      ? payments({ alert: true }).then((found) => found.flatMap(alertTasks))
      : [],
    callerMay(ctx, 'payment.inquiry')
      ? payments({ states: ['pending'], pendingSince: now - STUCK_MS }).then((found) =>
          found.flatMap((one) => stuckTasks(one, now)),
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

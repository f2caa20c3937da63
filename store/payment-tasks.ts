import { viewableTypes } from '../domain/permission.ts';
import type { TransactionFilter } from '../domain/search/filter.ts';
import { alertTasks, STUCK_MS, stuckTasks, type Task } from '../domain/tasks/task.ts';
import type { Alert } from '../domain/transaction/transaction.ts';
import { TRANSACTION_TYPES } from '../domain/transaction/type.ts';
import type { User } from '../domain/user.ts';
import type { Cursor } from './cursors.ts';
import type { Store } from './index.ts';
import type { SearchWindow } from './transaction-search.ts';

/** So many of a kind are looked at, the newest ones; of payments by pages of the search, which looks at 20,000 of them at most. */
export const MOST_OF_A_KIND = 200;

/** Of payments with an alert so many such pages are turned while most of what they show has been handled. */
const MOST_PAGES = 5;

/** The tasks that are about payments of the types that somebody may look at. */
export function paymentTasks(
  store: Pick<Store, 'search' | 'taskMarks'>,
  user: Pick<User, 'merchantId' | 'superuser' | 'permissions'>,
) {
  const { merchantId } = user;
  const seen = viewableTypes(user);
  const types = seen.length === TRANSACTION_TYPES.length ? undefined : seen;
  const payments = (filter: TransactionFilter, window: Pick<SearchWindow, 'order' | 'after'>) =>
    store.search.tasks(
      merchantId,
      { ...filter, ...(types && { types }) },
      { ...window, limit: MOST_OF_A_KIND },
    );

  return {
    /** Of one kind of alert, the last alerted first: neither many of another kind hides one, nor newer payments a new alert of an old one. */
    alerts: async (kind: Alert['kind']): Promise<readonly Task[]> => {
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
    },

    /** Of attempts of which their gateways say nothing. */
    stuck: async (now: number): Promise<readonly Task[]> => {
      const filter = { states: ['pending'], pendingSince: now - STUCK_MS } as const;
      const { results } = await payments(filter, { order: '-created' });
      return results.flatMap(({ payment }) => stuckTasks(payment, now));
    },
  };
}

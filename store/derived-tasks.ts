import { CHANNELS } from '../domain/notification/notification.ts';
import { checkerOf } from '../domain/operation/approval.ts';
import { permits, typePermission } from '../domain/permission.ts';
import { agreementTasks } from '../domain/tasks/agreement.ts';
import { bulkTask, reportTask } from '../domain/tasks/background.ts';
import { credentialTasks, failingTasks, FAILING_WITHIN_MS } from '../domain/tasks/gateway.ts';
import { mailTask } from '../domain/tasks/mail.ts';
import { settlementTask } from '../domain/tasks/settlement.ts';
import { seesTasks } from '../domain/tasks/subscription.ts';
import {
  approvalTask,
  endpointTask,
  handTask,
  keyTasks,
  TASK_KINDS,
  type Task,
  type TaskKind,
} from '../domain/tasks/task.ts';
import { ALERT_KINDS } from '../domain/transaction/transaction.ts';
import { TRANSACTION_TYPES } from '../domain/transaction/type.ts';
import type { User } from '../domain/user.ts';
import type { Store } from './index.ts';
import { MOST_OF_A_KIND, paymentTasks } from './payment-tasks.ts';

/** Where tasks are derived from, and who has seen to them. */
export type TaskStores = Pick<
  Store,
  | 'agreements'
  | 'apiKeys'
  | 'bulks'
  | 'gatewayAccounts'
  | 'notifications'
  | 'operations'
  | 'reports'
  | 'search'
  | 'settlements'
  | 'taskMarks'
  | 'transactions'
  | 'webhookEndpoints'
>;

/** Where tasks of some kinds come from. */
interface Source {
  readonly kinds: readonly TaskKind[];
  readonly read: () => Promise<readonly Task[]>;
}

/**
 * Everything that a person should do, or all of these kinds, as far as they may see to it (contract/tasks#kinds), in no order.
 * Each source is read by an index of its own, and to an end; what nobody may see is not asked for.
 */
export async function tasksSeen(
  store: TaskStores,
  user: User,
  { now, kinds = TASK_KINDS }: { readonly now: number; readonly kinds?: readonly TaskKind[] },
): Promise<readonly Task[]> {
  const wanted = new Set(kinds.filter((kind) => seesTasks(user, kind)));
  const asked = sourcesOf(store, user, now).filter((source) =>
    source.kinds.some((kind) => wanted.has(kind)),
  );
  const found = await Promise.all(asked.map(({ read }) => read()));
  return found.flat().filter(({ kind }) => wanted.has(kind));
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

function sourcesOf(store: TaskStores, user: User, now: number): readonly Source[] {
  const { merchantId } = user;
  const { alerts, stuck } = paymentTasks(store, user);
  const requests = async (state: 'pending' | 'manual_action_required') =>
    (
      await store.operations.listRequests(
        merchantId,
        { state },
        { limit: MOST_OF_A_KIND, offset: 0 },
      )
    ).results;
  const changeable = TRANSACTION_TYPES.filter((type) =>
    permits(user, typePermission('change', type)),
  );
  return [
    ...ALERT_KINDS.map((kind): Source => ({
      kinds: [`alert.${kind}`],
      read: () => alerts(kind),
    })),
    { kinds: ['stuck'], read: () => stuck(now) },
    {
      kinds: ['approval'],
      read: async () => {
        const pending = await requests('pending');
        const payments = pending.map(({ parentId }) => parentId);
        const archived = await store.transactions.archivedAmong(merchantId, payments);
        return pending.flatMap((one) => {
          const isArchived = archived.has(one.parentId);
          return approvalTask(one, checkerOf(user), { now, isArchived }) ?? [];
        });
      },
    },
    {
      kinds: ['needs_hand'],
      read: async () =>
        (await requests('manual_action_required'))
          .filter(({ kind }) => permits(user, `payment.${kind}`))
          .map(handTask),
    },
    {
      kinds: ['webhook.disabled', 'webhook.failing'],
      read: async () =>
        (await store.webhookEndpoints.list(merchantId)).flatMap(
          (one) => endpointTask(one, now) ?? [],
        ),
    },
    {
      kinds: ['key.expiring'],
      read: async () => keyTasks(await store.apiKeys.list(merchantId), now),
    },
    {
      kinds: ['gateway.failing'],
      read: async () =>
        failingTasks(await store.search.attemptCounts(merchantId, now - FAILING_WITHIN_MS), now),
    },
    {
      kinds: ['gateway.expiring'],
      read: async () => credentialTasks(await store.gatewayAccounts.list(merchantId), now),
    },
    {
      kinds: ['settlement'],
      read: async () =>
        (await store.settlements.differing(merchantId, MOST_OF_A_KIND)).flatMap(
          (one) => settlementTask(one) ?? [],
        ),
    },
    {
      kinds: ['agreement'],
      read: async () =>
        (await store.agreements.leftUnpaid(merchantId, changeable, MOST_OF_A_KIND)).flatMap(
          agreementTasks,
        ),
    },
    {
      kinds: ['mail'],
      read: async () => {
        const failing = CHANNELS.map(async (channel) => {
          const { notifications } = store;
          const failed = await notifications.failedSinceSent(merchantId, channel, MOST_OF_A_KIND);
          return mailTask(channel, failed, now) ?? [];
        });
        return (await Promise.all(failing)).flat();
      },
    },
    // What ended badly is a task of who has started it, as long as they may look at it.
    {
      kinds: ['bulk'],
      read: async () =>
        (await store.bulks.failedOf(merchantId, user.id, MOST_OF_A_KIND)).flatMap(
          (one) => bulkTask(one) ?? [],
        ),
    },
    {
      kinds: ['report'],
      read: async () =>
        (await store.reports.failedOf(merchantId, user.id, MOST_OF_A_KIND)).flatMap(
          (one) => reportTask(one) ?? [],
        ),
    },
  ];
}

import { log } from '@temporalio/activity';
import type { EventId, NotificationId } from '../domain/ids.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { nextDue } from '../domain/transaction/inquiry-plan.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import type { NotificationStore } from '../store/notifications.ts';
import type { OperationStore } from '../store/operations.ts';
import type { PageOf, Cursor } from '../store/cursors.ts';
import type { WebhookEventStore } from '../store/webhook-events.ts';

/** How the dead are given a run again; worker/deps.ts gives it. */
export interface Lifeline {
  /** Opens the run of a payment; true when none was open and something is still due. */
  readonly openPayment: (transaction: Transaction) => Promise<boolean>;
  /** Opens the run of an operation; true when none was open and there is still something to do. */
  readonly openOperation: (operation: Operation) => Promise<boolean>;
  /**
   * Opens the delivery of an event; true when it never had one. The first call is made, too, where it is missing, and no
   * other one when it is made `once`.
   */
  readonly openDelivery: (
    eventId: EventId,
    how?: { readonly isCalled?: boolean; readonly once?: boolean | undefined },
  ) => Promise<boolean>;
  /** Opens the run that sends a message; true when it never had one. */
  readonly openNotification: (id: NotificationId) => Promise<boolean>;
  /** Counts what was given a run again. */
  readonly revived: (what: Revived) => void;
}

export type Revived = 'payment' | 'operation' | 'delivery' | 'notification';

/** What came of a page, and where the next one begins; without `next` it was the last one. */
export interface RevivedPage {
  readonly revived: number;
  /** Names of what could not be dealt with; the next round comes back to it. */
  readonly failed: readonly string[];
  readonly next?: Cursor;
}

/** What is younger than this may still be in the hands of whoever made it. */
const GRACE_MS = 5 * 60_000;
const PAGE = 100;
/** Longer than a gateway is asked by itself about an attempt, unless its account says otherwise. */
const UNDECIDED_MS = 26 * 60 * 60_000;

interface Stores {
  readonly operations: Pick<OperationStore, 'underWay'>;
  readonly webhookEvents: Pick<WebhookEventStore, 'unsettled' | 'giveUp'>;
  readonly transactions: Pick<Store['transactions'], 'find' | 'undecided'>;
  readonly notifications: Pick<NotificationStore, 'wanted'>;
}

/**
 * Look, a page at a time, at all that has to have a run, and open one where none is. Safe to repeat: an operation begins
 * with what was kept and asks the gateway first, and a receiver knows an event by its id.
 */
export function revivalActivities(stores: Stores, lifeline: Lifeline) {
  const { operations, webhookEvents, transactions, notifications } = stores;
  return {
    /**
     * Payments whose network has not decided, and whose run came to its end by force: nobody would ask the network, nor
     * let them expire.
     */
    async revivePayments(after?: Cursor): Promise<RevivedPage> {
      const now = Date.now();
      const found = await transactions.undecided(pageAfter(after), now - UNDECIDED_MS);
      return page('payment', found, {
        place: ({ createdAt, sessionId }) => ({ at: createdAt, id: sessionId }),
        open: async (transaction) =>
          nextDue(transaction, now) !== undefined && lifeline.openPayment(transaction),
      });
    },

    /** Operations whose run came to its end by force. */
    async reviveOperations(after?: Cursor): Promise<RevivedPage> {
      const found = await operations.underWay(pageAfter(after));
      return page('operation', found, {
        place: ({ createdAt, sessionId }) => ({ at: createdAt, id: sessionId }),
        open: (operation) => lifeline.openOperation(operation),
      });
    },

    /**
     * Webhooks that were kept and that nobody calls for: who kept them was lost before the call, or before handing over
     * what has failed. One of a change that was not kept in the end is not told, and a test is called once.
     */
    async reviveDeliveries(after?: Cursor): Promise<RevivedPage> {
      const found = await webhookEvents.unsettled(pageAfter(after));
      return page('delivery', found, {
        place: ({ createdAt, eventId }) => ({ at: createdAt, id: eventId }),
        open: async ({ eventId, verdict, sequence, test, ...ref }) => {
          const isCalled = verdict !== undefined;
          if (test && isCalled) {
            await webhookEvents.giveUp(eventId, Date.now());
            return false;
          }
          const transaction = await transactions.find(ref);
          if (transaction && transaction.sequence < sequence) return false;
          return lifeline.openDelivery(eventId, { isCalled, once: test });
        },
      });
    },

    /** Messages that are wanted and that nobody sends: who wrote them down was lost before their run was open. */
    async reviveNotifications(after?: Cursor): Promise<RevivedPage> {
      const found = await notifications.wanted(pageAfter(after));
      return page('notification', found, {
        place: ({ createdAt, id }) => ({ at: createdAt, id }),
        open: ({ id }) => lifeline.openNotification(id),
      });
    },
  };

  async function page<T>(
    what: Revived,
    found: readonly T[],
    {
      place,
      open,
    }: { readonly place: (one: T) => Cursor; readonly open: (one: T) => Promise<boolean> },
  ): Promise<RevivedPage> {
    const failed: string[] = [];
    let revived = 0;
    for (const one of found) {
      const { id } = place(one);
      try {
        if (!(await open(one))) continue;
        revived += 1;
        lifeline.revived(what);
        log.warn('workflow restarted', { what, id });
      } catch (error) {
        log.error('what has no run could not be given one', { what, id, error });
        failed.push(`${what} ${id}`);
      }
    }
    const last = found.at(-1);
    return {
      revived,
      failed,
      ...(last !== undefined && found.length === PAGE && { next: place(last) }),
    };
  }
}

function pageAfter(after: Cursor | undefined): PageOf {
  return { until: Date.now() - GRACE_MS, after, limit: PAGE };
}

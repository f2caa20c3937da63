import { log } from '@temporalio/activity';
import { CONFIRM_MS } from '../../domain/bulk/bulk.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { TaskSubscriptions } from '../../domain/tasks/subscription.ts';
import type { User } from '../../domain/user.ts';
import type { ActivityEngine } from '../../engine/activity-engine.ts';
import type { Waited } from '../../engine/patience.ts';
import type { InboxEntry } from '../../store/callback-inbox.ts';
import type { Cursor } from '../../store/cursors.ts';
import type { Store } from '../../store/index.ts';
import type { Files } from '../../transports/files.ts';
import { forgetCard, type ForgottenCards } from '../cards.ts';
import type { TaskMails } from '../task-mails.ts';
import { removeTries } from '../report-file.ts';
import {
  giveUpCallback,
  hearCallback,
  hearLostCallback,
  lostCallbacks,
  type CallbackPorts,
  type CallbackStores,
} from './callbacks.ts';
import { GRACE_MS, onceFromMark, pageByPage, whileDue, type Reconciled } from './look.ts';
import { restartBulk, restartDelivery, restartOperation, restartPayment } from './missing-runs.ts';

/** For so long it is looked for the payment of an operation; an hour longer than what fails is looked at. Milliseconds. */
const UNPLACED_MS = 25 * 60 * 60_000;
/** So many in one look; the next one is a minute away. */
const AT_ONCE = 100;
/** More would be a rush. Those that wait for their turn are found again, and get no second run. */
const AGREEMENTS_AT_ONCE = 200;
/** How long a look waits for the first answer of a run, and at the least for each. Milliseconds. */
const MOST_PATIENCE_MS = 10_000;
const LEAST_PATIENCE_MS = 100;
/** As many as a look has time for, when each takes seconds to fail. */
const CARDS_AT_ONCE = 8;
/** Each may have hundreds of tasks, and a look has a minute. */
const PEOPLE_AT_ONCE = 50;
/** Each may have very many rows. */
const UPLOADS_AT_ONCE = 10;

type Lost = 'payment' | 'operation' | 'delivery' | 'notification' | 'invoice' | 'bulk';

export interface RuleStores extends CallbackStores {
  readonly transactions: CallbackStores['transactions'] &
    Pick<Store['transactions'], 'createdBetween' | 'overdue' | 'promisedUntil'>;
  readonly invoices: Pick<Store['invoices'], 'sentBetween' | 'sentAndDue'>;
  readonly operations: CallbackStores['operations'] &
    Pick<Store['operations'], 'openBetween' | 'underWay'>;
  readonly inbox: CallbackStores['inbox'] & Pick<Store['inbox'], 'unheard' | 'unheardOperations'>;
  readonly marks: Pick<Store['marks'], 'get' | 'advance'>;
  readonly cards: ForgottenCards & Pick<Store['cards'], 'toForget'>;
  readonly bulks: Pick<
    Store['bulks'],
    'notStarted' | 'unheard' | 'abandoned' | 'discard' | 'underWay' | 'find'
  >;
  readonly webhookReplays: Pick<Store['webhookReplays'], 'notStarted'>;
  readonly webhookEvents: Pick<Store['webhookEvents'], 'unsettled' | 'isUnsettled' | 'giveUp'>;
  readonly notifications: Pick<Store['notifications'], 'wanted'>;
  readonly agreements: Pick<Store['agreements'], 'unseen' | 'overdue' | 'endIfOver'>;
  readonly reports: Pick<Store['reports'], 'wantedUntil' | 'overdue' | 'find' | 'expire'>;
  readonly reportSchedules: Pick<Store['reportSchedules'], 'unseen'>;
  readonly users: Pick<Store['users'], 'taskMailsDue'>;
}

/** By which what was found is mended. */
export type RuleEngine = Pick<
  ActivityEngine,
  | 'isBulkOpen'
  | 'isDeliveryOpen'
  | 'isOpen'
  | 'isOperationOpen'
  | 'look'
  | 'lookAtReports'
  | 'nudgeBulk'
  | 'dispute'
  | 'report'
  | 'reportOperation'
  | 'resume'
  | 'resumeBulk'
  | 'resumeDelivery'
  | 'resumeInvoice'
  | 'resumeOperation'
  | 'returned'
  | 'runsCutShort'
  | 'sendMessage'
  | 'start'
  | 'startBulk'
  | 'startInvoice'
  | 'startReplay'
  | 'startReport'
  | 'takeIn'
  | 'tellPayment'
>;

export interface RulePorts extends Pick<CallbackPorts, 'call' | 'callForWord' | 'countAlert'> {
  readonly engine: RuleEngine;
  /** Gives up what has not come to its end after so many milliseconds. */
  readonly within: <T>(ms: number, work: () => Promise<T>) => Promise<Waited<T>>;
  readonly files: Pick<Files, 'remove'>;
  readonly taskMails: TaskMails;
  /** Counts what was given a run again. */
  readonly revived: (what: Lost) => void;
}

/**
 * All that is reconciled: how it is found, and how it is mended. The document comes first everywhere, and what a process
 * that dies leaves undone after it is found here; so is what is due by now and has no timer. workflows/reconcile.ts says how it is done,
 * and engine/schedules.ts when.
 */
export function rulesOf(stores: RuleStores, ports: RulePorts) {
  const { engine, files, revived, taskMails } = ports;
  const { transactions, invoices, operations, inbox, marks, bulks, agreements, reports } = stores;

  /** Of what must have a run until it is over. A merchant may notice, so each is counted and logged. */
  const restarting = <T>(rule: Parameters<typeof pageByPage<T>>[0] & { readonly what: Lost }) =>
    pageByPage({
      ...rule,
      mend: async (one: T) => {
        if (!(await rule.mend(one))) return false;
        revived(rule.what);
        log.warn('workflow restarted', { what: rule.what, id: rule.place(one).id });
        return true;
      },
    });

  return {
    /** Payments that were written and never started (contract/engine#creating). */
    unstartedPayments: onceFromMark(marks, {
      what: 'transaction',
      mark: 'unstarted',
      find: transactions.createdBetween,
      place: bySession,
      mend: engine.start,
    }),

    /** Callbacks that no workflow has heard (contract/engine#callbacks). */
    unheardCallbacks: onceFromMark(marks, {
      what: 'callback',
      mark: 'unheard',
      find: inbox.unheard,
      place: (entry) => ({ at: entry.receivedAt, id: nameOf(entry) }),
      mend: (entry) => hearCallback(stores, ports, entry),
      giveUp: (entry) => giveUpCallback(stores, ports, entry),
    }),

    /** Callbacks that a run was told of which was then ended, as one is whose history cannot be replayed: perhaps it never heard them. */
    lostCallbacks: onceFromMark(marks, {
      what: 'callback',
      mark: 'lost-callbacks',
      find: (after, until) => lostCallbacks(inbox, engine, after, until),
      place: ({ entry, endedAt }) => ({ at: endedAt, id: nameOf(entry) }),
      mend: (lost) => hearLostCallback(stores, ports, lost),
      giveUp: ({ entry }) => giveUpCallback(stores, ports, entry),
    }),

    /**
     * What was done at a gateway with a payment that nobody knew by its name there: a network may tell of a refund before the charge
     * is heard of, and of a hold that was let go before it is heard of. For a day, in which it is asked about what it has not decided;
     * also those that are placed by now, and whose payment could not be told.
     */
    unplacedOperations: pageByPage({
      what: 'callback',
      find: (page) => inbox.unheardOperations(Date.now() - UNPLACED_MS, page),
      place: ({ receivedAt, gatewayEventId }) => ({ at: receivedAt, id: gatewayEventId }),
      mend: (entry) => hearCallback(stores, ports, entry),
      giveUp: (entry) => giveUpCallback(stores, ports, entry),
    }),

    /** Invoices that were written and never started. A transaction that was viewed meanwhile does not hide them. */
    unstartedInvoices: onceFromMark(marks, {
      what: 'invoice',
      mark: 'invoices',
      find: invoices.sentBetween,
      place: bySession,
      mend: engine.startInvoice,
    }),

    /** Operations of which there is only the promise: the payment's run came to its end by force before they were written. */
    unwrittenOperations: whileDue({
      what: 'operation',
      find: async (now) => {
        const promised = await transactions.promisedUntil(now - GRACE_MS);
        const written = await Promise.all(promised.map((one) => operations.find(one)));
        return promised.filter((_, nth) => written[nth] === undefined);
      },
      place: bySession,
      mend: async (operation) => {
        await operations.insert(operation);
        return restartOperation(stores, engine, operation);
      },
    }),

    /** Operations that are not over and have no run: their promise was kept, and then the payment's run was ended. */
    unstartedOperations: onceFromMark(marks, {
      what: 'operation',
      mark: 'operations',
      find: operations.openBetween,
      place: bySession,
      mend: (operation) => restartOperation(stores, engine, operation),
    }),

    /**
     * Cards that were deleted here and that their network still knows. Our own mark came first and is what counts, so this
     * may be late, and it may be repeated.
     */
    deletedCards: whileDue({
      what: 'card',
      find: (now) => stores.cards.toForget(now, CARDS_AT_ONCE),
      place: ({ deletedAt = 0, pgCode }) => ({ at: deletedAt, id: `of ${pgCode}` }),
      mend: forgetCard(stores),
      atOnce: true,
    }),

    /** Files of requests that were accepted and never begun, because the API died between the two. */
    unstartedBulks: whileDue({
      what: 'bulk',
      find: (now) => bulks.notStarted(now - GRACE_MS, AT_ONCE),
      place: byId,
      mend: engine.startBulk,
    }),

    /** Those whose run was not told that they were paused, resumed or canceled. It hears of it, or is opened. */
    unheardBulks: whileDue({
      what: 'bulk',
      find: (now) => bulks.unheard(now - GRACE_MS, AT_ONCE),
      place: byId,
      mend: (bulk) => engine.nudgeBulk(bulk).then(() => true),
    }),

    /**
     * Uploads that broke off with the API, which lasts minutes, and those that nobody has confirmed: they hold names and addresses that
     * nobody may see.
     */
    abandonedUploads: whileDue({
      what: 'upload',
      find: (now) => bulks.abandoned(now - CONFIRM_MS, UPLOADS_AT_ONCE),
      place: byId,
      mend: (bulk) => bulks.discard(bulk).then(() => true),
    }),

    /** Replays of webhooks that were accepted and never begun. */
    unstartedReplays: whileDue({
      what: 'replay',
      find: (now) => stores.webhookReplays.notStarted(now - GRACE_MS, AT_ONCE),
      place: byId,
      mend: (replay) => engine.startReplay(replay),
    }),

    /** Agreements that somebody had to look at and nobody has. The longest waiting first. */
    unseenAgreements: whileDue({
      what: 'agreement',
      find: (now) => agreements.unseen(now - GRACE_MS, AGREEMENTS_AT_ONCE),
      place: ({ createdAt, uuid }) => ({ at: createdAt, id: uuid }),
      mend: (agreement) => engine.look(agreement).then(() => true),
    }),

    /** Agreements whose last day is over: their cards become free. */
    endedAgreements: whileDue({
      what: 'agreement',
      find: (now) => agreements.overdue(now, AGREEMENTS_AT_ONCE),
      place: ({ createdAt, uuid }) => ({ at: createdAt, id: uuid }),
      mend: (agreement) => agreements.endIfOver(agreement, Date.now()).then(() => true),
    }),

    /** Reports that nobody writes. */
    unstartedReports: whileDue({
      what: 'report',
      find: (now) => reports.wantedUntil(now - GRACE_MS, AT_ONCE),
      place: byId,
      mend: async (ref) => {
        const report = await reports.find(ref);
        return report?.status === 'in_progress' && engine.startReport(report);
      },
    }),

    /** Schedules of reports that somebody had to look at and nobody has. */
    unseenReportSchedules: whileDue({
      what: 'schedule',
      find: (now) => stores.reportSchedules.unseen(now - GRACE_MS, AT_ONCE),
      place: byId,
      mend: (schedule) => engine.lookAtReports(schedule).then(() => true),
    }),

    /** Reports whose time is over: their files are removed. */
    expiredReports: whileDue({
      what: 'file of report',
      find: (now) => reports.overdue(now, AT_ONCE),
      place: byId,
      mend: async (report) => {
        // First the files: what is marked is never looked at again.
        await removeTries(files, report, report.tries);
        await reports.expire(report);
        return true;
      },
    }),

    /** People whose daily mail of tasks is due: all of them, for it is eight for everybody of a place at once. */
    dailyTaskMails: pageByPage({
      ...ofPeople,
      what: 'daily mail of tasks',
      find: (page) => stores.users.taskMailsDue('daily.dueAt', page),
      place: byUser(({ daily }) => daily?.dueAt),
      mend: (user) => taskMails.daily(user, Date.now()),
    }),

    /** People who want to hear at once of tasks that nothing else tells of. */
    freshTaskMails: pageByPage({
      ...ofPeople,
      what: 'mail of a task',
      find: (page) => stores.users.taskMailsDue('lookAt', page),
      place: byUser(({ lookAt }) => lookAt),
      mend: (user) => taskMails.fresh(user, Date.now()),
    }),

    /** Operations whose run came to its end by force. */
    lostOperations: restarting({
      what: 'operation',
      find: operations.underWay,
      place: bySession,
      mend: (operation) => restartOperation(stores, engine, operation),
    }),

    /**
     * Webhooks that were kept and that nobody calls for: who kept them was lost before the call, or before handing over
     * what has failed, or their run came to its end by force.
     */
    lostDeliveries: restarting({
      what: 'delivery',
      find: stores.webhookEvents.unsettled,
      place: ({ createdAt, eventId }) => ({ at: createdAt, id: eventId }),
      mend: (event) => restartDelivery(stores.webhookEvents, engine, event),
    }),

    /**
     * Messages that are wanted and that nobody sends: who wrote them down was lost before their run was open, or it came to
     * its end by force.
     */
    lostNotifications: restarting({
      what: 'notification',
      find: stores.notifications.wanted,
      place: byId,
      mend: ({ id }) => engine.sendMessage(id),
    }),

    /**
     * Payments whose run came to its end by force and of which something is due that nobody does: their network is not
     * asked, their wallet gets nothing back, they do not expire.
     */
    lostPayments: restarting({
      what: 'payment',
      find: transactions.overdue,
      place: ({ transaction, dueAt }) => ({ at: dueAt, id: transaction.sessionId }),
      mend: ({ transaction }) => restartPayment(transactions, engine, transaction),
    }),

    /**
     * Invoices that are due and `sent` all the same: their run came to its end by force before it could say how they stand. By when
     * they were due, for an invoice may wait for years.
     */
    lostInvoices: restarting({
      what: 'invoice',
      find: invoices.sentAndDue,
      place: ({ dueAt, sessionId }) => ({ at: dueAt, id: sessionId }),
      mend: engine.resumeInvoice,
    }),

    /** Files of requests whose rows are to be made and whose run came to its end by force. */
    lostBulks: restarting({
      what: 'bulk',
      find: bulks.underWay,
      place: byId,
      mend: (bulk) => restartBulk(bulks, engine, bulk),
    }),
  };
}

export type RuleName = keyof ReturnType<typeof rulesOf>;

export function reconcileActivities(stores: RuleStores, ports: RulePorts) {
  return {
    /** Looks by a rule, at all of it or at the page that follows. Safe to repeat. */
    reconcile: ({ rule, after }: RuleLook): Promise<Reconciled> =>
      rulesOf(stores, { ...ports, engine: impatient(ports) })[rule](after),
  };
}

/**
 * The engine for one look, which does not wait for a payment that stands still: a word to a run is taken by the server, but an answer is the
 * run's own. Each that does not come leaves the next ones half as long, because all have the minute of the look together; an error that is told at once
 * does not. One that would have come later is there when the next look asks for it.
 */
function impatient({ engine, within }: Pick<RulePorts, 'engine' | 'within'>): RuleEngine {
  let patienceMs = MOST_PATIENCE_MS;

  async function answered<T>(ask: () => Promise<T>): Promise<T> {
    const waited = await within(patienceMs, ask);
    if ('answer' in waited) return waited.answer;
    patienceMs = Math.max(patienceMs / 2, LEAST_PATIENCE_MS);
    throw waited.unanswered;
  }

  return {
    ...engine,
    takeIn: (...word) => answered(() => engine.takeIn(...word)),
    tellPayment: (...told) => answered(() => engine.tellPayment(...told)),
  };
}

export interface RuleLook {
  readonly rule: RuleName;
  readonly after?: Cursor | undefined;
}

const nameOf = ({ gatewayEventId, referenceNumber }: InboxEntry): string =>
  `${gatewayEventId} on ${referenceNumber ?? 'a payment that is not known'}`;

const bySession = ({
  createdAt,
  sessionId,
}: {
  readonly createdAt: number;
  readonly sessionId: SessionId;
}): Cursor => ({
  at: createdAt,
  id: sessionId,
});

const byId = ({ createdAt, id }: { readonly createdAt: number; readonly id: string }): Cursor => ({
  at: createdAt,
  id,
});

/** They are due when they say so. */
const ofPeople = { age: 0, limit: PEOPLE_AT_ONCE } as const;

const byUser =
  (dueAt: (subscriptions: TaskSubscriptions) => number | undefined) =>
  ({ username, subscriptions }: User): Cursor => ({
    at: (subscriptions && dueAt(subscriptions)) ?? 0,
    id: username,
  });

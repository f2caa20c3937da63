import { OPERATION_KINDS } from '../operation/operation.ts';
import { permits, typePermission, viewableTypes, type PermissionHolder } from '../permission.ts';
import { reportPeriod, dateBefore } from '../report/calendar.ts';
import { TRANSACTION_TYPES } from '../transaction/type.ts';
import { TASK_KINDS, type Task, type TaskKind } from './task.ts';

/** When a person gets a mail of tasks of a kind: of each at once, of all that are open in one mail a day, or of none. */
export const TASK_MAIL_TIMES = ['now', 'daily', 'never'] as const;
export type TaskMailTime = (typeof TASK_MAIL_TIMES)[number];

/** What a person has chosen for a kind. */
export interface TaskSubscription {
  readonly kind: TaskKind;
  readonly when: TaskMailTime;
  /** Since when, in epoch milliseconds: of what was open before nobody gets a mail at once. */
  readonly since: number;
  /**
   * Of a kind that is looked for: the ids of what was open then, written down by the first look. Whatever is not among them is new,
   * however long ago it says that it began: a date may be written when its month has begun, and a file be paused for a day.
   */
  readonly before?: readonly string[];
}

/** What a person has chosen, and when somebody has to look at it next. Times are epoch milliseconds. */
export interface TaskSubscriptions {
  /** Counts the choices: who chose on what is not so any more changes nothing. */
  readonly version: number;
  readonly kinds: readonly TaskSubscription[];
  /** When the next daily mail is due, and the last day that is dealt with, `YYYY-MM-DD`. */
  readonly daily?: { readonly dueAt: number; readonly doneOn: string };
  /** When it is looked for new tasks of kinds that nothing else tells of. */
  readonly lookAt?: number;
}

/** The time of day of the daily mail, in the time zone of the merchant. */
export const DAILY_AT = '08:00';
/** It is looked for new tasks so often. Milliseconds. */
const LOOK_EVERY_MS = 60_000;
/** Some are a task only after a while, so that one that has begun shortly before the choice may be a new one. Milliseconds. */
const BEGAN_BEFORE_MS = 60 * 60_000;

export interface Subscriber {
  /** Of which tasks they get mails, and when; as it is by itself when left out. */
  readonly subscriptions?: TaskSubscriptions;
}

interface Person extends PermissionHolder, Subscriber {
  readonly active: boolean;
  readonly service: boolean;
}

/** Approvals and alerts: people get a mail of them by what raises them, at once unless they have chosen otherwise. */
export function isToldAsItHappens(kind: TaskKind): boolean {
  return kind === 'approval' || kind.startsWith('alert.');
}

/** What holds for a kind: what the person has chosen, else *now* for approvals and alerts, and *never* for the others. */
export function mailTimeOf({ subscriptions }: Subscriber, kind: TaskKind): TaskMailTime {
  const chosen = subscriptions?.kinds.find((one) => one.kind === kind);
  return chosen?.when ?? (isToldAsItHappens(kind) ? 'now' : 'never');
}

type OtherKind = Exclude<TaskKind, `alert.${string}`>;

/** Who sees tasks of a kind, of one at least of the things that it may be about (contract/tasks#kinds). */
const SEEN_BY: Readonly<Record<OtherKind, (holder: PermissionHolder) => boolean>> = {
  needs_hand: (holder) => OPERATION_KINDS.some((kind) => permits(holder, `payment.${kind}`)),
  'webhook.disabled': (holder) => permits(holder, 'webhook.manage'),
  approval: (holder) => permits(holder, 'payment.approve'),
  stuck: (holder) => permits(holder, 'payment.inquiry') && seesPayments(holder),
  'webhook.failing': (holder) => permits(holder, 'webhook.manage'),
  'key.expiring': (holder) => permits(holder, 'key.manage'),
  'gateway.failing': (holder) => permits(holder, 'gateway.manage'),
  'gateway.expiring': (holder) => permits(holder, 'gateway.manage'),
  settlement: (holder) => permits(holder, 'ledger.import'),
  agreement: (holder) =>
    permits(holder, 'customer.view') &&
    TRANSACTION_TYPES.some((type) => permits(holder, typePermission('change', type))),
  mail: (holder) => permits(holder, 'settings.change'),
  bulk: (holder) => permits(holder, 'payment_request.view'),
  report: (holder) => permits(holder, 'report.can_view_report'),
};

/** Whether somebody may have tasks of a kind. */
export function seesTasks(holder: PermissionHolder, kind: TaskKind): boolean {
  return isOther(kind)
    ? SEEN_BY[kind](holder)
    : permits(holder, 'alert.handle') && seesPayments(holder);
}

function isOther(kind: TaskKind): kind is OtherKind {
  return !kind.startsWith('alert.');
}

function seesPayments(holder: PermissionHolder): boolean {
  return viewableTypes(holder).length > 0;
}

/** The kinds that somebody may have, the worst first: those that they choose for. */
export function kindsSeen(holder: PermissionHolder): readonly TaskKind[] {
  return TASK_KINDS.filter((kind) => seesTasks(holder, kind));
}

/** The kinds of which somebody gets mails then: a person who is active and may have such tasks. */
export function kindsTold(person: Person, when: TaskMailTime): readonly TaskKind[] {
  if (!person.active || person.service) return [];
  return kindsSeen(person).filter((kind) => mailTimeOf(person, kind) === when);
}

/** Whether somebody gets a mail of a task of this kind at once. */
export function hearsNow(person: Person, kind: TaskKind): boolean {
  return kindsTold(person, 'now').includes(kind);
}

/**
 * The choices of somebody from now on, in place of all that they had chosen: what is left out is as it is by itself. A choice
 * that is made again is as old as it was.
 */
export function subscribed(
  before: TaskSubscriptions | undefined,
  chosen: readonly Pick<TaskSubscription, 'kind' | 'when'>[],
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): TaskSubscriptions {
  const kinds = chosen.map(({ kind, when }) => {
    const same = before?.kinds.find((one) => one.kind === kind && one.when === when);
    return same ?? { kind, when, since: now };
  });
  const { on, nextAt } = dailyMail(now, timeZone);
  const daily = before?.daily ?? { dueAt: nextAt, doneOn: on };
  return {
    version: (before?.version ?? 0) + 1,
    kinds,
    ...(kinds.some(({ when }) => when === 'daily') && { daily }),
    ...(kinds.some(isLookedFor) && { lookAt: before?.lookAt ?? now }),
  };
}

/**
 * The same after the first look, at all that is open of these kinds: what is not new was open before the choice. A kind of which as many
 * are open as a look finds at most (`most`) stays as it is, for others may come to light that are older.
 */
export function withOpenBefore(
  subscriptions: TaskSubscriptions,
  open: readonly Pick<Task, 'id' | 'kind' | 'since'>[],
  { kinds, most }: { readonly kinds: readonly TaskKind[]; readonly most: number },
): TaskSubscriptions {
  return {
    ...subscriptions,
    kinds: subscriptions.kinds.map((one) => {
      const ofKind = open.filter(({ kind }) => kind === one.kind);
      return one.before || !kinds.includes(one.kind) || ofKind.length >= most
        ? one
        : {
            ...one,
            before: ofKind.filter((task) => !isNewTo({ subscriptions }, task)).map(({ id }) => id),
          };
    }),
  };
}

/** The same after somebody has looked; `daily` where the daily mail was due. */
export function lookedAt(
  subscriptions: TaskSubscriptions,
  what: 'daily' | 'new',
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): TaskSubscriptions {
  if (what === 'new') return { ...subscriptions, lookAt: now + LOOK_EVERY_MS };
  const { on, nextAt } = dailyMail(now, timeZone);
  return { ...subscriptions, daily: { dueAt: nextAt, doneOn: on } };
}

/** The day whose daily mail has to be written; undefined where that is done, as after the merchant has moved to another time zone. */
export function dayDue(
  { daily }: TaskSubscriptions,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): string | undefined {
  const { on } = dailyMail(now, timeZone);
  return daily && on > daily.doneOn ? on : undefined;
}

/** The day of the last daily mail that was due in a place, and when the next one is. */
function dailyMail(now: number, timeZone: string) {
  const today = dateBefore(now, { days: 0, timeZone });
  const mails = { interval: 'daily', startsOn: today, cutOff: DAILY_AT, timeZone } as const;
  const { until } = reportPeriod(mails, 1).span;
  return until <= now
    ? { on: today, nextAt: reportPeriod(mails, 2).span.until }
    : { on: dateBefore(now, { days: 1, timeZone }), nextAt: until };
}

/** Whether a task is one of which somebody gets a mail of its own, that nothing else has told of. */
export function isNewTo(
  { subscriptions }: Subscriber,
  { id, kind, since }: Pick<Task, 'id' | 'kind' | 'since'>,
): boolean {
  const chosen = subscriptions?.kinds.find((one) => one.kind === kind && isLookedFor(one));
  if (!chosen) return false;
  return since > chosen.since - BEGAN_BEFORE_MS || chosen.before?.includes(id) === false;
}

function isLookedFor({ kind, when }: Pick<TaskSubscription, 'kind' | 'when'>): boolean {
  return when === 'now' && !isToldAsItHappens(kind);
}

import type { CurrencyCode } from '../currencies.ts';
import { isPositive, type Money } from '../money.ts';
import type { LedgerAccount } from '../ledger/entry.ts';
import type { BookedAttempt, MoneyFacts } from '../ledger/money-events.ts';
import { entriesOf } from '../ledger/post.ts';
import { decide, type Decision } from '../operation/approval.ts';
import type { PgCode, ReferenceNumber } from '../ids.ts';
import type { Operation, OperationEntry } from '../operation/operation.ts';
import { Refusal } from '../refusal.ts';
import { alertName } from '../transaction/alert.ts';
import { decisiveAttempt } from '../transaction/settled.ts';
import {
  ALERT_KINDS,
  attemptOf,
  type Alert,
  type Attempt,
  type Transaction,
} from '../transaction/transaction.ts';
import type { WebhookEndpoint } from '../webhook/endpoint.ts';

/** What a person should do (contract/tasks#kinds). The worst come first. */
export const TASK_KINDS = [
  ...ALERT_KINDS.map((kind) => `alert.${kind}` as const),
  'needs_hand',
  'webhook.disabled',
  'gateway.failing',
  'approval',
  'stuck',
  'webhook.failing',
  'settlement',
  'agreement',
  'mail',
  'gateway.expiring',
  'key.expiring',
  'bulk',
  'report',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Of which kind a task of this id is or was; undefined for what is no id of a task. */
export function kindOfTask(id: string): TaskKind | undefined {
  return TASK_KINDS.find((kind) => id.startsWith(`${kind}:`));
}

export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** `account` is at a gateway; `channel` is that by which customers are written to. */
export const SUBJECT_TYPES = [
  'payment',
  'request',
  'endpoint',
  'key',
  'account',
  'settlement',
  'agreement',
  'channel',
  'bulk',
  'report',
] as const;

/** What it is about: under this id others know it. */
export interface TaskSubject {
  readonly type: (typeof SUBJECT_TYPES)[number];
  readonly id: string;
}

/** Something that a person should do. It is derived from what is stored, and kept nowhere. */
export interface Task {
  /** The kind and what it is about: the same as long as it is the same thing. */
  readonly id: string;
  readonly kind: TaskKind;
  readonly severity: Severity;
  /** Epoch milliseconds. */
  readonly since: number;
  /** When it ends by itself, or is too late. */
  readonly until?: number;
  readonly subject: TaskSubject;
  readonly amount?: Money;
  readonly orderNo?: string;
  readonly referenceNumber?: string;
  /** What is known of it in words of ours. */
  readonly detail?: string;
  /** The settlement file that it is about, and of which account. */
  readonly file?: { readonly pgCode: PgCode; readonly name: string };
}

/** What a person should do about an alert of a payment. */
export interface AlertTask extends Task {
  readonly alert: Alert['kind'];
  readonly referenceNumber: ReferenceNumber;
  readonly detail: string;
  readonly sandbox: boolean;
}

export function isAlertTask(task: Task): task is AlertTask {
  return 'alert' in task;
}

/** A key without its secret. */
export interface TaskKey {
  readonly prefix: string;
  readonly pair?: string;
  readonly name: string;
  readonly revoked: boolean;
  readonly expiresAt?: number;
}

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An attempt that its gateway says nothing of is a task after so long. */
export const STUCK_MS = 30 * MINUTE_MS;
const FAILING_MS = HOUR_MS;
const EXPIRING_MS = 14 * DAY_MS;

/** The parts of a payment that say what is a task about it: lists of tasks read no more of hundreds of payments. */
export interface TaskPayment
  extends Omit<MoneyFacts, 'attempts' | 'operations' | 'alerts'>, Pick<Transaction, 'orderNo'> {
  readonly attempts: readonly (BookedAttempt & Pick<Attempt, 'createdAt' | 'inquired'>)[];
  readonly operations?: readonly OperationEntry[];
  readonly alerts: readonly Alert[];
}

/** Each alert of a payment that its money has not answered already. */
export function alertTasks(transaction: TaskPayment): readonly AlertTask[] {
  return transaction.alerts
    .filter((alert) => !isEven(transaction, alert))
    .map((alert) => alertTask(transaction, alert));
}

/** The task that an alert is, whether its money has answered it or not. */
export function alertTask(transaction: TaskPayment, alert: Alert): AlertTask {
  const { kind, at, referenceNumber, detail } = alert;
  const attempt = attemptOf(transaction, referenceNumber) ?? decisiveAttempt(transaction);
  return {
    id: `alert.${kind}:${transaction.sessionId}:${alertName(transaction, alert)}`,
    kind: `alert.${kind}`,
    severity: 'high',
    since: at,
    ...paymentOf(transaction),
    ...amountOf(transaction, alert),
    referenceNumber,
    detail,
    alert: kind,
    sandbox: attempt?.sandbox === true,
  };
}

const STRAY: ReadonlySet<Alert['kind']> = new Set([
  'amount-mismatch',
  'late-money',
  'second-success',
]);

/**
 * What came astray by this attempt has gone back: no more of it is left in suspense than its payer's bank has taken, and nothing is held.
 * Other money than was asked for is posted nowhere, so that a mismatch stays until the attempt has brought money that is accounted for.
 */
function isEven(transaction: TaskPayment, { kind, referenceNumber, at }: Alert): boolean {
  if (!STRAY.has(kind)) return false;
  const lines = entriesOf(transaction, at)
    .filter(({ paymentReference }) => paymentReference === referenceNumber)
    .flatMap((entry) => entry.lines);
  const standing = (account: LedgerAccount, currency: CurrencyCode) =>
    lines
      .filter((line) => line.account === account && line.amount.currency === currency)
      .reduce((sum, { amount }) => sum + amount.minor, 0);
  const owed = lines.filter(({ account }) => account === 'suspense' || account === 'hold');
  return (
    owed.length > 0 &&
    owed.every(
      ({ amount: { currency } }) =>
        standing('hold', currency) === 0 &&
        standing('suspense', currency) + standing('disputes', currency) >= 0,
    )
  );
}

function amountOf(transaction: TaskPayment, { referenceNumber }: Alert): Pick<Task, 'amount'> {
  const amount =
    attemptOf(transaction, referenceNumber)?.total ??
    transaction.operations?.find((one) => one.referenceNumber === referenceNumber)?.amount;
  return amount && isPositive(amount) ? { amount } : {};
}

function paymentOf({ sessionId, orderNo }: TaskPayment): Pick<Task, 'subject' | 'orderNo'> {
  return {
    subject: { type: 'payment', id: sessionId },
    ...(orderNo !== undefined && { orderNo }),
  };
}

/** Whether an attempt waits for a gateway that does not say that the payer is still there. */
export function stuckTasks(transaction: TaskPayment, now: number): readonly Task[] {
  return transaction.attempts
    .filter(
      ({ state, createdAt, inquired }) =>
        state === 'pending' && createdAt <= now - STUCK_MS && inquired?.heard !== 'open',
    )
    .map(({ referenceNumber, createdAt, total }) => ({
      id: `stuck:${transaction.sessionId}:${referenceNumber}`,
      kind: 'stuck',
      severity: 'medium',
      since: createdAt,
      ...paymentOf(transaction),
      amount: total,
      referenceNumber,
    }));
}

/**
 * A request that waits for a yes, where this person may say it by the very rule that decides. What their yes would begin is no task while
 * its payment is archived.
 */
export function approvalTask(
  request: Operation,
  person: Pick<Decision, 'by' | 'checker'>,
  { now, isArchived }: { readonly now: number; readonly isArchived: boolean },
): Task | undefined {
  try {
    const decided = decide(request, { ...person, verdict: 'approve' }, now);
    if (isArchived && decided.state === 'promised') return undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return requestTask(request, 'approval');
}

/** What was agreed to, and was not done. */
export function handTask(request: Operation): Task {
  return requestTask(request, 'needs_hand');
}

function requestTask(request: Operation, kind: 'approval' | 'needs_hand'): Task {
  const { sessionId, createdAt, amount, parentOrderNo, referenceNumber, approval } = request;
  return {
    id: `${kind}:${sessionId}`,
    kind,
    severity: kind === 'approval' ? 'medium' : 'high',
    since: createdAt,
    subject: { type: 'request', id: sessionId },
    amount,
    referenceNumber,
    ...(parentOrderNo !== undefined && { orderNo: parentOrderNo }),
    ...(approval && { until: approval.expiresAt }),
    ...(kind === 'needs_hand' &&
      approval?.lastError !== undefined && { detail: approval.lastError }),
  };
}

/** An endpoint that fails for an hour, or that is not called any more. Once for each time that it begins. */
export function endpointTask(endpoint: WebhookEndpoint, now: number): Task | undefined {
  const { id, url, failingSince, disabledAt } = endpoint;
  const subject = { type: 'endpoint', id } as const;
  const detail = URL.canParse(url) ? new URL(url).host : id;
  if (disabledAt !== undefined)
    return {
      id: `webhook.disabled:${id}:${disabledAt}`,
      kind: 'webhook.disabled',
      severity: 'high',
      since: disabledAt,
      subject,
      detail,
    };
  return failingSince === undefined || failingSince > now - FAILING_MS
    ? undefined
    : {
        id: `webhook.failing:${id}:${failingSince}`,
        kind: 'webhook.failing',
        severity: 'medium',
        since: failingSince,
        subject,
        detail,
      };
}

/** Keys that end within two weeks, a pair once. */
export function keyTasks(keys: readonly TaskKey[], now: number): readonly Task[] {
  const ending = new Map<string, Task>();
  for (const { prefix, pair = prefix, name, revoked, expiresAt } of keys)
    if (!revoked && expiresAt !== undefined && expiresAt > now && expiresAt <= now + EXPIRING_MS)
      ending.set(pair, {
        id: `key.expiring:${pair}:${expiresAt}`,
        kind: 'key.expiring',
        severity: 'low',
        since: expiresAt - EXPIRING_MS,
        until: expiresAt,
        subject: { type: 'key', id: pair },
        detail: name,
      });
  return [...ending.values()];
}

/** Whether it can be called done by a person; the others end when what they wait for is decided. */
export function canBeHandled({ kind }: Pick<Task, 'kind'>): boolean {
  return kind !== 'approval' && kind !== 'needs_hand';
}

/** Worst first, then oldest first: a number that sorts, within 16 digits. */
export function urgency({ severity, since }: Pick<Task, 'severity' | 'since'>): number {
  return SEVERITIES.indexOf(severity) * 10 ** 14 + since;
}

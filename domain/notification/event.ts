import type { SessionId } from '../ids.ts';
import { onSettled, takes, type Counted } from '../operation/amounts.ts';
import type { OperationKind } from '../operation/operation.ts';
import type { TransactionState } from '../transaction/states.ts';
import type { Transaction } from '../transaction/transaction.ts';

/** What customers are told of (contract/messages#events); `notifications` of a transaction names them. */
export const NOTIFICATION_EVENTS = [
  'created',
  'paid',
  'canceled',
  'failed',
  'expired',
  'authorized',
  'voided',
  'refunded',
  'captured',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** Before it is paid, when it is decided, or when something is done to its money. */
export type Phase = 'pre-payment' | 'post-payment' | 'post-operation';

export const PHASES: Readonly<Record<NotificationEvent, Phase>> = {
  created: 'pre-payment',
  paid: 'post-payment',
  canceled: 'post-payment',
  failed: 'post-payment',
  expired: 'post-payment',
  authorized: 'post-payment',
  voided: 'post-operation',
  refunded: 'post-operation',
  captured: 'post-operation',
};

/** Something happened that a customer may be told of; with the operation that did it. */
export interface Happened {
  readonly event: NotificationEvent;
  readonly operationId?: SessionId;
}

type Told = Pick<
  Transaction,
  'state' | 'type' | 'legacy' | 'invoiceNumber' | 'paymentType' | 'attempts' | 'operations'
>;

type Standing = Pick<Told, 'state' | 'type' | 'legacy'> & Counted;

/** What the state itself says to the customer. Cash is told as a payment, in words of its own. */
const OF_STATE: Readonly<Partial<Record<TransactionState, NotificationEvent>>> = {
  paid: 'paid',
  cod: 'paid',
  authorized: 'authorized',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
};

const OF_OPERATION: Readonly<Record<OperationKind, NotificationEvent>> = {
  refund: 'refunded',
  capture: 'captured',
  void: 'voided',
};

/** A new request for payment is sent to the customer; the checkout of a shop never is (contract/messages#events). */
export function happenedAtStart(told: Told): readonly Happened[] {
  return isRequest(told) && told.paymentType !== 'save_card' ? [{ event: 'created' }] : [];
}

/**
 * The old endpoints send the link of a shop's payment, too, where their flags ask for it (contract/messages#events).
 */
function isRequest({ type, legacy }: Pick<Told, 'type' | 'legacy'>): boolean {
  return type === 'payment_request' || legacy !== undefined;
}

/**
 * What a change of a transaction tells its customer: the state that it came to, an attempt that could not be made, an
 * operation that is done. Money that goes to a wallet sends no message, and a saved card moves none.
 */
export function happenedBetween(before: Told, after: Told): readonly Happened[] {
  if (after.paymentType === 'save_card') return [];
  const event = after.state === before.state ? undefined : OF_STATE[after.state];
  const isBroken = event === undefined && broken(after) > broken(before);
  return [
    ...(event ? [{ event }] : []),
    ...(isBroken ? [{ event: 'failed' as const }] : []),
    ...operationsDone(before, after),
  ];
}

/** How many attempts could not be made, and were not followed by one at the route's next account: of these the payer saw nothing. */
function broken({ attempts }: Told): number {
  return attempts.filter(
    ({ state, referenceNumber }) =>
      state === 'error' &&
      !attempts.some(({ routing }) => routing?.after?.referenceNumber === referenceNumber),
  ).length;
}

/**
 * What a resend tells of: how the transaction stands now; undefined where no message says that. Money of which something was
 * captured, or that was released, has none: each of its operations has told of itself.
 */
export function standingEvent(transaction: Standing) {
  const { state } = transaction;
  const isOpen = state === 'created' || state === 'pending' || state === 'attempted';
  if (isOpen) return isRequest(transaction) ? ('created' as const) : undefined;
  return state === 'authorized' && isHoldOver(transaction) ? undefined : OF_STATE[state];
}

/** Whether something of a hold was captured, or it was released, and the gateway has not undone that. */
export function isHoldOver(transaction: Counted): boolean {
  return onSettled(transaction).some(
    (entry) => entry.kind !== 'refund' && entry.state === 'done' && takes(entry),
  );
}

/**
 * Whether it is still so: a link to pay what is paid, "failed" of what was paid after all, "paid" of cash that was never
 * handed over, or "nothing is charged yet" of what was captured would mislead.
 */
export function isStillSo(event: NotificationEvent, transaction: Standing) {
  if (event === 'created') return standingEvent(transaction) === 'created';
  if (event === 'authorized') return standingEvent(transaction) === 'authorized';
  if (event === 'paid') return OF_STATE[transaction.state] === 'paid';
  if (event !== 'failed' && event !== 'expired') return true;
  const now = OF_STATE[transaction.state];
  return now !== 'paid' && now !== 'authorized';
}

function operationsDone(before: Told, after: Told): readonly Happened[] {
  if (before.operations === after.operations) return [];
  const known = new Set(before.operations?.filter(isTold).map(({ sessionId }) => sessionId));
  return (after.operations ?? [])
    .filter((entry) => isTold(entry) && !known.has(entry.sessionId))
    .map(({ kind, sessionId }) => ({ event: OF_OPERATION[kind], operationId: sessionId }));
}

function isTold({
  state,
  destination,
  reversedBeforeTold,
}: NonNullable<Told['operations']>[number]): boolean {
  return state === 'done' && destination !== 'wallet' && !reversedBeforeTold;
}

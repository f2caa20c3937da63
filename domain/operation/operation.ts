import type { MerchantId, PgCode, ReferenceNumber, SessionId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { Money } from '../money.ts';
import type { Initiator } from '../initiator.ts';
import type { PgParams } from '../webhook/pg-params.ts';
import type { ReasonCode } from './reason.ts';

/** What is done to the money of a payment afterwards (contract/operations#states). */
export const OPERATION_KINDS = ['refund', 'capture', 'void'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** Where a refund goes: back by the gateway, or to the customer's wallet here. */
export type RefundDestination = 'pg' | 'wallet';

/**
 * How an operation stands. `awaiting`: a checker has not decided. `promised`: its money is set aside and the gateway is
 * or will be asked. `queued`: the gateway does it later. `unclear`: nobody knows whether the gateway did it, a person
 * must look. The others are final: `done`, `rejected` (the gateway refused after queueing), `failed` (it declined at
 * once, or what was asked is not possible any more), `dropped` (a checker said no, or nobody decided in time).
 */
export const OPERATION_STATES = [
  'awaiting',
  'promised',
  'queued',
  'unclear',
  'done',
  'rejected',
  'failed',
  'dropped',
] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

/** Done by us for a caller, or at the gateway itself, which told us (contract/operations#done-at-the-gateway). */
export type OperationSource = 'input' | 'pg';

/**
 * What the transaction remembers of an operation: enough to know what is left of its money. It is written with the
 * transaction, before the gateway hears of it: that is the promise.
 */
export interface OperationEntry {
  /** The child's own session id; it names the operation everywhere. */
  readonly sessionId: SessionId;
  /** Counts the changes of the operation: what is told late, twice or in another order is known by it. */
  readonly version: number;
  readonly kind: OperationKind;
  readonly amount: Money;
  readonly destination: RefundDestination;
  readonly state: OperationState;
  readonly source: OperationSource;
  readonly referenceNumber: ReferenceNumber;
  /** Of the attempt whose money it is. */
  readonly paymentReference: ReferenceNumber;
  /** The caller's name for it (contract/operations#tracking-key); free again after a failure, unless a checker has given it up. */
  readonly trackingKey?: string;
  /** A checker has said that the gateway has not done what nobody knew of. */
  readonly givenUp?: true;
  /** Kept with the name: whether all that was left was asked for, and no sum. */
  readonly asksForAll?: boolean;
  readonly createdAt: number;
  /** Since when the gateway has undone what was done, all of it: epoch milliseconds. The state stays `done`. */
  readonly reversedAt?: number;
  /**
   * That it was done was heard only by the word that undid it, as of a refund that fails in the gateway's queue: to merchants it was
   * rejected; the books have it both ways, as the gateway's own have.
   */
  readonly reversedBeforeTold?: true;
  /** A capture of a gateway that captures a hold once: what it does not take of it is free again. */
  readonly endsHold?: true;
  /** Why it was asked for, as far as that was said. */
  readonly reasonCode?: ReasonCode;
}

/** An entry as it was promised: operation and promise are one write, so that neither stands without the other. */
export interface PromisedEntry extends OperationEntry {
  /** The operation itself, until the payment hears more of it: whoever misses its document restores it from here. */
  readonly whole?: Operation;
}

/**
 * One operation: the child transaction of a payment. Created with its promise; its own workflow changes it, and the
 * payment's run alone keeps it.
 */
export interface Operation extends OperationEntry {
  readonly merchantId: MerchantId;
  /** The session id of the payment. */
  readonly parentId: SessionId;
  readonly parentOrderNo?: string;
  /** The attempt that paid: whose account, and what the gateway calls the payment. */
  readonly pgCode: PgCode;
  readonly gateway: string;
  readonly sandbox: boolean;
  readonly paymentReference: ReferenceNumber;
  readonly gatewayPayment?: string;
  /**
   * `<parent session id>:<child session id>:<kind>`, the same on every try (contract/requests#idempotency). After the
   * gateway has declined, a further try by a person is another question and has its number behind the kind.
   */
  readonly idempotencyKey: string;
  /** The customer whose wallet a refund goes to. */
  readonly customerId?: string;
  readonly extra?: JsonObject;
  readonly initiator?: Initiator;
  /** The same in words, for the merchant's people alone. */
  readonly reasonNote?: string;
  /** Asked for by a program with an API key, or by a person; decides who is told (contract/webhooks#operations). */
  readonly channel: 'api' | 'staff';
  readonly approval?: Approval;
  /** Why a person has to look at it; the payment raises it as an alert. */
  readonly alert?: string;
  readonly concludedAt?: number;
  readonly gatewayReference?: string;
  readonly message?: string;
  readonly pgParams?: PgParams;
  readonly gatewayResponse?: JsonObject;
}

/** Who is meant: no query and no command goes without the merchant. */
export interface OperationRef {
  readonly merchantId: MerchantId;
  readonly parentId: SessionId;
  readonly sessionId: SessionId;
}

/** What the transaction keeps of it. */
export function entryOf(operation: Operation): OperationEntry {
  const { sessionId, version, kind, amount, destination, state, source } = operation;
  const { referenceNumber, paymentReference, trackingKey, asksForAll, createdAt } = operation;
  const { reversedAt, reversedBeforeTold, endsHold, reasonCode } = operation;
  return {
    sessionId,
    version,
    kind,
    amount,
    destination,
    state,
    source,
    referenceNumber,
    paymentReference,
    ...(trackingKey !== undefined && { trackingKey }),
    ...(isGivenUp(operation) && { givenUp: true }),
    ...(asksForAll !== undefined && { asksForAll }),
    createdAt,
    ...(reversedAt !== undefined && { reversedAt }),
    ...(reversedBeforeTold && { reversedBeforeTold }),
    ...(endsHold && { endsHold }),
    ...(reasonCode && { reasonCode }),
  };
}

/** A checker has said of it that the gateway has not done it. */
export function isGivenUp({ state, approval }: Pick<Operation, 'state' | 'approval'>): boolean {
  return state === 'failed' && approval?.state === 'canceled';
}

/** The state of a child transaction on the wire (contract/operations#answers). */
export const CHILD_STATES = [
  'paid',
  'refunded',
  'refund_queued',
  'refund_rejected',
  'capture_queued',
  'capture_rejected',
  'voided',
  'void_queued',
  'void_rejected',
] as const;
export type ChildState = (typeof CHILD_STATES)[number];

const DONE = { refund: 'refunded', capture: 'paid', void: 'voided' } as const;

/**
 * The child as merchants see it; undefined while there is none to be seen (contract/operations#answers: failures make
 * none).
 */
export function childState({
  kind,
  state,
  reversedBeforeTold,
}: OperationEntry): ChildState | undefined {
  if (reversedBeforeTold) return `${kind}_rejected`;
  if (state === 'done') return DONE[kind];
  return state === 'queued' || state === 'rejected' ? `${kind}_${state}` : undefined;
}

/** Whether merchants, who have heard that it was done, hear that it is undone. */
export function isReversed({
  reversedAt,
  reversedBeforeTold,
}: Pick<OperationEntry, 'reversedAt' | 'reversedBeforeTold'>): boolean {
  return reversedAt !== undefined && !reversedBeforeTold;
}

/** What a webhook says came of an operation; the answer to a call says `failed` for the last two (contract/operations#answers). */
export const OPERATION_RESULTS = ['success', 'queued', 'rejected', 'reversed'] as const;
export type OperationResult = (typeof OPERATION_RESULTS)[number];

/** What a child's state says of its operation. */
export function resultOf(state: ChildState): Exclude<OperationResult, 'reversed'> {
  if (state.endsWith('_queued')) return 'queued';
  return state.endsWith('_rejected') ? 'rejected' : 'success';
}

/**
 * Something is still to come of it, by the gateway, by a person or by time: a run has to be open for it. What the gateway
 * has forgotten, and what nobody has helped in time, waits for nothing any more.
 */
export function isUnderWay({
  state,
  alert,
  approval,
}: Pick<Operation, 'state' | 'alert' | 'approval'>): boolean {
  if (state === 'promised') return true;
  if (state === 'queued' && alert === undefined) return true;
  return approval?.state === 'pending' || approval?.state === 'manual_action_required';
}

/**
 * The first moment at which its gateway may have been asked for it under the key that it has now, in epoch milliseconds: what a
 * gateway has declined is another question when a person has it tried again.
 */
export function askedAt({ approval, createdAt }: Pick<Operation, 'approval' | 'createdAt'>) {
  return approval?.retriedAt ?? approval?.decidedAt ?? createdAt;
}

const FINAL: ReadonlySet<OperationState> = new Set(['done', 'rejected', 'failed', 'dropped']);

/** Nothing more will come of it by itself. */
export function isFinal({ state }: Pick<OperationEntry, 'state'>): boolean {
  return FINAL.has(state);
}

/** States of a request that a second person decides (contract/operations#approval). */
export const APPROVAL_STATES = [
  'pending',
  'approved',
  'rejected',
  'canceled',
  'done',
  'manual_action_required',
  'expired',
] as const;

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** One checker's yes. */
export interface Vote {
  readonly by: Initiator;
  readonly at: number;
  /** Given alone where more were needed, in an emergency; it is logged and told. */
  readonly breakGlass?: true;
  /** In words, for people. */
  readonly note?: string;
}

/** A request for a refund or a void, as long as a second person must agree and after they have decided. */
export interface Approval {
  readonly state: ApprovalState;
  /** What people call it: 1, 2, 3 … of the merchant, some left out. */
  readonly number?: number;
  /** How many checkers must say yes; none for an operation that was done directly and needs a hand now. */
  readonly needed: number;
  readonly votes: readonly Vote[];
  readonly decidedBy?: Initiator;
  readonly decidedAt?: number;
  readonly reason?: string;
  /** When an undecided request, or one that needs a hand, is given up; epoch milliseconds. */
  readonly expiresAt: number;
  /** How long it may need a hand; `APPROVAL_PATIENCE_MS` when it is left out. */
  readonly manualMs?: number;
  readonly lastError?: string;
  /** How often a person has had it tried again after the gateway had declined it. */
  readonly retries?: number;
  /** When the last time was: nobody has asked for that try before. Epoch milliseconds. */
  readonly retriedAt?: number;
  /** That try is only made while the operations of the kind come to less than this, it included: from there on it has to be asked for anew. */
  readonly retryBelow?: Money;
}

import { fieldSentence } from '../field-sentence.ts';
import type { AccountOperation } from '../account.ts';
import type { CurrencyCode } from '../currencies.ts';
import type { ReferenceNumber, SessionId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import {
  add,
  compare,
  isPositive,
  money,
  shownMoney,
  subtract,
  toDecimal,
  type Money,
} from '../money.ts';
import { Refusal } from '../refusal.ts';
import { isSameMoney } from '../transaction/amount.ts';
import { paymentName } from '../transaction/gateway-reference.ts';
import { refuseArchived } from '../transaction/archive.ts';
import { decisiveAttempt } from '../transaction/settled.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import type { Initiator } from '../initiator.ts';
import { available, capturable, disputed, taken, taking } from './amounts.ts';
import {
  entryOf,
  type RefundDestination,
  type Operation,
  type OperationEntry,
  type OperationKind,
  type Approval,
} from './operation.ts';
import type { OperationReason } from './reason.ts';

/* Whether an operation may be asked for: what the account can do, and never more than is left. Its money is reserved here. */

/** What the account that took the payment can do, as it is set now. */
export interface Capabilities {
  /** What the network can do at all; a capture goes with authorizing. */
  readonly supported: readonly AccountOperation[];
  /** What the account has switched on. */
  readonly enabled: readonly AccountOperation[];
  readonly defaultCurrency: CurrencyCode;
  /** The least step of what the network moves in that currency, in minor units, where that is more than one. */
  readonly amountStep?: number;
  /** How often a hold can be captured there: as often as something is left, where nothing is said. */
  readonly captures?: 'once' | 'many';
  /** False where customers of the account have no wallet; then there is none to refund to. */
  readonly wallet?: boolean;
}

/** Somebody asks for an operation. Ids are minted by the caller, so that asking again is the same request. */
export interface PromiseRequest {
  readonly kind: OperationKind;
  readonly sessionId: SessionId;
  readonly referenceNumber: ReferenceNumber;
  /** Undefined: all that is left. A void takes all whatever it says. */
  readonly amount?: Money;
  readonly destination: RefundDestination;
  readonly trackingKey?: string;
  readonly extra?: JsonObject;
  readonly reason?: OperationReason;
  readonly initiator?: Initiator;
  readonly channel: Operation['channel'];
  /** Given when a second person must agree first. */
  readonly approval?: Approval;
  /** Then only where the operations of the kind come to this sum with it. */
  readonly approvalFrom?: Money;
  /** Given where who asks has not shown once more who they are: then only below this sum of the operations of the kind, this one with it. */
  readonly stepUpFrom?: Money;
  /** May take the place, and the money, of a request that waits for a checker: only a checker may. */
  readonly overrules?: boolean;
  readonly capabilities: Capabilities;
  readonly now: number;
}

/** The same request was made before under its tracking key, or it is new: then its money is set aside from here on. */
export type Promised =
  | { readonly step: 'same'; readonly operation: SessionId }
  | {
      readonly step: 'new';
      readonly transaction: Transaction;
      readonly operation: Operation;
    };

/**
 * Sets the money of an operation aside (contract/operations#states, contract/operations#amounts). Throws
 * `invalid_state`, `approval_pending`, `operation_not_supported`, `operation_not_enabled`, `currency_mismatch`,
 * `amount_exceeds_balance` with `available`, `idempotency_conflict`, `step_up_required`, or `validation_error` for a refund to the wallet
 * of nobody and for an amount that the network cannot move. A request whose place it takes is not withdrawn by it; who asks does that once this stands.
 */
export function promise(transaction: Transaction, request: PromiseRequest): Promised {
  const known = trackedBy(transaction, request) ?? madeAs(transaction, request);
  if (known) return { step: 'same', operation: known };
  const possible = promisable(transaction, request);
  if (stepsUp(transaction, request))
    throw new Refusal(
      'step_up_required',
      'Show once more who you are: with what was asked for a moment ago it is so much that you have to. Ask again, and the answer says how.',
    );
  const operation = operationOf(transaction, request, possible);
  const entry = { ...entryOf(operation), whole: operation };
  const operations = [...(transaction.operations ?? []), entry];
  return {
    step: 'new',
    transaction: { ...transaction, operations },
    operation,
  };
}

/**
 * Whether with this the operations of its kind come to the sum from which on people show once more who they are. Of all that is left
 * where there is no amount.
 */
export function stepsUp(
  transaction: Transaction,
  { kind, amount, stepUpFrom }: Pick<PromiseRequest, 'kind' | 'amount' | 'stepUpFrom'>,
): boolean {
  if (!stepUpFrom) return false;
  // Nothing is added to an amount: whoever asks first may not know yet whether there is so much.
  const left = subtract(stepUpFrom, taken(transaction, kind));
  return compare(amount ?? available(transaction, kind), left) >= 0;
}

/** What decides whether an operation can be promised. */
export type Promisable = Pick<
  PromiseRequest,
  'kind' | 'amount' | 'destination' | 'overrules' | 'capabilities'
>;

/** What would be set aside, and of which attempt. Throws as `promise` does, where nothing can be. */
function promisable(transaction: Transaction, asked: Promisable) {
  const { attempt, amount } = standing(transaction, asked);
  refuseBetweenSteps(asked, attempt, amount);
  return { attempt, amount };
}

/**
 * The most that somebody can ask for now: all that is left, and of that as much as the network can move. Throws as `promise` does,
 * where nothing can be.
 */
export function mostPromisable(transaction: Transaction, asked: Omit<Promisable, 'amount'>): Money {
  const { attempt, amount: left } = standing(transaction, asked);
  const { capabilities, kind } = asked;
  const whole = toStep(left, capabilities);
  // A void takes all or nothing.
  const most = kind === 'void' || !isPositive(whole) ? left : whole;
  refuseBetweenSteps(asked, attempt, most);
  return most;
}

function standing(transaction: Transaction, asked: Promisable) {
  refuseArchived(transaction);
  refuseWhileWaiting(transaction, asked);
  const attempt = paidAttempt(transaction, asked);
  refuseUnlessPossible(asked, attempt);
  return { attempt, amount: amountOf(transaction, asked) };
}

/** Who asks again under the same id, because no answer came, gets what there is. */
function madeAs(
  { operations = [] }: Transaction,
  { sessionId }: PromiseRequest,
): SessionId | undefined {
  return operations.find((one) => one.sessionId === sessionId)?.sessionId;
}

/**
 * An operation as it was promised; undefined when it has changed since, and stands somewhere. Whoever promised it may have
 * been lost before it was written down.
 */
export function promisedBefore(
  { operations = [] }: Pick<Transaction, 'operations'>,
  { sessionId }: Pick<Operation, 'sessionId'>,
): Operation | undefined {
  return operations.find((one) => one.sessionId === sessionId)?.whole;
}

/** What a Tracking-Key names: the same of all of it is the same request. */
export type Tracked = Pick<PromiseRequest, 'kind' | 'amount' | 'destination' | 'trackingKey'>;

/**
 * The operation that a caller names by its Tracking-Key; the key is free again where the gateway has done nothing. Throws
 * `idempotency_conflict` when the key names another kind, amount or destination (contract/operations#tracking-key): a
 * refund that was never made must not be answered by the capture that was. What the gateway had taken keeps its key also when that
 * refuses or undoes it later, and so does what people have said no to: who asks what became of it would have it done anew.
 */
export function trackedBy(
  { operations = [] }: Pick<Transaction, 'operations'>,
  asked: Tracked,
): SessionId | undefined {
  const { trackingKey } = asked;
  if (trackingKey === undefined) return undefined;
  const ofKey = operations.filter((one) => one.trackingKey === trackingKey);
  const named =
    ofKey.findLast(({ state }) => state !== 'failed') ?? ofKey.findLast(({ givenUp }) => givenUp);
  if (!named) return undefined;
  if (asksForSame(named, asked)) return named.sessionId;
  throw new Refusal(
    'idempotency_conflict',
    `This Tracking-Key names a ${named.kind} of ${shownMoney(named.amount)}. With another operation, amount or destination, use a new key.`,
  );
}

/**
 * Compares what was asked for, not what it came to: all that is left is another request than the sum that it is now. A void
 * takes all whatever it says.
 */
function asksForSame(
  { kind, destination, amount, asksForAll }: OperationEntry,
  asked: Tracked,
): boolean {
  if (kind !== asked.kind || destination !== asked.destination) return false;
  if (kind === 'void') return true;
  if (asked.amount === undefined) return asksForAll === true;
  return asksForAll === false && isSameMoney(amount, asked.amount);
}

function refuseWhileWaiting({ operations = [] }: Transaction, { overrules }: Promisable): void {
  if (!overrules && operations.some(({ state }) => state === 'awaiting'))
    throw new Refusal('approval_pending', fieldSentence('approval-first'));
}

/** The attempt whose money it is; there is none in a state that allows no such operation. */
function paidAttempt(transaction: Transaction, { kind }: Promisable): Attempt {
  const attempt = decisiveAttempt(transaction);
  const { state } = transaction;
  const isFit =
    kind === 'refund' ? state === 'paid' || state === 'authorized' : state === 'authorized';
  if (isFit && attempt?.state === 'success') return attempt;
  throw new Refusal('invalid_state', fieldSentence('not-as-it-is', { state, done: PAST[kind] }));
}

const PAST = {
  refund: 'refunded',
  capture: 'captured',
  void: 'voided',
} as const;

/** Throws as `promise` does, where the account that took an attempt cannot do the operation as it is set now. */
export function refuseUnlessPossible(
  { kind, destination, capabilities }: Pick<Promisable, 'kind' | 'destination' | 'capabilities'>,
  attempt: Pick<Attempt, 'exchange' | 'total' | 'pgCode'>,
): void {
  const { supported, enabled, defaultCurrency } = capabilities;
  if (attempt.exchange || attempt.total.currency !== defaultCurrency)
    throw new Refusal(
      'currency_mismatch',
      fieldSentence('account-currency', { code: attempt.pgCode, currency: defaultCurrency }),
    );
  if (destination === 'wallet' && capabilities.wallet === false)
    throw new Refusal('validation_error', 'The request is not valid.', {
      destination: [fieldSentence('no-wallet-service', { code: attempt.pgCode })],
    });
  if (kind === 'capture' || destination === 'wallet') return;
  if (!supported.includes(kind))
    throw new Refusal(
      'operation_not_supported',
      fieldSentence('gateway-cannot', { code: attempt.pgCode, what: kind }),
    );
  if (!enabled.includes(kind))
    throw new Refusal(
      'operation_not_enabled',
      fieldSentence('switched-off', { code: attempt.pgCode, what: kind }),
    );
}

function amountOf(transaction: Transaction, { kind, amount, overrules }: Promisable): Money {
  const left = available(overrules ? withoutWaiting(transaction) : transaction, kind);
  if (!isPositive(left)) throw new Refusal('invalid_state', nothingLeft(transaction, kind));
  if (kind === 'void' || amount === undefined) return left;
  if (amount.currency !== left.currency || !isPositive(amount))
    throw new Refusal('validation_error', 'The request is not valid.', {
      amount: [fieldSentence('more-than-nothing', { currency: left.currency })],
    });
  if (compare(amount, left) <= 0) return amount;
  throw new Refusal(
    'amount_exceeds_balance',
    `${fieldSentence('at-most', { most: shownMoney(left), done: PAST[kind] })}${whyLess(transaction, kind)}`,
    undefined,
    { available: toDecimal(left) },
  );
}

/**
 * The network would refuse it, after money was set aside for it; and nothing is rounded to what it takes. A void names no amount
 * there: it frees the hold, to which the fee belongs, too.
 */
function refuseBetweenSteps(
  { kind, destination, capabilities }: Promisable,
  { pgCode }: Attempt,
  amount: Money,
): void {
  const below = toStep(amount, capabilities);
  if (kind === 'void' || destination === 'wallet' || below.minor === amount.minor) return;
  const { currency } = amount;
  const step = toDecimal(money(capabilities.amountStep ?? 1, currency));
  const what = { code: pgCode, amount: shownMoney(amount), currency, step };
  const sentence = isPositive(below)
    ? fieldSentence('steps-below', { ...what, below: shownMoney(below) })
    : fieldSentence('steps', what);
  throw new Refusal('validation_error', 'The request is not valid.', {
    amount: [sentence],
  });
}

/** As much of it as the network can move. */
function toStep({ minor, currency }: Money, { amountStep: step = 1 }: Capabilities): Money {
  return money(minor - (minor % step), currency);
}

/** A void takes a hold as a whole, so it comes too late after a capture although money is held. */
function nothingLeft(transaction: Transaction, kind: OperationKind): string {
  if (kind === 'capture' && taking(transaction, 'capture').some(({ endsHold }) => endsHold))
    return fieldSentence('captured-once');
  if (kind !== 'void' || taking(transaction, 'capture').length === 0)
    return `${fieldSentence('nothing-left', { done: PAST[kind] })}${whyLess(transaction, kind)}`;
  const left = capturable(transaction);
  return isPositive(left)
    ? fieldSentence('partly-captured', { left: shownMoney(left) })
    : fieldSentence('captured-whole');
}

/** Who refunded what the payer's bank has taken would pay it twice. */
function whyLess(transaction: Transaction, kind: OperationKind): string {
  const claimed = disputed(transaction);
  if (kind !== 'refund' || !isPositive(claimed)) return '';
  return ` ${fieldSentence('bank-claims', { amount: shownMoney(claimed) })}`;
}

function withoutWaiting(transaction: Transaction): Transaction {
  const operations = transaction.operations?.filter(({ state }) => state !== 'awaiting') ?? [];
  return { ...transaction, operations };
}

/** Small steps add up: what counts is the sum of all operations of the kind, so that nobody gets past it in parts. */
export function approvalOf(
  transaction: Transaction,
  { kind, approval, approvalFrom }: Pick<PromiseRequest, 'kind' | 'approval' | 'approvalFrom'>,
  amount: Money,
): Approval | undefined {
  if (!approvalFrom) return approval;
  const total = add(taken(transaction, kind), amount);
  return compare(total, approvalFrom) < 0 ? undefined : approval;
}

function operationOf(
  transaction: Transaction,
  request: PromiseRequest,
  { attempt, amount }: { readonly attempt: Attempt; readonly amount: Money },
): Operation {
  const { kind, sessionId, referenceNumber, destination, trackingKey } = request;
  const { extra, reason, initiator, channel, now } = request;
  const approval = approvalOf(transaction, request, amount);
  const { merchantId, sessionId: parentId, orderNo, customer } = transaction;
  const gatewayPayment = paymentName(attempt);
  if (destination === 'wallet' && customer.id === undefined)
    throw new Refusal('validation_error', 'The request is not valid.', {
      customer_id: [fieldSentence('no-customer')],
    });
  return {
    sessionId,
    merchantId,
    parentId,
    version: 1,
    kind,
    amount,
    destination,
    state: approval ? 'awaiting' : 'promised',
    source: 'input',
    referenceNumber,
    pgCode: attempt.pgCode,
    gateway: attempt.gateway,
    sandbox: attempt.sandbox,
    paymentReference: attempt.referenceNumber,
    idempotencyKey: `${parentId}:${sessionId}:${kind}`,
    channel,
    createdAt: now,
    ...(orderNo !== undefined && { parentOrderNo: orderNo }),
    ...(gatewayPayment !== undefined && { gatewayPayment }),
    ...(destination === 'wallet' && customer.id !== undefined && { customerId: customer.id }),
    ...(trackingKey !== undefined && {
      trackingKey,
      asksForAll: request.amount === undefined,
    }),
    ...(kind === 'capture' && request.capabilities.captures === 'once' && { endsHold: true }),
    ...(extra && { extra }),
    ...(reason && { reasonCode: reason.code }),
    ...(reason?.note !== undefined && { reasonNote: reason.note }),
    ...(initiator && { initiator }),
    ...(approval && { approval }),
  };
}

import { balanceOf, roomFor } from './balance.ts';
import type { Strikes } from './fault-book.ts';
import { type Fields, optionalText, text } from './fields.ts';
import { newOperationId } from './ids.ts';
import type { LedgerEntry } from './ledger.ts';
import { amountFault, amountOf, minorOf } from './money.ts';
import type { Operation, OperationKind } from './operation.ts';
import type { Payment } from './payment.ts';
import type { Records } from './records.ts';
import { Refusal, invalid } from './refusals.ts';

export interface RequestedOperation {
  readonly kind: OperationKind;
  readonly body: Fields;
  readonly now: Date;
  readonly strikes: Strikes;
}

/**
 * The operation that a merchant asks for, decided at once unless a fault queues it. Without an amount it takes all that is
 * left; more than that is refused, and a void takes all or nothing.
 */
export function operate(
  payment: Payment,
  request: RequestedOperation,
  { operations, disputes }: Records,
): Operation {
  const { kind, body, now } = request;
  const room = roomFor(
    kind,
    balanceOf(payment, operations.list(payment.id), disputes.list(payment.id)),
  );
  const { currency, account, id: paymentId } = payment;
  if (room === 0n)
    throw new Refusal(
      409,
      `not_${POSSIBLE[kind]}`,
      `Nothing of this payment is ${POSSIBLE[kind]}. Look at its operations.`,
    );
  const amount = amountIn(body, request, { room, currency });
  const at = now.toISOString();
  return {
    id: newOperationId(),
    kind,
    account,
    paymentId,
    merchantReference: text(body, 'merchant_reference', 128),
    amount,
    currency,
    ...outcomeOf(optionalText(body, 'simulate', 20), request),
    createdAt: at,
    updatedAt: at,
  };
}

/** What the ledger gets of an operation: nothing until it is done. */
export function entryOf(
  operation: Operation,
  { merchantReference }: Payment,
  seq: number,
): LedgerEntry | undefined {
  if (operation.status !== 'DONE') return undefined;
  return {
    seq,
    at: operation.updatedAt,
    account: operation.account,
    payment_id: operation.paymentId,
    merchant_reference: merchantReference,
    entry: operation.kind,
    amount: operation.amount,
    currency: operation.currency,
    operation_id: operation.id,
    operation_reference: operation.merchantReference,
  };
}

const POSSIBLE = { capture: 'capturable', void: 'voidable', refund: 'refundable' } as const;

function amountIn(
  body: Fields,
  { kind }: RequestedOperation,
  { room, currency }: { readonly room: bigint; readonly currency: string },
): string {
  const left = amountOf(room, currency);
  const amount = optionalText(body, 'amount', 20) ?? left;
  const fault = amountFault(amount, currency);
  if (fault !== undefined) throw invalid(fault);
  if (minorOf(amount) > room)
    throw new Refusal(409, 'amount_too_large', `Send an amount of at most ${left} ${currency}.`);
  if (kind === 'void' && amount !== left)
    throw invalid(`A void takes all: send ${left} ${currency}, or no amount.`);
  return amount;
}

/** A request may ask for its outcome, so that a merchant can see each; a fault that a test has ordered goes first. */
function outcomeOf(
  wished: string | undefined,
  { kind, strikes }: RequestedOperation,
): Pick<Operation, 'status' | 'reason'> {
  const status = statusBy(strikes);
  if (status !== 'DONE') return { status };
  if (wished === 'queued' && kind === 'refund') return { status: 'QUEUED' };
  const reason = REASONS[wished ?? ''];
  return reason ? { status: 'DECLINED', reason } : { status };
}

const REASONS: Readonly<Record<string, Operation['reason']>> = {
  failed: { code: 'declined', message: 'Simulated decline' },
  error: { code: 'processing_error', message: 'Simulated error' },
};

function statusBy({ outcome }: Strikes): Operation['status'] {
  if (outcome?.fault === 'declined') return 'DECLINED';
  return outcome?.fault === 'queued' ? 'QUEUED' : 'DONE';
}

import { type Fields, optionalText } from './fields.ts';
import { newDisputeId, newLineId } from './ids.ts';
import type { LedgerEntry } from './ledger.ts';
import { amountFault, amountOf, minorOf } from './money.ts';
import type { Payment } from './payment.ts';
import { Refusal, invalid } from './refusals.ts';

/** The customer's bank takes a payment back, or only asks about it. */
export interface Dispute {
  readonly id: string;
  readonly account: string;
  readonly paymentId: string;
  readonly status: DisputeStatus;
  readonly amount: string;
  readonly currency: string;
  readonly reason: string;
  readonly respondBy: string;
  readonly movements: readonly DisputeMovement[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Money that has left the merchant's account because of it, or has come back. */
interface DisputeMovement {
  readonly id: string;
  readonly kind: 'withdrawn' | 'reinstated';
  readonly amount: string;
  readonly at: string;
}

export type DisputeStatus = 'inquiry' | 'open' | 'review' | 'won' | 'lost' | 'closed';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A dispute that somebody wishes for: of the whole payment, or of a part. */
export function dispute(payment: Payment, captured: bigint, { body, now }: Raised): Dispute {
  const { id: paymentId, account, currency } = payment;
  if (captured === 0n)
    throw new Refusal(409, 'not_disputable', 'Nothing of this payment is captured.');
  const whole = amountOf(captured, currency);
  const amount = optionalText(body, 'amount', 20) ?? whole;
  const fault = amountFault(amount, currency);
  if (fault !== undefined) throw invalid(fault);
  if (minorOf(amount) > captured)
    throw new Refusal(409, 'amount_too_large', `Send an amount of at most ${whole} ${currency}.`);
  const at = now.toISOString();
  const raised: Dispute = {
    id: newDisputeId(),
    account,
    paymentId,
    status: 'inquiry',
    amount,
    currency,
    reason: optionalText(body, 'reason', 64) ?? 'fraudulent',
    respondBy: new Date(now.getTime() + 14 * DAY_MS).toISOString(),
    movements: [],
    createdAt: at,
    updatedAt: at,
  };
  const status = optionalText(body, 'status', 20) ?? 'open';
  if (status !== 'open' && status !== 'inquiry')
    throw invalid('Send status as "open" or "inquiry".');
  return status === 'open' ? moved(raised, 'open', now) : raised;
}

export interface Raised {
  readonly body: Fields;
  readonly now: Date;
}

/** From where it may go where. The money leaves with `open`, and is back with `won`; a bank may come again. */
const FOLLOW: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  inquiry: ['open', 'closed'],
  open: ['review', 'won', 'lost'],
  review: ['won', 'lost'],
  won: ['lost'],
  lost: [],
  closed: ['open'],
};

/** The dispute as the bank has decided it. */
export function decided(before: Dispute, outcome: string, now: Date): Dispute {
  const status = FOLLOW[before.status].find((one) => one === outcome);
  if (status === undefined)
    throw new Refusal(
      409,
      'not_possible',
      `A dispute that is ${before.status} can become ${FOLLOW[before.status].join(', ') || 'nothing else'}.`,
    );
  return moved(before, status, now);
}

function moved(before: Dispute, status: DisputeStatus, now: Date): Dispute {
  const at = now.toISOString();
  const kind = movementOf(before, status);
  const { amount } = before;
  const movements = kind ? [{ id: newLineId(), kind, amount, at } as const] : [];
  return {
    ...before,
    status,
    updatedAt: at,
    movements: [...before.movements, ...movements],
  };
}

function movementOf(before: Dispute, status: DisputeStatus): DisputeMovement['kind'] | undefined {
  if (status === 'won') return 'reinstated';
  return status === 'open' || (status === 'lost' && before.status === 'won')
    ? 'withdrawn'
    : undefined;
}

/** What it has taken and not given back, in smallest units. */
export function withdrawnBy({ movements }: Dispute): bigint {
  return movements.reduce(
    (sum, { kind, amount }) =>
      kind === 'withdrawn' ? sum + minorOf(amount) : sum - minorOf(amount),
    0n,
  );
}

/** What the ledger gets of the step from `before`: nothing where no money has moved. */
export function disputeEntry(
  { id, account, currency, movements }: Dispute,
  before: Dispute | undefined,
  {
    payment: { id: payment_id, merchantReference: merchant_reference },
    seq,
  }: { readonly payment: Payment; readonly seq: number },
): LedgerEntry | undefined {
  const last = movements[before?.movements.length ?? 0];
  if (last === undefined) return undefined;
  return {
    seq,
    at: last.at,
    account,
    payment_id,
    merchant_reference,
    entry: last.kind === 'withdrawn' ? 'chargeback' : 'chargeback_reversal',
    amount: last.amount,
    currency,
    operation_id: id,
  };
}

/** The dispute as merchants read it. */
export function presentDispute(one: Dispute) {
  const { id, paymentId, status, amount, currency, reason, respondBy, movements } = one;
  return {
    id,
    payment_id: paymentId,
    status,
    amount,
    currency,
    reason,
    respond_by: respondBy,
    movements,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
  };
}

import type { DisputeState, DisputeWord } from '../../domain/dispute/dispute.ts';
import { defined } from '../../domain/json.ts';
import { GatewayFault } from '../gateway.ts';
import { STRIPE_AMOUNTS } from './amounts.ts';
import type { BalanceLine, StripeDispute } from './shapes.ts';

/** docs.stripe.com/api/disputes/object: `warning_…` is an inquiry, of which no money has moved. */
const STATES: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  needs_response: 'open',
  under_review: 'review',
  prevented: 'closed',
  won: 'won',
  lost: 'lost',
};

/**
 * What an event says of a dispute; undefined where it names no payment intent, and so none of ours. An event has the whole
 * dispute as it was then. `saidAt` in seconds. Throws a `GatewayFault` for words that we do not know.
 */
export function stripeDispute(
  dispute: StripeDispute,
  saidAt: number | undefined,
): DisputeWord | undefined {
  const { id, status, reason, payment_intent: payment, evidence_details: evidence } = dispute;
  if (payment === undefined) return undefined;
  const state = STATES[status];
  if (!state || saidAt === undefined)
    throw new GatewayFault(
      'unknown',
      `Stripe has the dispute ${id} in a state, or at a time, that we do not know.`,
    );
  return {
    disputeId: id,
    gatewayPayment: payment,
    state,
    amount: STRIPE_AMOUNTS.moneyOf(dispute.amount, dispute.currency),
    ...defined({ reason: reason === '' ? undefined : reason }),
    // 0 where it cannot be answered.
    ...(evidence.due_by && { dueAt: evidence.due_by * 1000 }),
    saidAt: saidAt * 1000,
    movements: dispute.balance_transactions
      .filter(({ amount }) => amount !== 0)
      .map((line) => movementOf(dispute, line)),
  };
}

/**
 * A line is in the currency of the balance. In another one than the charge, what was taken is as much as is disputed, and what is given
 * back the same part of that as of what was taken, and never more. Where it is won, and most is given back, that is all, at another rate.
 */
function movementOf(dispute: StripeDispute, line: BalanceLine) {
  const { currency, amount: disputed } = dispute;
  const units =
    line.currency === currency ? Math.abs(line.amount) : partOf(disputed, dispute, line);
  return {
    name: line.id,
    kind: line.amount < 0 ? ('taken' as const) : ('returned' as const),
    amount: STRIPE_AMOUNTS.moneyOf(units, currency),
    at: line.created * 1000,
  };
}

function partOf(
  disputed: number,
  { balance_transactions: lines, status }: StripeDispute,
  line: BalanceLine,
) {
  const inBalance = lines.filter(({ currency }) => currency === line.currency);
  const taken = sumOf(inBalance.filter(({ amount }) => amount < 0));
  const part = BigInt(Math.abs(line.amount));
  const isMost = line.amount > 0 && status === 'won' && part * 10n >= taken * 9n;
  if (taken === 0n || part >= taken || isMost) return disputed;
  return Number((BigInt(disputed) * part * 2n + taken) / (taken * 2n));
}

const sumOf = (lines: readonly BalanceLine[]) =>
  lines.reduce((all, { amount }) => all + BigInt(Math.abs(amount)), 0n);

import { withdrawnBy, type Dispute } from './dispute.ts';
import { amountOf, minorOf } from './money.ts';
import type { Operation, OperationKind } from './operation.ts';
import type { Payment } from './payment.ts';

/** The money of a payment, in smallest units; what is queued counts as gone. */
export interface Balance {
  readonly authorized: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  /** What the customer's bank has taken back. */
  readonly disputed: bigint;
  readonly isVoided: boolean;
}

export function balanceOf(
  payment: Payment,
  operations: readonly Operation[],
  disputes: readonly Dispute[] = [],
): Balance {
  const { status } = payment.state;
  const whole = minorOf(payment.amount);
  const sum = (kind: OperationKind) =>
    operations
      .filter((operation) => operation.kind === kind && operation.status !== 'DECLINED')
      .reduce((total, { amount }) => total + minorOf(amount), 0n);
  return {
    authorized: status === 'AUTHORIZED' ? whole : 0n,
    captured: status === 'CAPTURED' ? whole : sum('capture'),
    refunded: sum('refund'),
    disputed: disputes.reduce((total, one) => total + withdrawnBy(one), 0n),
    isVoided: sum('void') > 0n,
  };
}

/** The most that an operation of this kind can move now. */
export function roomFor(kind: OperationKind, balance: Balance): bigint {
  const { authorized, captured, refunded, disputed, isVoided } = balance;
  const left = captured - refunded - disputed;
  if (kind === 'refund') return left > 0n ? left : 0n;
  if (isVoided) return 0n;
  return kind === 'capture' ? authorized - captured : captured === 0n ? authorized : 0n;
}

export function presentBalance(balance: Balance, { currency }: Payment) {
  return {
    captured_amount: amountOf(balance.captured, currency),
    refunded_amount: amountOf(balance.refunded, currency),
    voided: balance.isVoided,
  };
}

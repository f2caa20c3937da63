import { committed, goneBack, mostRefundable, onSettled, sumOf } from '../operation/amounts.ts';
import type { OperationEntry } from '../operation/operation.ts';
import { add, compare, isPositive, subtract, zero, type Money } from '../money.ts';
import type { Merchant } from '../merchant.ts';
import { pluginOf } from '../plugins.ts';
import { walletPaid } from '../wallet/part.ts';
import { settingsPlugin } from './open.ts';
import { settledAttempt } from './settled.ts';
import type { Attempt, Transaction } from './transaction.ts';

/** How the money of a payment stands, for the person who paid: also what was done to it afterwards. */
export type MoneyStanding =
  | 'paid'
  | 'partly-refunded'
  | 'refunded'
  | 'authorized'
  | 'partly-collected'
  | 'collected'
  | 'released';

/** What a receipt says. Sums are in the currency of the transaction and count what is done, not what is under way. */
export interface Receipt {
  readonly standing: MoneyStanding;
  /** What paid. */
  readonly attempt: Attempt;
  /** Done, or waiting at the gateway; oldest first. */
  readonly operations: readonly OperationEntry[];
  readonly refunded: Money;
  readonly captured: Money;
  readonly voided: Money;
  /** What the payer has paid after all refunds: fee and wallet included, without what was given back. */
  readonly net: Money;
}

/**
 * The receipt of a transaction (contract/checkout#receipt); undefined where no money was taken or held, as for
 * cash that is still to be paid or a card that was only saved.
 */
export function receiptOf(transaction: Transaction): Receipt | undefined {
  const { state, paymentType } = transaction;
  const attempt = settledAttempt(transaction);
  if (!attempt || paymentType === 'save_card') return undefined;
  if (state !== 'paid' && state !== 'authorized') return undefined;
  const refunded = sumOf(transaction, 'refund', 'done');
  const captured = sumOf(transaction, 'capture', 'done');
  const voided = sumOf(transaction, 'void', 'done');
  const nothing = zero(transaction.amount.currency);
  const byWallet = walletPaid(transaction)?.amount ?? nothing;
  const isHeld = state === 'authorized';
  const taken = isHeld ? captured : add(committed(transaction), byWallet);
  const most = mostRefundable(transaction);
  const givenBack = goneBack(transaction);
  return {
    standing: standingOf({
      isHeld,
      held: committed(transaction),
      captured,
      voided,
      givenBack,
      most,
    }),
    attempt,
    operations: onSettled(transaction).filter(
      ({ state: one, reversedAt }) =>
        (one === 'done' && reversedAt === undefined) || one === 'queued',
    ),
    refunded,
    captured,
    voided,
    net: subtract(taken, givenBack),
  };
}

/** Whether the payer can have one: merchants can switch receipts off for a plugin or a unit. */
export function hasReceipt(transaction: Transaction, merchant: Merchant): boolean {
  const { receipts = true } = pluginOf(merchant, settingsPlugin(transaction));
  return receipts && receiptOf(transaction) !== undefined;
}

function standingOf(money: {
  readonly isHeld: boolean;
  /** The most that can be captured. */
  readonly held: Money;
  readonly captured: Money;
  readonly voided: Money;
  readonly givenBack: Money;
  /** The most that can be given back. */
  readonly most: Money;
}): MoneyStanding {
  const { isHeld, held, captured, voided, givenBack, most } = money;
  if (isPositive(givenBack)) return compare(givenBack, most) < 0 ? 'partly-refunded' : 'refunded';
  if (!isHeld) return 'paid';
  if (isPositive(captured)) return compare(captured, held) < 0 ? 'partly-collected' : 'collected';
  return isPositive(voided) ? 'released' : 'authorized';
}

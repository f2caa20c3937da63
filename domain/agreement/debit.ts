import type { FieldErrors } from '../refusal.ts';
import { toDecimal, type Money } from '../money.ts';
import { faultsOf, type CheckContext } from '../transaction/check.ts';
import type { TransactionType } from '../transaction/type.ts';
import type { Agreement } from './agreement.ts';

/** A payment that the engine makes for a period. */
export interface Debit {
  /** As the customer's own payment was. */
  readonly type: TransactionType;
  readonly amount: Money;
  readonly orderNo: string;
  readonly context: Omit<CheckContext, 'agreed' | 'unit' | 'initiator'>;
}

/** Every fault that a merchant's own request for it would have, by the contract's field names; empty when there is none. */
export function faultsOfDebit(
  { pgCode, customerId, terms }: Agreement,
  { type, amount, orderNo, context }: Debit,
): FieldErrors {
  return faultsOf(
    {
      type,
      paymentType: 'auto_debit',
      amount: toDecimal(amount),
      currencyCode: amount.currency,
      pgCodes: [pgCode],
      customerId,
      orderNo,
      agreement: { id: terms.id },
    },
    { ...context, agreed: terms },
  );
}

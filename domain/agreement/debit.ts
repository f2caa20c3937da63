import { methodFor } from '../account.ts';
import { chargeOf, type Charge } from '../exchange.ts';
import type { FieldErrors } from '../refusal.ts';
import { MoneyTooLarge, toDecimal, zero, type Money } from '../money.ts';
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

/**
 * What a debit of this amount costs the customer by the account as it is now, fee included (contract/accounts#fees-and-exchange).
 * The bare amount where the account is gone, or its currency has no money so large: then nothing is charged either.
 */
export function costOfDebit(
  { pgCode }: Pick<Agreement, 'pgCode'>,
  amount: Money,
  { accounts, traitsOf }: Pick<CheckContext, 'accounts' | 'traitsOf'>,
): Charge {
  const bare = { amount, fee: zero(amount.currency), total: amount };
  const account = accounts.find(({ code }) => code === pgCode);
  if (!account) return bare;
  try {
    return chargeOf(amount, methodFor(account, traitsOf(account.gateway), amount));
  } catch (error) {
    if (error instanceof MoneyTooLarge) return bare;
    throw error;
  }
}

import { accountFault, type CheckContext } from './check.ts';
import type { Transaction } from './transaction.ts';

/**
 * Why no method of the transaction can be used any more: its currency was switched off, or every account behind it is
 * gone, switched off, or does not take this currency or type now. Undefined while there is one left.
 */
export function whyUnusable(
  { methods, type, paymentType, amount: { currency } }: Transaction,
  { merchant, accounts }: Pick<CheckContext, 'merchant' | 'accounts'>,
): string | undefined {
  if (merchant.currencies.length > 0 && !merchant.currencies.includes(currency))
    return `${currency} is not active any more.`;
  const faults = methods.map(({ pgCode }) => {
    const account = accounts.find(({ code }) => code === pgCode);
    return account
      ? accountFault(account, { type, paymentType, currencyCode: currency })
      : `"${pgCode}" is not a payment method any more.`;
  });
  return faults.every((fault) => fault !== undefined) ? faults.join(' ') : undefined;
}

import type { PgCode } from '../../domain/ids.ts';
import { compare, parseMoney, type Money } from '../../domain/money.ts';
import { otherTotalFault, totalOf } from '../../domain/transaction/method.ts';
import { methodOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { InvalidFields } from '../middleware/errors.ts';

interface Shown {
  readonly pgCode: PgCode;
  /** The total that stood before the payer, in decimals of the currency in which the method charges; undefined: nobody has said. */
  readonly shown: string | undefined;
  /** The currency of that; undefined: nobody has said. */
  readonly currency?: string | undefined;
  /** Where it stands in the request. */
  readonly field: 'amount' | 'total';
  /** The part that the payer has chosen. */
  readonly part?: Money | undefined;
}

/**
 * What a press is for, as the workflow gets it: the part that the payer has chosen, or, where they were shown a total, the amount that
 * it was shown for and that total, so that what changes before the press arrives there is refused as well. Throws a fault of the field where the
 * method costs something else by now: what the payer was shown is charged, fee included, or nothing is (contract/sdk#calls).
 */
export function amountShown(
  transaction: Transaction,
  { pgCode, shown, currency, field, part }: Shown,
): { readonly amount?: Money; readonly total?: Money } {
  if (shown === undefined) return part ? { amount: part } : {};
  const amount = part ?? transaction.amount;
  const method = methodOf(transaction, pgCode);
  const total = method && totalOf(transaction, method, amount);
  const read = total && parseMoney(shown, total.currency);
  // The same number may be of another currency by now.
  const isOther = currency !== undefined && currency !== total?.currency;
  if (read && (isOther || 'fault' in read || compare(read, total) !== 0))
    throw new InvalidFields({ [field]: [otherTotalFault(total)] });
  return { amount, ...(total && { total }) };
}

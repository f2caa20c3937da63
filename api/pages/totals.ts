import type { OfferedCard } from '../../domain/card/offered.ts';
import type { PgCode } from '../../domain/ids.ts';
import { toDecimal, type Money } from '../../domain/money.ts';
import { totalOf } from '../../domain/transaction/method.ts';
import {
  methodOf,
  type PaymentMethod,
  type Transaction,
} from '../../domain/transaction/transaction.ts';

/**
 * What each method costs for this amount, its fee included, as the form carries it: nobody is charged another total than
 * the page has shown, where a saved card is charged without a further page. The account of such a card may be known to the
 * transaction only behind a route.
 */
export function totalsText(
  transaction: Transaction,
  amount: Money,
  cards: readonly Pick<OfferedCard, 'method'>[],
): string {
  const methods = new Set([...transaction.methods, ...cards.map(({ method }) => method)]);
  return [...methods].map((method) => totalText(transaction, method, amount)).join(' ');
}

/** Whether the method costs something else by now: the merchant has named its accounts anew, and a fee or rate has changed. */
export function costsOtherwise(
  transaction: Transaction,
  {
    code,
    amount,
    totals,
  }: { readonly code: PgCode; readonly amount: Money; readonly totals: string },
): boolean {
  const method = methodOf(transaction, code);
  // A form that somebody has made by hand may carry none.
  if (!method || totals === '') return false;
  return !totals.split(' ').includes(totalText(transaction, method, amount));
}

function totalText(transaction: Transaction, method: PaymentMethod, amount: Money): string {
  const total = totalOf(transaction, method, amount);
  return `${method.pgCode}:${total.currency}:${toDecimal(total)}`;
}

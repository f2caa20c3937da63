import type { CurrencyCode } from '../currencies.ts';
import { isPositive, type Money } from '../money.ts';
import { goneBack } from '../operation/amounts.ts';
import { decisiveAttempt } from '../transaction/settled.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { Customer } from '../customer.ts';

/** A customer as a merchant's payments tell of them: there is no register of people (contract/search#customers). */
export interface FoundCustomer {
  /** The merchant's own name for them. */
  readonly id: string;
  /** Each as the newest payment says that says it. */
  readonly contact: Omit<Customer, 'id'>;
  /** How many of the payments are theirs. */
  readonly payments: number;
  /** When the newest was created, in epoch milliseconds. */
  readonly lastAt: number;
}

/** The customers whose payments these are, who paid last first. The payments come newest first; those that name nobody are nobody's. */
export function customersOf(newestFirst: readonly Transaction[]): readonly FoundCustomer[] {
  const found = new Map<string, FoundCustomer>();
  for (const { customer, createdAt } of newestFirst) {
    const { id, ...contact } = customer;
    if (id === undefined) continue;
    const known = found.get(id);
    found.set(
      id,
      known
        ? {
            ...known,
            contact: completed(known.contact, contact),
            payments: known.payments + 1,
          }
        : { id, contact, payments: 1, lastAt: createdAt },
    );
  }
  return [...found.values()];
}

/** First and last name are of one payment: halves of two would name somebody whom there is not. */
function completed(newer: FoundCustomer['contact'], older: FoundCustomer['contact']) {
  const isNamed = newer.firstName !== undefined || newer.lastName !== undefined;
  const { firstName: _first, lastName: _last, ...nameless } = older;
  return { ...(isNamed ? nameless : older), ...newer };
}

/** What came in by payments of one currency, and went back; test money is counted by itself. */
export interface CustomerSum {
  readonly currency: CurrencyCode;
  readonly sandbox: boolean;
  /** One for each payment with money in it, the fee included. */
  readonly paid: readonly Money[];
  /** What has gone back of each. */
  readonly refunded: readonly Money[];
}

/** What a customer has paid by payments that were created at this instant or later, by currency. */
export function paidSince(payments: readonly Transaction[], since: number): readonly CustomerSum[] {
  const sums = new Map<string, CustomerSum>();
  for (const payment of payments) {
    const { paidAmount: paid, createdAt } = payment;
    if (createdAt < since || !paid || !isPositive(paid)) continue;
    const { currency } = paid;
    const sandbox = isOfSandbox(payment);
    const key = `${currency} ${sandbox}`;
    const before = sums.get(key) ?? { currency, sandbox, paid: [], refunded: [] };
    sums.set(key, {
      ...before,
      paid: [...before.paid, paid],
      refunded: [...before.refunded, goneBack(payment)],
    });
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

/** Sandbox and production are never mixed in one payment. */
function isOfSandbox(transaction: Transaction): boolean {
  return (decisiveAttempt(transaction) ?? transaction.methods[0])?.sandbox === true;
}

/** The same day of the year before; of 29 February it is 1 March. */
export function yearBefore(now: number): number {
  const then = new Date(now);
  then.setUTCFullYear(then.getUTCFullYear() - 1);
  return then.getTime();
}

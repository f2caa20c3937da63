import { methodFor } from '../account.ts';
import { chargeOf, type Charge } from '../exchange.ts';
import { fieldSentence } from '../field-sentence.ts';
import type { PgCode } from '../ids.ts';
import type { FieldErrors } from '../refusal.ts';
import { MoneyTooLarge, shownMoney, toDecimal, zero, type Money } from '../money.ts';
import { faultsOf } from '../transaction/check.ts';
import type { CheckContext } from '../transaction/proposal.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { TransactionType } from '../transaction/type.ts';
import type { Agreement } from './agreement.ts';
import type { Timetable } from './autopay.ts';
import { lastPeriodOf } from './calendar.ts';
import { givesWay } from './ending.ts';

/** A payment that the engine makes for a period. */
export interface Debit {
  /** As the customer's own payment was. */
  readonly type: TransactionType;
  readonly amount: Money;
  readonly orderNo: string;
  readonly context: Omit<CheckContext, 'agreed' | 'untaken' | 'unit' | 'initiator'>;
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

/** The order number of a cycle's payment, by the number of the cycle. */
export function orderNoOf({ terms }: Pick<Agreement, 'terms'>, number: number): string {
  return `${terms.id}-${number}`.slice(-128);
}

/** That of the last cycle that the engine would charge by this timetable, which is the longest one. */
export function lastOrderNoOf({ terms }: Pick<Agreement, 'terms'>, timetable: Timetable): string {
  return orderNoOf({ terms }, lastPeriodOf(timetable, terms.expiryDate)?.number ?? 1);
}

/**
 * Why accounts cannot take what the engine charges by an agreement, by their codes: a payment that its customer makes there would move it
 * there (contract/agreements#first-payment). None where the engine charges nothing by it, and never the account of its card.
 */
export function untakenBy(
  agreement: Agreement,
  context: Debit['context'],
): ReadonlyMap<PgCode, string> {
  const { autopay, pgCode, transactionType: type, terms } = agreement;
  if (!autopay || autopay.state === 'ended') return new Map();
  const { amount } = autopay;
  const others = context.accounts.filter(({ code }) => code !== pgCode);
  return new Map(
    others.flatMap(({ code }) => {
      const debit = { type, amount, orderNo: lastOrderNoOf(agreement, autopay), context };
      const faults = faultsOfDebit({ ...agreement, pgCode: code }, debit);
      if (!faults['pg_codes'] && !faults['order_no']) return [];
      const words = shownMoney(amount);
      const said = { code, amount: words, agreement: terms.id };
      return [[code, fieldSentence('method-autopay', said)] as const];
    }),
  );
}

/**
 * The same of a payment that was created before: its agreement may have come to be charged by the engine since, or have ended. None for
 * a payment by no agreement.
 */
export function untakenNow(
  known: Agreement | undefined,
  { agreement: terms }: Pick<Transaction, 'agreement'>,
  context: Debit['context'],
): ReadonlyMap<PgCode, string> {
  if (!known || !terms || givesWay(known, terms, context.now)) return new Map();
  return untakenBy(known, context);
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

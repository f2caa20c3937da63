import { add, isPositive, money, subtract, zero, type Money } from '../money.ts';
import type { LedgerEntry } from './entry.ts';

/** What a payment has brought to its merchant's sales and fees so far, in one currency. */
export interface Income {
  readonly taken: Money;
  readonly givenBack: Money;
  /** What of it stands on the fees. */
  readonly fees: Money;
  /** What stands as held, beside it. */
  readonly held: Money;
  /** What captures have taken and not lost again, whosever it is. */
  readonly captured: Money;
}

/** The incomes of the payments of one transaction, as entries come. */
export interface Incomes {
  readonly of: (paymentReference: string, currency: Money['currency']) => Income;
  readonly add: (entry: LedgerEntry) => void;
}

const CAPTURING: ReadonlySet<string> = new Set<LedgerEntry['event']>([
  'capture',
  'stray',
  'capture-reversed',
]);

const GIVING_BACK: ReadonlySet<string> = new Set<LedgerEntry['event']>([
  'refund',
  'wallet-refund',
  'void',
  'refund-reversed',
  'void-reversed',
]);

/**
 * What the fees must be. What was taken beyond what was asked for is the fee; what is given back comes out of what was
 * asked for, and then out of the fee. What a gateway gives back beyond all that it took is the merchant's loss, and no
 * payer's fee. It follows from the sums alone, so that the same events come to the same in any order.
 */
export function feesOf(
  { taken, givenBack }: Pick<Income, 'taken' | 'givenBack'>,
  withoutFee: Money,
): Money {
  const fee = atLeastNothing(subtract(taken, withoutFee));
  const outOfFee = atLeastNothing(subtract(givenBack, subtract(taken, fee)));
  return atLeastNothing(subtract(fee, outOfFee));
}

/** What entries have brought, payment by payment and currency by currency; it starts with those that were posted. */
export function incomesOf(posted: readonly LedgerEntry[]): Incomes {
  const incomes = new Map<string, Income>();
  const of: Incomes['of'] = (paymentReference, currency) => {
    const nothing = zero(currency);
    const none = { taken: nothing, givenBack: nothing, fees: nothing };
    const key = `${paymentReference}/${currency}`;
    return incomes.get(key) ?? { ...none, held: nothing, captured: nothing };
  };
  const include: Incomes['add'] = ({ event, paymentReference, lines }) => {
    // What a wallet has paid is no gateway's to give back.
    if (event === 'wallet-payment') return;
    for (const { account, amount } of lines) {
      const key = `${paymentReference}/${amount.currency}`;
      const before = of(paymentReference, amount.currency);
      if (account === 'hold') incomes.set(key, { ...before, held: add(before.held, amount) });
      if (account === 'gateway' && CAPTURING.has(event))
        incomes.set(key, { ...before, captured: add(before.captured, amount) });
      if (account !== 'sales' && account !== 'fees') continue;
      const { taken, givenBack, fees } = before;
      const isBack = GIVING_BACK.has(event);
      incomes.set(key, {
        ...before,
        taken: isBack ? taken : subtract(taken, amount),
        givenBack: isBack ? add(givenBack, amount) : givenBack,
        fees: account === 'fees' ? subtract(fees, amount) : fees,
      });
    }
  };
  for (const entry of posted) include(entry);
  return { of, add: include };
}

function atLeastNothing(amount: Money): Money {
  return isPositive(amount) ? amount : money(0, amount.currency);
}

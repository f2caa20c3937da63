import type { GatewayAccount } from '../account.ts';
import { chargeOf } from '../exchange.ts';
import type { PgCode, ReferenceNumber } from '../ids.ts';
import { isPositive, shownMoney, subtract, type Money } from '../money.ts';
import { accountFault } from '../transaction/account-fault.ts';
import { isSameMoney } from '../transaction/amount.ts';
import { isChargeable, methodAt, methodBesideWallet, stepFault } from '../transaction/method.ts';
import type {
  AccountMethod,
  Attempt,
  PaymentMethod,
  Transaction,
} from '../transaction/transaction.ts';
import type { BreakerState } from './breaker.ts';
import type { AccountStanding, EndingThere, RouteQuestion } from './choose.ts';
import { onward } from './onward.ts';

/** A payer has chosen a route. */
export interface Press {
  readonly transaction: Transaction;
  /** As the transaction offers it. */
  readonly route: PaymentMethod;
  /** The attempt with which the press began, or will begin. */
  readonly press: ReferenceNumber;
  /** What they pay by it, and how much of that the wallet pays. */
  readonly amount: Money;
  readonly walletPart?: Money;
  readonly savesCard: boolean;
}

/** How it stands around the payment at that moment. */
export interface Surroundings {
  readonly accounts: readonly GatewayAccount[];
  /** Of accounts that are not well. */
  readonly breakers: ReadonlyMap<PgCode, BreakerState>;
  /** Why accounts cannot take what the engine charges by the payment's agreement (`untakenNow`). */
  readonly untaken: ReadonlyMap<PgCode, string>;
  readonly timeZone: string;
  readonly now: number;
}

/** What a route is asked when a payer has chosen it. */
export function questionOf(
  press: Press,
  { timeZone, now, ...around }: Surroundings,
): RouteQuestion {
  const { transaction, amount, walletPart } = press;
  const rest = walletPart ? subtract(amount, walletPart) : amount;
  const bound = unclearAttempt(transaction, press.route)?.pgCode;
  return {
    facts: { amount: rest, at: now, timeZone },
    seed: press.press,
    ...(bound !== undefined && { bound }),
    standing: (account) => {
      const endedThere = endedAt(transaction, account);
      const { accounts, untaken } = around;
      const refuses = refusalOf(account, { ...press, rest, bound, accounts, untaken });
      return {
        breaker: around.breakers.get(account) ?? 'closed',
        ...(refuses !== undefined && { refuses }),
        ...(endedThere && { endedThere }),
      } satisfies AccountStanding;
    },
  };
}

type Asked = Press &
  Pick<Surroundings, 'accounts'> & {
    readonly rest: Money;
    readonly bound: PgCode | undefined;
    readonly untaken: Surroundings['untaken'];
  };

function refusalOf(code: PgCode, asked: Asked): string | undefined {
  const { transaction, route, bound, accounts, press, untaken } = asked;
  const method = route.accounts?.find(({ pgCode }) => pgCode === code);
  if (!method) return 'It could not take the payment when its amount was set.';
  if (bound !== undefined && bound !== code)
    return `Nobody knows yet what has become of an attempt at ${bound}.`;
  const isTried = transaction.attempts.some(
    ({ routing, pgCode }) => routing?.press === press && pgCode === code,
  );
  if (isTried) return 'It was tried a moment ago.';
  const account = accounts.find((one) => one.code === code);
  if (!account) return `There is no account "${code}" any more.`;
  const { type, paymentType } = transaction;
  const currencyCode = transaction.amount.currency;
  return (
    accountFault(account, { type, paymentType, currencyCode }) ??
    untaken.get(code) ??
    chargeFault(method, asked)
  );
}

/** The account charges exactly what the payer was shown, and keeps the card where that is wanted. */
function chargeFault(
  method: AccountMethod,
  { transaction, route, amount, rest, savesCard }: Asked,
): string | undefined {
  const totalAt = (one: AccountMethod) =>
    chargeOf(rest, methodBesideWallet(methodAt(transaction, one, amount), rest)).total;
  const [total, shown] = [totalAt(method), totalAt(route)];
  if (!isSameMoney(total, shown))
    return `The payer would pay ${shownMoney(total)} there, and was shown ${shownMoney(shown)}.`;
  if (savesCard && !method.savesCards) return 'It saves no cards.';
  const whole = methodAt(transaction, method, amount);
  if (isPositive(amount) && !isChargeable(whole, rest)) return 'It cannot charge so little.';
  return stepFault(methodBesideWallet(whole, rest), rest);
}

/**
 * The attempt at an account of the route that may still take the money, for all that is known; undefined where there is none. No
 * other account of the route is asked while there is.
 */
export function unclearAttempt(
  { attempts }: Pick<Transaction, 'attempts'>,
  route: PaymentMethod,
): Attempt | undefined {
  return attempts.findLast((attempt) => {
    // Also where the route does not lead there any more since the payment was changed.
    const isOurs =
      attempt.routing?.route === route.pgCode ||
      route.accounts?.some(({ pgCode }) => pgCode === attempt.pgCode);
    const next = onward(attempt);
    return (
      isOurs && next.to === 'nobody' && (next.because === 'unknown' || next.because === 'under-way')
    );
  });
}

/** How the last attempt there has ended, where that speaks against the account. */
function endedAt({ attempts }: Transaction, account: PgCode): EndingThere | undefined {
  const last = attempts.findLast(({ pgCode }) => pgCode === account);
  const next = last && onward(last);
  return next?.to === 'next' && next.ending !== 'closed' ? next.ending : undefined;
}

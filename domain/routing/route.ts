import type { CurrencyCode } from '../currencies.ts';
import type { MerchantId, PgCode } from '../ids.ts';
import type { Money } from '../money.ts';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** First digits of cards, six to eight, as many in both; both ends are in it. */
export interface BinRange {
  readonly from: string;
  readonly to: string;
}

/** When a rule holds, in the time zone of the merchant. */
export interface RouteTimes {
  readonly days?: readonly Weekday[];
  /** "HH:MM"; the first minute is in it and the last is not. From later than until goes over midnight. */
  readonly from?: string;
  readonly until?: string;
}

/** What a rule asks of a payment; what it leaves out holds always. */
export interface RouteConditions {
  readonly currencies?: readonly CurrencyCode[];
  /** In the currency of the payment; that much and more. */
  readonly amountFrom?: Money;
  /** Less than that. */
  readonly amountBelow?: Money;
  /** Names of card brands, in capitals. A card that is typed at the network later has none yet. */
  readonly brands?: readonly string[];
  readonly bins?: readonly BinRange[];
  readonly times?: RouteTimes;
}

/** An account of a rule; its share is in whole percent, where the accounts of the rule share. */
export interface RouteShare {
  readonly pgCode: PgCode;
  readonly share?: number;
}

export interface RouteRule {
  readonly name: string;
  readonly when: RouteConditions;
  /** To be tried in this order, unless they share. */
  readonly accounts: readonly RouteShare[];
}

/**
 * Several accounts of a merchant that payers see as one method, and which of them an attempt goes to
 * (contract/routing#rules). Payments name it by its code as they name an account.
 */
export interface PaymentRoute {
  readonly code: PgCode;
  readonly merchantId: MerchantId;
  readonly name: string;
  readonly nameAr?: string;
  readonly active: boolean;
  /** The first whose conditions hold decides. */
  readonly rules: readonly RouteRule[];
}

/** The accounts of all rules, once each, in the order in which the rules name them. */
export function accountsOf({ rules }: Pick<PaymentRoute, 'rules'>): readonly PgCode[] {
  return [...new Set(rules.flatMap(({ accounts }) => accounts.map(({ pgCode }) => pgCode)))];
}

/** The codes with those of the accounts in place of a route's. */
export function accountCodes(
  codes: readonly string[],
  routes: readonly PaymentRoute[],
): readonly string[] {
  return codes.flatMap((code): readonly string[] => {
    const route = routes.find((one) => one.code === code);
    return route ? accountsOf(route) : [code];
  });
}

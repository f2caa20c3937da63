import type { GatewayAccount } from '../../../domain/account.ts';
import type { BreakerState } from '../../../domain/routing/breaker.ts';
import type { RouteFacts } from '../../../domain/routing/conditions.ts';
import type { PaymentRoute, RouteRule } from '../../../domain/routing/route.ts';
import type { Press, Surroundings } from '../../../domain/routing/question.ts';
import type { PgCode } from '../../../domain/ids.ts';
import {
  isRoute,
  type PaymentMethod,
  type Transaction,
} from '../../../domain/transaction/transaction.ts';
import {
  aMethod,
  anAccount,
  codeOf,
  CREATED_AT,
  kwd,
  referenceOf,
  SHOP,
} from '../../support/builders.ts';

export const CARD_ROUTE = codeOf('cards');
export const [ONE, TWO, THREE] = [codeOf('one'), codeOf('two'), codeOf('three')] as const;
export const ALL = [ONE, TWO, THREE] as const;

/** A rule that holds always, with these accounts in this order, or sharing. */
export function aRule(given: Partial<RouteRule> = {}): RouteRule {
  return { name: 'all', when: {}, accounts: ALL.map((pgCode) => ({ pgCode })), ...given };
}

export function aRoute(...rules: readonly RouteRule[]): PaymentRoute {
  return {
    code: CARD_ROUTE,
    merchantId: SHOP,
    name: 'Cards',
    active: true,
    rules: rules.length > 0 ? rules : [aRule()],
  };
}

/** Three accounts without a fee, behind one method. */
export function aRouteMethod(given: Partial<PaymentMethod> = {}): PaymentMethod {
  return aMethod({
    pgCode: CARD_ROUTE,
    accounts: ALL.map((pgCode) => aMethod({ pgCode })),
    ...given,
  });
}

export const ROUTED_ACCOUNTS: readonly GatewayAccount[] = ALL.map((code) => anAccount({ code }));

export function factsOf(given: Partial<RouteFacts> = {}): RouteFacts {
  return { amount: kwd('12.500'), at: CREATED_AT, timeZone: 'Asia/Kuwait', ...given };
}

export function aPress(transaction: Transaction, given: Partial<Press> = {}): Press {
  const route = transaction.methods.find(isRoute);
  if (!route) throw new TypeError('The transaction has no route.');
  return {
    transaction,
    route,
    press: referenceOf('demoPRESS2'),
    amount: transaction.amount,
    savesCard: false,
    ...given,
  };
}

export function around(
  breakers: readonly (readonly [PgCode, BreakerState])[] = [],
  given: Partial<Surroundings> = {},
): Surroundings {
  return {
    accounts: ROUTED_ACCOUNTS,
    breakers: new Map(breakers),
    untaken: new Map(),
    timeZone: 'Asia/Kuwait',
    now: CREATED_AT,
    ...given,
  };
}

import { methodFor, type GatewayAccount, type GatewayTraits } from '../account.ts';
import { fieldSentence } from '../field-sentence.ts';
import type { Money } from '../money.ts';
import { accountFault, exactFault } from '../transaction/account-fault.ts';
import type { CheckContext, Proposal } from '../transaction/proposal.ts';
import { moneyOf } from '../transaction/proposed-amount.ts';
import type { PaymentMethod } from '../transaction/transaction.ts';
import { whyNot } from './conditions.ts';
import { accountsOf, type PaymentRoute, type RouteConditions } from './route.ts';

export type AccountWithTraits = {
  readonly account: GatewayAccount;
  readonly traits: GatewayTraits;
};

/** A route with those of its accounts that can take a payment, or a part of it. */
export interface RouteOffer {
  readonly route: PaymentRoute;
  readonly takers: readonly [AccountWithTraits, ...AccountWithTraits[]];
  readonly parts: Takers['parts'];
}

/** Which accounts of a route could take a payment, in the order of its rules; and why the others could not. */
export interface Takers {
  readonly accounts: readonly AccountWithTraits[];
  /**
   * Others that can take a part of it alone: rules for smaller sums lead to them. Whoever pays at once may pay less by the route, because
   * they choose the amount or their wallet pays the rest.
   */
  readonly parts: readonly AccountWithTraits[];
  /** Why each of the others cannot. */
  readonly unable: ReadonlyMap<string, string>;
  /** Those of the others that only the amount stands against. */
  readonly inexact: readonly GatewayAccount[];
  readonly faults: readonly string[];
}

/**
 * The accounts of a route that can take what is proposed, whenever it is paid: at which hour is asked when an attempt begins
 * (`choose`).
 */
export function takersOf(
  route: PaymentRoute,
  proposal: Omit<Proposal, 'pgCodes'>,
  context: Pick<CheckContext, 'accounts' | 'traitsOf' | 'untaken'>,
): Takers {
  const amount = moneyOf(proposal);
  const rules = route.rules.map((rule) => ({ rule, why: amount && whyNever(rule.when, amount) }));
  const held = rules.flatMap(({ rule, why }) => (why === undefined ? [rule] : []));
  const judged = accountsOf({ rules: held }).map((code) => judge(code, proposal, context));
  const unable = judged.flatMap((one) => ('fault' in one ? [[one.code, one.fault] as const] : []));
  const able = judged.flatMap((one) => ('account' in one ? [one] : []));
  return {
    accounts: able,
    parts: codesForParts(route, proposal, amount)
      .filter((code) => !able.some(({ account }) => account.code === code))
      .flatMap((code) => {
        const one = judge(code, proposal, context);
        if ('account' in one) return [one];
        const { inexact: account } = one;
        return account ? [{ account, traits: context.traitsOf(account.gateway) }] : [];
      }),
    unable: new Map(unable),
    inexact: judged.flatMap((one) => ('inexact' in one ? [one.inexact] : [])),
    faults: [
      ...(route.active ? [] : [fieldSentence('route-inactive', { route: route.code })]),
      ...rules.flatMap(({ rule, why }) =>
        why === undefined ? [] : [fieldSentence('route-rule', { rule: rule.name, why })],
      ),
      ...unable.map(([, fault]) => fault),
    ],
  };
}

/** The accounts of rules that are for less than the whole, whatever else they are for. */
function codesForParts(
  { rules }: PaymentRoute,
  { paymentType = 'one_off' }: Pick<Proposal, 'paymentType'>,
  amount: Money | undefined,
): readonly string[] {
  if (!amount || paymentType !== 'one_off') return [];
  return accountsOf({
    rules: rules.filter(
      ({ when: { amountBelow, ...when } }) =>
        amountBelow?.currency === amount.currency && whyNever(when, amount) === undefined,
    ),
  });
}

/** Why a payment can never be led anywhere by a route, in a sentence; undefined where it can. */
export function routeFault(route: PaymentRoute, { accounts, faults }: Takers): string | undefined {
  return accounts.length > 0 && route.active
    ? undefined
    : [fieldSentence('route-none', { route: route.code }), ...faults].join(' ');
}

/**
 * A route as one payment method. Its accounts are kept with it as they are now; fee and rate are those of the first, and an
 * account at which the payer would pay another total is left out when it comes to it. It saves cards where all accounts for
 * the whole do.
 */
export function routeMethod(
  { route: { code, name, nameAr }, takers, parts }: RouteOffer,
  amount: Money,
): PaymentMethod {
  const shown = { name, ...(nameAr !== undefined && { nameAr }) };
  const accounts = [...takers, ...parts].map((one) => {
    const { nameAr: _own, ...method } = methodFor(one.account, one.traits, amount);
    return { ...method, ...shown, ...(parts.includes(one) && { partsOnly: true as const }) };
  });
  const [first] = takers;
  const {
    nameAr: _own,
    inquiry: _asked,
    amountStep: _step,
    savesCards,
    ...method
  } = methodFor(first.account, first.traits, amount);
  const areSaved = takers.every(({ account }) => account.tokenizable);
  return {
    ...method,
    ...shown,
    pgCode: code,
    ...(savesCards && areSaved && { savesCards }),
    accounts,
  };
}

/** By what stays as it is until somebody pays; the card is not known then either, so that no rule for some cards ever holds. */
function whyNever(
  { times: _known, ...lasting }: RouteConditions,
  amount: Money,
): string | undefined {
  return whyNot(lasting, { amount, at: 0, timeZone: 'UTC' });
}

function judge(
  code: string,
  proposal: Omit<Proposal, 'pgCodes'>,
  { accounts, traitsOf, untaken }: Pick<CheckContext, 'accounts' | 'traitsOf' | 'untaken'>,
): AccountWithTraits | Unable {
  const account = accounts.find((one) => one.code === code);
  if (!account) return { code, fault: fieldSentence('no-account', { code }) };
  const traits = traitsOf(account.gateway);
  const fault =
    accountFault(account, proposal) ??
    untaken?.get(account.code) ??
    orderFault(code, proposal.orderNo, traits.longestOrderNo);
  if (fault !== undefined) return { code, fault };
  const inexact = exactFault(account, traitsOf, proposal);
  return inexact === undefined ? { account, traits } : { code, fault: inexact, inexact: account };
}

interface Unable {
  readonly code: string;
  readonly fault: string;
  readonly inexact?: GatewayAccount;
}

function orderFault(code: string, orderNo = '', longest = Infinity): string | undefined {
  return orderNo.length > longest
    ? fieldSentence('account-order-no', { code, limit: longest })
    : undefined;
}

import type { GatewayAccount, GatewayTraits } from '../account.ts';
import type { PgCode } from '../ids.ts';
import { compare } from '../money.ts';
import { covers } from './conditions.ts';
import { minuteOf } from './local-time.ts';
import { accountsOf, type PaymentRoute, type RouteRule } from './route.ts';

export interface RouteCheck {
  /** All accounts of the merchant. */
  readonly accounts: readonly GatewayAccount[];
  readonly traitsOf: (gateway: string) => GatewayTraits;
  /** The codes of the merchant's routes. */
  readonly routes: readonly PgCode[];
}

/**
 * Every fault of a route, as sentences for the operator; empty when there is none (contract/routing#rules).
 */
export function routeFaults(route: PaymentRoute, context: RouteCheck): readonly string[] {
  const { code, rules } = route;
  const names = rules.map(({ name }) => name);
  return [
    ...(context.accounts.some((account) => account.code === code)
      ? [`"${code}" is an account already: give the route another code.`]
      : []),
    ...(rules.length === 0 ? ['A route needs a rule.'] : []),
    ...new Set(
      names
        .filter((name, at) => names.indexOf(name) !== at)
        .map((name) => `Two rules are called "${name}".`),
    ),
    ...accountFaults(route, context),
    ...rules.flatMap((rule) => ruleFaults(rule, context)),
    ...unreachableRules(rules),
  ];
}

/** To a payer they are one method: what is done with the money, and whose money it is, does not depend on which it was. */
function accountFaults(route: PaymentRoute, context: RouteCheck): readonly string[] {
  const { accounts, routes, traitsOf } = context;
  const codes = accountsOf(route);
  const known = accounts.filter(({ code }) => codes.includes(code));
  return [
    ...codes
      .filter((code) => !known.some((account) => account.code === code))
      .map((code) =>
        code === route.code || routes.includes(code)
          ? `"${code}" is a route: a rule names accounts only.`
          : `There is no account "${code}".`,
      ),
    ...known
      .filter(({ gateway }) => traitsOf(gateway).offline)
      .map(({ code }) => `"${code}" asks no network, so nothing can be routed to it.`),
    ...known
      .filter(({ multipleAttempts }) => !multipleAttempts)
      .map(({ code }) => `"${code}" allows one attempt only: no other account could follow it.`),
    ...(new Set(known.map(({ sandbox }) => sandbox)).size > 1
      ? ['Sandbox and production accounts cannot be mixed in one route.']
      : []),
    ...(new Set(known.map(({ kind }) => kind)).size > 1
      ? ['Accounts that charge and accounts that only authorize cannot be mixed in one route.']
      : []),
  ];
}

function ruleFaults(rule: RouteRule, context: RouteCheck): readonly string[] {
  return [
    ...shareFaults(rule),
    ...amountFaults(rule),
    ...binFaults(rule),
    ...timeFaults(rule),
    ...takerFaults(rule, context),
  ].map((fault) => `Rule "${rule.name}": ${fault}`);
}

function shareFaults({ accounts }: RouteRule): readonly string[] {
  const codes = accounts.map(({ pgCode }) => pgCode);
  const twice = [...new Set(codes.filter((code, at) => codes.indexOf(code) !== at))];
  const shares = accounts.flatMap(({ share }) => (share === undefined ? [] : [share]));
  const whole = shares.reduce((all, share) => all + share, 0);
  return [
    ...(accounts.length === 0 ? ['it names no account.'] : []),
    ...twice.map((code) => `it names "${code}" twice.`),
    ...(shares.length > 0 && shares.length < accounts.length
      ? ['all of its accounts have a share, or none.']
      : []),
    ...(shares.length > 0 && whole !== 100
      ? [`its shares make ${whole} percent together, and must make 100.`]
      : []),
  ];
}

function amountFaults({ when }: RouteRule): readonly string[] {
  const { amountFrom, amountBelow, currencies } = when;
  const currency = amountFrom?.currency ?? amountBelow?.currency;
  if (currency === undefined) return [];
  if (currencies && !(currencies.length === 1 && currencies[0] === currency))
    return ['an amount needs one currency: name that one alone.'];
  return amountFrom && amountBelow && compare(amountFrom, amountBelow) >= 0
    ? ['no amount is as much as amount_from and less than amount_below.']
    : [];
}

function binFaults({ when: { bins = [] } }: RouteRule): readonly string[] {
  return bins
    .filter(({ from, to }) => from.length !== to.length || from > to)
    .map(
      ({ from, to }) =>
        `the first digits ${from} to ${to} are no range: as many digits in both, the lesser first.`,
    );
}

function timeFaults({ when: { times } }: RouteRule): readonly string[] {
  const { from, until } = times ?? {};
  const isEmpty = from !== undefined && until !== undefined && minuteOf(from) === minuteOf(until);
  return isEmpty ? ['it is open from a time until the same time: leave both out.'] : [];
}

/** A rule for a currency that none of its accounts takes leads nobody anywhere. */
function takerFaults({ when, accounts }: RouteRule, context: RouteCheck): readonly string[] {
  const known = context.accounts.filter(({ code }) =>
    accounts.some(({ pgCode }) => pgCode === code),
  );
  if (known.length === 0) return [];
  return (when.currencies ?? [])
    .filter(
      (currency) =>
        !known.some(
          ({ currencies, exchange }) =>
            currencies.includes(currency) || exchange?.rates[currency] !== undefined,
        ),
    )
    .map((currency) => `none of its accounts takes ${currency}.`);
}

function unreachableRules(rules: readonly RouteRule[]): readonly string[] {
  return rules.flatMap((later, at) => {
    const before = rules.slice(0, at).find((earlier) => covers(earlier.when, later.when));
    return before
      ? [`Rule "${later.name}" is never reached: "${before.name}" holds wherever it would.`]
      : [];
  });
}

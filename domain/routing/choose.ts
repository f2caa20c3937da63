import type { PgCode } from '../ids.ts';
import type { BreakerState } from './breaker.ts';
import { whyNot, type RouteFacts } from './conditions.ts';
import type { Considered, RouteDecision, AttemptEnding } from './decision.ts';
import { accountsOf, type PaymentRoute } from './route.ts';
import { orderBy } from './share.ts';

/** How an account stands towards one attempt. */
export interface AccountStanding {
  /** Why it cannot take the attempt, in a sentence; left out where it can. */
  readonly refuses?: string;
  readonly breaker: BreakerState;
  /** How an earlier attempt of the same payment has ended there, where that was the account's doing. */
  readonly endedThere?: EndingThere;
}

export interface RouteQuestion {
  readonly facts: RouteFacts;
  /** From which the turns of accounts follow that share: the reference of the attempt with which the press began. */
  readonly seed: string;
  /** The account of an attempt of which nobody knows what has become: no other one may be asked. */
  readonly bound?: PgCode;
  /** Of each account that the route names. */
  readonly standing: (account: PgCode) => AccountStanding;
}

/**
 * Which account an attempt goes to, which would follow, and why (contract/routing#choice). The first rule that holds names
 * the accounts, and the bound one is looked at whichever rule of the route names it. Those that cannot take the attempt are
 * left out. One where an earlier attempt of the payment came to nothing comes after those that were not tried, and one that
 * rests comes last of all: where no other is left, it is tried all the same.
 */
export function choose(
  route: PaymentRoute,
  { facts, seed, bound, standing }: RouteQuestion,
): RouteDecision {
  const told = route.rules.map((rule) => ({ rule, why: whyNot(rule.when, facts) }));
  const at = told.findIndex(({ why }) => why === undefined);
  const held = told[at];
  const passed = at < 0 ? told : told.slice(0, at);
  const skipped = passed.map(({ rule, why = '' }) => ({ rule: rule.name, why }));
  if (!held) return { route: route.code, skipped, accounts: [] };
  const named = orderBy(held.rule.accounts, seed);
  const elsewhere = accountsOf(route).filter(
    (code) => code === bound && !named.some(({ pgCode }) => pgCode === code),
  );
  const ordered: readonly Ordered[] = [
    ...elsewhere.map((pgCode) => ({ pgCode, place: BOUND, stands: standing(pgCode) })),
    ...named.map(({ pgCode, share }) => ({
      pgCode,
      place: share === undefined ? 'Its place in the rule.' : `Its share of ${share} %.`,
      stands: standing(pgCode),
    })),
  ];
  const fit = ordered.filter(isFit).toSorted((one, other) => rankOf(one) - rankOf(other));
  return {
    route: route.code,
    rule: held.rule.name,
    skipped,
    accounts: [
      ...fit.map((one, place) => considered(one, place === 0 ? 'chosen' : 'next')),
      ...ordered.filter((one) => !isFit(one)).map((one) => considered(one, 'left-out')),
    ],
  };
}

interface Ordered {
  readonly pgCode: PgCode;
  /** Why it is asked at all, in a sentence. */
  readonly place: string;
  readonly stands: AccountStanding;
}

function isFit({ stands }: Ordered): boolean {
  return stands.refuses === undefined;
}

/** The sort is stable: among equals the rule's order stays. */
function rankOf({ stands: { breaker, endedThere } }: Ordered): number {
  return (breaker === 'open' ? 2 : 0) + (endedThere === undefined ? 0 : 1);
}

function considered(
  { pgCode, place, stands }: Ordered,
  verdict: Considered['verdict'],
): Considered {
  const { refuses, breaker, endedThere } = stands;
  if (refuses !== undefined) return { pgCode, verdict, why: refuses };
  const reasons = [
    place,
    ...(endedThere === undefined ? [] : [TRIED[endedThere]]),
    ...(breaker === 'closed' ? [] : [RESTING[breaker]]),
  ];
  return { pgCode, verdict, why: reasons.join(' ') };
}

/** A page that was closed says nothing of its account. */
export type EndingThere = Exclude<AttemptEnding, 'closed'>;

const BOUND = 'Nobody knows yet what has become of an attempt there.';

const TRIED: Readonly<Record<EndingThere, string>> = {
  unsent: 'An earlier attempt did not reach it.',
  refused: 'It has refused an earlier attempt.',
  'soft-decline': 'It has declined an earlier attempt.',
};

const RESTING: Readonly<Record<Exclude<BreakerState, 'closed'>, string>> = {
  open: 'It has given no answer lately and rests.',
  'half-open': 'It has rested; this attempt shows whether it answers again.',
};

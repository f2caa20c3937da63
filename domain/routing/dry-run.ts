import { methodFor } from '../account.ts';
import { chargeOf } from '../exchange.ts';
import type { PgCode } from '../ids.ts';
import { shownMoney, toDecimal } from '../money.ts';
import { isSameMoney } from '../transaction/amount.ts';
import type { TransactionType } from '../transaction/type.ts';
import type { CheckContext } from '../transaction/proposal.ts';
import type { BreakerState } from './breaker.ts';
import { choose } from './choose.ts';
import type { RouteFacts } from './conditions.ts';
import type { RouteDecision } from './decision.ts';
import { takersOf } from './offer.ts';
import type { PaymentRoute } from './route.ts';

/** A payment that is not made. */
export interface Trial {
  readonly facts: RouteFacts;
  /** From which the turns of accounts follow that share. */
  readonly seed: string;
  readonly type?: TransactionType;
}

/** Where a route would lead now, and why; nothing is asked of any network, and no account is given a probe. */
export function dryRun(
  route: PaymentRoute,
  { facts, seed, ...about }: Trial,
  {
    breakers,
    ...context
  }: Pick<CheckContext, 'accounts' | 'traitsOf'> & {
    readonly breakers: ReadonlyMap<PgCode, BreakerState>;
  },
): RouteDecision {
  const { amount } = facts;
  const proposal = { ...about, amount: toDecimal(amount), currencyCode: amount.currency };
  const { accounts: able, unable } = takersOf(route, proposal, context);
  const totals = new Map(
    able.map(({ account, traits }) => [
      account.code,
      chargeOf(amount, methodFor(account, traits, amount)).total,
    ]),
  );
  const [shown] = totals.values();
  return choose(route, {
    facts,
    seed,
    standing: (code) => {
      const breaker = breakers.get(code) ?? 'closed';
      if (!route.active) return { breaker, refuses: `The route "${route.code}" is not active.` };
      const total = totals.get(code);
      if (!total) return { breaker, refuses: unable.get(code) ?? NO_RULE };
      if (!shown || isSameMoney(total, shown)) return { breaker };
      const words = shownMoney(total);
      return {
        breaker,
        refuses: `The payer would pay ${words} there, and is shown ${shownMoney(shown)}.`,
      };
    },
  });
}

const NO_RULE = 'No rule leads a payment of this amount and currency to it.';

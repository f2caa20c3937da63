import { methodFor } from '../account.ts';
import { chargeOf } from '../exchange.ts';
import type { PgCode } from '../ids.ts';
import { toDecimal } from '../money.ts';
import { accountFault, exactFault } from '../transaction/account-fault.ts';
import { isSameMoney } from '../transaction/amount.ts';
import type { TransactionType } from '../transaction/type.ts';
import type { CheckContext, Proposal } from '../transaction/check.ts';
import type { AccountWithTraits } from '../transaction/open.ts';
import { moneyOf } from '../transaction/proposed-amount.ts';
import type { BreakerState } from './breaker.ts';
import { choose } from './choose.ts';
import type { RouteFacts } from './conditions.ts';
import type { RouteDecision } from './decision.ts';
import { accountsOf, type PaymentRoute } from './route.ts';

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
  const judged = new Map(
    accountsOf(route).map((code) => [code, judge(code, proposal, context)] as const),
  );
  const able = [...judged.values()].flatMap((one) => (typeof one === 'string' ? [] : [one]));
  const totalOf = ({ account, traits }: AccountWithTraits) =>
    chargeOf(amount, methodFor(account, traits, amount)).total;
  const shown = able[0] && totalOf(able[0]);
  return choose(route, {
    facts,
    seed,
    standing: (code) => {
      const one = judged.get(code) ?? `There is no account "${code}".`;
      const breaker = breakers.get(code) ?? 'closed';
      if (typeof one === 'string') return { breaker, refuses: one };
      const total = totalOf(one);
      if (!shown || isSameMoney(total, shown)) return { breaker };
      const words = `${total.currency} ${toDecimal(total)}`;
      return {
        breaker,
        refuses: `The payer would pay ${words} there, and is shown ${shown.currency} ${toDecimal(shown)}.`,
      };
    },
  });
}

function judge(
  code: PgCode,
  proposal: Proposal,
  { accounts, traitsOf }: Pick<CheckContext, 'accounts' | 'traitsOf'>,
): AccountWithTraits | string {
  const account = accounts.find((one) => one.code === code);
  if (!account) return `There is no account "${code}".`;
  const fault = accountFault(account, proposal) ?? exactFault(account, traitsOf, moneyOf(proposal));
  return fault ?? { account, traits: traitsOf(account.gateway) };
}

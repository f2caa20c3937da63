import { mintReferenceNumber, type ReferenceNumber } from '../domain/ids.ts';
import { afterProbe, breakerStateOf } from '../domain/routing/breaker.ts';
import { choose } from '../domain/routing/choose.ts';
import { chosenIn, type RouteDecision } from '../domain/routing/decision.ts';
import { questionOf, type Press } from '../domain/routing/question.ts';
import type { Store } from '../store/index.ts';
import { notThere } from './failures.ts';
import { untakenOf, type UntakenStores } from './untaken.ts';

interface Stores extends UntakenStores {
  readonly routes: Pick<Store['routes'], 'list'>;
  readonly breakers: Pick<Store['breakers'], 'list' | 'change'>;
  readonly transactions: Pick<Store['transactions'], 'isTaken'>;
  readonly operations: Pick<Store['operations'], 'findByReference'>;
  readonly tombstones: Pick<Store['tombstones'], 'findByReference'>;
}

/** Where a route leads now, and a reference that nothing has, for the attempt that goes there. */
export interface ChosenAccount {
  readonly decision: RouteDecision;
  readonly fresh: ReferenceNumber;
}

export function routingActivities(stores: Stores) {
  return {
    /**
     * To which account a route leads, by its rules and the accounts as they are now. An account that has rested is given one
     * attempt at a time, which is claimed here. Safe to repeat: a claim that came to nothing ends by itself.
     */
    async chooseAccount(press: Press): Promise<ChosenAccount> {
      const { merchantId } = press.transaction;
      const { pgCode } = press.route;
      const [accounts, routes, merchant, known, untaken] = await Promise.all([
        stores.gatewayAccounts.list(merchantId),
        stores.routes.list(merchantId),
        stores.merchants.find(merchantId),
        stores.breakers.list(merchantId),
        untakenOf(stores, press.transaction, press.route),
      ]);
      const now = Date.now();
      if (!merchant) throw notThere(`merchant ${merchantId}`);
      const { timeZone = 'UTC', referencePrefix } = merchant;
      const fresh = await freshReference(referencePrefix);
      const route = routes.find((one) => one.code === pgCode && one.active);
      if (!route) return { decision: { route: pgCode, skipped: [], accounts: [] }, fresh };
      const breakers = new Map([...known].map(([code, one]) => [code, breakerStateOf(one, now)]));
      for (;;) {
        const surroundings = { accounts, breakers, untaken, timeZone, now };
        const decision = choose(route, questionOf(press, surroundings));
        const chosen = chosenIn(decision);
        if (chosen === undefined || breakers.get(chosen) !== 'half-open')
          return { decision, fresh };
        const isProbe = await stores.breakers.change(merchantId, chosen, (one) =>
          afterProbe(one, now),
        );
        if (isProbe) return { decision, fresh };
        breakers.set(chosen, 'open');
      }
    },
  };

  async function freshReference(prefix: string): Promise<ReferenceNumber> {
    for (;;) {
      const bytes = crypto.getRandomValues(new Uint8Array(8));
      const reference = mintReferenceNumber(prefix, bytes);
      const owners = await Promise.all([
        stores.transactions.isTaken(reference),
        stores.operations.findByReference(reference),
        stores.tombstones.findByReference(reference),
      ]);
      if (!owners.some(Boolean)) return reference;
    }
  }
}

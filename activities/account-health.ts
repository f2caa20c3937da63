import { activityInfo, log } from '@temporalio/activity';
import { afterFault, type Breaker } from '../domain/routing/breaker.ts';
import type { Attempt } from '../domain/transaction/transaction.ts';
import { GatewayFault } from '../gateways/gateway.ts';
import type { Store } from '../store/index.ts';

type Breakers = Pick<Store['breakers'], 'change' | 'forget'>;

/**
 * Keeps how the account of an attempt does, where a route has led to it: others go by that. An attempt without an answer counts
 * once, however often it is tried. That it cannot be kept is no reason to fail a payment.
 */
export function watched(breakers: Breakers, { routing, pgCode }: Attempt, merchantId: Merchant) {
  const keep = async (work: () => Promise<unknown>): Promise<void> => {
    if (!routing) return;
    try {
      await work();
    } catch (error) {
      log.warn('the health of an account could not be kept', { merchantId, pgCode, error });
    }
  };
  return {
    answered: async <T>(answer: T): Promise<T> => {
      await keep(() => breakers.forget(merchantId, pgCode));
      return answer;
    },
    /** A refusal is an answer, too. */
    failed: async (error: unknown): Promise<void> => {
      if (!(error instanceof GatewayFault)) return;
      if (error.kind === 'refused') return keep(() => breakers.forget(merchantId, pgCode));
      if (activityInfo().attempt > 1) return;
      await keep(() =>
        breakers.change(merchantId, pgCode, (breaker): Breaker => afterFault(breaker, Date.now())),
      );
    },
  };
}

type Merchant = Parameters<Breakers['forget']>[0];

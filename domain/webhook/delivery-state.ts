import type { Verdict } from './verdict.ts';

/**
 * How a delivery stands (contract/webhooks#delivery-states). `queued`: no call was made yet. `sending`: the last call
 * failed, and another one follows. `failed`: nobody calls any more, because the calendar has ended or the receiver said
 * 410. `held`: the endpoint is disabled or paused, or webhooks are switched off, and it waits to be sent again.
 */
export const DELIVERY_STATES = [
  'queued',
  'sending',
  'delivered',
  'delivered_stay',
  'failed',
  'held',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Read from what the calls came to, and whether nobody calls any more (`givenUpAt`, epoch milliseconds). */
export function deliveryState({
  verdict,
  givenUpAt,
}: {
  readonly verdict?: Verdict | undefined;
  readonly givenUpAt?: number | undefined;
}): DeliveryState {
  switch (verdict) {
    case undefined:
      // Also where no call could be made in all that time, so that none is written down.
      return givenUpAt === undefined ? 'queued' : 'failed';
    case 'failed':
      return givenUpAt === undefined ? 'sending' : 'failed';
    case 'gone':
      return 'failed';
    default:
      return verdict;
  }
}

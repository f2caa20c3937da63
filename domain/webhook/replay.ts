import type { MerchantId } from '../ids.ts';

/** So many events of a replay are sent at once, and so long is waited before the next ones: ten a second. */
export const REPLAY_PAGE = 50;
export const REPLAY_PAUSE_MS = 5000;

/** Names one replay of a merchant. */
export interface ReplayRef {
  readonly merchantId: MerchantId;
  readonly id: string;
}

/**
 * How a replay stands: `running` until every event that it means was handed to its delivery, or until an operator has
 * stopped it.
 */
export type ReplayState = 'running' | 'done' | 'canceled';
